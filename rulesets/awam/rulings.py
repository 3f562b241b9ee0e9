"""What an umpire may rule: places, markers, wounds, rounds, words, points, damage, flags, the treaty, the end (AWAM 18.1)."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct

from rulesets.awam import markers, phases, shooting
from rulesets.awam.acts import common
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Boat, Figure, Gun, Piece
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Domain, IntRange, OneOf, Problem

RULE = "AWAM 18.1"
type Mark = Literal["blue", "yellow", "prone", "green", "broken", "missile_low", "no_missile"]
type Harm = Literal["whole", "damaged", "jammed", "wrecked", "holed"]
MARKS: tuple[str, ...] = get_args(Mark.__value__)
THROWN: Mapping[str, int] = {"missile_low": 1, "no_missile": 2}
"""How many missiles are gone under a marker (AWAM 9)."""
MISSILES = ("javelin", "uisa")


class Said(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``shown_to``: the seats that may read why; nobody named, everybody."""

    reason: str
    shown_to: tuple[str, ...] = ()


class Ruling[S: Said](ABC):
    """One kind of ruling. A rolled die is never changed, only its effect."""

    said: type[S]
    entry: ClassVar[bool] = True
    """Whether it may be made before turn 1."""

    @abstractmethod
    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        """What is asked for it, beside the reason; nothing: it cannot be made here and now."""

    def judge(self, world: World, said: S) -> Problem | None:
        """Why it cannot be made."""
        return None

    @abstractmethod
    def carry_out(self, world: World, said: S) -> None:
        """Do what ``judge`` has passed."""

    def about(self, said: S) -> str:
        """The figure it is about: of one who hides only his own seat and the umpire are told."""
        return ""


# --- Figures ----------------------------------------------------------------------------------------------------------


class OfFigure(Said, frozen=True, kw_only=True):
    fig: str


class FigureRuling[S: OfFigure](Ruling[S]):
    def candidates(self, world: World) -> Iterator[Figure]:
        return world.state.on_table()

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        keys = tuple(one.id for one in self.candidates(world))
        if keys:
            yield {"fig": OneOf(values=keys), **self.more(world)}

    def more(self, world: World) -> dict[str, Domain]:
        return {}

    def judge(self, world: World, said: S) -> Problem | None:
        figure = next((one for one in self.candidates(world) if one.id == said.fig), None)
        if figure is None:
            return Problem(code="no_such_figure", rule=RULE, place="fig")
        return self.judge_of(world, figure, said)

    def judge_of(self, world: World, figure: Figure, said: S) -> Problem | None:
        return None

    def carry_out(self, world: World, said: S) -> None:
        self.rule(world, world.figure(said.fig), said)

    @abstractmethod
    def rule(self, world: World, figure: Figure, said: S) -> None: ...

    def about(self, said: S) -> str:
        return said.fig


class PlaceSaid(OfFigure, frozen=True, kw_only=True):
    x: int
    y: int


class Place(FigureRuling[PlaceSaid]):
    """A figure is put somewhere else."""

    said = PlaceSaid

    def candidates(self, world: World) -> Iterator[Figure]:
        return (one for one in world.state.on_table() if not one.aboard)

    def more(self, world: World) -> dict[str, Domain]:
        return {"x": IntRange(low=0, high=world.state.width), "y": IntRange(low=0, high=world.state.height)}

    def judge_of(self, world: World, figure: Figure, said: PlaceSaid) -> Problem | None:
        place = Point(said.x, said.y)
        if max(abs(said.x), abs(said.y)) > common.FAR or not world.on_board(place):
            return Problem(code="off_table", rule=RULE, place="x")
        if not world.is_free(place, figure.radius, but=(figure.id,)):
            return Problem(code="place_taken", rule="AWAM 14.1", place="x")
        return None

    def rule(self, world: World, figure: Figure, said: PlaceSaid) -> None:
        figure.at = Point(said.x, said.y)


