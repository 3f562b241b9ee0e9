"""The turn: who follows whom (Askari 3). Each phase asks, or goes on by itself until somebody has to decide."""

from collections.abc import Callable

from rulesets.askari import (
    aiming,
    beasts,
    charging,
    ending,
    entering,
    fights,
    hospital,
    moving,
    nerve,
    orders,
    setting,
    striking,
    veterans,
)
from rulesets.askari.field import Field
from rulesets.askari.state import Unit
from rulesets.askari.tables import TABLES, quality_of
from rulesets.vocabulary import Seat

LONGEST = 10_000
"""More steps without a question than any battle has: a loop would be a fault of ours."""


def proceed(field: Field) -> None:
    """Go on until somebody has to decide, or the battle is over."""
    state = field.state
    for _step in range(LONGEST):
        if state.wants or state.outcome is not None:
            return
        if any(side.conceded for side in state.sides):
            ending.end(field)
        elif state.charge is not None:
            charging.go_on(field)
        elif state.melee is not None:
            fights.go_on(field)
        else:
            PHASES[state.phase](field)
    raise AssertionError(f"{state.phase} does not end")


def _enter(field: Field, phase: str) -> None:
    field.state.phase = phase
    field.state.now = {}
    for side in field.state.sides:
        side.finished = False


# --- Before the first turn ------------------------------------------------------------------------------------------


def _split(field: Field) -> None:
    """S1-S3: qualities and aggression that are rolled; then who hides and who is in reserve, sealed."""
    state = field.state
    if state.now.get("asked"):
        _enter(field, "edges")
        return
    for side in state.sides:
        for leader in [unit for unit in state.of(side.seat) if unit.what == "leader" and not unit.qualities]:
            leader.qualities = (_rolled_quality(field, leader),)
            side.hides += "crafty" in leader.qualities
        if not side.aggression and not setting.is_hunt(state):
            rolled = field.roll(1, 6, "aggression", side.seat)
            side.aggression = TABLES.aggression.factors[rolled.total - 1]
            field.tell("aggression", "Askari 4", rolls=(rolled,), seat=side.seat, factor=side.aggression)
    state.now["asked"] = True
    if any(side.hides or side.reserves or joins(field, side.seat) for side in state.sides):
        for side in state.sides:
            field.ask(side.seat, "split", sealed=True)


def _rolled_quality(field: Field, leader: Unit) -> str:
    """Two dice, read as tens and units; what the army cannot use is rolled again (Askari 2.3.1)."""
    seat = leader.seat
    units = sum(unit.takes_orders for unit in field.state.of(seat))
    for time in range(1, 100):
        rolled = field.roll(2, 6, "quality", leader.id, str(time))
        quality = quality_of(*rolled.faces)
        field.tell("quality", "Askari 2.3.1", rolls=(rolled,), unit=leader.id, quality=quality)
        baggage = any(unit.what == "sumptuous_baggage" for unit in field.state.of(seat))
        if not ((quality == "martinet" and units < 3) or (quality == "sumptuous" and not baggage)):
            return quality
    raise AssertionError("a hundred dice gave no quality")


def joins(field: Field, seat: Seat) -> list[str]:
    """Units that a Charismatic leader may join at the start."""
    leader = next((unit for unit in field.state.of(seat) if unit.what == "leader"), None)
    if leader is None or "charismatic" not in leader.qualities:
        return []
    return [unit.id for unit in field.state.of(seat) if unit.kind == "unit" and not unit.allied]


def _edges(field: Field) -> None:
    """S4: the first who deploys. The defender, where there is one; else who rolls lower, for the edges are the scenario's."""
    state = field.state
    if setting.is_hunt(state):
        beasts.choose_edges(field)
    if not beasts.runs_animals(state):
        beasts.place(field)
    if setting.is_hunt(state):
        party = next(side.seat for side in state.sides if side.zone is not None)
        _enter(field, "deploy")
        state.now["seat"] = party
        return
    defender = next((side.seat for side in state.sides if side.role == "defender"), "")
    if defender:
        first = defender
    else:
        winner = _roll_off(field, "edge", {side.seat: 0 for side in state.sides})
        first = state.other(winner)
    _enter(field, "deploy")
    state.now["seat"] = first


