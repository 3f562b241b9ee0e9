"""The board on the page: what part of it is shown, the links that move it, the legend, and both sides beside it."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from frontend.boards import battleboard, markers, overview
from frontend.boards.look import SMALL, Box, Frame, Look, Spot, sign
from frontend.boards.svg import Svg
from frontend.forms.numbers import whole_number
from frontend.views.battlepages.steps import Step
from frontend.views.battlepages.table import Table, centimetres
from rulesets.contract import Known, Scene, Token

ZOOMS = (1, 2, 4, 8)
CLOSE = {True: 4, False: 8}
"""The most that the board is enlarged of itself, on a small table and on a wide one: so large that a finger meets one figure alone."""
MARGIN = 45
"""What is seen round those who are looked at, in millimetres."""


def part(table: Table, step: Step) -> dict[str, Any]:
    """The board, and everything that stands round it."""
    scene = placed(table.scene, step)
    whole = (1, (0, 0, scene.width, scene.height))
    near = closer(table, step)
    zoom, box = shown(table) if near is None or table.query.get("z") else near
    return {
        "overview": overview.draw(scene, table.numbers, box, step.unit) if near and zoom > 1 else "",
        "whole": link_to(table, *whole, z="1") if near and zoom > 1 else "",
        "closer": link_to(table, *near, z="", x="", y="") if near and table.query.get("z") else "",
        "svg": drawn(table, scene, step, box=box, zoom=zoom),
        "moves": moves(table, zoom, box),
        "legend": [
            {"picture": battleboard.swatch(scene, kind), "name": table.word(f"ground.{kind}")}
            for kind in battleboard.legend_of(scene)
        ],
        "markers": [
            {"picture": markers.picture(mark), "name": table.word(f"mark.{mark}")}
            for mark in battleboard.markers_of(scene)
        ],
        "reaches": reaches(table, step.unit),
        "grid": centimetres(scene.grid) if scene.grid and scene.measured else "",
    }


def placed(scene: Scene, step: Step) -> Scene:
    """The scene with everybody where he was put so far, before it is handed in."""
    if not step.moved:
        return scene
    tokens = (structs.replace(one, at=step.moved.get(one.of, one.at)) for one in scene.tokens)
    return structs.replace(scene, tokens=tuple(tokens))


def drawn(table: Table, scene: Scene, step: Step, *, box: Box | None = None, zoom: int = 1) -> Svg:
    look = Look(
        title=title(table, scene),
        description=description(table, scene),
        sides=table.numbers,
        signs=table.signs,
        links={} if step.asking or step.fields else step.links,
        chosen=step.unit,
        targets=step.targets,
        box=box,
        zoom=zoom,
        parties={sign(table.mark_of(one.seat), one.number): one.of for one in scene.parties},
        spelt=table.word,
        tap=step.tap,
    )
    return battleboard.draw(scene, look)


def title(table: Table, scene: Scene) -> str:
    told = {"scenario": table.word(f"scenario.{table.battle.setup['scenario']}"), "turn": scene.turn}
    if not scene.turn:
        return _("The board of %(scenario)s") % told
    return _("The board of %(scenario)s, turn %(turn)s") % told


def description(table: Table, scene: Scene) -> str:
    """Who stands where, in words: for those who do not see the drawing."""
    told = []
    places = {token.of: token for token in reversed(scene.tokens)}
    for key in table.keys:
        standing = [one.of for one in scene.roster if one.seat == key and one.of in places]
        units = ", ".join(_unit_words(table, unit, places[unit]) for unit in standing)
        told.append(
            _("%(seat)s: %(units)s.") % {"seat": table.seat_name(key), "units": units or _("nobody on the board")}
        )
    return " ".join(told)


def _unit_words(table: Table, unit: str, token: Token) -> str:
    place = table.spot_words(token.at) if table.scene.measured else token.place
    return _("%(unit)s, %(place)s") % {"unit": table.called(unit), "place": place}


def reaches(table: Table, unit: str) -> list[str]:
    return [
        _("%(what)s: %(length)s cm") % {"what": table.word(f"reach.{one.word}"), "length": one.distance // 10}
        for one in table.scene.reaches
        if one.of == unit and table.scene.measured
    ]


# --- Which part of it -----------------------------------------------------------------------------------------------


def shown(table: Table) -> tuple[int, Box]:
    """The enlargement, and what of the board is seen: its middle is asked for in whole millimetres of the drawing."""
    zoom = whole_number(table.query.get("z", "1"))
    zoom = zoom if zoom in ZOOMS else 1
    scene = table.scene
    width, height = scene.width // zoom, scene.height // zoom
    x = _within(table.query.get("x", ""), scene.width // 2, width, scene.width)
    y = _within(table.query.get("y", ""), scene.height // 2, height, scene.height)
    return zoom, (x, y, width, height)


def closer(table: Table, step: Step) -> tuple[int, Box] | None:
    """The enlargement in which whoever acts, and all that is offered him, is seen as large as can be; None where nobody is looked at.

    Only of a board of single figures, which are too small on the whole of it.
    """
    scene = table.scene
    if not (scene.parties and scene.measured and table.numbers):
        return None
    keys = {step.unit} if step.unit else set(step.links)
    keys |= {target.unit for target in step.targets if target.unit}
    frame = Frame(scene)
    spots = {(token.of or token.id): [frame.spot(token.at)] for token in scene.tokens if (token.of or token.id) in keys}
    spots[""] = [frame.spot(at) for target in step.targets for at in (target.at, *target.way) if at is not None]
    # Whom a far shot is aimed at is what is looked for; the shooter is seen on the small picture.
    aimed = {target.unit for target in step.targets if target.unit}
    return _fitting(scene, chain.from_iterable(spots.values())) or _fitting(
        scene, chain.from_iterable(spots.get(key, ()) for key in aimed)
    )


def _fitting(scene: Scene, wanted: Iterable[Spot]) -> tuple[int, Box] | None:
    """The closest part in which all of these are seen; None where that is the whole."""
    spots = list(wanted)
    if not spots:
        return None
    left, right = min(x for x, _y in spots), max(x for x, _y in spots)
    top, low = min(y for _x, y in spots), max(y for _x, y in spots)
    most = CLOSE[scene.width <= SMALL]
    for zoom in reversed(ZOOMS):
        width, height = scene.width // zoom, scene.height // zoom
        if 1 < zoom <= most and right - left + 2 * MARGIN <= width and low - top + 2 * MARGIN <= height:
            x, y = (left + right) // 2 - width // 2, (top + low) // 2 - height // 2
            return zoom, (max(0, min(scene.width - width, x)), max(0, min(scene.height - height, y)), width, height)
    return None


def _within(typed: str, usual: int, length: int, whole: int) -> int:
    middle = whole_number(typed)
    middle = usual if middle is None else min(middle, whole)
    return max(0, min(whole - length, middle - length // 2))


def link_to(table: Table, zoom: int, box: Box, name: str = "battle", *more: Any, **where: Any) -> str:
    """The address of the same page with that part of the board; ``where`` takes the place of a number of it, an empty one leaves it out."""
    chosen: dict[str, Any] = {key: table.query[key] for key in table.query if key not in ("z", "x", "y", "done")}
    x, y = box[0] + box[2] // 2, box[1] + box[3] // 2
    return f"{table.url(name, *more, **{**chosen, 'z': zoom, 'x': x, 'y': y, **where})}#board"


def moves(table: Table, zoom: int, box: Box, name: str = "battle", *more: Any) -> list[dict[str, str]]:
    """Links that enlarge and move the board; they keep what was chosen."""
    x, y = box[0] + box[2] // 2, box[1] + box[3] // 2
    most = ZOOMS[-1] if table.scene.parties else ZOOMS[-2]

    def link(sign: str, title: str, **where: Any) -> dict[str, str]:
        return {"sign": sign, "title": title, "href": link_to(table, zoom, box, name, *more, **where)}

    found = []
    if zoom < most:
        found.append(link("+", _("Enlarge"), z=zoom * 2))
    if zoom > 1:
        found.append(link("−", _("Make smaller"), z=zoom // 2))
        found += [
            link("←", _("Left"), x=max(0, x - box[2] // 2)),
            link("→", _("Right"), x=x + box[2] // 2),
            link("↑", _("Up"), y=max(0, y - box[3] // 2)),
            link("↓", _("Down"), y=y + box[3] // 2),
        ]
    return found


# --- Both sides, beside it ------------------------------------------------------------------------------------------


def armies(table: Table) -> list[dict[str, Any]]:
    """Every side with its units, as far as the reader knows of them; those of nobody come last, where somebody is seen of them."""
    parties = {key: table.party_name(party) for party in table.scene.parties for key in party.of}
    groups = dict.fromkeys(one.seat for one in table.scene.roster if one.seat not in table.numbers)
    return [
        {
            "number": table.numbers.get(key, 0),
            "name": table.seat_name(key),
            "own": key == table.seat,
            "units": [_row(table, one, parties) for one in table.scene.roster if one.seat == key],
        }
        for key in (*table.keys, *groups)
    ]


def _row(table: Table, known: Known, parties: Mapping[str, str]) -> dict[str, Any]:
    words, marks = _facts(table, known)
    gone = known.where in ("destroyed", "routed", "captured", "left", "off")
    return {
        "sign": table.signs[known.of],
        "party": parties.get(known.of, ""),
        "name": table.unit_name(known),
        "figures": ngettext("%(count)d figure", "%(count)d figures", known.figures) % {"count": known.figures}
        if known.figures
        else "",
        "where": table.word(f"where.{known.where}") if known.where else "",
        "gone": gone,
        "marks": marks,
        "facts": words,
        "id": known.of,
    }


def _facts(table: Table, known: Known) -> tuple[list[str], list[dict[str, str]]]:
    words, marks = [], []
    for fact in known.facts:
        told = table.word(fact.word if "." in fact.word else f"value.{fact.word}")
        if fact.word.startswith("mark."):
            mark = fact.word.removeprefix("mark.")
            marks.append({"name": told, "picture": markers.picture(mark) if mark in markers.SIGNS else ""})
        elif fact.number is None:
            words.append(told)
        else:
            words.append(_("%(what)s %(number)s") % {"what": told, "number": fact.number})
    return words, marks
