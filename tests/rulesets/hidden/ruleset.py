"""Three envoys: a small game that hides things. It is never installed; it proves what the contract says of secrecy.

Twelve cards are shuffled; each envoy is dealt three, the rest lie face down. In each of three rounds all three bid one card, sealed.
The highest wins the king's favour, and is shown; the other two stay secret to who bid them. A die may double the favour. Before the
second and third round the last winner speaks: he may choose the topic, as often as he likes, until he is ready. Once in the game the
umpire may award an envoy the top card of the pile, which only that envoy sees.
"""

from collections.abc import Iterable, Mapping

from rulesets.contract import (
    UMPIRE,
    Action,
    Ask,
    Audience,
    Choice,
    Description,
    Happening,
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
    View,
)
from rulesets.dice import Dice

ENVOYS = ("armenia", "bithynia", "cappadocia")
CARDS = tuple(f"card-{number:02d}" for number in range(1, 13))
TOPICS = ("grain", "horses", "marriage")
ROUNDS = 3
HAPPENINGS = ("dealt", "won", "lost", "awarded", "topic", "ready", "over")


def private(seat: Seat) -> Audience:
    """Only this seat knows; the rest know whom it was about."""
    return Audience(seats=(seat,), others={"seat": seat})


class Envoys:
    """The verbs of the contract."""

    key = "envoys"
    edition = 1

    def describe(self) -> Description:
        seats = (*(SeatDescription(key=seat) for seat in ENVOYS), SeatDescription(key=UMPIRE, optional=True))
        return Description(
            name=self.key,
            seats=seats,
            can_play_online=True,
            can_autoresolve=True,
            has_bots=("plain",),
            happenings=HAPPENINGS,
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        if set(setup.forces) != set(ENVOYS):
            return [Problem(code="three_envoys", place="forces")]
        cards = setup.options.get("cards", list(CARDS))
        if len(cards) != 12 or len(set(cards)) != 12:
            return [Problem(code="twelve_cards", place="options.cards")]
        return []

    def setup(self, setup: Setup, dice: Dice) -> Step:
        cards = sorted(setup.options.get("cards", CARDS))
        pile = dice.shuffle(cards, ["deal"])
        hands = {seat: sorted(pile[place : place + 3]) for place, seat in zip((0, 3, 6), ENVOYS, strict=True)}
        state = {
            "round": 1,
            "phase": "bid",
            "speaker": None,
            "topic": None,
            "hands": hands,
            "pile": pile[9:],
            "awarded": False,
            "favours": dict.fromkeys(ENVOYS, 0),
            "rounds": [],
        }
        dealt = (
            Happening(kind="dealt", data={"seat": seat, "cards": hands[seat]}, audience=private(seat))
            for seat in ENVOYS
        )
        return Step(state=state, happenings=tuple(dealt), reveals=True)

    def asks(self, state: Json) -> list[Ask]:
        if state["round"] > ROUNDS:
            return []
        if state["phase"] == "bid":
            asked = [Ask(seat=seat, kind="sealed", prompt="bid") for seat in ENVOYS]
        else:
            asked = [Ask(seat=state["speaker"], prompt="speak")]
        return asked if state["awarded"] else [*asked, Ask(seat=UMPIRE, kind="may", prompt="award")]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        if seat not in {ask.seat for ask in self.asks(state)}:
            return []
        if seat == UMPIRE:
            return [Choice(kind="award", arguments={"to": OneOf(values=ENVOYS)})]
        if state["phase"] == "bid":
            return [Choice(kind="bid", arguments={"card": OneOf(values=tuple(state["hands"][seat]))})]
        return [Choice(kind="topic", arguments={"topic": OneOf(values=TOPICS)}), Choice(kind="ready")]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        for choice in self.menu(state, seat):
            if choice.kind != action.kind:
                continue
            if not isinstance(action.arguments, dict) or action.arguments.keys() != choice.arguments.keys():
                return Problem(code="wrong_arguments")
            for name, domain in choice.arguments.items():
                assert isinstance(domain, OneOf)
                if action.arguments[name] not in domain.values:
                    return Problem(code="not_one_of", place=name)
            return None
        return Problem(code="not_now")

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        if UMPIRE in moves:
            return self._award(state, moves[UMPIRE].arguments["to"])
        if state["phase"] == "bid":
            return self._reveal(state, {seat: move.arguments["card"] for seat, move in moves.items()}, dice)
        ((seat, action),) = moves.items()
        if action.kind == "topic":
            said = Happening(kind="topic", data={"seat": seat, "topic": action.arguments["topic"]})
            return Step(state={**state, "topic": action.arguments["topic"]}, happenings=(said,))
        return Step(state={**state, "phase": "bid"}, happenings=(Happening(kind="ready", data={"seat": seat}),))

    def _award(self, state: Json, seat: Seat) -> Step:
        card, *pile = state["pile"]
        hands = {**state["hands"], seat: sorted([*state["hands"][seat], card])}
        told = Happening(kind="awarded", data={"seat": seat, "card": card}, audience=private(seat))
        return Step(state={**state, "hands": hands, "pile": pile, "awarded": True}, happenings=(told,), reveals=True)

    def _reveal(self, state: Json, bids: Mapping[Seat, str], dice: Dice) -> Step:
        winner = max(bids, key=lambda seat: bids[seat])
        omen = dice.roll(1, 6, ["omen", str(state["round"])])
        favour = 2 if omen.total == 6 else 1
        after = {
            **state,
            "round": state["round"] + 1,
            "phase": "speak",
            "speaker": winner,
            "hands": {seat: [card for card in hand if card != bids[seat]] for seat, hand in state["hands"].items()},
            "favours": {**state["favours"], winner: state["favours"][winner] + favour},
            "rounds": [*state["rounds"], {"winner": winner, "bids": dict(bids)}],
        }
        told = [
            Happening(kind="won", data={"seat": winner, "card": bids[winner], "favour": favour}, rolls=(omen.address,))
        ]
        told += [
            Happening(kind="lost", data={"seat": seat, "card": bids[seat]}, audience=private(seat))
            for seat in ENVOYS
            if seat != winner
        ]
        if after["round"] > ROUNDS:
            told.append(Happening(kind="over", data={"favours": after["favours"]}))
        secret = {seat: Audience(seats=(seat,), others={}) for seat in ENVOYS if seat != winner}
        return Step(state=after, happenings=tuple(told), reveals=True, audiences=secret)

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        if state["phase"] == "bid":
            return Action(kind="bid", arguments={"card": state["hands"][seat][0]})
        return Action(kind="ready")

    def bot(self, state: Json, seat: Seat) -> Action:
        """Bid the highest card, speak no word."""
        if state["phase"] == "bid":
            return Action(kind="bid", arguments={"card": max(state["hands"][seat])})
        return Action(kind="ready")

    def view(self, state: Json, seat: Seat | None) -> View:
        shown = [self._round_seen(one, seat) for one in state["rounds"]]
        data = {
            **{key: state[key] for key in ("round", "phase", "speaker", "topic", "awarded", "favours")},
            "rounds": shown,
            "counts": {name: len(hand) for name, hand in state["hands"].items()},
            "hand": state["hands"].get(seat, []),
        }
        return View(seat=seat, data=data)

    @staticmethod
    def _round_seen(one: Json, seat: Seat | None) -> Json:
        known = {name: card for name, card in one["bids"].items() if name in (one["winner"], seat)}
        return {"winner": one["winner"], "bids": known}

    def outcome(self, state: Json) -> Outcome | None:
        if state["round"] <= ROUNDS:
            return None
        best = max(state["favours"].values())
        first = [seat for seat in ENVOYS if state["favours"][seat] == best]
        if len(first) > 1:
            return Outcome(seats={seat: SeatResult(result="draw" if seat in first else "loss") for seat in ENVOYS})
        return Outcome(seats={seat: SeatResult(result="win" if seat in first else "loss") for seat in ENVOYS})

    def scene(self, view: View) -> Scene:
        words = ", ".join(f"{seat}: {view.data['favours'][seat]}" for seat in ENVOYS)
        return Scene(width=300, height=100, title=self.key, description=words)

    def resample(self, state: Json, seat: Seat | None, dice: Dice) -> Json:
        """Deal every card this seat does not know anew, keeping to what it knows: who lost a round bid less than who won."""
        hidden = [card for name in ENVOYS if name != seat for card in state["hands"][name]] + state["pile"]
        hidden += [
            card for one in state["rounds"] for name, card in one["bids"].items() if self._is_secret(one, name, seat)
        ]
        for attempt in range(500):
            order = dice.shuffle(sorted(hidden), ["resample", str(attempt)])
            dealt = self._deal(state, seat, order)
            if all(card <= one["bids"][one["winner"]] for one in dealt["rounds"] for card in one["bids"].values()):
                return dealt
        return state

    @staticmethod
    def _is_secret(one: Json, name: Seat, seat: Seat | None) -> bool:
        return name not in (one["winner"], seat)

    def _deal(self, state: Json, seat: Seat | None, order: list[str]) -> Json:
        cards = iter(order)
        hands = {
            name: state["hands"][name] if name == seat else sorted(next(cards) for _card in state["hands"][name])
            for name in ENVOYS
        }
        pile = [next(cards) for _card in state["pile"]]
        rounds = [
            {
                "winner": one["winner"],
                "bids": {
                    name: next(cards) if self._is_secret(one, name, seat) else one["bids"][name] for name in ENVOYS
                },
            }
            for one in state["rounds"]
        ]
        return {**state, "hands": hands, "pile": pile, "rounds": rounds}

    def invariants(self, state: Json) -> list[str]:
        cards = [card for hand in state["hands"].values() for card in hand] + state["pile"]
        cards += [card for one in state["rounds"] for card in one["bids"].values()]
        return [] if len(cards) == len(set(cards)) == len(CARDS) else ["a card is lost, or there twice"]
