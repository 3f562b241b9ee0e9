"""Phase 7 and 8: who tests, in what order, what cancels a test, who routs, who is rallied (Askari 10, 2.3)."""

from collections.abc import Iterator

from rulesets.askari import courage, geometry, hospital, losing, modifiers, veterans
from rulesets.askari.courage import Spirits
from rulesets.askari.field import Field
from rulesets.askari.state import Unit
from rulesets.askari.tables import TABLES
from rulesets.vocabulary import Seat


def tests_itself(unit: Unit) -> bool:
    """Units and crews, but for chained gunners (Askari 2.5); people only where they have a courage value of their own."""
    if unit.has("prisoner_gunners"):
        return False
    return unit.kind in ("unit", "piece") or (unit.is_alone and unit.courage is not None)


def spirits(field: Field, unit: Unit) -> Spirits:
    """What is added to its courage dice now (R37)."""
    state = field.state
    if unit.kind == "animal":
        return Spirits()
    enemy = state.other(unit.seat)
    religious = field.has_quality(unit.seat, "religious")
    faith = (
        religious is not None
        and not unit.allied
        and bool(set(religious.tags) & set(unit.tags) & {"faithful"})
        and field.near(religious, unit, TABLES.reach.far)
    )
    bloody = field.has_quality(enemy, "bloodthirsty")
    feared = bloody is not None and field.near(bloody, unit, TABLES.reach.far) and field.in_sight(bloody, unit)
    return Spirits(
        officer=unit.special("officer") is not None,
        religious=faith,
        bloodthirsty=feared,
        baggage_lost=state.side(unit.seat).baggage_lost,
        renowned=bool(veterans.renown(field, unit)),
    )


def rolls_courage(field: Field, unit: Unit, why: str) -> bool:
    """One roll outside phase 7, which leaves no marker: reaction fire, breaking off. Chained gunners never roll (Askari 2.5)."""
    if field.is_exempt(unit) or not courage.is_rolled(unit.courage) or unit.has("prisoner_gunners"):
        return True
    added = spirits(field, unit)
    _spend_renown(field, unit, added)
    rolled = field.roll(1, 6, "courage", unit.id, why)
    passed = courage.passes(unit.courage, rolled.total, added)
    field.tell(
        "dared",
        "Askari 6",
        rolls=(rolled,),
        unit=unit.id,
        passed=passed,
        courage=unit.courage or 0,
        added=added.total,
        rows=modifiers.told(added.rows),
        why=why,
    )
    return passed


def test_at_once(field: Field, unit: Unit, why: str) -> None:
    """A test outside phase 7 that leaves a marker, or puts to flight: for animals that attack (R38)."""
    if tests_itself(unit) and not field.is_exempt(unit) and courage.is_rolled(unit.courage):
        _tests(field, unit, "Askari 11, R38", why)


def _tests(field: Field, unit: Unit, rule: str, *why: str) -> bool:
    """One test, and what becomes of the unit; False if it flees."""
    passed = _rolled_test(field, unit, rule, *why)
    if not passed and unit.failed and veterans.steadies(field, unit):
        passed = _rolled_test(field, unit, rule, *why, "again")
    fate = courage.after(unit.failed, [passed])
    unit.failed = fate != "steady"
    if fate == "routed":
        rout(field, unit)
    return fate != "routed"


def _rolled_test(field: Field, unit: Unit, rule: str, *why: str) -> bool:
    added = spirits(field, unit)
    _spend_renown(field, unit, added)
    rolled = field.roll(1, 6, "test", unit.id, *why)
    passed = courage.passes(unit.courage, rolled.total, added)
    field.tell(
        "tested",
        rule,
        rolls=(rolled,),
        unit=unit.id,
        passed=passed,
        courage=unit.courage or 0,
        added=added.total,
        rows=modifiers.told(added.rows),
        marked=unit.failed,
    )
    return passed


def _spend_renown(field: Field, unit: Unit, added: Spirits) -> None:
    if added.renowned:
        veterans.use(field, veterans.renown(field, unit), "renowned")


