"""The second pack: what it says as data, its battles, and what its battles leave behind."""

import json
from typing import Any

import msgspec
import pytest

from campaigns.rules.decisions import Fought, Muster, Order, StandingReroll
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.fields import battle_setup, walkover
from campaigns.rules.pack import bundled, canonical, decode
from campaigns.rules.packcheck import problems
from campaigns.rules.record import play
from campaigns.rules.recordfile import read
from campaigns.rules.recordlog import Move
from campaigns.rules.recordwrite import write
from campaigns.rules.state import State
from rulesets import registry
from rulesets.askari import phases, setting
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import decoded, encoded
from rulesets.contract import Action, CharacterResult, Outcome, SeatResult, Setup, UnitResult
from rulesets.dice import Keyed, Loaded
from tests.campaigns.rules import sudan
from tests.campaigns.rules.documents import changed

DOCUMENT: dict[str, Any] = json.loads(canonical(sudan.PACK))
FIRST, SECOND = sudan.PACK.side_keys


def rows(**about: Any) -> int:
    """The place of a troop row in the pack."""
    return next(
        index
        for index, row in enumerate(sudan.PACK.troop_rows)
        if all(getattr(row, name) == value for name, value in about.items())
    )


SCREW = rows(side=FIRST, points=9, command=30)
LINE = rows(side=FIRST, points=42)


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("scenarios.patrol.played.ruleset", "chess", "scenarios.patrol.played.ruleset", "unknown_name"),
        ("scenarios.patrol.played.ruleset", "tabletop", "scenarios.patrol.played.ruleset", "not_played_here"),
        ("scenarios.patrol.played.scenario", "moon", "scenarios.patrol.played.scenario", "unknown_name"),
        ("scenarios.village.played.roles", {"attacker": "raider"}, "scenarios.village.played.roles", "unknown_name"),
        ("scenarios.great_battle.played.options", {"turns": 3}, "scenarios.great_battle.played.options.turns", "out_of_range"),
        ("scenarios.great_battle.played.options", {"fog": 1}, "scenarios.great_battle.played.options.fog", "unknown_option"),
        (f"troops.{LINE}.side", "french", f"troops[{LINE}].side", "unknown_name"),
        (f"troops.{LINE}.profiles", {"chess": {}}, f"troops[{LINE}].profiles.chess", "unknown_name"),
        (f"troops.{LINE}.profiles.askari.wings", 2, f"troops[{LINE}].profiles.askari", "broken_list"),
        (f"troops.{LINE}.profiles.askari.weapons", ["laser"], f"troops[{LINE}].profiles.askari.weapons", "unknown_weapon"),
        (f"troops.{LINE}.profiles.askari.melee", 99, f"troops[{LINE}].profiles.askari.melee", "out_of_range"),
        (f"troops.{LINE + 1}", DOCUMENT["troops"][LINE], f"troops[{LINE + 1}]", "twice"),
        (f"troops.{SCREW}.points", 8, f"troops[{SCREW}]", "gun_without_captor"),
        ("people.0.profiles.askari.qualities", ["kind"], "people[0].profiles.askari.qualities", "unknown_quality"),
        ("readings.event_order.options", {"fewer_vp_first": {"en": "F"}, "rome_first": {"en": "R"}}, "readings.event_order", "unknown_name"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_battles_of_a_pack_is_found_with_its_place(path, value, place, code):
    found = [(one.place, one.code) for one in problems(decode(changed(DOCUMENT, path, value)))]

    assert (place, code) in found


def test_a_pack_that_says_nothing_of_battles_on_the_site_is_written_as_it_always_was():
    told = json.loads(canonical(bundled("hispania")))

    assert not {"book", "troops", "people"} & told.keys()
    assert all("played" not in scenario for scenario in told["scenarios"].values())


# --- A year of it ------------------------------------------------------------------------------------------------


def at_battle(first: str = "march", second: str = "march", **faces: list[int]) -> tuple[Rules, State]:
    """A war that waits for its first battle, everybody mustered."""
    rules = Rules(sudan.PACK)
    dice = Keyed(sudan.key("a year of it"))
    orders = {FIRST: Order(action=first), SECOND: Order(action=second)}
    return rules, until("battle", rules, rules.apply(rules.begin(sudan.start()), orders, dice).state, dice)


def until(stage: str, rules: Rules, state: State, dice: Keyed) -> State:
    """Whatever is asked on the way is answered as the program would."""
    while state.stage != stage:
        assert state.ended is None, state.ended
        moves = {ask.seat: rules.fallback(state, ask) for ask in rules.owed(state)}
        state = rules.apply(state, {seat: move for seat, move in moves.items() if move is not None}, dice).state
    return state


def after(rules: Rules, state: State, outcome: Outcome) -> tuple[State, list[Any]]:
    """The next year's orders, and what happened till then."""
    dice = Keyed(sudan.key("afterwards"))
    step = rules.apply(state, {HOST: Fought(outcome=outcome)}, dice)
    return until("orders", rules, step.state, dice), list(step.happenings)


def next_muster(rules: Rules, state: State) -> State:
    dice = Keyed(sudan.key("next year"))
    state = until("orders", rules, state, dice)
    orders = {ask.seat: rules.fallback(state, ask, standing_order="march") for ask in rules.owed(state)}
    return until("muster", rules, rules.apply(state, {s: o for s, o in orders.items() if o}, dice).state, dice)


def drawn(**more: Any) -> Outcome:
    return Outcome(seats={FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}, **more)


def test_paragraphs_are_cited_by_the_pack_s_own_name():
    rules, state = at_battle()
    _after, told = after(rules, state, drawn())
    refused = rules.check(state, FIRST, StandingReroll(roll="convoys", below=5))

    assert refused is not None
    assert refused.rule.startswith("Sudan ")
    assert {one.rule.partition(" ")[0] for one in told if one.rule} == {"Sudan"}


def test_units_and_people_go_into_battle_as_the_pack_says_and_by_their_ids():
    rules, state = at_battle()
    setup = battle_setup(rules, state, "askari")
    brought = {unit.id: unit for unit in setup.forces[FIRST].units}
    general = setup.forces[SECOND].characters[0]

    assert (setup.scenario, setup.options) == ("open_field", {"turns": 12})
    assert brought["Royal Sussex"].profile == sudan.PACK.troop_rows[LINE].profiles["askari"]
    assert general.profile["qualities"] == ["religious"]
    assert registry.get("askari").check_setup(setup) == []


def test_roles_of_the_war_are_roles_of_the_battle():
    rules, state = at_battle("march", "entrench")
    setup = battle_setup(rules, state, "askari")

    assert state.now.scenario == "post"
    assert setup.roles == {"attacker": FIRST}


def test_a_unit_whose_worth_the_pack_does_not_know_has_no_profile_and_can_still_fight():
    rules, state = at_battle()
    odd = msgspec.structs.replace(state.units[FIRST]["Ababda"], points=7)
    state.units = {**state.units, FIRST: {**state.units[FIRST], "Ababda": odd}}
    setup = battle_setup(rules, state, "askari")
    ababda = next(unit for unit in setup.forces[FIRST].units if unit.id == "Ababda")

    assert ababda.profile is msgspec.UNSET
    assert registry.get("askari").check_setup(setup) == []


def test_at_the_table_the_report_can_say_who_has_the_guns():
    rules, state = at_battle()
    table = registry.get("tabletop")
    opened = table.setup(battle_setup(rules, state), Loaded()).state
    report = next(choice for choice in table.menu(opened, FIRST) if choice.kind == "report")

    assert opened["guns"] == {FIRST: ["Naval Gardner", "Screw gun"], SECOND: ["Krupp of Tokar"]}
    assert report.arguments["guns"].keys == (FIRST, SECOND)


# --- Guns ----------------------------------------------------------------------------------------------------------

TAKEN = {
    "units": {FIRST: {"Screw gun": UnitResult(captured=3)}},
    "guns_taken": {SECOND: ("Screw gun",)},
}


def test_a_gun_that_was_taken_is_its_captor_s_with_a_whole_crew_and_its_owner_s_no_more():
    rules, state = at_battle()
    state, told = after(rules, state, drawn(**TAKEN))

    assert state.units[FIRST]["Screw gun"].figures == 0
    assert state.units[SECOND]["Screw gun"].figures == 3
    assert [(one.kind, one.data["side"]) for one in told if one.kind.startswith("gun_")] == [
        ("gun_lost", FIRST),
        ("gun_taken", SECOND),
    ]
    # It is not among what recovers, though a draw gives back half of what was lost.
    assert not [one for one in told if one.kind == "recovered" and one.data["unit"] == "Screw gun"]


def test_the_captor_serves_it_with_prisoners():
    rules, state = at_battle()
    state, _told = after(rules, state, drawn(**TAKEN))
    state = next_muster(rules, state)
    musters = {FIRST: Muster(units=("Royal Sussex",)), SECOND: Muster(units=("Screw gun", "Hadendowa I"))}
    state = rules.apply(state, musters, Keyed(b"")).state
    setup = battle_setup(rules, state, "askari")
    gun = setup.forces[SECOND].units[0]

    assert gun.profile["rules"] == ["prisoner_gunners"]
    assert sudan.fought(setup, "with their own gun").seats.keys() == {FIRST, SECOND}


class Stormed(Keyed):
    """Dice with which whoever storms a gun wins every fight."""

    def roll(self, n, sides, why):
        rolled = super().roll(n, sides, why)
        face = 6 if why[-2].startswith(SECOND) else 1
        return msgspec.structs.replace(rolled, faces=(face,) * n) if "fight" in why else rolled


def set_up(setup: Setup, dice: Keyed, places: dict[str, tuple[int, int, int, int]]) -> dict[str, Any]:
    """A battle in its fifth turn: the named units stand on open ground and have orders; all others are in reserve."""
    state = decoded(registry.get("askari").setup(setup, dice).state)
    state.ground, state.wants, state.turn, state.phase, state.first, state.now = [], [], 5, "movement", SECOND, {}
    field = Field(state, dice)
    for unit in state.units.values():
        unit.where = "reserve"
    for name, (x, y, facing, ranks) in places.items():
        unit = state.units[name]
        setting.put(field, unit, Point(x, y), facing, ranks, where="table")
        unit.order, unit.at_start = "full", unit.count
    phases.proceed(field)
    return encoded(state)


def fight_on(
    state: dict[str, Any], dice: Keyed, chosen: dict[str, Action], until: str
) -> tuple[dict[str, Any], list[Any]]:
    """Play until something happens; what is not ``chosen`` by its question is answered as for the absent."""
    askari, told = registry.get("askari"), []
    while until not in [one.kind for one in told] and askari.outcome(state) is None:
        (ask, *_rest) = askari.asks(state)
        action = chosen.get(f"{ask.seat}/{ask.prompt}") or askari.fallback(state, ask.seat, "absent")
        if askari.check(state, ask.seat, action) is not None:
            action = askari.fallback(state, ask.seat, "absent")
        step = askari.apply(state, {ask.seat: action}, dice)
        state, told = step.state, [*told, *step.happenings]
    return state, told


def test_a_gun_stormed_in_battle_is_its_captor_s_next_year_and_fires_for_him():
    rules, state = at_battle()
    dice = Stormed(sudan.key("stormed"))
    gun, band = f"{FIRST}:Screw gun", f"{SECOND}:Hadendowa I"
    begun = set_up(battle_setup(rules, state, "askari"), dice, {gun: (900, 600, 180, 1), band: (900, 520, 0, 2)})
    chosen = {
        f"{SECOND}/activate": Action(kind="charge", arguments={"unit": band, "target": gun}),
        f"{FIRST}/react": Action(kind="react", arguments={"yes": False}),
    }
    fought, told = fight_on(begun, dice, chosen, "unit_destroyed")
    assert [one.data["fate"] for one in told if one.kind == "unit_destroyed"] == ["captured"]
    assert "piece_disabled" in [one.kind for one in told], "crewman by crewman"
    chosen |= {f"{FIRST}/{prompt}": Action(kind="concede") for prompt in ("activate", "shoot")}
    over, _told = fight_on(fought, dice, chosen, "over")
    outcome = registry.get("askari").outcome(over)
    assert outcome.guns_taken == {FIRST: (), SECOND: ("Screw gun",)}
    assert outcome.units[FIRST]["Screw gun"] == UnitResult(captured=3)
    assert rules.check(state, HOST, Fought(outcome=outcome)) is None

    state, _told = after(rules, state, outcome)
    assert state.units[SECOND]["Screw gun"].figures == 3
    state = next_muster(rules, state)
    musters = {FIRST: Muster(units=("Royal Sussex",)), SECOND: Muster(units=("Screw gun", "Hadendowa I"))}
    state = rules.apply(state, musters, Keyed(b"")).state
    mine, foe = f"{SECOND}:Screw gun", f"{FIRST}:Royal Sussex"
    dice = Keyed(sudan.key("it fires"))
    begun = set_up(battle_setup(rules, state, "askari"), dice, {mine: (900, 700, 180, 1), foe: (900, 400, 0, 2)})
    shot = {"unit": mine, "target": foe, "weapon": "light_breech_loading_gun", "load": "shell"}
    _state, told = fight_on(begun, dice, {f"{SECOND}/shoot": Action(kind="shoot", arguments=shot)}, "deviation")

    assert next(one for one in told if one.kind == "deviation").data["unit"] == mine


def test_a_gun_that_is_taken_back_has_its_old_place_in_the_roster():
    rules, state = at_battle()
    order = list(state.units[FIRST])
    state, _told = after(rules, state, drawn(**TAKEN))
    state = until("battle", rules, next_muster(rules, state), Keyed(b""))
    back = drawn(units={SECOND: {"Screw gun": UnitResult(captured=3)}}, guns_taken={FIRST: ("Screw gun",)})
    state, _told = after(rules, state, back)

    assert list(state.units[FIRST])[: len(order)] == order
    assert (state.units[FIRST]["Screw gun"].figures, state.units[SECOND]["Screw gun"].figures) == (3, 0)


def test_a_gun_never_takes_the_place_of_another_unit_of_that_id():
    rules, state = at_battle()
    mine = msgspec.structs.replace(state.units[SECOND]["Beja I"], id="Screw gun", name="Screw gun")
    state.units = {**state.units, SECOND: {**state.units[SECOND], "Screw gun": mine}}
    state, _told = after(rules, state, drawn(**TAKEN))

    like_it = state.units[SECOND]["Beja I"]  # what an event takes, it takes of both
    assert state.units[SECOND]["Screw gun"] == msgspec.structs.replace(like_it, id="Screw gun", name="Screw gun")
    assert state.units[SECOND]["Screw gun-2"].figures == 3


@pytest.mark.parametrize(
    ("taken", "place", "code"),
    [
        ({SECOND: ("Long Tom",)}, f"guns_taken.{SECOND}[0]", "not_mustered"),
        ({FIRST: ("Screw gun",)}, f"guns_taken.{FIRST}[0]", "not_mustered"),
        ({SECOND: ("Screw gun", "Screw gun")}, f"guns_taken.{SECOND}[1]", "twice"),
        ({"french": ("Screw gun",)}, "guns_taken.french", "wrong_sides"),
    ],
)
def test_nobody_takes_what_was_not_there(taken, place, code):
    rules, state = at_battle()
    problem = rules.check(state, HOST, Fought(outcome=drawn(guns_taken=taken)))

    assert problem is not None
    assert (problem.place, problem.code) == (place, code)


def test_what_is_no_gun_stays_whose_it_was():
    rules, state = at_battle()
    state, told = after(rules, state, drawn(guns_taken={SECOND: ("Royal Sussex",)}))

    assert state.units[FIRST]["Royal Sussex"].figures == 6
    assert "gun_taken" not in [one.kind for one in told]


# --- Other things that only some packs say -------------------------------------------------------------------------


def test_the_dead_and_the_lost_are_not_there_next_year():
    rules, state = at_battle()
    lost = Outcome(
        seats={FIRST: SeatResult(result="loss", level="major"), SECOND: SeatResult(result="win", level="major")},
        units={FIRST: {"Black Watch": UnitResult(destroyed=5)}},
        characters={FIRST: {"Major-General": CharacterResult(fate="felled")}},
    )
    faces = {
        f"year/1/fate/{FIRST}/Major-General": [1, 1],
        f"year/1/event/{FIRST}": [5, 5],
        f"year/1/event/{SECOND}": [2, 2],
    }
    dice = Loaded(faces, otherwise=Keyed(sudan.key("death")))
    state = next_muster(rules, rules.apply(state, {HOST: Fought(outcome=lost)}, dice).state)
    mustered = rules.fallback(state, rules.owed(state)[0])

    assert isinstance(mustered, Muster)
    assert "Black Watch" not in mustered.units
    assert mustered.characters == ("Colonel",)


def test_a_battle_to_which_nobody_comes_is_not_played():
    rules, state = at_battle()
    setup = battle_setup(rules, state, "askari")
    empty = {**setup.forces, FIRST: msgspec.structs.replace(setup.forces[FIRST], units=())}
    over = walkover(msgspec.structs.replace(setup, forces=empty))

    assert walkover(setup) is None
    assert walkover(msgspec.structs.replace(setup, forces=empty), registry.get("askari")) == over
    assert over == Outcome(
        seats={FIRST: SeatResult(result="loss", level="minor"), SECOND: SeatResult(result="win", level="minor")}
    )
    assert rules.check(state, HOST, Fought(outcome=over)) is None


def test_a_re_roll_may_be_kept_for_any_table_of_the_pack():
    assert sudan.PACK.rerollable[-3:] == ("levies", "desertions", "convoys")


@pytest.mark.parametrize(("reading", "back"), [("one_year", 1), ("for_good", 0)])
def test_a_general_who_was_called_away_before_comes_back_as_this_pack_reads_it(reading, back):
    begin = sudan.start()
    away = tuple(
        msgspec.structs.replace(one, status="recalled") if one.rank == "general" else one
        for one in begin.characters[SECOND]
    )
    begin = msgspec.structs.replace(begin, characters={**begin.characters, SECOND: away})
    state = Rules(sudan.PACK, {"emir_away": reading}).begin(begin)

    assert state.characters[SECOND]["Emir"].back == back


# --- Whole wars ----------------------------------------------------------------------------------------------------


def test_a_war_fought_by_the_program_to_its_end_is_the_same_war_when_its_record_is_played():
    rules, dice = Rules(sudan.PACK), Keyed(sudan.key("record"))
    state, begin, moves = rules.begin(sudan.start()), sudan.start(), []
    orders = iter(["march", "march", "raid", "march", "entrench", "march", "march", "levy"] * 10)
    while state.ended is None:
        made: dict[str, Any] = {}
        for ask in rules.owed(state):
            if ask.prompt == "order" and "action" not in ask.data:
                made[ask.seat] = Order(action=next(orders))
            elif ask.prompt == "fought":
                setup = battle_setup(rules, state, "askari")
                outcome = walkover(setup) or sudan.fought(setup, f"record/{state.year}")
                guns = [key for key in state.now.muster[FIRST].units if key in ("Screw gun", "Naval Gardner")]
                made[HOST] = Fought(outcome=msgspec.structs.replace(outcome, guns_taken={SECOND: tuple(guns)}))
            else:
                made[ask.seat] = rules.fallback(state, ask)
        thrown = len(dice.rolled)
        before, step = state, rules.apply(state, made, dice)
        rolls, state = tuple(dice.rolled[thrown:]), step.state
        told = Move(year=before.year, stage=before.stage, moves=made, rolls=rolls, happenings=step.happenings)
        moves.append(told)
    document = write(rules=rules, start=begin, name="By the program", moves=moves)
    played = play(read(json.loads(json.dumps(document))))
    again = write(rules=played.rules, start=played.start, name=played.name, moves=played.log)

    assert any("guns" in year.get("battle", {}) for year in document["years"])
    assert (again, played.state.ended, played.state.units) == (document, state.ended, state.units)