class Back(Place):
    """One who is out comes back, with one wound at most, nobody's prisoner."""

    def candidates(self, world: World) -> Iterator[Figure]:
        return (one for one in world.state.figures.values() if one.out and not world.side(one.seat).conceded)

    def rule(self, world: World, figure: Figure, said: PlaceSaid) -> None:
        figure.where, figure.fate, figure.captor, figure.aboard = "table", "", "", ""
        figure.wounds = min(figure.wounds, TABLES.hits.wounds - 1)
        figure.at = Point(said.x, said.y)


class MarkSaid(OfFigure, frozen=True, kw_only=True):
    mark: Mark
    on: bool


class Marking(FigureRuling[MarkSaid]):
    said = MarkSaid

    def more(self, world: World) -> dict[str, Domain]:
        return {"mark": OneOf(values=MARKS), "on": OneOf(values=(True, False))}

    def judge_of(self, world: World, figure: Figure, said: MarkSaid) -> Problem | None:
        if said.mark == "broken" and figure.prisoner:
            return Problem(code="is_prisoner", rule=RULE, place="fig")
        if said.mark in THROWN and not figure.warrior:
            return Problem(code="no_missile", rule=RULE, place="mark")
        return None

    def rule(self, world: World, figure: Figure, said: MarkSaid) -> None:
        if said.mark in THROWN:
            figure.threw = THROWN[said.mark] - (not said.on)
            figure.missiles = MISSILES[figure.threw :]
        elif said.mark == "yellow":
            figure.ran = world.state.turn if said.on else 0
        elif said.mark == "green":
            figure.drawn = said.on
        else:
            setattr(figure, said.mark, said.on)
        if said.mark == "broken" and said.on:
            figure.blue = False
            markers.release(world, figure)


class WoundSaid(OfFigure, frozen=True, kw_only=True):
    wounds: int


class Wounds(FigureRuling[WoundSaid]):
    said = WoundSaid

    def more(self, world: World) -> dict[str, Domain]:
        return {"wounds": IntRange(low=0, high=TABLES.hits.wounds - 1)}

    def judge_of(self, world: World, figure: Figure, said: WoundSaid) -> Problem | None:
        if not 0 <= said.wounds < TABLES.hits.wounds:
            return Problem(code="bad_wounds", rule=RULE, place="wounds")
        return None

    def rule(self, world: World, figure: Figure, said: WoundSaid) -> None:
        figure.wounds = said.wounds


class OffSaid(OfFigure, frozen=True, kw_only=True):
    fate: Literal["dead", "fled", "exited"]


class TakeOff(FigureRuling[OffSaid]):
    said = OffSaid

    def more(self, world: World) -> dict[str, Domain]:
        return {"fate": OneOf(values=("dead", "fled", "exited"))}

    def rule(self, world: World, figure: Figure, said: OffSaid) -> None:
        if said.fate == "dead":
            shooting.kill(world, figure, cause="ruling")
        else:
            markers.remove(world, figure, said.fate)


class RoundsSaid(OfFigure, frozen=True, kw_only=True):
    rounds: int
    points: int = 0


class Rounds(FigureRuling[RoundsSaid]):
    """Rounds in the weapon in hand, and points gained towards the reload."""

    said = RoundsSaid

    def candidates(self, world: World) -> Iterator[Figure]:
        return (one for one in world.state.on_table() if one.gun is not None)

    def more(self, world: World) -> dict[str, Domain]:
        most = max(weapon.rounds for weapon in TABLES.firearms.values())
        return {
            "rounds": IntRange(low=0, high=most),
            "points": IntRange(low=0, high=max(weapon.score for weapon in TABLES.firearms.values()) - 1),
        }

    def judge_of(self, world: World, figure: Figure, said: RoundsSaid) -> Problem | None:
        gun = figure.gun
        if gun is None or not 0 <= said.rounds <= gun.full:
            return Problem(code="bad_rounds", rule=RULE, place="rounds")
        score = TABLES.firearms[gun.key].score
        if not 0 <= said.points < score or (said.points and said.rounds == gun.full):
            return Problem(code="bad_reload_points", data={"score": score}, rule=RULE, place="points")
        return None

    def rule(self, world: World, figure: Figure, said: RoundsSaid) -> None:
        if figure.gun is not None:
            figure.gun.rounds = said.rounds
        figure.reload, figure.slip, figure.reload_turn = said.points, False, world.state.turn