# --- Tests that are due (7a) ----------------------------------------------------------------------------------------


def count_tests(field: Field) -> None:
    """Add the tests for casualties and for what was lost nearby; those of the moment are counted already."""
    for unit in list(field.state.on_table()):
        if not tests_itself(unit):
            continue
        unit.tests += courage.tests_for(unit.casualties, unit.at_start) if unit.at_start else 0
        for loss in field.state.losses:
            unit.tests += _test_for(field, unit, loss.seat, loss.at, loss.unit, person=loss.person)
    field.state.losses = []


def _test_for(field: Field, unit: Unit, seat: Seat, at: geometry.Point, lost: str, *, person: bool) -> int:
    """One for a friend that is destroyed near by and in sight; one for somebody mourned, seen or not."""
    if unit.seat != seat or unit.id == lost:
        return 0
    if person:
        return int(field.near_point(at, unit, TABLES.courage.death))
    return int(field.near_point(at, unit, TABLES.courage.friend_lost) and field.point_sees(at, unit))


# --- Phase 7 --------------------------------------------------------------------------------------------------------


def begin(field: Field) -> None:
    count_tests(field)
    field.state.now = {"seat": field.state.in_order()[1], "cursing": False}


def due(field: Field, seat: Seat) -> list[str]:
    """The units of a side that may test now (7b)."""
    pending = {unit.id: unit.tests for unit in field.state.on_table(seat) if unit.tests > 0}
    for key in list(pending):
        unit = field.unit(key)
        if field.is_exempt(unit) or not courage.is_rolled(unit.courage):
            unit.tests = 0
            del pending[key]
            field.tell("exempt", "Askari 2.3.1, R75" if field.is_exempt(unit) else "Askari R69", unit=key)
    return courage.next_to_test(pending)


def go_on(field: Field) -> bool:
    """Ask whoever is next; True when all tests are taken."""
    state = field.state
    second = state.in_order()[1]
    seats = [state.now["seat"], state.other(state.now["seat"])]
    for seat in seats:
        units = due(field, seat)
        if not units:
            continue
        state.now["seat"] = seat
        if len(units) > 1 or any(True for _source in cancels(field, field.unit(units[0]))):
            field.ask(seat, "test", units=units)
        else:
            take(field, field.unit(units[0]), ())
            state.now["seat"] = state.other(seat)
        return False
    for seat in (second, state.other(second)):
        if (
            any(may_curse(field, unit) and curse_targets(field, unit) for unit in state.on_table(seat))
            and not state.side(seat).finished
        ):
            field.ask(seat, "curse")
            return False
    hospital.recover(field)
    return True


def cancels(field: Field, unit: Unit) -> Iterator[str]:
    """What can cancel one of its tests now: each source once a unit and turn (R77, Askari 2.3)."""
    if unit.special("standard") is not None and "standard" not in unit.spent:
        yield "standard"
    for other in field.state.on_table(unit.seat):
        brigade = other.special("brigade_standard")
        if brigade is not None and other.brigade == unit.brigade and "brigade_standard" not in unit.spent:
            yield "brigade_standard"
            break
    army = field.state.person(unit.seat, "army_standard")
    by_leader = {"hard", "majestic"} & set(unit.spent)
    if (
        army is not None
        and "army_standard" not in army.spent
        and not by_leader
        and field.near(army, unit, TABLES.courage.standard)
        and field.in_sight(unit, army)
    ):
        yield "army_standard"
    if unit.allied or "army_standard" in unit.spent:
        return
    hard = field.has_quality(unit.seat, "hard")
    if hard is not None and "hard" not in unit.spent and field.near(hard, unit, TABLES.reach.near):
        yield "hard"
    majestic = field.has_quality(unit.seat, "majestic")
    if (
        majestic is not None
        and "majestic" not in unit.spent
        and field.near(majestic, unit, TABLES.reach.far)
        and field.in_sight(majestic, unit)
    ):
        yield "majestic"


