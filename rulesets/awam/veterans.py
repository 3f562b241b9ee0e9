"""Characters of a campaign: what their lasting wounds, deeds and command skills do (AWAM 17.3; the house's, as the rules name none)."""

from collections.abc import Iterable

from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.contract import CharacterIn, Modifier


def bring(figure: Figure, person: CharacterIn) -> None:
    """A character as his campaign has left him: what he remembers, and what a lost hand takes from him."""
    table = TABLES.veterans
    figure.hurt = tuple(dict.fromkeys(word for total in person.wounds if (word := table.wound_on(total))))
    figure.skills = tuple(word for face in person.skills if (word := table.skill_on(face)))
    figure.renown = person.deeds
    if "hand" in figure.hurt:
        figure.firearms = [gun for gun in figure.firearms if not TABLES.firearms[gun.key].long]
        figure.hand, figure.shield = 0 if figure.firearms else -1, False


def _row(key: str) -> Modifier:
    table = TABLES.veterans
    return Modifier(key=key, value=table.worth[key], rule=table.rule)


def in_melee(figure: Figure) -> tuple[Modifier, ...]:
    """What he brings to his die hand to hand."""
    holds = {
        "arm": "arm" in figure.hurt,
        "sun": "sun" in figure.hurt and figure.impetus,
        "front_rank": "front_rank" in figure.skills and figure.impetus,
        "legend": is_legend(figure),
    }
    return tuple(_row(key) for key, true in holds.items() if true)


def is_legend(figure: Figure) -> bool:
    """Whether his name still goes before him: in the first fight of a game."""
    return figure.renown >= TABLES.veterans.legend_from and not figure.proved


def in_shooting(figure: Figure) -> list[Modifier]:
    return [_row("eye")] if "eye" in figure.hurt else []


def in_morale(figure: Figure, leaders: Iterable[Figure]) -> list[Modifier]:
    """His own name, and that of a leader who is near."""
    found = [_row("renowned")] if figure.renown >= TABLES.veterans.renowned_from else []
    return [*found, _row("respected")] if any("respected" in one.skills for one in leaders) else found


def lame(figure: Figure) -> int:
    """What a bad leg takes from a move on foot, in mm."""
    return TABLES.veterans.leg if "leg" in figure.hurt and not figure.horse else 0


def voice(figure: Figure) -> int:
    """How far he gives orders, in mm."""
    return TABLES.deck.sees - (TABLES.veterans.voice if "voice" in figure.hurt else 0)


def least_orders(leaders: Iterable[Figure]) -> int:
    """How many orders a squad has at least that is led by somebody who keeps his head."""
    return TABLES.veterans.steady_orders if any("steady" in one.skills and one.fit for one in leaders) else 0


def fought(figures: Iterable[Figure]) -> None:
    """After a fight nobody's name is new."""
    for figure in figures:
        if is_legend(figure):
            figure.proved = True


def overcame(winners: Iterable[Figure], beaten: Figure) -> None:
    """A deed: a character who kills or takes a leader hand to hand (AWAM 17.3)."""
    if beaten.commands:
        for one in winners:
            one.won += 1
