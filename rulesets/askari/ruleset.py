"""Askari: skirmishes of colonial Africa. The verbs of the contract, and nothing else."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from rulesets.askari import armies, data, forecasts, hiding, phases, planning, playing, scene, setting, setups
from rulesets.askari.bot import Bot
from rulesets.askari.field import Field
from rulesets.askari.playing import judge, play, want_of
from rulesets.askari.prompts import PROMPTS, SECRET
from rulesets.askari.sound import faults
from rulesets.askari.state import Want, decoded, encoded
from rulesets.askari.tables import TABLES
from rulesets.contract import (
    Account,
    Action,
    Ask,
    Audience,
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
    Sheet,
    Step,
    Subset,
    Text,
    View,
)
from rulesets.contract import Group as GroupDomain
from rulesets.dice import Dice
from rulesets.errors import BrokenSetup, IllegalAction

HAPPENINGS = (
    "opened",
    "aggression",
    "quality",
    "edge",
    "split",
    "deployed",
    "no_room",
    "hidden",
    "initiative",
    "leads",
    "party_edge",
    "herd_counted",
    "beasts_placed",
    "wind",
    "stalked",
    "roused",
    "beasts_attack",
    "beasts_away",
    "beast_killed",
    "reserve_tried",
    "no_way_in",
    "arrived",
    "threshold",
    "order_dice",
    "assigned",
    "extra_order",
    "move_rolled",
    "moved",
    "halted",
    "prone",
    "faced",
    "aimed",
    "unjammed",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "scattered",
    "revealed",
    "surprised",
    "charged",
    "charge_broken",
    "charge_unmet",
    "charge_short",
    "contact",
    "dared",
    "shots",
    "canister",
    "save",
    "assistant",
    "piece_marked",
    "piece_disabled",
    "deviation",
    "shell_missed",
    "burst",
    "ball",
    "breach",
    "jammed",
    "terrified",
    "carried_off",
    "patient",
    "rejoined",
    "veteran",
    "melee",
    "fight",
    "stepped",
    "baggage_taken",
    "exempt",
    "cancelled",
    "tested",
    "routed",
    "cursed",
    "unit_destroyed",
    "rallied",
    "burned",
    "conceded",
    "over",
)


class Askari:
    """The verbs of the contract."""

    key = "askari"
    edition = 1

    def describe(self) -> Description:
        readings = {key: OneOf(values=reading.values) for key, reading in TABLES.readings.items()}
        return Description(
            name=self.key,
            seats=(SeatDescription(key="first"), SeatDescription(key="second")),
            options={
                "armies": OneOf(values=(*sorted(armies.LISTS), *sorted(armies.PARTIES))),
                "readings": GroupDomain(fields=dict(readings), optional=tuple(readings)),
                "animals": Subset(values=tuple(sorted(TABLES.animals)), most=setting.MOST_GROUPS),
                "seed": Text(longest=setting.LONGEST_SEED),
                "points": IntRange(low=TABLES.generator.points[0], high=TABLES.generator.points[1]),
                "turns": IntRange(low=6, high=12),
                "poor_light": OneOf(values=(False, True)),
            },
            scenarios=tuple(setting.SCENARIOS),
            can_play_online=True,
            can_autoresolve=True,
            has_bots=("plain",),
            happenings=HAPPENINGS,
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        return setups.problems(setup)

    def setup(self, setup: Setup, dice: Dice) -> Step:
        found = setups.problems(setup)
        if found:
            raise BrokenSetup(found[0].code)
        field = Field(setting.opened(setup), dice)
        field.tell("opened", "Askari 3", scenario=setup.scenario, seats=[side.seat for side in field.state.sides])
        phases.proceed(field)
        return _step(field)

    def asks(self, state: Json) -> list[Ask]:
        return [
            Ask(seat=want.seat, kind="sealed" if want.sealed else "turn", prompt=want.prompt, data=want.data)
            for want in (msgspec.convert(told, Want) for told in state.get("wants", ()))
        ]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        field = Field(decoded(state))
        want = want_of(field.state, seat)
        if want is None:
            return []
        choices = PROMPTS[want.prompt].menu(field, want)
        return [choice for choice in choices if focus is None or choice.label in ("", focus)]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        field = Field(decoded(state))
        return judge(field, seat, action)

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        field = Field(decoded(state), dice)
        play(field, moves)
        return _step(field, moves)

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """What is done for an absent player (H40)."""
        field = Field(decoded(state))
        want = want_of(field.state, seat)
        if want is None:
            raise IllegalAction(f"{seat} owes nothing")
        return Bot.absent(field, want)

    def bot(self, state: Json, seat: Seat) -> Action:
        """What the program plays; ``state`` is a view's, or one resampled for the seat."""
        field = Field(decoded(state))
        want = want_of(field.state, seat)
        if want is None:
            raise IllegalAction(f"{seat} owes nothing")
        return Bot.choose(field, want)

    def forecast(self, state: Json, seat: Seat, action: Action) -> Forecast | None:
        field = Field(forecasts.seen(decoded(state), seat))
        want = want_of(field.state, seat)
        if want is None or judge(field, seat, action) is not None:
            return None
        return forecasts.forecast(field, want, action)

    def view(self, state: Json, seat: Seat | None) -> View:
        return View(seat=seat, data=hiding.shown(decoded(state), seat))

    def resample(self, state: Json, seat: Seat | None, dice: Dice) -> Json:
        return encoded(hiding.resampled(decoded(state), seat, dice))

    def outcome(self, state: Json) -> Outcome | None:
        told = state.get("outcome")
        return None if told is None else msgspec.convert(told, Outcome)

    def scene(self, view: View) -> Scene:
        return scene.table(view)

    # --- What a club may replace, and a battle before it is opened

    def data_kinds(self) -> tuple[DataKind, ...]:
        return data.KINDS

    def check_data(self, kind: str, document: Json) -> list[Problem]:
        return data.check(document)

    def preview(self, kind: str, document: Json) -> Scene | None:
        return None

    def template(self, kind: str) -> Json:
        return data.template()

    def from_rows(self, kind: str, rows: list[dict[str, str]]) -> Sheet:
        return data.from_rows(rows)

    def to_rows(self, kind: str, document: Json) -> list[dict[str, str]]:
        return data.to_rows(document)

    def account(self, kind: str, document: Json) -> Account:
        return data.account(document)

    def sketch(self, setup: Setup) -> Scene | None:
        return planning.sketch(setup)

    def prices(self) -> dict[str, int]:
        return planning.prices()

    def accounts(self, setup: Setup) -> dict[Seat, Account]:
        return planning.accounts(setup)

    def doubts(self, setup: Setup) -> list[Problem]:
        return planning.doubts(setup)

    def invariants(self, state: Json) -> list[str]:
        return faults(decoded(state))

    def finish(self, state: Json, dice: Dice, guesses: Callable[[], Dice], *, most: int) -> Outcome | None:
        return playing.finish(decoded(state), dice, guesses, most=most)


def _step(field: Field, moves: Mapping[Seat, Action] | None = None) -> Step:
    audiences = {
        seat: Audience(seats=(seat,), others={}) for seat, action in (moves or {}).items() if action.kind in SECRET
    }
    return Step(
        state=encoded(field.state), happenings=tuple(field.happenings), reveals=field.reveals, audiences=audiences
    )
