"""What whoever plays answers where there is little to decide: the program, and what is done for one who is absent (for ``bot``)."""

from collections.abc import Callable

from rulesets.askari import beasts, entering, fights, geometry, melee, nerve, phases, setting
from rulesets.askari.answers.common import spot_of
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.strength import hand_to_hand
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from rulesets.vocabulary import Json


def _split(field: Field, want: Want) -> Action:
    """Nobody hides or waits; but whoever lies in ambush hides what he may, the strongest hand to hand first (F.2)."""
    state = field.state
    if not setting.lies(state, want.seat):
        return Action(kind="split")
    left = TABLES.deployment.hidden_share * state.side(want.seat).starting // 100
    hidden: list[str] = []
    units = [unit for unit in state.of(want.seat) if unit.kind == "unit"]
    for unit in sorted(units, key=lambda one: (-hand_to_hand(one), one.id)):
        if unit.price <= left:
            hidden.append(unit.id)
            left -= unit.price
    return Action(kind="split", arguments={"hidden": hidden})


def _deploy(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["units"][0])
    return Action(kind="deploy", arguments={"spot": spot_of(next(setting.spots(field, unit)), unit.id)})


def _reinforce(field: Field, want: Want) -> Action:
    return Action(kind="reinforce", arguments={"unit": phases.reserves(field, want.seat)[0]})


def _place(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["unit"])
    spots = entering.entry_spots(field, unit)
    return Action(kind="place", arguments={"spot": spot_of(spots[len(spots) // 2], unit.id)})


def _by_id(field: Field, want: Want) -> Action:
    units = [unit.id for unit in phases.needing_orders(field, want.seat)]
    return Action(kind="assign", arguments={"units": units[: want.data["orders"]]})


def _extra(field: Field, want: Want) -> Action:
    source, unit = min(
        phases.extra_orders(field, want.seat), key=lambda one: field.engaged(field.unit(one[1]))
    )  # who fights has little use for one
    return Action(kind="extra", arguments={"order": [source, unit]})


def _rally(field: Field, want: Want) -> Action:
    leader = field.state.leader(want.seat)
    assert leader is not None
    near = min(want.data["units"], key=lambda key: (field.squared(leader, field.unit(key)), key))
    return Action(kind="rally", arguments={"unit": near})


def _herd(field: Field, want: Want) -> Action:
    """As far from the party as there is a place for it."""
    unit = field.unit(want.data["unit"])
    hunters = [one.at for other in field.state.on_table() if other.kind != "animal" for one in other.standing]
    x, y = max(
        beasts.herd_spots(field, unit), key=lambda spot: min((geometry.squared(spot, at) for at in hunters), default=0)
    )
    return Action(kind="herd", arguments={"spot": {"x": x, "y": y}})


def _hide(field: Field, want: Want) -> Action:
    units: dict[str, Json] = {}
    placed: list[Unit] = []
    for unit in field.state.of(want.seat):
        if unit.where != "hidden" or unit.joined:
            continue
        spot = next(setting.spots(field, unit, hide=True), None)
        if spot is not None:
            lair = spot_of(spot, unit.id)
            units[unit.id] = {name: value for name, value in lair.items() if name != "unit"} | {
                "spring": TABLES.courage.surprise
            }
            setting.put(field, unit, *spot, where="table")
            placed.append(unit)
    for unit in placed:
        unit.where = "hidden"
    return Action(kind="hide", arguments={"units": units})


def _stronger(field: Field, want: Want) -> str:
    foe = want.data["against"][0]
    figures: list[str] = want.data["figures"]
    return max(figures, key=lambda name: (melee.value(fights.fighter(field, name, foe)), name))


def _test(field: Field, want: Want) -> Action:
    key = want.data["units"][0]
    unit = field.unit(key)
    cancel: list[str] = []
    for source in nerve.cancels(field, unit):
        if len(cancel) < unit.tests and not nerve.clash((*cancel, source)):
            cancel.append(source)
    return Action(kind="test", arguments={"unit": key, "cancel": cancel} if cancel else {"unit": key})


def curse(field: Field, want: Want) -> Action:
    """Whoever can, curses the nearest; else nobody does."""
    for unit in field.state.on_table(want.seat):
        if nerve.may_curse(field, unit):
            target = field.nearest(unit, nerve.curse_targets(field, unit))
            if target is not None:
                return Action(kind="curse", arguments={"unit": unit.id, "target": target.id})
    return Action(kind="done")


SIMPLE: dict[str, Callable[[Field, Want], Action]] = {
    "split": _split,
    "deploy": _deploy,
    "hide": _hide,
    "reinforce": _reinforce,
    "place": _place,
    "assign": _by_id,
    "extra": _extra,
    "spread": lambda _field, want: Action(
        kind="spread", arguments={"figures": want.data["figures"][: want.data["hits"]]}
    ),
    "carry": lambda _field, want: Action(kind="carry", arguments={"number": want.data["most"]}),
    "fight": lambda _field, want: Action(kind="fight", arguments={"group": want.data["groups"][0]}),
    "principal": lambda field, want: Action(kind="principal", arguments={"figure": _stronger(field, want)}),
    "test": _test,
    "curse": curse,
    "rally": _rally,
    "herd": _herd,
    "stray": lambda _field, want: Action(kind="stray", arguments={"way": want.data["ways"][0]}),
}
