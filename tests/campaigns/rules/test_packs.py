"""A pack is data from anywhere: what can be wrong with one is found before a war is fought by it."""

import copy
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rules.pack import bundled, bundled_keys, canonical, decode
from campaigns.rules.packcheck import problems
from campaigns.rules.places import Refused
from campaigns.rules.record import play
from campaigns.rules.recordfile import read
from tests.campaigns.rules.documents import changed

PACK = bundled("hispania")
DOCUMENT: dict[str, Any] = json.loads(canonical(PACK))


def found(path: str, value: Any) -> list[tuple[str, str]]:
    return [(one.place, one.code) for one in problems(decode(changed(DOCUMENT, path, value)))]


@pytest.mark.parametrize("key", bundled_keys())
def test_nothing_is_wrong_with_the_packs_that_come_along(key):
    assert problems(bundled(key)) == []


def test_a_pack_read_from_what_was_stored_is_the_same_pack():
    """The order of sides, actions and tables is part of the rules."""
    again = decode(json.loads(canonical(PACK)))

    assert again == PACK
    assert again.digest == PACK.digest
    assert again.side_keys == ("rome", "carthage")
    assert [table.key for table in again.tables] == ["alliance", "punishment", "reinforcements"]


def test_there_is_no_pack_of_another_name():
    for key in ("gallia", "", "../hispania", "hispania.toml"):
        with pytest.raises(LookupError):
            bundled(key)


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        # dice
        (
            "cells.9",
            [{"on": [1, 3], "scenario": "ambush"}, {"on": [3, 6], "scenario": "encounter"}],
            "cells.9",
            "dice_overlap",
        ),
        (
            "cells.9",
            [{"on": [1, 2], "scenario": "ambush"}, {"on": [4, 6], "scenario": "encounter"}],
            "cells.9",
            "dice_hole",
        ),
        ("cells.9", [{"on": [0, 6], "scenario": "ambush"}], "cells.9", "dice_range"),
        ("cells.9", [], "cells.9", "dice_hole"),
        ("cells.9", [{"on": [1, 6], "reading": "cell9_three"}], "cells.9.scenario", "missing"),
        ("terrain.0.on", [2, 4], "terrain", "dice_overlap"),
        ("fate.0.on", [3, 3], "fate", "dice_hole"),
        ("wounds.0.on", 3, "wounds", "dice_overlap"),
        ("skills.5.on", 7, "skills", "dice_range"),
        ("tables.0.rows.0.on", [2, 3], "tables.alliance", "dice_hole"),
        ("events.rome.0.on", 12, "events.rome", "dice_overlap"),
        ("events.carthage", [], "events.carthage", "dice_hole"),
        # the matrix
        ("matrix.battle", {}, "matrix.battle.battle", "matrix_hole"),
        ("matrix.battle.defence", 12, "matrix.battle.defence", "matrix_hole"),
        ("matrix.battle.defence", 7, "matrix.battle.defence", "matrix_mirror"),
        # names
        ("default_action", "parley", "default_action", "unknown_name"),
        ("ruleset", "chess", "ruleset", "unknown_name"),
        ("cells.1.0.scenario", "siege", "cells.1", "unknown_name"),
        ("actions.alliance.rolls", ["tribute"], "actions.alliance", "unknown_name"),
        ("actions.defence.modifies.0.roll", "tribute", "actions.defence", "unknown_name"),
        ("scenarios.skirmish.award", "glory", "scenarios.skirmish", "unknown_name"),
        ("scenarios.skirmish.award", "", "scenarios.skirmish.award", "missing"),
        ("scenarios.ambush.points.chooser", "scout", "scenarios.ambush", "unknown_name"),
        ("scenarios.ambush.roles", {"scout": ["guerrilla"]}, "scenarios.ambush.roles", "unknown_name"),
        ("scenarios.ambush.roles.ambusher", ["hiding"], "scenarios.ambush", "unknown_name"),
        (
            "scenarios.defend_ally.roles",
            {"defender": "attacker", "attacker": ["battle"]},
            "scenarios.defend_ally.roles.defender",
            "role_unknown_yet",
        ),
        (
            "scenarios.defend_ally.roles",
            {"defender": "defender"},
            "scenarios.defend_ally.roles.defender",
            "role_unknown_yet",
        ),
        ("tables.2.for_everyone_reading", "rumour", "tables.reinforcements", "unknown_name"),
        ("readings.award_ambush.options.glory", {"en": "Glory"}, "scenarios.ambush", "unknown_name"),
        ("readings.ransom.options.barter", {"en": "Barter"}, "readings.ransom", "unknown_name"),
        ("readings.harsh_winter_tie.options.third", {"en": "A third"}, "events.rome.5.tie_reading", "unknown_name"),
        ("readings.ransom.default", "barter", "readings.ransom", "unknown_name"),
        ("readings.recall_battle", ..., "readings.recall_battle", "missing"),
        ("readings.doubling", ..., "readings.doubling", "missing"),
        ("readings.instant_lead", ..., "readings.instant_lead", "missing"),
        (
            "readings.instant_lead.options",
            {"10": {"en": "10"}, "ten": {"en": "Ten"}},
            "readings.instant_lead",
            "unknown_name",
        ),
        # keys
        ("sides", {"rome": {"name": {"en": "R"}}, "umpire": {"name": {"en": "U"}}}, "sides", "reserved_key"),
        ("sides", {"rome": {"name": {"en": "R"}}, "a.b": {"name": {"en": "U"}}}, "sides", "reserved_key"),
        ("sides", {"rome": {"name": {"en": "R"}}}, "sides", "two_sides"),
        ("tables.0.key", "event", "tables", "reserved_key"),
        ("tables.0.key", "punishment", "tables", "twice"),
        ("key", "../x", "key", "reserved_key"),
        # numbers
        ("victory.break_share", [1, 0], "victory.break_share[1]", "out_of_range"),
        ("victory.break_share", [0, 4], "victory.break_share[0]", "out_of_range"),
        ("victory.minor_share", [5, 4], "victory.minor_share[0]", "out_of_range"),
        ("victory.turns", 0, "victory.turns", "out_of_range"),
        ("recovery.draw.routed", [3, 2], "recovery.draw.routed[0]", "out_of_range"),
        ("recovery.draw.destroyed", [1, 0], "recovery.draw.destroyed[1]", "out_of_range"),
        ("recovery.floor", -1, "recovery.floor", "out_of_range"),
        ("scenarios.skirmish.terrain.pieces", 0, "scenarios.skirmish.terrain.pieces", "out_of_range"),
        ("scenarios.defend_ally.points.most", 900, "scenarios.defend_ally.points.most", "out_of_range"),
        ("tables.0.rows.1.native_common", -50, "tables.alliance", "out_of_range"),
        ("clock.orders", 0, "clock.orders", "out_of_range"),
        ("clock", {}, "clock.orders", "out_of_range"),
        ("standing.1.times", 0, "standing.double_troops", "out_of_range"),
        # effects
        ("events.rome.0.effects.0.amount", "a lot", "events.rome.2", "bad_dice"),
        ("events.rome.0.effects.0.amount", "d6", "events.rome.2", "bad_dice"),
        ("events.rome.0.effects.0.amount", "0d6", "events.rome.2", "bad_dice"),
        ("events.rome.0.effects.0.amount", "1d6*0", "events.rome.2", "bad_dice"),
        ("events.rome.0.effects.0.amount", "-1", "events.rome.2", "bad_dice"),
        ("events.rome.6.effects.0.roll", "tribute", "events.rome.8", "unknown_name"),
        ("events.rome.7.effects.1.action", "parley", "events.rome.9", "unknown_name"),
        ("matrix.battle.battle", 10, "actions", "no_last_battle"),
        # words
        ("name", {"es": "Guerra"}, "name", "text_missing"),
        ("events.rome.0.title", {}, "events.rome[0].title", "text_missing"),
    ],
)
def test_what_is_wrong_with_a_pack_is_found_with_its_place(path, value, place, code):
    assert (place, code) in found(path, value)


