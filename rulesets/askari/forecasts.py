"""The odds of an action before it is done (Askari 5 to 10). Only what the seat sees goes into them."""

from collections.abc import Callable, Sequence

from rulesets.askari import aiming, chances, charging, courage, entering, fights, melee, moving, nerve, shooting
from rulesets.askari.field import Field
from rulesets.askari.state import State, Unit, Want
from rulesets.askari.tables import TABLES, Formula
from rulesets.contract import Action, Forecast, Modifier
from rulesets.vocabulary import Seat


def seen(state: State, seat: Seat) -> State:
    """The state without what the other side keeps off the table, so that no forecast can speak of it; animals are nobody's secret."""
    state.units = {
        key: unit for key, unit in state.units.items() if unit.seat in (seat, "") or unit.where in ("table", "off")
    }
    return state


def forecast(field: Field, want: Want, action: Action) -> Forecast | None:
    """What an action that is allowed promises, or None where it leaves nothing to chance. ``field`` is used up by it."""
    found = KINDS.get(action.kind)
    return None if found is None else found(field, want, action)


# --- Courage --------------------------------------------------------------------------------------------------------


def _brave_faces(field: Field, unit: Unit) -> int:
    """How many faces of six pass a courage roll of it."""
    if field.is_exempt(unit) or not courage.is_rolled(unit.courage):
        return chances.FACES
    added = nerve.spirits(field, unit)
    return sum(courage.passes(unit.courage, face, added) for face in range(1, chances.FACES + 1))


def _courage(field: Field, unit: Unit, *, then: tuple[Forecast, ...] = ()) -> Forecast:
    """One courage roll."""
    if field.is_exempt(unit) or not courage.is_rolled(unit.courage):
        return Forecast(about="courage", chance_per_mille=1000, then=then)
    return Forecast(
        about="courage",
        chance_per_mille=chances.per_mille((_brave_faces(field, unit), chances.FACES)),
        dice="1d6",
        needed=unit.courage,
        modifiers=nerve.spirits(field, unit).rows,
        then=then,
    )


def _test(field: Field, _want: Want, action: Action) -> Forecast | None:
    """Phase 7: all tests that are not cancelled, and that it does not flee."""
    unit = field.unit(action.arguments["unit"])
    tests = max(0, unit.tests - len(action.arguments.get("cancel", ())))
    faces = _brave_faces(field, unit)
    if not tests:
        return None
    stays = chances.all_of(tests, faces) if unit.failed else chances.at_most_one_failure(tests, faces)
    return Forecast(
        about="courage",
        chance_per_mille=chances.per_mille(chances.all_of(tests, faces)),
        dice=f"{tests}d6",
        needed=unit.courage,
        modifiers=nerve.spirits(field, unit).rows,
        then=(Forecast(about="stays", chance_per_mille=chances.per_mille(stays)),),
    )


def _curse(field: Field, _want: Want, action: Action) -> Forecast:
    """That the cursed unit fails its test more."""
    target = field.unit(action.arguments["target"])
    failing = chances.FACES - _brave_faces(field, target)
    return Forecast(
        about="curse",
        chance_per_mille=chances.per_mille((failing, chances.FACES)),
        dice="1d6",
        needed=target.courage,
        modifiers=nerve.spirits(field, target).rows,
    )


# --- One die that must reach something ---


def _reaches(about: str, needed: int) -> Forecast:
    faces = max(0, min(chances.FACES, chances.FACES + 1 - needed))
    return Forecast(about=about, chance_per_mille=chances.per_mille((faces, chances.FACES)), dice="1d6", needed=needed)


def _rally(field: Field, want: Want, _action: Action) -> Forecast:
    leader = field.state.leader(want.seat)
    eloquent = leader is not None and "eloquent" in leader.qualities
    return _reaches("rally", TABLES.courage.eloquent_on if eloquent else TABLES.courage.rally_on)


def _reinforce(field: Field, want: Want, _action: Action) -> Forecast:
    return _reaches("reinforce", entering.needed_to_arrive(field, want.seat))


def _unjam(_field: Field, _want: Want, _action: Action) -> Forecast:
    return _reaches("unjam", TABLES.deviation.clears_on)


# --- Shots (Askari 8) -----------------------------------------------------------------------------------------------


def _hitting_faces(field: Field, number: int) -> int:
    six = bool(field.readings["natural_six_misses"])
    return sum(shooting.hits(face, number, six_misses=six) for face in range(1, chances.FACES + 1))


