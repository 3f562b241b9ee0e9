"""Playing a campaign record through the rules (``docs/campaign-record.md``).

``play`` gives the war as it follows from the file: every decision in order, every roll, and how each year ended. It touches no
database, and goes through the same ``check`` and ``apply`` as a war that is played online.
"""

from campaigns.rules.engine import Rules, Start
from campaigns.rules.places import Node, refuse
from campaigns.rules.recorddice import RecordDice
from campaigns.rules.recordfile import ChoiceNode, RecordFile
from campaigns.rules.recordlog import Move as Move
from campaigns.rules.recordlog import Played as Played
from campaigns.rules.recordlog import retell as retell
from campaigns.rules.recordyear import YearPlay, make_later
from rulesets.contract import Problem


def start_of(record: RecordFile) -> Start:
    return Start(
        units=record.units,
        characters=record.characters,
        years=record.agreed,
        year=record.start_year,
        earned=record.earned,
        flags=record.flags,
        by_hand=record.by_hand,
    )


def play(record: RecordFile) -> Played:
    """Play a record to where it ends. Raises Refused at the first thing that the rules forbid."""
    rules = Rules(record.pack, record.readings)
    start = start_of(record)
    played = Played(
        rules=rules,
        start=start,
        name=record.name,
        seed=record.seed,
        state=rules.begin(start),
        log=[],
        years=[],
        warnings=_warnings(record),
    )
    _check_start(played)
    carried: list[ChoiceNode] = []
    for year in record.years:
        if played.state.ended is not None:
            raise refuse(year.node.place, "war_was_over", year=played.state.ended.year)
        if played.state.year != year.number:
            raise refuse(year.node.place, "year_is_open", year=played.state.year)
        carried = YearPlay(played, year, carried).run()
    # Grants of the last year told are spent in the one that is open now.
    dice = RecordDice(record.seed, played.state.year, Node({}), rules.pack)
    make_later(played, carried, dice)
    return played


def _check_start(played: Played) -> None:
    """A war that comes here is not decided yet: a great enough lead would have ended it (Hispania 5) [R 19]."""
    rules, state = played.rules, played.state
    lead = max(rules.lead(state, side) for side in rules.pack.side_keys)
    if lead >= int(rules.readings["instant_lead"]):
        raise refuse("start.vp", "start_decided", lead=lead)


def _warnings(record: RecordFile) -> list[Problem]:
    """An army over the agreed points is not refused here: the club may have agreed on more."""
    found = []
    for side in record.pack.side_keys:
        points = sum(unit.value for unit in record.units[side]) + sum(one.points for one in record.characters[side])
        if record.start_year == 1 and points > record.pack.army_points:
            data = {"points": points, "agreed": record.pack.army_points}
            found.append(Problem(code="army_too_large", place=f"sides.{side}", data=data))
    return found