# --- Things -----------------------------------------------------------------------------------------------------------


class LoadSaid(Said, frozen=True, kw_only=True):
    gun: str
    loaded: bool
    points: int = 0


class GunRounds(Ruling[LoadSaid]):
    """Whether a machine gun or cannon is loaded, and the points its crew has gained."""

    said = LoadSaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        keys = tuple(gun.id for gun in world.state.guns.values() if gun.where == "table" and not gun.broken)
        if keys:
            most = max(TABLES.machine_gun.score, TABLES.cannon.score) - 1
            points = IntRange(low=0, high=most)
            yield {"gun": OneOf(values=keys), "loaded": OneOf(values=(True, False)), "points": points}

    def judge(self, world: World, said: LoadSaid) -> Problem | None:
        gun = world.state.guns.get(said.gun)
        if gun is None or gun.where != "table" or gun.broken:
            return Problem(code="no_such_thing", rule=RULE, place="gun")
        score = TABLES.machine_gun.score if gun.kind == "machine_gun" else TABLES.cannon.score
        if not 0 <= said.points < score or (said.points and said.loaded):
            return Problem(code="bad_reload_points", data={"score": score}, rule=RULE, place="points")
        return None

    def carry_out(self, world: World, said: LoadSaid) -> None:
        gun = world.state.guns[said.gun]
        if said.loaded and not gun.loaded:
            gun.turns = 0
        gun.loaded, gun.reload, gun.reload_turn = said.loaded, said.points, world.state.turn * bool(said.points)


class DamageSaid(Said, frozen=True, kw_only=True):
    thing: str
    """``gun:``, ``boat:`` or ``piece:`` and a key."""
    harm: Harm


class Damage(Ruling[DamageSaid]):
    """A gun, a boat or a building is whole, or how it is harmed (AWAM 8.1, 8.2)."""

    said = DamageSaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        by_harms: dict[tuple[str, ...], list[str]] = {}
        for key, thing in self.things(world):
            by_harms.setdefault(self.harms(thing), []).append(key)
        for harms, keys in by_harms.items():
            yield {"thing": OneOf(values=tuple(keys)), "harm": OneOf(values=harms)}

    @staticmethod
    def things(world: World) -> Iterator[tuple[str, Gun | Boat | Piece]]:
        state = world.state
        yield from ((f"gun:{gun.id}", gun) for gun in state.guns.values() if gun.where == "table")
        yield from ((f"boat:{boat.id}", boat) for boat in state.boats.values() if boat.where == "table")
        yield from ((f"piece:{piece.id}", piece) for piece in state.ground if TABLES.ground[piece.kind].enter)

    @staticmethod
    def harms(thing: Gun | Boat | Piece) -> tuple[str, ...]:
        if isinstance(thing, Boat):
            return ("whole", "damaged", "holed")
        if isinstance(thing, Piece):
            return ("whole", "damaged")
        return ("whole", "damaged", "wrecked", *(("jammed",) if thing.kind == "machine_gun" else ()))

    def judge(self, world: World, said: DamageSaid) -> Problem | None:
        thing = dict(self.things(world)).get(said.thing)
        if thing is None:
            return Problem(code="no_such_thing", rule=RULE, place="thing")
        if said.harm not in self.harms(thing):
            return Problem(code="no_such_harm", rule=RULE, place="harm")
        return None

    def carry_out(self, world: World, said: DamageSaid) -> None:
        thing = dict(self.things(world))[said.thing]
        thing.damaged = said.harm == "damaged"
        if isinstance(thing, Boat):
            thing.sinks = world.state.turn + 1 if said.harm == "holed" else 0
        elif isinstance(thing, Gun):
            thing.jammed, thing.broken = said.harm == "jammed", said.harm == "wrecked"


# --- Sides ------------------------------------------------------------------------------------------------------------


class WordSaid(Said, frozen=True, kw_only=True):
    one: str
    other: str
    word: Literal["war", "peace"]


