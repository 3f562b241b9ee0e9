"""The expeditions to Fashoda, and how they come on (AWAM 12.1, 12.2)."""

from collections.abc import Iterable

from rulesets.awam.setting import SEATS, SHEETS, Builder, Expedition, GroupSheet, mm
from rulesets.awam.state import Animal, Boat, Figure, Firearm, Gun, State, Zone
from rulesets.vocabulary import Seat

SHEET = SHEETS.scenarios["fashoda"]
FRENCH, BRITISH, ABYSSINIAN, CONGO, RAMPIN = SEATS
DERVISHES, SHILLUK = "dervishes", "shilluk"
STAFF, BOX = mm(SHEET.places["staff"]), mm(SHEET.places["box"])


def built(seats: list[Seat], readings: dict[str, str]) -> State:
    """The table, the expeditions that play, and the umpire's groups; nobody of the expeditions has come on yet."""
    made = Builder("fashoda", seats, SHEET, readings)
    state = made.state
    state.current = SHEET.current
    state.zones = {key: Zone(low=mm(low), high=mm(high)) for key, (low, high) in SHEET.zones.items()}
    for seat in seats:
        _expedition(made, seat, SHEET.expeditions[SEATS.index(seat)])
        state.sides[seat].war, state.sides[seat].ready = (), False
        state.exits[seat] = SHEET.expeditions[SEATS.index(seat)].edges
    for number, (group, sheet) in enumerate(SHEET.groups.items(), start=len(SEATS) + 1):
        _group(made, group, number, sheet)
    for seat in (*seats, SHILLUK):
        state.sides[seat].war = (DERVISHES,)
    state.sides[DERVISHES].war = tuple(sorted((*seats, SHILLUK)))
    state.goal = dict.fromkeys((*seats, DERVISHES), STAFF)
    state.group_cards = tuple(group for group, sheet in SHEET.groups.items() for _card in range(sheet.cards))
    state.special |= {
        "flags": [],
        "treaty": "",
        "signed_by": "",
        "incidents": 0,
        "quarrels": {},
        "planted": {},
    }
    for seat in seats:
        arrange(state, seat, "a")
    return made.done()


def _expedition(made: Builder, seat: Seat, sheet: Expedition) -> None:
    state = made.state
    for number, squad_sheet in enumerate(sheet.squads, start=1):
        squad = made.add_squad(seat, number)
        squad.comes = 1
        if number == 1:
            made.add(squad, sheet.head, 0, head=True)
        for place, kind in enumerate(squad_sheet.kinds, start=1):
            figure = made.add(squad, kind, place, leads=place == 1)
            figure.firearms = [_counted(gun, squad_sheet.spare) for gun in figure.firearms]
        if squad_sheet.gun:
            _gun(made, seat, squad.id, squad_sheet.gun, sheet)
    for boat in sheet.boats:
        where = "table" if seat == ABYSSINIAN else "coming"
        state.boats[boat.id] = Boat(
            id=boat.id,
            seat=seat,
            kind=boat.kind,
            carries=boat.carries,
            at=mm(boat.at),
            where=where,  # type: ignore[arg-type]
        )
    for number in range(1, sheet.animals + 1):
        key = f"pack-{number}"
        state.animals[key] = Animal(id=key, seat=seat, where="coming", comes_with=f"{SEATS.index(seat) + 1}.2")


def _counted(gun: Firearm, spare: int | None) -> Firearm:
    return gun if spare is None else Firearm(key=gun.key, rounds=gun.rounds, full=gun.full, spare=spare)


def _gun(made: Builder, seat: Seat, squad: str, kind: str, sheet: Expedition) -> None:
    crew = tuple(one.id for one in made.state.figures.values() if one.squad == squad)
    gun = Gun(id=f"{kind}-{seat}", seat=seat, kind=kind, crew=crew, where="coming", comes_with=squad)  # type: ignore[arg-type]
    if kind == "machine_gun":
        gun.boat = sheet.boats[0].id
    else:
        mule = Animal(id="mule", seat=seat, where="coming", comes_with=squad)
        made.state.animals[mule.id] = mule
        gun.packed = mule.id
    made.state.guns[gun.id] = gun


def _group(made: Builder, group: str, number: int, sheet: GroupSheet) -> None:
    side = made.add_side(group, number, group=True)
    side.prisoners = "none"
    squad = made.add_squad(group, 1)
    squad.comes = sheet.comes
    for place, kind in enumerate(sheet.kinds, start=1):
        made.add(squad, kind, place, leads=place == 1)
    for boat in sheet.boats:
        made.state.boats[boat.id] = Boat(
            id=boat.id, seat=group, kind=boat.kind, carries=boat.carries, at=mm(boat.at), where="coming"
        )


def arrange(state: State, seat: Seat, way: str) -> None:
    """How an expedition comes on by the way chosen: aboard which boat, or from which strip (AWAM 12.2)."""
    number = SEATS.index(seat) + 1
    sheet = SHEET.expeditions[number - 1]
    by_river = sheet.river[way]
    for figure in state.of(seat):
        if figure.where == "coming":
            figure.aboard = ""
    for squad in state.squads.values():
        if squad.seat == seat:
            squad.strip = f"{number}{way}"
    if not by_river:
        return
    parties = [state.of_squad(f"{number}.{own}") for own in by_river]
    if seat == BRITISH:
        _embark((one for party in parties for one in party), "steamer")
        return
    rest: list[Figure] = []
    for own, party in zip(by_river, parties, strict=True):
        men = [one for one in party if one.role != "head"]
        places = sheet.boats[own - 1].carries
        _embark(men[:places], f"boat-{own}")
        rest += men[places:] + [one for one in party if one.role == "head"]
    _embark(rest, "boat-3")


def _embark(figures: Iterable[Figure], boat: str) -> None:
    """Those still to come are aboard that boat."""
    for figure in figures:
        if figure.where == "coming":
            figure.aboard = boat