def _victorious(field: Field) -> Seat:
    """Whose commander has the initiative on a tie of the first turn (Askari E); "" where it is rolled again."""
    seats = [side.seat for side in field.state.sides if veterans.able(field, side.seat, "victorious")]
    return seats[0] if field.state.turn == 1 and len(seats) == 1 else ""


def _roll_off(field: Field, why: str, added: dict[Seat, int], *, on_a_tie: Seat = "") -> Seat:
    """Each a die with what is added to it; ties are rolled again, or are somebody's."""
    for time in range(1, 100):
        rolls = {seat: field.roll(1, 6, why, seat, str(time)) for seat in sorted(added)}
        totals = {seat: rolls[seat].total + added[seat] for seat in rolls}
        winner = max(totals, key=lambda seat: (totals[seat], seat))
        tied = len(set(totals.values())) == 1
        if tied and on_a_tie:
            winner = on_a_tie
            veterans.use(field, veterans.able(field, winner, "victorious"), "victorious")
        if not tied or on_a_tie:
            field.tell(
                why, "Askari 4" if why == "initiative" else "Askari 3", rolls=rolls.values(), totals=totals, seat=winner
            )
            return winner
    raise AssertionError("a hundred ties")


def to_deploy(field: Field, seat: Seat) -> list[Unit]:
    """What a side may put down next: units first, then people and baggage (S5)."""
    waiting = [
        unit
        for unit in field.state.of(seat)
        if unit.where == "waiting" and not unit.joined and unit.what != "gunbearer"
    ]
    units = [unit for unit in waiting if unit.kind in ("unit", "piece", "scout")]
    return units or waiting


def _deploy(field: Field) -> None:
    state = field.state
    for seat in (state.now["seat"], state.other(state.now["seat"])):
        while to_deploy(field, seat):
            options = to_deploy(field, seat)
            room: dict[tuple[object, ...], bool] = {}
            for unit in options:  # units of one kind need the same room
                kind = (len(unit.figures), unit.base, unit.kind, unit.moves, unit.piece, unit.ranks)
                if kind not in room:
                    room[kind] = next(setting.spots(field, unit), None) is not None
                room[(unit.id,)] = room[kind]
            fitting = [unit for unit in options if room[(unit.id,)]]
            if fitting:
                state.now["seat"] = seat
                field.ask(seat, "deploy", units=[unit.id for unit in fitting])
                return
            for unit in options:
                unit.where = "reserve"  # no room: it comes later
                field.tell("no_room", "Askari F", unit=unit.id)
    for side in state.sides:
        _place_joined(field, side.seat)
        for bearer in state.of(side.seat):
            if bearer.where == "waiting":
                master = field.unit(bearer.master)
                bearer.where = "table" if master.where == "table" else "reserve"
                field.touched()
                if master.where == "table":
                    setting.beside(field, bearer, master)
    if beasts.lay_out(field):
        return
    _enter(field, "hide")


def _place_joined(field: Field, seat: Seat) -> None:
    """Whoever joined a unit at the start stands behind it, or comes with it (R92)."""
    for unit in [one for one in field.state.of(seat) if one.where == "waiting" and one.joined]:
        host = field.unit(unit.joined)
        if host.where != "table":
            unit.where = host.where if host.where in ("reserve", "hidden") else "reserve"
            continue
        spot = next((spot for spot in setting.spots(field, unit)), None)
        if spot is None:
            unit.where = "reserve"
            continue
        setting.put(field, unit, *spot, where="table")


def _hide(field: Field) -> None:
    """S6: where the ambushes lie, sealed. A side that hides nothing is not asked, for how many hide is open."""
    state = field.state
    if not state.now.get("asked"):
        state.now["asked"] = True
        for side in state.sides:
            if any(unit.where == "hidden" for unit in state.of(side.seat)):
                field.ask(side.seat, "hide", sealed=True)
        if state.wants:
            return
    _enter(field, "initiative")


