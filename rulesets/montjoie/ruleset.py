"""Montjoie: man-to-man battles on hexes. The verbs of the contract, and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from rulesets.contract import (
    Account,
    Action,
    Ask,
    Choice,
    DataKind,
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
    Setup,
    Step,
    Subset,
    Text,
    View,
    Where,
)
from rulesets.contract import Group as GroupDomain
from rulesets.dice import Dice
from rulesets.errors import BrokenSetup, IllegalAction
from rulesets.montjoie import (
    bot,
    data,
    forecasts,
    generator,
    phases,
    planning,
    pointing,
    readings,
    scene,
    setting,
    ways,
)
from rulesets.montjoie.drawing import map_scene
from rulesets.montjoie.field import Field
from rulesets.montjoie.happenings import HAPPENINGS
from rulesets.montjoie.maps import house_maps
from rulesets.montjoie.scenarios import MODULES
from rulesets.montjoie.sound import faults
from rulesets.montjoie.state import decoded, encoded
from rulesets.montjoie.tables import TABLES
from rulesets.montjoie.verbs.common import Verb, own


class Montjoie:
    """The verbs of the contract."""

    key = "montjoie"
    edition = 1

    def describe(self) -> Description:
        chosen = {key: OneOf(values=reading.values) for key, reading in readings.ALL.items()}
        return Description(
            name=self.key,
            seats=(SeatDescription(key="first"), SeatDescription(key="second")),
            options={
                "readings": GroupDomain(fields=dict(chosen), optional=tuple(chosen)),
                "modules_off": Subset(values=MODULES),
                "turns": IntRange(low=1, high=setting.MOST_TURNS),
                "weather": OneOf(values=tuple(sorted(TABLES.weather))),
                "map": OneOf(values=tuple(sorted(house_maps()))),
                "seed": Text(longest=setting.LONGEST_SEED),
                "points": IntRange(low=generator.FEWEST_POINTS, high=generator.MOST_POINTS),
            },
            scenarios=setting.names(),
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
        field = Field(setting.opened(setup), dice)
        field.tell("opened", "Montjoie 8", scenario=setup.scenario, seats=[side.seat for side in field.state.sides])
        phases.proceed(field)
        return _step(field)

    def asks(self, state: Json) -> list[Ask]:
        asked = state.get("asked")
        if not asked:
            return []
        told = {key: value for key, value in asked.items() if key not in ("seat", "seats", "prompt", "pace")}
        seats = asked.get("seats", [asked["seat"]])
        kind: Literal["turn", "sealed"] = "sealed" if len(seats) > 1 else "turn"
        pace = asked.get("pace", "live")
        return [Ask(seat=seat, kind=kind, prompt=asked["prompt"], data=told, pace=pace) for seat in seats]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        field = Field(decoded(state))
        found = [choice for verb in _verbs(field, seat) for choice in verb.choices(field, seat)]
        return [choice for choice in found if focus is None or choice.label in ("", focus)]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        return judge(Field(decoded(state)), seat, action)

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        field = Field(decoded(state), dice)
        for seat in _asked(field):
            if seat in moves:
                _do(field, seat, moves[seat])
        phases.proceed(field)
        return _step(field)

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """What is done for an absent player: as little as may be."""
        field = Field(decoded(state))
        _owes(field, seat)
        return bot.absent(field, seat)

    def bot(self, state: Json, seat: Seat) -> Action:
        """What the program plays."""
        field = Field(decoded(state))
        _owes(field, seat)
        return bot.choose(field, seat)

    def forecast(self, state: Json, seat: Seat, action: Action) -> Forecast | None:
        field = Field(decoded(state))
        if judge(field, seat, action) is not None:
            return None
        return forecasts.forecast(field, seat, action)

    def where(self, state: Json, seat: Seat, action: Action, name: str, values: Sequence[Json]) -> list[Where | None]:
        return pointing.where(Field(decoded(state)), action, name, values)

    def onward(self, state: Json, seat: Seat, action: Action, name: str) -> list[str]:
        field = Field(decoded(state))
        one = own(field, seat, str(action.arguments.get("fig", "")))
        return [] if one is None or name != "to" else ways.onward(field, one, pointing.steps_in(action))

    def view(self, state: Json, seat: Seat | None) -> View:
        """Nothing is hidden (Montjoie 5.0)."""
        return View(seat=seat, data=scene.data_of(decoded(state)))

    def outcome(self, state: Json) -> Outcome | None:
        told = state.get("outcome")
        return None if told is None else msgspec.convert(told, Outcome)

    def scene(self, view: View) -> Scene:
        return scene.board(view)

    def invariants(self, state: Json) -> list[str]:
        return faults(decoded(state))

    # --- Before a battle is opened

    def prices(self) -> dict[str, int]:
        """The house has no lists: a force is drawn for a battle, or sent by a campaign."""
        return {}

    def accounts(self, setup: Setup) -> dict[Seat, Account]:
        return planning.accounts(setup)

    def doubts(self, setup: Setup) -> list[Problem]:
        return planning.doubts(setup)

    # --- What a club may put in the place of the house's

    def data_kinds(self) -> tuple[DataKind, ...]:
        return data.KINDS

    def check_data(self, kind: str, document: Json) -> list[Problem]:
        return data.check_data(kind, document)

    def preview(self, kind: str, document: Json) -> Scene | None:
        return data.preview(kind, document)

    def template(self, kind: str) -> Json:
        return data.template(kind)

    def sketch(self, setup: Setup) -> Scene | None:
        ground = setting.ground_before(setup)
        return None if ground is None else map_scene(ground)


def _owes(field: Field, seat: Seat) -> None:
    if seat not in _asked(field):
        raise IllegalAction(f"{seat} owes nothing")


def _asked(field: Field) -> list[Seat]:
    """Who owes a decision, in the order in which decisions are carried out."""
    asked = field.state.asked
    return asked.get("seats", [asked["seat"]]) if asked else []


def _verbs(field: Field, seat: Seat) -> tuple[Verb, ...]:
    asked = field.state.asked
    if not asked or seat not in _asked(field):
        return ()
    return phases.PROMPTS[asked["prompt"]]


def judge(field: Field, seat: Seat, action: Action) -> Problem | None:
    """Whether a seat may do that now."""
    verbs = _verbs(field, seat)
    if not verbs:
        return Problem(code="not_your_turn", rule="Montjoie 5")
    verb = next((verb for verb in verbs if verb.kind == action.kind), None)
    if verb is None:
        return Problem(
            code="not_now", data={"kind": action.kind, "allowed": [each.kind for each in verbs]}, rule="Montjoie 5"
        )
    return verb.check(field, seat, action.arguments)


def play(field: Field, seat: Seat, action: Action) -> None:
    """Do what was decided, and go on until somebody has to decide again."""
    _do(field, seat, action)
    phases.proceed(field)


def _do(field: Field, seat: Seat, action: Action) -> None:
    verb = next(verb for verb in _verbs(field, seat) if verb.kind == action.kind)
    verb.do(field, seat, action.arguments)


def _step(field: Field) -> Step:
    return Step(state=encoded(field.state), happenings=tuple(field.happenings), reveals=field.reveals)
