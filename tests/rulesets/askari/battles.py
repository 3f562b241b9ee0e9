"""Small battles of Askari for the tests: two armies of a few figures, in every scenario."""

import itertools

import msgspec

from rulesets.askari import armies, setting
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.contract import CharacterIn, Force, Setup, UnitIn
from rulesets.dice import Keyed, Loaded

LEADER = Person(
    key="leader",
    what="leader",
    name="Leader",
    moves="irregular",
    shooting=2,
    melee=3,
    weapons=("hand_weapon",),
    qualities=("crafty",),
)
RIFLES = Troop(
    key="rifles",
    name="Rifles",
    figures=6,
    moves="regular",
    shooting=2,
    melee=2,
    courage=4,
    weapons=("breech_loading_rifle", "hand_weapon"),
    specials=("officer", "standard"),
)
SPEARS = Troop(
    key="spears",
    name="Spears",
    figures=6,
    moves="native",
    shooting=1,
    melee=3,
    courage=5,
    weapons=("throwing_weapons", "weapon_and_shield"),
    rules=("fanatic", "take_cover"),
    specials=("officer",),
)
HORSE = Troop(
    key="horse",
    name="Horse",
    figures=4,
    moves="mounted",
    on_foot="irregular",
    shooting=0,
    melee=3,
    courage=4,
    weapons=("pistol", "lance"),
)
GUN = Troop(
    key="gun",
    name="Gun",
    figures=3,
    piece="light_breech_loading_gun",
    shooting=2,
    melee=1,
    courage=4,
    weapons=("hand_weapon",),
    team=True,
)
ORGAN = msgspec.structs.replace(GUN, key="organ", name="Organ gun", piece="lever_machine_gun")
SMALL = Army(name="Small", units=(RIFLES, SPEARS), people=(LEADER,), aggression=2)
MANY = Army(
    name="Many",
    units=(RIFLES, HORSE, GUN, ORGAN),
    people=(
        msgspec.structs.replace(LEADER, qualities=("charismatic",), assistants=2),
        Person(
            key="standard", what="army_standard", name="Standard", moves="native", melee=2, weapons=("hand_weapon",)
        ),
        Person(key="wizard", what="sorcerer", name="Wizard", moves="native"),
        Person(key="hospital", what="hospital", name="Hospital"),
        Person(key="mules", what="baggage", name="Mules", moves="pack_animals", elements=3),
        Person(key="writer", what="correspondent", name="Writer", moves="regular", shooting=1, melee=1, courage=0),
    ),
    aggression=3,
)


def battle(scenario: str, first: Army | str, second: Army | str, **options) -> Setup:
    """A battle between two armies, ``west`` in the first place."""
    given = {
        seat: army if isinstance(army, str) else msgspec.to_builtins(army)
        for seat, army in (("west", first), ("east", second))
    }
    return Setup(
        scenario=scenario,
        forces={"west": Force(), "east": Force()},
        roles={"attacker": "west", "defender": "east"},
        options={"armies": given, **options},
    )


HUNT = Setup(scenario="hunt", forces={"west": Force(), "east": Force()}, options={"armies": {"west": "hunters"}})
"""One party; the animals are the other seat's."""
SPEARMEN = {"moves": "native", "melee": 3, "courage": 4, "weapons": ["weapon_and_shield"]}
LEVIES = {"moves": "irregular", "shooting": 2, "melee": 1, "courage": 4, "weapons": ["magazine_rifle", "hand_weapon"]}
EMIR = {"what": "leader", "moves": "native", "melee": 4, "weapons": ["weapon_and_shield"]}
ROSTER = Force(
    units=tuple(
        UnitIn(id=key, name=key.title(), figures=5, points=9, profile=profile)
        for key, profile in (("band", SPEARMEN), ("kin", SPEARMEN), ("levy", LEVIES))
    ),
    characters=(
        CharacterIn(
            id="emir", name="Emir", rank="general", wounds=(2, 9, 11), deeds=4, skills=(1, 2, 3, 4, 5, 6), profile=EMIR
        ),
        CharacterIn(id="nephew", name="Nephew", rank="subordinate", wounds=(10,), deeds=1),
    ),
)
"""A campaign's force, with characters of whom it has made something."""
YEARS = Setup(scenario="skirmish", forces={"west": ROSTER, "east": ROSTER})
PAIRS = list(itertools.combinations(sorted(armies.LISTS), 2))


def stage(west: Army, east: Army, at: dict[str, tuple], *, told=None, scenario="open_field", **readings) -> Field:
    """A battle in mid-turn, turn 5, with the units where they are said to stand; all others are gone.

    ``at``: anchor x and y, facing, ranks. ``told``: faces by address; every other die shows what a seed says. ``west`` has the initiative.
    """
    state = setting.opened(battle(scenario, west, east, readings=readings))
    state.ground, state.objectives, state.turn, state.phase, state.first = [], [], 5, "movement", "west"
    dice = Loaded({f"turn/5/{why}": faces for why, faces in (told or {}).items()}, otherwise=Keyed(b"stage"))
    field = Field(state, dice)
    for unit in state.units.values():
        if unit.id not in at:
            unit.where, unit.fate = "off", "left"
            continue
        x, y, facing, ranks = at[unit.id]
        setting.put(field, unit, Point(x, y), facing, ranks, where="table")
        unit.order, unit.at_start = "full", unit.count
    return field


def heard(field: Field, kind: str) -> list[dict]:
    """What was told of one kind."""
    return [happening.data for happening in field.happenings if happening.kind == kind]