# --- Phases 1 to 3 --------------------------------------------------------------------------------------------------


def _initiative(field: Field) -> None:
    state = field.state
    state.turn += 1
    ending.smoke_lifts(field)
    _new_turn(field)
    beasts.blow(field)
    leads = _leads(field)
    if leads:
        state.first = leads
        field.tell("leads", "Askari F.2" if not setting.is_hunt(state) else "Askari 12", seat=leads)
    else:
        state.first = _roll_off(
            field, "initiative", {side.seat: side.aggression for side in state.sides}, on_a_tie=_victorious(field)
        )
    _enter(field, "reinforcements")


def _leads(field: Field) -> Seat:
    """Who has the initiative without dice: a hunter (Askari 12), and on the first turn whoever lies in ambush (F.2)."""
    state = field.state
    if setting.is_hunt(state):
        parties = [side.seat for side in state.sides if side.zone is not None]
        return parties[0] if len(parties) == 1 else ""
    return next((side.seat for side in state.sides if state.turn == 1 and setting.lies(state, side.seat)), "")


def _new_turn(field: Field) -> None:
    members: list[str] = []
    for unit in field.state.units.values():
        unit.at_start, unit.casualties, unit.tests = unit.count, 0, 0
        if unit.member_of in field.state.units and unit.where == "table":
            members.append(unit.member_of)
        unit.order, unit.acted, unit.walked, unit.moves_made, unit.shots_made = "", False, 0, 0, 0
        unit.reacted = unit.charged_in = unit.was_charged = False
        unit.inspired = unit.spent = unit.flown = ()
        for figure in unit.figures:
            figure.threw = figure.crossed = False
        if unit.where == "table":
            unit.engaged_since = (unit.engaged_since or field.state.turn - 1) if field.engaged(unit) else 0
    for key in members:
        field.unit(key).at_start += 1  # its Charismatic leader counts (R73)
    field.state.losses = []


def reserves(field: Field, seat: Seat) -> list[str]:
    """Reserve units that have not been tried this turn."""
    return [
        unit.id
        for unit in field.state.of(seat)
        if unit.where == "reserve" and "tried" not in unit.spent and not _follows(field, unit)
    ]


def _follows(field: Field, unit: Unit) -> bool:
    host = unit.joined or unit.master
    return bool(host) and field.unit(host).where == "reserve"


def _reinforcements(field: Field) -> None:
    """From turn 4: one die a unit, then a place on one's own edge."""
    state = field.state
    if state.turn >= (setting.SCENARIOS[state.scenario].reserve_from or TABLES.reinforcements.turn):
        arriving = state.now.get("arriving")
        if arriving:
            unit = field.unit(arriving)
            if entering.entry_spots(field, unit):
                field.ask(unit.seat, "place", unit=unit.id)
                return
            field.tell("no_way_in", "Askari 5", unit=unit.id)
            state.now["arriving"] = ""
        for seat in state.in_order():
            units = reserves(field, seat)
            if units and not state.side(seat).finished:
                # Which units wait is the owner's secret: the question says only how many.
                field.ask(seat, "reinforce")
                return
    _enter(field, "orders")


def needing_orders(field: Field, seat: Seat) -> list[Unit]:
    """Units for which a die is rolled: on the table, hidden and engaged ones too, but not the newly arrived (R31)."""
    return [
        unit
        for unit in field.state.of(seat)
        if unit.takes_orders and unit.where in ("table", "hidden") and unit.arrived != field.state.turn and unit.figures
    ]


