"""What can be decided in a war. One closed union; the host stores each as JSON and reads it back the same."""

from msgspec import Struct

from campaigns.rules.state import Character, Unit
from rulesets.contract import Outcome


class _Decision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class Order(_Decision, frozen=True, kw_only=True, tag="order"):
    """The year's strategic action. Sealed."""

    action: str


class Skip(_Decision, frozen=True, kw_only=True, tag="skip"):
    """Agree (or no longer agree) to let the year pass without a game (Hispania 1)."""

    agree: bool = True


class Choose(_Decision, frozen=True, kw_only=True, tag="choose"):
    """A side's choices about the scenario. ``points`` -1: all troops; None: the least."""

    points: int | None = None
    village: bool = False
    camp: bool = False


class Muster(_Decision, frozen=True, kw_only=True, tag="muster"):
    """Whole units and characters, by id. Sealed."""

    units: tuple[str, ...]
    characters: tuple[str, ...] = ()


class Fought(_Decision, frozen=True, kw_only=True, tag="fought"):
    """The battle's outcome, however it was settled. Given by the host."""

    outcome: Outcome


class Typed(_Decision, frozen=True, kw_only=True, tag="dice"):
    """Faces of real dice, for the roll at ``address``."""

    address: str
    faces: tuple[int, ...]


class SpendReroll(_Decision, frozen=True, kw_only=True, tag="spend_reroll"):
    """Roll that one again, or let it stand [R 16]."""

    use: bool


class StandingReroll(_Decision, frozen=True, kw_only=True, tag="standing_reroll"):
    """Use the re-roll on the first such roll (``Pack.rerollable``) below a number [R 16]."""

    roll: str
    below: int


class Ransom(_Decision, frozen=True, kw_only=True, tag="ransom"):
    """Buy a captured character back, or not (Hispania 7) [R 18]."""

    character: str
    pay: bool


class StakeAll(_Decision, frozen=True, kw_only=True, tag="stake_all"):
    """Agree to one last battle instead of a surrender [R 13]."""

    agree: bool


class ObeyRecall(_Decision, frozen=True, kw_only=True, tag="obey_recall"):
    """Surrender as ordered, or stake all on a battle next year (Hispania 8)."""

    obey: bool


class LosePoints(_Decision, frozen=True, kw_only=True, tag="lose_points"):
    """Figures given up, by unit id [R 15]. None: the program chooses."""

    figures: dict[str, int] | None


class SpendGrant(_Decision, frozen=True, kw_only=True, tag="spend_grant"):
    """New units bought with granted points (Hispania 9)."""

    units: tuple[Unit, ...]


class ReplaceGeneral(_Decision, frozen=True, kw_only=True, tag="replace_general"):
    """A new general for a lost character, in exchange for the turn's reinforcements (Hispania 7). ``lost``: whom he replaces."""

    general: Character
    lost: str = ""


class Successor(_Decision, frozen=True, kw_only=True, tag="successor"):
    """The name of the new general after a recall [R 31]. Empty: the program names him."""

    name: str = ""


class Surrender(_Decision, frozen=True, kw_only=True, tag="surrender"):
    """Give up the war. ``year``: the year it counts for, where it was given before that year's books were put away."""

    year: int | None = None


class Length(_Decision, frozen=True, kw_only=True, tag="length"):
    """Agree that ``year`` is the last of the war (Hispania 1, 5); it is, as soon as every side says the same.

    The year before the one that has just opened: the war ends at once, by the score. None: no longer agree.
    """

    year: int | None


type Decision = (
    Order
    | Skip
    | Choose
    | Muster
    | Fought
    | Typed
    | SpendReroll
    | StandingReroll
    | Ransom
    | StakeAll
    | ObeyRecall
    | LosePoints
    | SpendGrant
    | ReplaceGeneral
    | Successor
    | Surrender
    | Length
)


def kind_of(decision: Decision) -> str:
    """The kind of a decision, as it is written down."""
    return str(decision.__struct_config__.tag)
