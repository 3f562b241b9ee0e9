"""What an action promises before it is done: the column, and the chance of doing harm (Montjoie 4.8, 4.9)."""

from collections.abc import Callable, Mapping

from rulesets.contract import Action, Forecast, Modifier
from rulesets.montjoie import fights, shooting, striking
from rulesets.montjoie.field import Field
from rulesets.montjoie.shooting import Aim
from rulesets.vocabulary import Seat

SIDES = 10
HARM = ("C", "D", "E", "F")


def forecast(field: Field, seat: Seat, action: Action) -> Forecast | None:
    """None where nothing is left to chance."""
    teller = TELLERS.get(action.kind)
    return None if teller is None else teller(field, seat, action)


def _attack(field: Field, seat: Seat, action: Action) -> Forecast | None:
    attackers = [field.figure(key) for key in action.arguments["figs"]]
    target = field.figure(action.arguments["target"])
    return of_odds(field, fights.odds(field, attackers, target), mounted=target.mounted)


def of_odds(field: Field, told: fights.Odds, *, mounted: bool) -> Forecast | None:
    """The chance that the target is forced back or worse; ``needed``: the column, from 1."""
    if told.column is None:
        return None
    letters = letters_of(field, told.column, told.die, mounted=mounted)
    good = sum(letter in HARM for letter in letters)
    column = field.tables.combat_foot.columns[told.column]
    return Forecast(
        about="fight",
        chance_per_mille=1000 * good // SIDES,
        dice="1d10",
        needed=max((face for face, letter in enumerate(letters, start=1) if letter in HARM), default=None),
        at_most=True,
        modifiers=(
            Modifier(key=f"column.{column}", value=told.column + 1, rule="Montjoie 4.8"),
            *told.shifts,
            *((Modifier(key="die", value=told.die, rule="Montjoie 1.2.6"),) if told.die else ()),
        ),
    )


def letters_of(field: Field, column: int, die: int, *, mounted: bool) -> list[str]:
    """What each face of the die would give."""
    grid = field.tables.combat_mounted if mounted else field.tables.combat_foot
    return [grid.read(column, min(SIDES, max(1, face + die))) for face in range(1, SIDES + 1)]


def _shot(field: Field, seat: Seat, action: Action) -> Forecast | None:
    told: Mapping[str, str] = action.arguments
    one, target = field.figure(told["fig"]), field.figure(told["target"])
    defensive = action.kind.startswith("def_")
    if action.kind.endswith("rock"):
        found = shooting.rock(field, one, target, defensive=defensive)
    else:
        found = shooting.aim(field, one, target, told["weapon"], defensive=defensive)
    return of_aim(field, found) if isinstance(found, Aim) else None


def of_aim(field: Field, found: Aim) -> Forecast:
    """The chance that the target is hit at all; the letters of wounds and deaths are in the average."""
    target = field.figure(found.target)
    letters = [
        striking.letter_of(field, target, found.weapon, found.cover, face + found.total)[1]
        for face in range(1, SIDES + 1)
    ]
    hits = sum(letter != "-" for letter in letters)
    wounds = sum(letter not in ("-", "A") for letter in letters)
    return Forecast(
        about="shot",
        chance_per_mille=1000 * hits // SIDES,
        dice="1d10",
        needed=max((face for face, letter in enumerate(letters, start=1) if letter != "-"), default=None),
        at_most=True,
        average_per_mille=1000 * wounds // SIDES,
        modifiers=(Modifier(key=f"cover.{found.cover}", value=0, rule="Montjoie 4.6"), *found.modifiers),
    )


def _row(row: str, good: str) -> Callable[[Field, Seat, Action], Forecast | None]:
    def told(field: Field, seat: Seat, action: Action) -> Forecast | None:
        table = field.tables.rolls[row]
        faces = [face for face in range(1, table.sides + 1) if table.read(face) == good]
        return Forecast(
            about=row,
            chance_per_mille=1000 * len(faces) // table.sides,
            dice=f"1d{table.sides}",
            needed=faces[-1],
            at_most=True,
        )

    return told


TELLERS: dict[str, Callable[[Field, Seat, Action], Forecast | None]] = {
    "attack": _attack,
    "shoot": _shot,
    "def_shoot": _shot,
    "throw_rock": _shot,
    "def_rock": _shot,
    "jump": _row("jump", "lands"),
    "jump_attack": _row("jump", "lands"),
    "tree_leap": _row("leap", "arrives"),
    "jump_horse": _row("jump_horse", "saddle"),
    "hamstring": _row("hamstring", "unseen"),
    "cut_rope": _row("cut", "cut"),
    "push_ladder": _row("push_ladder", "pushed"),
}