def _orders(field: Field) -> None:
    state = field.state
    if setting.is_hunt(state):  # no orders (Askari 12)
        for unit in state.on_table():
            unit.order = "full" if unit.takes_orders else ""
        _enter(field, "movement")
        return
    if not state.now.get("rolled"):
        hospital.carriers_back(field)
        state.now["rolled"] = True
        _note_correspondents(field)
        threshold = field.roll(1, 6, "threshold")
        state.threshold = threshold.total
        field.tell("threshold", "Askari 6", rolls=(threshold,), threshold=threshold.total)
        for seat in state.in_order():
            side, units = state.side(seat), needing_orders(field, seat)
            officers = sum(unit.special("officer") is not None for unit in units)
            rolled = field.roll(len(units), 6, "orders", seat)
            side.dice = orders.raised(rolled.faces, threshold.total, officers)
            side.tokens = orders.orders(side.dice, threshold.total)
            field.tell("order_dice", "Askari 6", rolls=(rolled,), seat=seat, raised=side.dice, orders=side.tokens)
    for seat in state.in_order():
        if not state.side(seat).finished:
            if state.side(seat).tokens and needing_orders(field, seat):
                field.ask(seat, "assign", orders=state.side(seat).tokens)
                return
            state.side(seat).finished = True
    _enter(field, "extra_orders")


def _note_correspondents(field: Field) -> None:
    for side in field.state.sides:
        writer = field.state.person(side.seat, "correspondent")
        if writer is None:
            continue
        for unit in field.state.on_table(side.seat):
            if unit.takes_orders and field.near(writer, unit, TABLES.reach.far) and field.in_sight(writer, unit):
                unit.inspired = (*unit.inspired, "correspondent")


SOURCES = ("martinet", "sumptuous", "interpreter", "signals", "effendi", "army_musician", "steady")


def extra_orders(field: Field, seat: Seat) -> list[tuple[str, str]]:
    """Source and unit of every order that is still to be had besides the dice (3f)."""
    state = field.state
    # An engaged unit may be given one too: it can break off (X7).
    without = [unit for unit in needing_orders(field, seat) if unit.where == "table" and not unit.order]
    leader = state.leader(seat)
    near, found = TABLES.reach.near, []
    used = state.now.get("used", [])
    for source in SOURCES:
        if f"{seat}/{source}" in used:
            continue
        who = _source(field, seat, source)
        if who is None:
            continue
        for unit in without:
            linked = {
                "martinet": field.near(who, unit, near),
                "sumptuous": not unit.allied,
                "interpreter": leader is not None and field.near(who, leader, near) and field.near(who, unit, near),
                "signals": True,
                "effendi": field.near(who, unit, near),
                "army_musician": True,
                "steady": not unit.allied,
            }[source]
            if linked:
                found.append((source, unit.id))
    return found


def _source(field: Field, seat: Seat, source: str) -> Unit | None:
    state = field.state
    if source == "steady":  # a command skill, once a battle (Askari E)
        steady = veterans.able(field, seat, "steady")
        return field.unit(steady) if steady else None
    if source in ("martinet", "sumptuous"):
        leader = field.has_quality(seat, source)
        if source == "sumptuous" and leader is not None:
            baggage = state.person(seat, "sumptuous_baggage")
            return leader if baggage is not None and field.near(baggage, leader, TABLES.reach.near) else None
        return leader
    if source == "army_musician":
        attached = any(unit.special("musician") is not None for unit in state.on_table(seat))
        return None if attached else state.person(seat, "army_musician")
    return state.person(seat, source)


def give_extra(field: Field, source: str, unit: Unit) -> None:
    unit.order = "move" if source in ("effendi", "army_musician") else "full"
    used = field.state.now.setdefault("used", [])
    used.append(f"{unit.seat}/{source}")
    if source == "steady":
        veterans.use(field, veterans.able(field, unit.seat, "steady"), "steady")
    field.tell("extra_order", "Askari 6", source=source, unit=unit.id)


def _extra_orders(field: Field) -> None:
    state = field.state
    for seat in state.in_order():
        if not state.side(seat).finished:
            if extra_orders(field, seat):
                field.ask(seat, "extra")
                return
            state.side(seat).finished = True
    _enter(field, "movement")


# --- Phases 4 to 8 --------------------------------------------------------------------------------------------------