class SetWord(Ruling[WordSaid]):
    """War or peace between two, on both sides (AWAM 10.2)."""

    said = WordSaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        everybody = OneOf(values=tuple(world.state.sides))
        yield {"one": everybody, "other": everybody, "word": OneOf(values=("war", "peace"))}

    def judge(self, world: World, said: WordSaid) -> Problem | None:
        if said.one == said.other or not {said.one, said.other} <= set(world.state.sides):
            return Problem(code="no_such_seat", rule=RULE, place="one")
        return None

    def carry_out(self, world: World, said: WordSaid) -> None:
        for one, other in ((said.one, said.other), (said.other, said.one)):
            side = world.side(one)
            kept = {seat for seat in side.war if seat != other}
            side.war = tuple(sorted(kept | {other} if said.word == "war" else kept))
        play_of(world.state.scenario).words_change(world)


class PointsSaid(Said, frozen=True, kw_only=True):
    seat: str
    points: int


class GivePoints(Ruling[PointsSaid]):
    said = PointsSaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        most = TABLES.umpire.points
        yield {"seat": OneOf(values=tuple(world.state.seats())), "points": IntRange(low=-most, high=most)}

    def judge(self, world: World, said: PointsSaid) -> Problem | None:
        most = TABLES.umpire.points
        if said.seat not in world.state.seats() or abs(said.points) > most:
            return Problem(code="bad_points", data={"most": most}, rule=RULE, place="points")
        return None

    def carry_out(self, world: World, said: PointsSaid) -> None:
        world.side(said.seat).points += said.points


class FlagSaid(Said, frozen=True, kw_only=True):
    seat: str
    up: bool


class Flag(Ruling[FlagSaid]):
    """A seat's flag on the staff, or down (AWAM 12.4): no blow, and no incident."""

    said = FlagSaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        if play_of(world.state.scenario).has_flags:
            yield {"seat": OneOf(values=tuple(world.state.seats())), "up": OneOf(values=(True, False))}

    def judge(self, world: World, said: FlagSaid) -> Problem | None:
        if not play_of(world.state.scenario).has_flags:
            return Problem(code="no_flags", rule=RULE)
        if said.seat not in world.state.seats():
            return Problem(code="no_such_seat", rule=RULE, place="seat")
        return None

    def carry_out(self, world: World, said: FlagSaid) -> None:
        play_of(world.state.scenario).set_flag(world, said.seat, up=said.up)


class TreatySaid(Said, frozen=True, kw_only=True):
    """``seat``: empty for nobody."""

    seat: str


class Treaty(Ruling[TreatySaid]):
    """Who has the treaty, or nobody (AWAM 12.4)."""

    said = TreatySaid

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        if play_of(world.state.scenario).has_treaty:
            yield {"seat": OneOf(values=("", *world.state.seats()))}

    def judge(self, world: World, said: TreatySaid) -> Problem | None:
        if not play_of(world.state.scenario).has_treaty:
            return Problem(code="no_treaty", rule=RULE)
        if said.seat and said.seat not in world.state.seats():
            return Problem(code="no_such_seat", rule=RULE, place="seat")
        return None

    def carry_out(self, world: World, said: TreatySaid) -> None:
        play_of(world.state.scenario).set_treaty(world, said.seat)


# --- The end ----------------------------------------------------------------------------------------------------------


class EndTurn(Ruling[Said]):
    said = Said
    entry: ClassVar[bool] = False

    def forms(self, world: World) -> Iterator[dict[str, Domain]]:
        yield {}

    def carry_out(self, world: World, said: Said) -> None:
        phases.end_turn(world)


class EndGame(EndTurn):
    """What the rows or points of the scenario give now."""

    entry: ClassVar[bool] = True

    def carry_out(self, world: World, said: Said) -> None:
        phases.ruled_over(world)


RULINGS: Mapping[str, Ruling[Any]] = {
    "place": Place(),
    "back": Back(),
    "mark": Marking(),
    "wound": Wounds(),
    "take_off": TakeOff(),
    "rounds": Rounds(),
    "gun_rounds": GunRounds(),
    "damage": Damage(),
    "set_word": SetWord(),
    "give_points": GivePoints(),
    "flag": Flag(),
    "treaty": Treaty(),
    "end_turn": EndTurn(),
    "end_game": EndGame(),
}
