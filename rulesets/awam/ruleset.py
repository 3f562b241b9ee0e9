"""AWAM: card-activated skirmishes for two to five. The verbs of the contract, and nothing else."""

from collections.abc import Iterable, Mapping, Sequence

from rulesets.awam import (
    asking,
    catalogue,
    deeds,
    drill,
    expeditions,
    forecasts,
    hiding,
    lairs,
    meeting,
    phases,
    pointing,
    scene,
    scoring,
    setting,
    umpire,
    ways,
)
from rulesets.awam.fashoda import Fashoda
from rulesets.awam.ivory import Ivory
from rulesets.awam.meeting import Meeting
from rulesets.awam.sound import faults
from rulesets.awam.state import Figure, State, decoded, encoded
from rulesets.awam.tables import TABLES
from rulesets.awam.well import Well
from rulesets.awam.world import World
from rulesets.contract import (
    Action,
    Ask,
    Audience,
    CharacterResult,
    Choice,
    Description,
    Forecast,
    IntRange,
    Json,
    OneOf,
    Outcome,
    Problem,
    Scene,
    Seat,
    SeatDescription,
    SeatResult,
    Setup,
    Step,
    Text,
    UnitResult,
    View,
    Where,
)
from rulesets.contract import Group as GroupDomain
from rulesets.dice import Dice, Keyed
from rulesets.errors import BrokenSetup, IllegalAction
from rulesets.vocabulary import UMPIRE

catalogue.offer({play.key: play for play in (Well(), Ivory(), Meeting(), Fashoda())})

HAPPENINGS = (
    "opened",
    "turn",
    "card",
    "dead_card",
    "orders",
    "picked",
    "came_on",
    "steadies",
    "done",
    "declared",
    "instructed",
    "conceded",
    "moved",
    "stopped",
    "appeared",
    "fell",
    "kept_feet",
    "exited",
    "held",
    "fled",
    "cowers",
    "shot",
    "thrown",
    "hit",
    "horse_hit",
    "second_wound",
    "out",
    "shaken_friends",
    "handed_over",
    "freed",
    "morale",
    "no_action",
    "broke",
    "rallied",
    "reloaded",
    "reloading",
    "at_once",
    "charged",
    "attacked",
    "fight",
    "marked",
    "captured",
    "stands",
    "broke_off",
    "held_fast",
    "burst",
    "gun_empty",
    "repaired",
    "still_out",
    "gun_loaded",
    "gun_loading",
    "shell",
    "damage",
    "holed",
    "wrecked",
    "sailed",
    "boarded",
    "landed",
    "sunk",
    "led",
    "animal_off",
    "pushed",
    "packed",
    "unpacked",
    "manned",
    "joined",
    "changed_weapon",
    "drew",
    "lay_down",
    "stood",
    "mounted",
    "dismounted",
    "war",
    "turn_over",
    "aim_dealt",
    "entered",
    "hid",
    "event",
    "upset",
    "hoisted",
    "hauled",
    "treaty",
    "planted",
    "pulled",
    "dug",
    "quarrel",
    "incident",
    "great_war",
    "dispatch",
    "over",
    "noted",
    "taken",
    *(f"umpire_{kind}" for kind in umpire.KINDS),
)