def clash(sources: tuple[str, ...]) -> bool:
    """Whether an army standard is used together with the leader's quality (Askari 2.3.4)."""
    return "army_standard" in sources and bool({"hard", "majestic"} & set(sources))


def take(field: Field, unit: Unit, cancelled: tuple[str, ...]) -> None:
    """Cancel, then roll the rest one by one (7c, 7d)."""
    for source in cancelled:
        unit.spent = (*unit.spent, source)
        if source == "army_standard":
            army = field.state.person(unit.seat, "army_standard")
            assert army is not None
            army.spent = (*army.spent, "army_standard")
    tests = max(0, unit.tests - len(cancelled))
    taken = unit.tests - tests
    unit.tests = 0
    if taken:
        field.tell("cancelled", "Askari 2.3", unit=unit.id, sources=list(cancelled))
    for number in range(tests):
        why = str(unit.casualties), str(len(unit.spent)), str(_tested(unit)), str(number)
        if not _tests(field, unit, "Askari 10", *why):
            return
    unit.spent = (*unit.spent, "tested")


def _tested(unit: Unit) -> int:
    return sum(1 for spent in unit.spent if spent == "tested")


def rout(field: Field, unit: Unit) -> None:
    """It is removed at once; friends near by and in sight have one more test (7e). Who is with it flees too (R62)."""
    last = unit.standing[0]
    frightened = [
        other.id
        for other in field.friends(unit)
        if tests_itself(other)
        and field.near(other, unit, TABLES.courage.friend_lost)
        and any(field.point_sees(figure.at, other, unit) for figure in unit.standing)
    ]
    field.tell("routed", "Askari 10", unit=unit.id, seat=unit.seat)
    for other in field.joined(unit):
        if "charismatic" in other.qualities:
            other.joined = ""
            other.member_of = "fled" if other.member_of == unit.id else other.member_of
            field.touched()
        else:
            losing.gone(field, other, other.standing[0], "routed")
    losing.gone(field, unit, last, "routed")
    field.state.losses = [loss for loss in field.state.losses if loss.unit != unit.id]
    for key in frightened:
        field.unit(key).tests += 1


# --- Curses (Askari 2.3.5, R89) -------------------------------------------------------------------------------------


def may_curse(field: Field, unit: Unit) -> bool:
    return unit.what == "sorcerer" and not unit.shots_made and "cursed" not in unit.spent and not field.engaged(unit)


def curse_targets(field: Field, unit: Unit) -> list[Unit]:
    return [
        enemy
        for enemy in field.enemies(unit.seat)
        if tests_itself(enemy)
        and not enemy.has("unbeliever")
        and not field.is_exempt(enemy)
        and courage.is_rolled(enemy.courage)
        and field.near(unit, enemy, TABLES.courage.curse)
        and field.in_sight(unit, enemy)
    ]


def curse(field: Field, sorcerer: Unit, target: Unit) -> None:
    sorcerer.shots_made += 1
    sorcerer.spent = (*sorcerer.spent, "cursed")
    target.tests += 1
    field.tell("cursed", "Askari 2.3.5", unit=sorcerer.id, target=target.id)


# --- Phase 8 --------------------------------------------------------------------------------------------------------


def to_rally(field: Field, seat: Seat) -> list[Unit]:
    """Units that the leader may rally: marked, with a figure near him; allies only if he is Eloquent (8a)."""
    leader = field.state.leader(seat)
    if leader is None:
        return []
    eloquent, reach = "eloquent" in leader.qualities, veterans.rally_reach(field.state, leader)
    return [
        unit
        for unit in field.state.on_table(seat)
        if unit.failed and (eloquent or not unit.allied) and field.near(leader, unit, reach)
    ]


def rally(field: Field, unit: Unit) -> None:
    leader = field.state.leader(unit.seat)
    assert leader is not None
    rolled = field.roll(1, 6, "rally", unit.id)
    rallied = courage.rallies(rolled.total, eloquent="eloquent" in leader.qualities)
    unit.failed = not rallied
    field.tell("rallied", "Askari 2.3.1", rolls=(rolled,), unit=unit.id, rallied=rallied)
