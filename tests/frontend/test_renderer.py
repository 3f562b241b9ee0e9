"""Fields that are drawn without templates are the same to the letter as those of Django's own."""

import datetime

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from frontend.forms.renderer import DRAWN, Renderer

CHOICES = [("", "---"), (1, 1000), ("<x>", "Tom & 'Jerry'"), ("Infantry", [("a", gettext_lazy("Year")), ("b", "B")])]
WIDGETS = [
    forms.TextInput(attrs={"maxlength": 10, "required": True, "hidden": False, 'data-"x"': "<&'\">"}),
    forms.NumberInput(attrs={"min": -1000, "step": 1.5}),
    forms.HiddenInput(),
    forms.EmailInput(),
    forms.URLInput(),
    forms.PasswordInput(render_value=True),
    forms.Select(choices=CHOICES, attrs={"autofocus": True}),
    forms.NullBooleanSelect(),
    forms.CheckboxInput(),
    forms.Textarea(),
    forms.RadioSelect(choices=CHOICES),
    forms.CheckboxSelectMultiple(choices=CHOICES),
    forms.DateInput(),
]
VALUES = [None, "", "<x>", "a", 1, 12345, 1.5, True, "\"'&", SafeString("&amp;"), datetime.date(2026, 1, 2)]


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: type(widget).__name__)
def test_a_field_is_drawn_as_by_the_templates(widget, language):
    with translation.override(language):
        for value in VALUES:
            drawn = widget.render("form-0-name", value, renderer=Renderer())
            assert drawn == widget.render("form-0-name", value, renderer=DjangoTemplates())
            assert isinstance(drawn, SafeString)


def test_most_of_these_need_no_template(monkeypatch):
    def template(*_args):
        raise AssertionError("a template was asked for")

    monkeypatch.setattr(Renderer, "get_template", template)
    for widget in WIDGETS[:7]:
        assert widget.template_name in DRAWN
        widget.render("name", "a", renderer=Renderer())


def test_the_site_draws_its_forms_with_it():
    class Asked(forms.Form):
        name = forms.CharField()

    assert type(Asked().renderer) is Renderer
