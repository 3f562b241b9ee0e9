"""A few elements of SVG, escaped by construction.

Everything that is not an ``Svg`` is text and gets escaped, so a side called ``<script>`` is drawn as just that.
"""

import re
from xml.sax.saxutils import escape

# What XML 1.0 forbids even when escaped: control characters, lone surrogates, non-characters.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CLASS = re.compile(r"[^A-Za-z0-9_-]+")

type Value = str | int | None


class Svg(str):
    """Finished markup. Templates that know ``__html__`` put it in as it is."""

    __slots__ = ()

    def __html__(self) -> "Svg":
        return self


def element(tag: str, *children: str, **attributes: Value) -> Svg:
    """An element. ``class_`` stands for class, ``_`` in a name for ``-``; an attribute that is None is left out."""
    pairs = "".join(f' {_name(key)}="{quoted(value)}"' for key, value in attributes.items() if value is not None)
    inside = "".join(child if isinstance(child, Svg) else text(child) for child in children)
    return Svg(f"<{tag}{pairs}>{inside}</{tag}>" if inside else f"<{tag}{pairs}/>")


def text(words: str) -> Svg:
    """Words as character data."""
    return Svg(escape(printable(words)))


def quoted(value: str | int) -> str:
    """A value as the inside of a double-quoted attribute."""
    return escape(printable(str(value)), {'"': "&quot;", "'": "&#39;"})


def printable(words: str) -> str:
    """The same words without what XML cannot carry."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", words)


def classes(*names: str) -> str:
    """Names of classes, stripped of what is no name."""
    return " ".join(word for name in names for word in _CLASS.sub(" ", name).split())


def shortened(words: str, longest: int) -> str:
    """At most ``longest`` characters, the last an ellipsis where something was cut."""
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def picture(uid: str, *, box: tuple[int, int, int, int], title: str, description: str, class_: str, body: Svg) -> Svg:
    """The outer element: an image with a title and a description for those who do not see it.

    ``box`` is left, top, width, height in the drawing's own unit; ``uid`` keeps ids apart on one page.
    """
    return element(
        "svg",
        element("title", title, id=f"{uid}-title"),
        element("desc", description, id=f"{uid}-desc"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, box)),
        role="img",
        aria_labelledby=f"{uid}-title",
        aria_describedby=f"{uid}-desc",
        class_=class_,
    )


def group(*children: Svg, **attributes: Value) -> Svg:
    return element("g", *children, **attributes)


def joined(parts: "list[Svg] | tuple[Svg, ...]") -> Svg:
    return Svg("".join(parts))


def rect(x: int, y: int, width: int, height: int, class_: str, **more: Value) -> Svg:
    return element("rect", x=x, y=y, width=width, height=height, class_=class_, **more)


def line(x1: int, y1: int, x2: int, y2: int, class_: str, **more: Value) -> Svg:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_, **more)


def circle(x: int, y: int, radius: int, class_: str, **more: Value) -> Svg:
    return element("circle", cx=x, cy=y, r=radius, class_=class_, **more)


def path(d: str, class_: str, **more: Value) -> Svg:
    return element("path", d=d, class_=class_, **more)


def words(x: int, y: int, content: str, class_: str, **more: Value) -> Svg:
    return element("text", content, x=x, y=y, class_=class_, **more)


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