class Awam:
    """The verbs of the contract."""

    key = "awam"
    edition = 1

    def describe(self) -> Description:
        readings = {key: OneOf(values=reading.values) for key, reading in TABLES.readings.items()}
        return Description(
            name=self.key,
            seats=tuple(SeatDescription(key=seat, optional=number > 1) for number, seat in enumerate(setting.SEATS)),
            options={
                "readings": GroupDomain(fields=dict(readings), optional=tuple(readings)),
                "umpire": OneOf(values=(False, True)),
                "seed": Text(longest=setting.LONGEST_SEED),
                "points": IntRange(low=TABLES.generator.sizes[0], high=TABLES.generator.sizes[1]),
            },
            scenarios=tuple(setting.SHEETS.scenarios),
            can_play_online=True,
            can_autoresolve=True,
            has_bots=("plain",),
            happenings=HAPPENINGS,
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        return setting.problems(setup)

    def setup(self, setup: Setup, dice: Dice) -> Step:
        found = setting.problems(setup)
        if found:
            raise BrokenSetup(found[0].code)
        world = World(opened(setup, dice), dice)
        world.tell("opened", "AWAM 10", scenario=setup.scenario, seats=world.state.seats())
        catalogue.play_of(setup.scenario).begin(world)
        asking.run(world)
        return _step(world)

    def asks(self, state: Json) -> list[Ask]:
        return asking.asks(World(decoded(state)))

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        return list(asking.menu(World(decoded(state)), seat, focus))

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        return asking.check(World(decoded(state)), seat, action)

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        world = World(decoded(state), dice)
        hidden = {one.id for one in world.state.figures.values() if one.where == "hidden"}
        # Who gives up does so after what others have answered at the same moment.
        for seat in sorted(moves, key=lambda one: (moves[one].kind == "concede", one)):
            asking.answer(world, seat, moves[seat])
        asking.run(world)
        return _step(world, moves, hidden)

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """What is done for an absent player: the drill (AWAM 10.5)."""
        world = World(decoded(state))
        held = world.state
        if held.phase == "entry" and seat in held.sides and not held.sides[seat].ready:
            choice = next(iter(catalogue.play_of(held.scenario).choices(held, seat)))
            return Action(
                kind=choice.kind,
                arguments={
                    name: domain.values[0] for name, domain in choice.arguments.items() if isinstance(domain, OneOf)
                },
            )
        if held.active is None or held.active.seat != seat:
            raise IllegalAction(f"{seat} owes nothing")
        if held.phase == "pick":
            squad = drill.squad_to_pick(world, phases.choosable(world))
            return Action(kind="pick", arguments={"squad": squad.id})
        return Action(kind="drill")

    def bot(self, state: Json, seat: Seat) -> Action:
        """The program plays by the drill, a whole activation at a time."""
        return self.fallback(state, seat, "bot")

    def forecast(self, state: Json, seat: Seat, action: Action) -> Forecast | None:
        world = World(hiding.as_seen(decoded(state), seat))
        if asking.check(world, seat, action) is not None:
            return None
        return forecasts.forecast(world, action)

    def view(self, state: Json, seat: Seat | None) -> View:
        return View(seat=seat, data=hiding.shown(decoded(state), seat))

    def resample(self, state: Json, seat: Seat | None, dice: Dice) -> Json:
        return encoded(hiding.resampled(decoded(state), seat, dice))

    def outcome(self, state: Json) -> Outcome | None:
        found = state.get("outcome")
        return None if found is None else _outcome(decoded(state))

    def where(
        self, state: Json, seat: Seat, action: Action, name: str, values: Sequence[Json]
    ) -> Sequence[Where | None]:
        return pointing.where(World(decoded(state)), seat, action, name, values)

    def onward(self, state: Json, seat: Seat, action: Action, name: str) -> Sequence[Json]:
        """Where the next leg of a way may lead; before the first turn where a hidden figure may lie, the others being where the action has
        them (AWAM 14.5, 14.8)."""
        held = decoded(state)
        if name == ways.NAME:
            return ways.onward(World(held), seat, action, name)
        whom = name.removeprefix("places.")
        asked = held.phase == "entry" and seat in held.sides and not held.sides[seat].ready
        if not asked or whom == name or not isinstance(action.arguments, dict):
            return []
        return lairs.offered(held, seat, action.arguments, whom)

    def scene(self, view: View) -> Scene:
        return scene.table(view)

    def sketch(self, setup: Setup) -> Scene | None:
        return sketched(setup)

    def invariants(self, state: Json) -> list[str]:
        return faults(decoded(state))


def opened(setup: Setup, dice: Dice) -> State:
    """The state before the first card."""
    seats = setting.seated(setup)
    readings = setting.readings_of(setup)
    if setup.scenario == "meeting":
        state = meeting.built(setup, seats, readings, laid_by(setup) or dice)
    elif setup.scenario == "fashoda":
        state = expeditions.built(seats, readings)
    else:
        state = setting.from_sheet(setup.scenario, seats, readings).done()
    state.umpire = bool(setup.options.get("umpire", False))
    world = World(state)
    for seat in seats:
        state.sides[seat].started = scoring.started(world, seat)
    return state


def laid_by(setup: Setup) -> Dice | None:
    """The dice that a word stands for: the same word lays the same table. None: no word was said, and the host's dice lay it."""
    word = setup.options.get("seed")
    return Keyed(f"AWAM table {word}".encode()) if isinstance(word, str) and word else None


def sketched(setup: Setup) -> Scene | None:
    """The table with nobody on it; one that the host's dice will lay is not known before."""
    if setup.scenario not in setting.SHEETS.scenarios:
        return None
    sheet = setting.SHEETS.scenarios[setup.scenario]
    state = setting.Builder(setup.scenario, [], sheet, {}).done()
    if setup.scenario == "meeting":
        dice, seats = laid_by(setup), len(setup.forces)
        if dice is None:
            return None
        state.width = state.height = meeting.size_for(max(2, seats))
        state.ground = meeting.pieces(dice, state.width, mirrored=seats <= 2)
    return scene.table(View(seat=None, data=encoded(state)))


def _step(world: World, moves: Mapping[Seat, Action] | None = None, hidden: set[str] | None = None) -> Step:
    audiences = {}
    for seat, action in (moves or {}).items():
        figure = world.state.figures.get(str(action.arguments.get("fig", "")))
        lies = figure is not None and figure.where == "hidden" and figure.id in (hidden or ())
        picked = str(action.arguments.get("squad", "")) if action.kind == "pick" else ""
        lies = lies or any(world.figure(key).squad == picked for key in hidden or () if picked)
        if action.kind in asking.PRIVATE or lies:
            audiences[seat] = Audience(seats=world.privy(seat).seats, others={})
        elif seat == UMPIRE and action.kind in ("message", "event"):
            audiences[seat] = Audience(seats=(UMPIRE,), others={})
        elif seat == UMPIRE and action.arguments.get("shown_to"):
            audiences[seat] = Audience(seats=(*action.arguments["shown_to"], UMPIRE), others={})
    return Step(
        state=encoded(world.state), happenings=tuple(world.happenings), reveals=world.reveals, audiences=audiences
    )


def _outcome(state: State) -> Outcome:
    """The contract's outcome: units and characters by the ids they came with, else by their own (AWAM 17.3)."""
    found = state.outcome
    assert found is not None
    units: dict[Seat, dict[str, UnitResult]] = {}
    characters: dict[Seat, dict[str, CharacterResult]] = {}
    results = {}
    commanders = {}
    for seat, row in found["seats"].items():
        results[seat] = SeatResult(result=row["result"], level=row["level"])
        fates = {key: fate for fate in ("dead", "wounded", "captured", "fled", "unhurt") for key in row[fate]}
        units[seat], characters[seat] = {}, {}
        for figure in state.of(seat):
            fate = fates[figure.id]
            if figure.commands and (not figure.roster or setting.is_person(figure)):
                characters[seat][figure.roster or figure.id] = _character(fate, figure)
                # Who is in chief of a campaign's army, the campaign knows: he may not be here.
                if figure.role == "head" and not figure.roster:
                    commanders[seat] = figure.id
                continue
            key = figure.roster or figure.id
            before = units[seat].get(key, UnitResult())
            units[seat][key] = UnitResult(
                routed=before.routed + (fate == "fled"),
                destroyed=before.destroyed + (fate == "dead"),
                captured=before.captured + (fate == "captured"),
            )
    guns, others = _taken(state)
    return Outcome(
        seats=results,
        units=units,
        characters=characters,
        commanders=commanders,
        guns_taken={seat: tuple(keys) for seat, keys in guns.items()},
        special={
            "turns": state.turn,
            "by": found["by"],
            "rank": {seat: row["rank"] for seat, row in found["seats"].items()},
            "points": {seat: row["points"] for seat, row in found["seats"].items()},
            "lost": {seat: row["lost"] for seat, row in found["seats"].items()},
            "scores": {
                seat: sum(row["lost"] for other, row in found["seats"].items() if other != seat)
                for seat in found["seats"]
            },
            "noted": deeds.told(World(state)),
            "taken": others,
        },
    )


def _taken(state: State) -> tuple[dict[Seat, list[str]], dict[Seat, list[str]]]:
    """Guns, and boats and animals, by the seat that has taken them (AWAM 17.3)."""
    assert state.outcome is not None
    guns: dict[Seat, list[str]] = {}
    others: dict[Seat, list[str]] = {}
    for seat, row in state.outcome["seats"].items():
        for key in row["things"]["taken"]:
            (guns if key in state.guns else others).setdefault(seat, []).append(key)
    return guns, others


def _character(fate: str, figure: Figure) -> CharacterResult:
    """What befell him, and, of a character of a campaign, what he did."""
    deeds = figure.won if figure.roster else 0
    if fate == "captured":
        return CharacterResult(fate="captured", deeds=deeds)
    if fate == "fled":
        return CharacterResult(fate="fled", deeds=deeds)
    if fate in ("dead", "wounded"):
        return CharacterResult(fate="felled", wounds=1, deeds=deeds)
    return CharacterResult(deeds=deeds)
