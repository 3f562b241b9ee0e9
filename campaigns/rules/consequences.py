"""What the chosen actions bring: alliances, punishment, reinforcements; and the closing of the year (Hispania 2, 9)."""

from typing import Any

import msgspec

from campaigns.rules import losses
from campaigns.rules.losses import Due
from campaigns.rules.pack import GRANTS, Table, TableRow, row_at
from campaigns.rules.state import Purse, Side, Task
from campaigns.rules.state import Year as YearState
from campaigns.rules.work import Work

RULE = "Hispania 9"
ORDER_RULE = "Hispania 9, R32"


def begin(work: Work, task: Task) -> None:
    """Table by table in the pack's order, side by side in each [R 32]."""
    work.push(*(Task(do="table", who=table.key, side=side) for table in work.pack.tables for side in work.sides))


def _due_roll(work: Work, table: Table, side: Side) -> bool:
    """Whether the side would roll on that table, if nothing forbids it [R 17]."""
    action = work.pack.actions[work.state.now.orders[side]]
    reading = table.for_everyone_reading
    if not reading:
        return table.key in action.rolls and not work.defeated(side)
    if work.readings[reading] == "everyone":
        return True
    return any(modifier.roll == table.key for modifier in action.modifies) and not work.defeated(side)


def _barred(work: Work, table: Table, side: Side) -> str:
    """Why the roll may not be made; empty if it may."""
    now = work.state.now
    if f"{side}.{table.key}" in now.forbidden:
        return "event"
    if work.defeated(side) and any(table.key in work.pack.actions[a].loser_forfeits for a in now.orders.values()):
        return "forfeit"
    target = f"{work.enemy(side)}.immune_{table.key}"
    if table.gives != "grant" and (target in work.state.lasting):
        return "immune"
    return ""


def modifiers(work: Work, table: Table, side: Side) -> list[tuple[str, int]]:
    """Every modifier of the roll: where it comes from, and how much."""
    now, key = work.state.now, f"{side}.{table.key}"
    action = () if work.defeated(side) else work.pack.actions[now.orders[side]].modifies
    found = [("action", modifier.amount) for modifier in action if modifier.roll == table.key]
    if amount := now.modifiers.get(key):
        found.append(("event", amount))
    for source, flags in (("last_year", work.state.flags), ("lasting", work.state.lasting)):
        amounts = (flag.removeprefix(key) for flag in flags if flag.startswith((key + "+", key + "-")))
        found += [(source, int(text)) for text in amounts]
    return found


def roll_table(work: Work, task: Task) -> None:
    table, side = work.pack.table_by_key[task.who], task.side
    if not _due_roll(work, table, side):
        return
    if why := _barred(work, table, side):
        work.tell("roll_barred", ORDER_RULE, side=side, roll=table.key, why=why)
        return
    rolled = work.roll(2, 6, table.key, side, owner=side)
    mods = modifiers(work, table, side)
    total = rolled.total + sum(amount for _source, amount in mods)
    row = row_at(table.rows, total)
    told: dict[str, Any] = {"side": side, "roll": table.key, "natural": rolled.total, "total": total}
    told["modifiers"] = [{"from": source, "amount": amount} for source, amount in mods]
    if table.gives != "grant":
        _suffer(work, side, table, row, told, rolled.address)
        return
    purse = Purse(**{kind: getattr(row, kind) for kind in GRANTS})
    grants = work.state.now.grants.get(side, {})
    work.state.now.grants = {**work.state.now.grants, side: {**grants, table.key: purse}}
    work.tell("grant", RULE, rolls=(rolled,), grant=msgspec.to_builtins(purse), **told)


def _suffer(work: Work, side: Side, table: Table, row: TableRow, told: dict[str, Any], address: str) -> None:
    """The enemy's native troops desert, or he loses troops of any kind; their owner picks the figures [R 15]."""
    enemy, natives = work.enemy(side), table.gives == "desertion"

    def tell(due: Due, figures: dict[str, int], points: int) -> None:
        work.tell("punishment", RULE, amount=due.amount, points=points, figures=figures, enemy=enemy, **told)
        work.told[-1] = msgspec.structs.replace(work.told[-1], rolls=(address,))

    losses.collect(work, [Due(side=enemy, amount=row.points, natives=natives)], tell)


def close(work: Work, task: Task) -> None:
    """The year's books are put away: flags pass, recalled generals return, and after the last year the war is judged."""
    state = work.state
    for side in work.sides:
        for one in state.characters[side].values():
            if one.status == "recalled" and one.back == state.year:
                work.change_character(side, one.id, status="ready", back=0)
                work.tell("returned", "Hispania 8, R31", side=side, character=one.id)
    work.rosters_changed()
    work.tell("closed", "Hispania 1", totals={side: work.total(side) for side in work.sides})
    if state.year >= state.last_year and not decision_pending(state.coming):
        judge(work)
    state.flags, state.coming = tuple(sorted(state.coming)), ()
    _hand_over_grants(work)
    state.last_year = max(state.last_year, state.year + 1)
    state.year += 1
    state.closed, state.now = state.now, YearState()
    state.stage = "orders"


def _hand_over_grants(work: Work) -> None:
    """The year's grants can be spent until the next muster, with what a year without a muster left over [R 35]."""
    state = work.state
    for side, tables in state.now.grants.items():
        kept = state.purses.get(side, {})
        merged = {table: kept.get(table, Purse()) + purse for table, purse in tables.items()}
        state.purses = {**state.purses, side: {**kept, **merged}}
    state.spent = {}


def decision_pending(coming: tuple[str, ...]) -> bool:
    """A last battle that is owed is fought even after the last agreed year."""
    return "stake_all" in coming or any(flag.startswith("recall.") for flag in coming)


def judge(work: Work) -> None:
    """After the last agreed year a great enough lead is a minor victory, else the war is drawn (Hispania 5) [R 19]."""
    for side in work.sides:
        if (lead := work.lead(side)) >= work.pack.victory.years_lead:
            work.end(side, "minor", "years", lead=lead)
    work.end(None, "draw", "years")