@pytest.mark.parametrize("amount", ["1", "0", "250", "1d6", "1d3", "2d6*10", "12d10*100"])
def test_amounts_are_numbers_or_dice(amount):
    assert found("events.rome.0.effects.0.amount", amount) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("events.rome.0.effects.0.do", "win_vp"),
        ("events.rome.0.effects.0.whose", "nobody"),
        ("events.rome.0.effects.0.extra", 1),
        ("events.rome.0.effects.0.lead_min", "1"),
        ("army_points", 2000.5),
        ("pack", 2),
        ("fate.0.lost", "drowned"),
        ("tables.0.gives", "glory"),
        ("tables.0.rows.0.on", [2]),
        ("sides", []),
        ("extra", 1),
    ],
)
def test_what_is_no_pack_at_all_is_not_decoded(path, value):
    with pytest.raises(msgspec.ValidationError):
        decode(changed(DOCUMENT, path, value))


# --- Whatever passes, wars can be fought with -----------------------------------------------------------------

NUMBERS = (0, 1, -1, 2, 3, 5, 7, 13, 99, -5, 10**7, 2**62)
WORDS = (
    "",
    "rome",
    "carthage",
    "battle",
    "ambush",
    "attacker",
    "defender",
    "ransom",
    "alliance",
    "reinforcements",
    "1d3",
    "3d6*100",
    "both",
    "a/b",
    "event",
)
LANGUAGES = {"en", "es", "it"}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inner if key not in LANGUAGES for place in places(one, (*path, key)))]


