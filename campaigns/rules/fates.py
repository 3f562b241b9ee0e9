"""What becomes of characters: fate, wounds, ransom, deeds, command skills (Hispania 7)."""

from contextlib import suppress

from campaigns.rules.battles import befell, chief_of, winner_of
from campaigns.rules.pack import Pack, row_at
from campaigns.rules.state import Side, State, Task
from campaigns.rules.work import Readings, WarOver, Work
from rulesets.dice import Loaded, Rolled

RULE = "Hispania 7"


def fate(work: Work, task: Task) -> None:
    """2d6 for one who was killed on the table; the column depends on whether his side lost. Who was taken alive there needs no dice."""
    side, key = task.side, task.who
    if befell(work, side)[key].fate == "captured":
        work.tell("fate", RULE, side=side, character=key, result="captured", column="taken")
        _captured(work, side, key)
        return
    rolled = work.roll(2, 6, "fate", side, key, owner=side)
    column = "lost" if work.defeated(side) else "otherwise"
    result = getattr(row_at(work.pack.fate, rolled.total), column)
    work.tell("fate", RULE, rolls=(rolled,), side=side, character=key, result=result, column=column, total=rolled.total)
    if result == "dead":
        _dies(work, side, key, rolled)
    elif result == "captured":
        _captured(work, side, key)
    elif result == "wounded":
        work.push(Task(do="wound", side=side, who=key))


def _captured(work: Work, side: Side, key: str) -> None:
    work.change_character(side, key, status="captured")
    work.push(Task(do="ransom", side=side, who=key))
    work.rosters_changed()


def _dies(work: Work, side: Side, key: str, rolled: Rolled) -> None:
    chief = chief_of(work, side) == key
    work.change_character(side, key, status="dead", chief=chief)
    # His death and its price are one change of the score, so the lead is looked at once.
    if chief and work.readings["standing_rows"] == "last_two":
        work.standing_moves(side, work.pack.victory.general_killed)
    elif chief:
        work.score(
            side,
            work.pack.victory.general_killed,
            source="battle",
            rule="Hispania 5",
            rolls=(rolled,),
            reason="general_killed",
            check=False,
        )
    work.rosters_changed()


def wound(work: Work, task: Task) -> None:
    """2d6 for a lasting effect; they add up [R 21]."""
    rolled = work.roll(2, 6, "wound", task.side, task.who, owner=task.side)
    wounds = work.state.characters[task.side][task.who].wounds
    work.change_character(task.side, task.who, wounds=(*wounds, rolled.total))
    work.tell("wound", RULE, rolls=(rolled,), side=task.side, character=task.who, total=rolled.total)


def offer_ransom(work: Work, task: Task) -> None:
    """He can be had back at once; his side decides, knowing the score after it [R 18, R 26]."""
    after = ransom_forecast(work.pack, work.readings, work.state, task.side, task.who)
    pay = work.answer("ransom", task.side, "ransom", character=task.who, vp=work.pack.ransom.vp, **after)
    if pay:
        pay_ransom(work, task.side, task.who)


def pay_ransom(work: Work, side: Side, key: str) -> None:
    price = work.pack.ransom.vp
    work.change_character(side, key, status="ready")
    work.tell("ransomed", "Hispania 7, R18", readings=("ransom",), side=side, character=key, vp=price)
    rule = "Hispania 7, R29"
    work.score(side, -price, source="ransom", rule=rule, reason="ransom", check=False)
    if work.readings["ransom"] == "transfer":
        work.score(work.enemy(side), price, source="ransom", rule=rule, reason="ransom", check=False)
    work.rosters_changed()


def ransom_forecast(pack: Pack, readings: Readings, state: State, side: Side, key: str) -> dict[str, object]:
    """What paying would do: ``totals`` by side after it, ``ends`` whether the war ends there, and its ``winner``."""
    work = Work(pack, readings, state, Loaded())
    with suppress(WarOver):
        pay_ransom(work, side, key)
    ended = work.state.ended
    totals = {one: work.total(one) for one in work.sides}
    return {"totals": totals, "ends": ended is not None, "winner": ended.winner if ended else None}


def deeds(work: Work, task: Task) -> None:
    for side in work.sides:
        for key, what in befell(work, side).items():
            if what.deeds:
                total = work.state.characters[side][key].deeds + what.deeds
                work.change_character(side, key, deeds=total)
                work.tell("deeds", RULE, side=side, character=key, count=what.deeds, total=total)


def skill(work: Work, task: Task) -> None:
    """A general who won a battle, and lives, learns to command [R 6, R 20]."""
    now = work.state.now
    winner = winner_of(now.outcome) if now.outcome else None
    if winner is None or not work.pack.scenarios[str(now.scenario)].battle:
        return
    chief = chief_of(work, winner)
    if chief is None or work.state.characters[winner][chief].status != "ready":
        return
    held = work.state.characters[winner][chief].skills
    if len(held) == len(work.pack.skills):
        return
    again = () if not task.n else (str(task.n + 1),)
    rolled = work.roll(1, 6, "skill", winner, chief, *again, owner=winner)
    if rolled.total in held:
        work.tell("skill_again", "Hispania 7, R6", rolls=(rolled,), side=winner, character=chief, face=rolled.total)
        work.push(Task(do="skill", n=task.n + 1))
        return
    work.change_character(winner, chief, skills=(*held, rolled.total))
    work.tell("skill", RULE, rolls=(rolled,), side=winner, character=chief, face=rolled.total)


def general_of(state: State, side: Side) -> str | None:
    """The side's general who is there and free."""
    characters = state.characters[side].values()
    return next((one.id for one in characters if one.rank == "general" and one.status == "ready"), None)
