"""Fields of forms, drawn without templates where Django's are only a tag with its attributes: a long form has dozens of them, and
they were half of what its page cost."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join

type Widget = Mapping[str, Any]


class Renderer(DjangoTemplates):
    """Draws inputs and lists of options as Django's own templates do, to the letter; everything else by them."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        draw = DRAWN.get(template_name)
        return draw(context["widget"]) if draw else super().render(template_name, context, request)


def _input(widget: Widget) -> str:
    value = widget["value"]
    shown = "" if value is None else format_html(' value="{}"', _text(value))
    return format_html('<input type="{}" name="{}"{}{}>', widget["type"], widget["name"], shown, _attrs(widget))


def _select(widget: Widget) -> str:
    groups = [_group(name, options) for name, options, _index in widget["optgroups"]]
    inside = format_html_join("", "{}", ((one,) for one in groups))
    return format_html('<select name="{}"{}>{}\n</select>', widget["name"], _attrs(widget), inside)


def _group(name: object, options: Sequence[Widget]) -> str:
    drawn = format_html_join(
        "",
        '\n  <option value="{}"{}>{}</option>\n',
        ((_text(one["value"]), _attrs(one), localize(one["label"])) for one in options),
    )
    return format_html('\n  <optgroup label="{}">{}\n  </optgroup>', localize(name), drawn) if name else drawn


def _attrs(widget: Widget) -> str:
    """The attributes of a tag; ``True`` is one without a value, ``False`` none."""
    shown = ((name, value) for name, value in widget["attrs"].items() if value is not False)
    tags = (
        format_html(" {}", name) if value is True else format_html(' {}="{}"', name, _text(value))
        for name, value in shown
    )
    return format_html_join("", "{}", ((tag,) for tag in tags))


def _text(value: object) -> str:
    """As it is, whatever the language: a number in a field has no marks of thousands."""
    return value if isinstance(value, str) else str(value)


_INPUTS = ("text", "number", "hidden", "email", "url", "password")
DRAWN: dict[str, Callable[[Widget], str]] = {
    **{f"django/forms/widgets/{kind}.html": _input for kind in _INPUTS},
    "django/forms/widgets/select.html": _select,
}