PLACES = places(DOCUMENT)[1:]


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """The pack with one or two of its values replaced by others of their kind."""
    document = copy.deepcopy(DOCUMENT)
    for _change in range(draw(st.integers(1, 2))):
        *inner, last = draw(st.sampled_from(PLACES))
        holder = document
        try:
            for key in inner:
                holder = holder[key]
            holder[last] = another(draw, holder[last])
        except (KeyError, IndexError):
            continue  # the first change took it away
    return document


def another(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw(st.sampled_from(NUMBERS))
    if isinstance(value, str):
        return draw(st.sampled_from(WORDS))
    if isinstance(value, list):
        return draw(st.sampled_from([[], value + value, value[:1], value[::-1], value[1:]]))
    return dict(draw(st.permutations(list(value.items())))[: draw(st.integers(0, len(value)))]) if value else value


def a_war(pack: Any, orders: list[str], seed: str) -> dict[str, Any]:
    units = [
        {"name": f"u{n}", "figures": 20, "points": 10, "native": n % 2 == 0, "arm": ("infantry", "cavalry")[n % 2]}
        for n in range(4)
    ]
    army = {"units": units, "characters": [{"name": "g", "rank": "general", "wounds": [12]}]}
    first, second = pack.sides
    battle = {
        "winner": first,
        "level": "minor",
        "felled": [{"side": first, "character": "g"}],
        "losses": [{"side": second, "unit": "u0", "destroyed": 7}],
    }
    muster = {side: {"units": ["u0"], "characters": ["g"]} for side in pack.sides}
    years = [
        {"number": n + 1, "orders": dict.fromkeys(pack.sides, action)}
        | ({"muster": muster, "battle": battle} if n % 2 else {"skipped": True})
        for n, action in enumerate(orders)
    ]
    return {
        "record": 1,
        "campaign": {"name": "x", "pack": pack.key, "years": 6, "seed": seed},
        "pack": {"digest": pack.digest, "document": json.loads(canonical(pack))},
        "sides": dict.fromkeys(pack.sides, army),
        "years": years,
    }


@settings(max_examples=60)
@given(document=mutated(), data=st.data())
def test_a_pack_that_passes_never_breaks_a_war(document, data):
    try:
        pack = decode(document)
    except msgspec.ValidationError:
        return
    if problems(pack):
        return
    orders = data.draw(st.lists(st.sampled_from(list(pack.actions)), max_size=4))
    seed = data.draw(st.text("abc", max_size=2))
    for years in range(len(orders) + 1):
        try:
            play(read(a_war(pack, orders[:years], seed)))
        except Refused:
            break  # a battle that this scenario makes impossible, say: judged, not broken
