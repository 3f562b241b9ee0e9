"""What a scenario adds to the rules: how it begins, events, its own verbs, its end (AWAM 12, 16)."""

from collections.abc import Iterable

from rulesets.awam import lairs
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Boat, Figure, State
from rulesets.awam.world import World
from rulesets.contract import Choice, Fact, Problem
from rulesets.dice import Dice
from rulesets.vocabulary import Json, Seat


class Play:
    """A scenario that adds nothing. The others overrule what they need."""

    key = ""
    only_at_end = False
    """Whether it is decided at the end of a turn only (AWAM 12.5, 16.2)."""
    has_flags = False
    has_treaty = False

    def begin(self, world: World) -> None:
        """At the very start, before anybody is asked."""

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        """Secret choices of a seat before turn 1; none: it is not asked. Of a sheet that hides squads: where they lie (AWAM 14.8)."""
        return lairs.choices(state, seat)

    def check_choice(self, state: State, seat: Seat, kind: str, arguments: dict[str, Json]) -> Problem | None:
        return lairs.check(state, seat, kind, arguments)

    def choose(self, world: World, seat: Seat, kind: str, arguments: dict[str, Json]) -> None:
        """A secret choice that has passed ``check_choice``."""
        lairs.choose(world, seat, arguments)

    def event(self, world: World, number: int) -> None:
        """The first joker of a turn; ``number``: what the umpire has said before, 0 for a die."""

    def turn_begins(self, world: World) -> None:
        """Late arrivals."""

    def turn_ends(self, world: World) -> None:
        """The scenario's own end-of-turn rules (AWAM 2.7, row 6)."""

    def goal(self, world: World, figure: Figure) -> Point | None:
        """Where the drill takes a figure (AWAM 10.5)."""
        return world.state.goal.get(figure.seat)

    def leads(self, world: World, figure: Figure) -> Point | None:
        """Where the drill leads an animal that a figure has in hand; None: it leads none."""
        return None

    def specials(self, world: World, figure: Figure) -> Iterable[tuple[str, str]]:
        """Verbs of the scenario that a figure may use, with their things."""
        return ()

    def special(self, world: World, figure: Figure, verb: str, thing: str) -> None:
        """A verb that ``specials`` offered."""

    def ended(self, world: World, *, last: bool) -> dict[str, Json] | None:
        """The first of its rows that fits at the end of a turn; ``last``: as at the end of the last turn. None: it goes on."""
        return None

    def set_flag(self, world: World, seat: Seat, *, up: bool) -> None:
        """The umpire's word on a flag, where there are flags (AWAM 18.1)."""

    def set_treaty(self, world: World, seat: Seat) -> None:
        """The umpire's word on the treaty, where there is one: who has it, or nobody."""

    def struck(self, world: World, actor: Seat, target: Seat) -> None:
        """A shot or blow of one seat or group at another has set them at war."""

    def words_change(self, world: World) -> None:
        """Somebody's words of war and peace are other ones now."""

    def prey(self, world: World, figure: Figure, enemies: Iterable[Figure]) -> Iterable[Figure]:
        """Of his enemies those whom the drill goes for."""
        return enemies

    def harbour(self, world: World, boat: Boat) -> Point | None:
        """Where the drill takes a boat, if not towards its goal."""
        return None

    def lands(self, world: World, boat: Boat) -> bool | None:
        """Whether the drill lands from a boat here; None: where the shore is nearer to the goal than the boat."""
        return None

    def taker(self, world: World, animal: Animal) -> Seat | None:
        """Who has taken an animal, nobody being an empty seat; None: the scenario has no rule of its own (AWAM 17.3)."""
        return None

    def is_stubborn(self, world: World, key: str) -> bool:
        """Whether a porter or an animal moves by an order of the roll only."""
        return False

    def led(self, world: World, animal: str) -> None:
        """An animal has been led, by an order of the roll where it was stubborn."""

    def ordered(self, world: World, figure: Figure) -> None:
        """An order has been spent on a figure."""

    def may_act(self, world: World, figure: Figure) -> bool:
        """Whether something of the scenario stops a figure."""
        return True

    def standing(self, world: World) -> Iterable[Fact]:
        """How the game stands, out of a world in which only what its viewer knows is left."""
        return ()

    def hidden_parts(self, state: State, seat: Seat | None) -> Iterable[str]:
        """Keys of ``special`` that a seat must not see."""
        return ()

    def deal_again(self, state: State, seat: Seat | None, dice: Dice) -> None:
        """Secrets of the scenario that the seat does not know, drawn anew from what the table allows."""