def _movement(field: Field) -> None:
    state = field.state
    if state.going is not None:
        unit = field.unit(state.going["unit"])
        field.ask(unit.seat, "march", **state.going)
        return
    if beasts.go_on(field):
        return
    for seat in state.in_order():
        if not state.side(seat).finished:
            hides = any(unit.where == "hidden" and not unit.joined for unit in state.of(seat))
            if hides or any(moving.may_act(field, unit) or may_face(field, unit) for unit in state.on_table(seat)):
                field.ask(seat, "activate")
                return
            state.side(seat).finished = True
    _enter(field, "shooting")


def may_face(field: Field, unit: Unit) -> bool:
    """Any unengaged unit or person may turn once in its own phase, ordered or not (R86)."""
    return (
        unit.where == "table"
        and unit.kind not in ("baggage", "hospital", "animal")
        and not unit.walked
        and "faced" not in unit.spent
        and unit.arrived != field.state.turn
        and not unit.disabled
        and not field.engaged(unit)
        and not (unit.piece and field.readings["gun_pivot"] == "move")
    )


def can_shoot(field: Field, unit: Unit) -> bool:
    return aiming.may_fire(field, unit) and any(
        aiming.has_target(field, unit, weapon) for weapon in aiming.weapons_of(unit)
    )


def may_spring(field: Field, seat: Seat) -> list[Unit]:
    """Hidden units that may show themselves as the first step of their own shooting (R26)."""
    return [
        unit
        for unit in field.state.of(seat)
        if unit.where == "hidden" and not unit.joined and unit.order == "full" and aiming.weapons_of(unit)
    ]


def _shooting(field: Field) -> None:
    """I's units one after the other, then J's (5a, R29); alternately where a club reads it so."""
    state = field.state
    if hospital.ask_about_wounded(field):
        return
    first, second = state.in_order()
    if field.readings["shoot_order"] == "alternate" and state.now.get("last") == first:
        first, second = second, first
    for seat in (first, second):
        if state.side(seat).finished:
            continue
        able = any(
            can_shoot(field, unit) or (nerve.may_curse(field, unit) and nerve.curse_targets(field, unit))
            for unit in state.on_table(seat)
        )
        if able or ending.burnable(field, seat) or may_spring(field, seat):
            state.now["last"] = seat
            field.ask(seat, "shoot")
            return
        if field.readings["shoot_order"] == "sides":
            state.side(seat).finished = True
    striking.clear_down(field, state.units.values())
    for unit in state.on_table():
        if unit.aimed and unit.aimed < state.turn:
            unit.aimed = 0
    _enter(field, "melee")


def _melee(field: Field) -> None:
    state = field.state
    groups = fights.groups(field)
    if len(groups) > 1 and state.in_order()[0]:
        field.ask(state.in_order()[0], "fight", groups=groups)
        return
    if groups:
        fights.start(field, groups[0])
        return
    fights.captures(field)
    _enter(field, "courage")


def _courage(field: Field) -> None:
    state = field.state
    if not state.now:
        nerve.begin(field)
    if nerve.go_on(field):
        _enter(field, "rally")


def _rally(field: Field) -> None:
    state = field.state
    for seat in state.in_order():
        if not state.side(seat).finished:
            units = nerve.to_rally(field, seat)
            if units:
                field.ask(seat, "rally", units=[unit.id for unit in units])
                return
            state.side(seat).finished = True
    _end_of_turn(field)


def _end_of_turn(field: Field) -> None:
    """8c: orders lapse, and it is asked who is broken."""
    ending.judge(field)
    if field.state.outcome is None:
        _enter(field, "initiative")


PHASES: dict[str, Callable[[Field], None]] = {
    "split": _split,
    "edges": _edges,
    "deploy": _deploy,
    "hide": _hide,
    "initiative": _initiative,
    "reinforcements": _reinforcements,
    "orders": _orders,
    "extra_orders": _extra_orders,
    "movement": _movement,
    "shooting": _shooting,
    "melee": _melee,
    "courage": _courage,
    "rally": _rally,
}
