"""Victory points over the years, as a picture with an address of its own.

Pygal writes style and script into its SVG, which a page's content policy forbids: so it is shown by ``<img>``.
"""

import re
from collections.abc import Sequence

from django.http import HttpResponse
from msgspec import Struct
from pygal import Config, Line
from pygal.style import Style

from frontend.boards.svg import printable, shortened


class Look(Struct, frozen=True, kw_only=True):
    """The colours of a picture. It cannot know the mode of the page it stands in, so it has an address for each."""

    palette: tuple[str, ...]
    card: str
    ink: str
    grid: str


# As the stylesheet's side-1 to side-5, --panel, --ink and --line.
LIGHT = Look(
    palette=("#a3282d", "#2a5298", "#7d5a00", "#2f6b3a", "#6b3fa0"), card="#fbfaf5", ink="#23282a", grid="#cbc6b3"
)
DARK = Look(
    palette=("#f0877f", "#92b4fa", "#dfb75c", "#8fca8a", "#caa6f1"), card="#1d2324", ink="#e7e3d7", grid="#3b4446"
)
# The lines differ without colour too, and the legend shows how.
DASHES = ("", "14 6", "3 5", "14 5 3 5", "22 12")
STROKES = ("——", "– – –", "· · · ·", "– · – ·", "—  —")
LONGEST_NAME = 24
MOST_LABELS = 12
# Comments with the date of drawing, and a script that no <img> would run.
_UNWANTED = re.compile(rb"<!--.*?-->|<script.*?</script>", re.DOTALL)
_CSS = ("file://style.css", "file://graph.css", "inline:.series .line { stroke-width: 4px !important; }")


def vp_chart(
    series: Sequence[tuple[str, Sequence[int]]], years: Sequence[int], title: str, look: Look = LIGHT
) -> bytes:
    """The score of each side at the end of each year, as SVG.

    ``series``: a name and one number for each of ``years``; the same input gives the same bytes.
    """
    chart = Line(_config(years, title), style=_style(look))
    # Pygal scopes its style by a random id; a fixed one keeps the answer the same.
    chart.uuid = "victory-points"
    for number, (name, points) in enumerate(series):
        dash, stroke = DASHES[number % len(DASHES)], STROKES[number % len(STROKES)]
        label = f"{stroke} {shortened(printable(name), LONGEST_NAME)}"
        chart.add(label, list(points), stroke_style={"dasharray": dash} if dash else None)
    chart.x_labels = [str(year) for year in years]
    chart.x_labels_major = [str(year) for year in years[:: -(-len(years) // MOST_LABELS) or 1]]
    chart.y_labels = [{"value": tick, "label": _figure(tick)} for tick in _ticks(series)]
    return _UNWANTED.sub(b"", chart.render())


def _figure(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def svg_response(picture: bytes) -> HttpResponse:
    """The picture as an answer of its own: it may bring its style, and nothing else."""
    response = HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    )
    return response


def _config(years: Sequence[int], title: str) -> Config:
    return Config(
        js=[],
        css=list(_CSS),
        title=printable(title),
        width=800,
        height=460,
        margin=18,
        show_minor_x_labels=len(years) <= MOST_LABELS,
        truncate_label=-1,
        truncate_legend=-1,
        legend_at_bottom=True,
        legend_box_size=22,
        dots_size=5 if len(years) <= 40 else 2,
        show_x_guides=False,
        formatter=_figure,
        no_data_text="–",
        disable_xml_declaration=False,
    )


def _style(look: Look) -> Style:
    return Style(
        background=look.card,
        plot_background=look.card,
        foreground=look.ink,
        foreground_strong=look.ink,
        foreground_subtle=look.grid,
        guide_stroke_color=look.grid,
        major_guide_stroke_color=look.grid,
        guide_stroke_dasharray="0",
        colors=look.palette,
        opacity="1",
        opacity_hover="1",
        transition="0s",
        font_family="Seravek, Ubuntu, Calibri, 'Segoe UI', 'Liberation Sans', sans-serif",
        title_font_size=28,
        label_font_size=22,
        major_label_font_size=22,
        legend_font_size=25,
        no_data_font_size=24,
    )


def _ticks(series: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    """Whole numbers from the lowest to the highest, zero among them, about eight of them."""
    points = [point for _name, numbers in series for point in numbers]
    low, high = min([0, *points]), max([1, *points])
    step = max(1, -(-(high - low) // 8))
    return list(range(-(-low // step) * step - (step if low % step else 0), high + step, step))