def shot(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon_key: str,
    load: str,
    *,
    reaction: bool = False,
    only: frozenset[str] | None = None,
) -> Forecast:
    """A volley: that anything is hit at all, and how many hits may be expected, saves not counted."""
    weapon = TABLES.missile[weapon_key]
    able = aiming.shooters(field, unit, target, weapon, reaction=reaction, only=only)
    volley = aiming.shots(weapon, able, reaction=reaction)
    if "deviation" in weapon.rules and load in ("shell", "ball"):
        return _shell(field, volley)
    groups = [(one.dice, _hitting_faces(field, one.number)) for one in volley]
    most = max(volley, key=lambda one: (one.dice, one.number), default=None)
    rows = () if most is None else most.rows
    base = [
        Modifier(key="base", value=unit.shooting or 0, rule="Askari 2.1"),
        Modifier(key="weapon", value=weapon.modifier + aiming.read_otherwise(field, unit, weapon), rule="Askari 2.4"),
    ]
    return Forecast(
        about="shot",
        chance_per_mille=chances.per_mille(chances.any_of(groups)),
        dice=f"{sum(dice for dice, _faces in groups)}d6",
        needed=None if most is None else most.number,
        at_most=True,
        average_per_mille=sum(1000 * dice * faces // chances.FACES for dice, faces in groups),
        modifiers=(*base, *rows),
    )


def _shell(field: Field, volley: Sequence[aiming.Shot]) -> Forecast:
    """Balls and shells: that one of them falls where it was aimed (Askari 2.5, R18)."""
    dice = sum(one.dice for one in volley)
    on_target = chances.FACES - len({TABLES.deviation.misfire, TABLES.deviation.short, TABLES.deviation.long})
    above, below = on_target, chances.FACES
    first: tuple[Forecast, ...] = ()
    if field.readings["artillery_to_hit"] == "d_then_deviation" and volley:
        faces = _hitting_faces(field, volley[0].number)
        above, below = above * faces, below * chances.FACES
        hit = chances.per_mille((faces, chances.FACES))
        first = (Forecast(about="shot", chance_per_mille=hit, dice="1d6", needed=volley[0].number, at_most=True),)
    return Forecast(
        about="shell",
        chance_per_mille=chances.per_mille((below**dice - (below - above) ** dice, below**dice)),
        dice=f"{dice}d6",
        needed=chances.FACES + 1 - on_target,
        average_per_mille=1000 * dice * above // below,
        modifiers=(),
        then=first,
    )


def _shoot(field: Field, _want: Want, action: Action) -> Forecast:
    given = action.arguments
    unit = field.unit(given["unit"])
    only = aiming.but_for(unit, given.get("hold", ()))
    return shot(field, unit, field.unit(given["target"]), given["weapon"], given["load"], only=only)


def _react(field: Field, want: Want, action: Action) -> Forecast | None:
    """The courage to fire, and the volley."""
    if not action.arguments["yes"]:
        return None
    unit, charger = field.unit(want.data["unit"]), field.unit(want.data["charger"])
    chosen = action.arguments.get("shot")
    found = (chosen[0], chosen[1]) if chosen else charging.reaction(field, unit, charger)
    then = () if found is None else (shot(field, unit, charger, *found, reaction=True),)
    return _courage(field, unit, then=then)


# --- Moves and charges (Askari 7 and 9) -----------------------------------------------------------------------------


def _written(formula: Formula, more: int, less: int) -> str:
    dice, added = formula
    return f"{dice + more}d6" + (f"+{added}" if added else "") + (f"-{less}d6" if less else "")


def _move(field: Field, _want: Want, action: Action) -> Forecast:
    unit = field.unit(action.arguments["unit"])
    formula = moving.formula(field, unit, action.arguments["rough"])
    if moving.goes_its_whole_move(field, unit):
        return Forecast(about="move", chance_per_mille=1000, needed=chances.FACES * formula[0] + formula[1])
    more, less = moving.dice_besides(field, unit)
    return Forecast(about="move", dice=_written(formula, more, less))


def _break_off(field: Field, want: Want, action: Action) -> Forecast:
    return _courage(field, field.unit(action.arguments["unit"]), then=(_move(field, want, action),))


def _charge(field: Field, _want: Want, action: Action) -> Forecast:
    """That anybody touches; then the answer, and the fight of one against one."""
    unit, target = field.unit(action.arguments["unit"]), field.unit(action.arguments["target"])
    rough = charging.mode(field, unit, target)
    formula = moving.formula(field, unit, rough)
    more, less = moving.dice_besides(field, unit)
    dice, added = formula[0] + more, formula[1]
    most = chances.FACES * dice + added - less
    needed = _shortest(field, unit, target, rough, most)
    if needed is None:
        share = (0, 1)
    elif moving.goes_its_whole_move(field, unit):
        share = (1, 1)
    else:
        share = chances.difference_at_least(dice, less, needed - added)
    then = (
        () if needed is None else _upon(field, unit, target, 10 * needed, rough, action.arguments.get("throws", False))
    )
    return Forecast(
        about="charge",
        chance_per_mille=chances.per_mille(share),
        dice=_written(formula, more, less),
        needed=needed,
        then=then,
    )


def _shortest(field: Field, unit: Unit, target: Unit, rough: bool, most: int) -> int | None:
    """The fewest centimetres with which a charger touches; None where even the most do not."""

    def touches(centimetres: int) -> bool:
        return bool(charging.places(field, unit, target, length=10 * centimetres, rough=rough).touching)

    low, high = 0, most
    if most < 0 or not touches(most):
        return None
    while low < high:
        middle = (low + high) // 2
        if touches(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _upon(field: Field, unit: Unit, target: Unit, length: int, rough: bool, throws: bool) -> tuple[Forecast, ...]:
    """What happens on arrival, as it would be with the shortest way that touches."""
    found = charging.places(field, unit, target, length=length, rough=rough)
    figure, enemy = next(iter(sorted(found.touching.items())))
    charging.put(field, unit, found.ends)
    unit.walked, unit.charged_in, target.was_charged = max(1, length), True, True
    told: list[Forecast] = []
    answer = charging.reaction(field, target, unit)
    if answer is not None:
        told.append(_courage(field, target, then=(shot(field, target, unit, *answer, reaction=True),)))
    if throws:
        field.figure(figure).threw = True
    told.append(_fight(field, [figure], [enemy + "#1" if target.piece else enemy]))
    return tuple(told)


# --- Hand to hand (Askari 9.1) --------------------------------------------------------------------------------------


def _dice_of(field: Field, own: Sequence[str], foe: str) -> int:
    first = fights.fighter(field, own[0], foe)
    return melee.dice_of(first, fights.fighter(field, own[1], foe) if len(own) > 1 else None)


def _fight(field: Field, own: Sequence[str], foes: Sequence[str]) -> Forecast:
    """That the enemy is the one who falls; then, that one's own does."""
    mine, theirs = _dice_of(field, own, foes[0]), _dice_of(field, foes, own[0])
    faces = chances.FACES + 1 - TABLES.fight.wounds_on
    lost = chances.per_mille(chances.more_than(theirs, mine, faces))
    return Forecast(
        about="fight",
        chance_per_mille=chances.per_mille(chances.more_than(mine, theirs, faces)),
        dice=f"{mine}d6",
        needed=TABLES.fight.wounds_on,
        average_per_mille=1000 * mine * faces // chances.FACES,
        then=(Forecast(about="falls", chance_per_mille=lost, dice=f"{theirs}d6", needed=TABLES.fight.wounds_on),),
    )


def _principal(field: Field, want: Want, action: Action) -> Forecast:
    chosen = action.arguments["figure"]
    both = sorted(want.data["figures"], key=lambda name: (name != chosen, name))
    return _fight(field, both, want.data["against"])


def _melee(field: Field, want: Want, action: Action) -> Forecast | None:
    """Every fight of a melee, from the point of view of whoever chooses it."""
    attacker, pairs = fights.pairs_of(field, action.arguments["group"])
    sides = [(own, foe) if attacker == want.seat else (foe, own) for own, foe in pairs]
    told = tuple(_fight(field, own, foe) for own, foe in sides)
    return Forecast(about="melee", then=told) if told else None


KINDS: dict[str, Callable[[Field, Want, Action], Forecast | None]] = {
    "shoot": _shoot,
    "curse": _curse,
    "rally": _rally,
    "reinforce": _reinforce,
    "unjam": _unjam,
    "test": _test,
    "react": _react,
    "move": _move,
    "break_off": _break_off,
    "charge": _charge,
    "principal": _principal,
    "fight": _melee,
}
