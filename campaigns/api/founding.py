"""Preparing a war: its rules, clock, sides and armies; and beginning it."""

from typing import Any

from rest_framework import serializers

from campaigns import narration
from campaigns.api import shapes, told
from campaigns.api.places import plain
from campaigns.api.wars import ClubWars
from campaigns.models.campaign import DiceMode, Stage
from campaigns.models.codec import army_of
from campaigns.places import Spot
from campaigns.rules.armies import Army, army_points
from campaigns.rules.armycsv import from_csv, to_csv
from campaigns.rules.armylists import list_of, sample_lists
from campaigns.rules.recordfile import ARMS, GRADES, RANKS, STATUSES, UNITS
from campaigns.rules.state import Character, Unit
from campaigns.selectors import rosters, wars
from campaigns.services import founding, kernel
from clubs import clock, selectors
from clubs.api.base import LARGE, ApiView, Asked, Given, operation
from clubs.api.shapes import Named
from clubs.errors import NotSeen
from clubs.models import Membership

MOST = 100_000


class ClockShape(serializers.Serializer):
    """Days of each stage, and the hour and the weekday (0 Monday, null any) on which deadlines fall."""

    orders = serializers.IntegerField(min_value=1, max_value=120, required=False)
    setup = serializers.IntegerField(min_value=1, max_value=120, required=False)
    muster = serializers.IntegerField(min_value=1, max_value=120, required=False)
    battle = serializers.IntegerField(min_value=1, max_value=120, required=False)
    aftermath = serializers.IntegerField(min_value=1, max_value=120, required=False)
    hour = serializers.IntegerField(min_value=0, max_value=23, required=False)
    weekday = serializers.IntegerField(min_value=0, max_value=6, required=False, allow_null=True)
    agreed = serializers.IntegerField(
        min_value=0, max_value=60, required=False, help_text="Days that the sides may give each other in a stage."
    )
    grace = serializers.IntegerField(
        min_value=0, max_value=72, required=False, help_text="Hours for which what is late is taken."
    )


class AbsentShape(serializers.Serializer):
    """What is done for players who do not come. Missed deadlines count in a row; 0 means never."""

    order = serializers.CharField(
        max_length=80, required=False, allow_blank=True, help_text="The action of a side that gives none."
    )
    standing = serializers.BooleanField(required=False, help_text="A side may leave a standing order.")
    remind = serializers.IntegerField(min_value=0, max_value=1000, required=False, help_text="Hours before a deadline.")
    stand_in = serializers.IntegerField(
        min_value=0, max_value=1000, required=False, help_text="Missed, then a deputy takes over."
    )
    claim = serializers.IntegerField(
        min_value=0, max_value=1000, required=False, help_text="Days of notice of a claim of a win."
    )
    drop = serializers.IntegerField(
        min_value=0, max_value=1000, required=False, help_text="Missed, then the seat is lost."
    )
    drop_to = serializers.ChoiceField(["vacant", "program"], required=False)

    example = {"order": "defence", "remind": 24, "claim": 3}


class FoundIn(serializers.Serializer):
    name = serializers.CharField(max_length=200)
    pack = serializers.CharField(max_length=80, default="hispania")
    years = serializers.IntegerField(min_value=1, max_value=200, default=5)
    dice = serializers.ChoiceField(DiceMode.values, default=DiceMode.PROGRAM)
    umpire = serializers.CharField(
        max_length=20, required=False, allow_null=True, default=None, help_text="A member's id."
    )
    clock = ClockShape(required=False)
    readings = serializers.DictField(child=serializers.CharField(max_length=80), required=False)
    absent = AbsentShape(required=False)

    example = {"name": "The long war", "pack": "hispania", "years": 5, "dice": "program"}


class SetupEdit(serializers.Serializer):
    """What is left out stays."""

    name = serializers.CharField(max_length=200, required=False)
    years = serializers.IntegerField(min_value=1, max_value=200, required=False)
    dice = serializers.ChoiceField(DiceMode.values, required=False)
    umpire = serializers.CharField(max_length=20, required=False, allow_null=True, help_text="A member's id.")
    clock = ClockShape(required=False)
    readings = serializers.DictField(child=serializers.CharField(max_length=80), required=False)
    absent = AbsentShape(required=False)

    example = {"years": 8, "absent": {"order": "defence"}}


class MissingShape(serializers.Serializer):
    place = serializers.CharField()
    code = serializers.CharField()
    text = serializers.CharField()


class SetupShape(serializers.Serializer):
    name = serializers.CharField()
    years = serializers.IntegerField()
    dice = serializers.ChoiceField(DiceMode.values)
    umpire = Named(allow_null=True)
    clock = ClockShape()
    readings = serializers.DictField(child=serializers.CharField())
    absent = AbsentShape()
    missing = MissingShape(many=True, help_text="What still stands in the way of the war.")


class SeatIn(serializers.Serializer):
    member = serializers.CharField(max_length=20, help_text="A member's id.")


class UnitIn(serializers.Serializer):
    id = serializers.CharField(max_length=80)
    name = serializers.CharField(max_length=200)
    arm = serializers.ChoiceField(sorted(ARMS), default="infantry")
    grade = serializers.ChoiceField(sorted(GRADES), default="common")
    native = serializers.BooleanField(default=False)
    figures = serializers.IntegerField(min_value=0, max_value=MOST)
    points = serializers.IntegerField(min_value=0, max_value=MOST, help_text="A figure.")
    command = serializers.IntegerField(min_value=0, max_value=MOST, default=0)
    break_points = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True, default=None)


class CharacterIn(serializers.Serializer):
    id = serializers.CharField(max_length=80)
    name = serializers.CharField(max_length=200)
    rank = serializers.ChoiceField(sorted(RANKS), default="leader")
    native = serializers.BooleanField(default=False)
    points = serializers.IntegerField(min_value=0, max_value=MOST, default=0)
    status = serializers.ChoiceField(sorted(STATUSES), default="ready")
    wounds = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST), max_length=200, default=list
    )
    deeds = serializers.IntegerField(min_value=0, max_value=MOST, default=0)
    skills = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST), max_length=200, default=list
    )
    traits = serializers.ListField(child=serializers.CharField(max_length=200), max_length=200, default=list)


UNIT = {"id": "r1", "name": "First cohort", "figures": 20, "points": 12, "command": 10}
GENERAL = {"id": "r-general", "name": "Scipio", "rank": "general", "points": 100}


class ArmyIn(serializers.Serializer):
    """An army: written out, as the table of a spreadsheet, from a sample list, or the one an earlier war began with."""

    units = UnitIn(many=True, required=False)
    characters = CharacterIn(many=True, required=False)
    csv = serializers.CharField(max_length=500_000, required=False, trim_whitespace=False)
    list = serializers.CharField(max_length=80, required=False, help_text="The key of a sample list.")
    war = serializers.CharField(max_length=20, required=False, help_text="The id of an earlier war.")
    under_way = serializers.BooleanField(default=False, help_text="Of a war that was begun on paper.")

    example = {"units": [UNIT], "characters": [GENERAL]}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        ways = [way for way in ("units", "csv", "list", "war") if way in attrs]
        if len(ways) != 1:
            raise serializers.ValidationError("units (and characters), csv, list or war: one of them")
        if len(attrs.get("units", ())) > 2 * UNITS or len(attrs.get("characters", ())) > 2 * UNITS:
            raise serializers.ValidationError(f"{2 * UNITS}")
        return attrs


class ArmyShape(serializers.Serializer):
    units = UnitIn(many=True)
    characters = CharacterIn(many=True)
    points = serializers.IntegerField()
    most = serializers.IntegerField(help_text="Points that the rules allow.")
    csv = serializers.CharField(allow_blank=True)
    list_key = serializers.CharField(allow_blank=True)


class ListShape(serializers.Serializer):
    key = serializers.CharField()
    side = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    points = serializers.IntegerField()


class BeginIn(serializers.Serializer):
    """Left empty: from the first year on. Else where a war stands that was begun on paper."""

    year = serializers.IntegerField(min_value=1, max_value=200, default=1)
    earned = serializers.DictField(child=serializers.IntegerField(min_value=-MOST, max_value=MOST), required=False)
    flags = serializers.ListField(child=serializers.CharField(max_length=80), max_length=100, default=list)

    example = {"year": 1}


class Wars(ClubWars):
    @operation("war_found", "Found a war", takes=FoundIn, gives=shapes.WarShape, status=201, throttle="founding")
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        place = selectors.place_in(request.user, slug)
        told_ = {**data, "pack_key": data["pack"]}
        del told_["pack"]
        changes = _changes(told_, place)
        war = founding.found(place.club, **changes, by=place, now=clock.now())
        return told.war(Spot.of(request.user, war.public_id))


def _changes(data: Given, place: Membership) -> dict[str, Any]:
    """What was sent, in the words of the services; a person by his id, if he is in the same club."""
    changes = dict(data)
    if changes.get("umpire"):
        changes["umpire"] = selectors.member_for(place.club, changes["umpire"])
    return changes


class Setup(ApiView):
    tag = "founding"
    shape = SetupShape

    def look(self, request: Asked, war: str, **kwargs: Any) -> Any:
        spot = Spot.of(request.user, war)
        if spot.war.stage != Stage.FOUNDING:
            raise NotSeen
        row = spot.war if request.method == "GET" else kernel.lock_war(spot.war.pk)
        return {
            "name": row.name,
            "years": row.years,
            "dice": row.dice,
            "umpire": row.umpire,
            "clock": row.clock,
            "readings": row.readings,
            "absent": row.absent,
            "missing": [
                {"place": one.place, "code": one.code, "text": narration.problem_text(one, spot.book)}
                for one in founding.missing(row)
            ],
        }

    @operation("setup_read", "A war that is being prepared, and what is missing", gives=SetupShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return self.look(request, war)

    @operation("setup_change", "Change a war that is being prepared", takes=SetupEdit, gives=SetupShape, match="must")
    def patch(self, request: Asked, war: str, data: Given) -> Any:
        spot = Spot.managed(request.user, war)
        if "clock" in data:
            data = {**data, "clock": {**spot.war.clock, **data["clock"]}}
        for name in ("readings", "absent"):
            if name in data:
                data = {**data, name: {**getattr(spot.war, name), **data[name]}}
        founding.edit(spot.war, **_changes(data, spot.member), by=spot.member, now=clock.now())
        return self.look(request, war)


class OfferSide(ApiView):
    tag = "founding"

    @operation(
        "side_offer",
        "Offer a side to a member; seat one on paper at once",
        takes=SeatIn,
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str, side: str, data: Given) -> Any:
        spot = Spot.managed(request.user, war)
        spot.side(side)
        member = selectors.member_for(spot.war.club, data["member"])
        verb = founding.seat_paper_member if member.on_paper else founding.offer_side
        verb(spot.war, side=side, member=member, by=spot.member, now=clock.now())
        return told.war(Spot.of(request.user, war))


class WarOffers(ApiView):
    tag = "founding"

    @operation("offers_list", "Sides that are offered and not yet answered", gives=shapes.OfferShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        return wars.open_offers(Spot.managed(request.user, war).war)


class Lists(ApiView):
    tag = "founding"

    @operation("army_lists", "Sample lists of these rules", gives=ListShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.of(request.user, war)
        return [
            {
                "key": one.key,
                "side": one.side,
                "name": spot.book.label(one.name),
                "summary": spot.book.label(one.summary),
                "points": army_points(one.army),
            }
            for one in sample_lists(spot.rules.pack.key)
        ]


class ArmyOf(ApiView):
    tag = "founding"
    shape = ArmyShape

    def look(self, request: Asked, war: str, side: str, **kwargs: Any) -> Any:
        spot = _writable(request, war, side)
        if request.method != "GET":
            kernel.lock_war(spot.war.pk)
            spot = _writable(request, war, side)
        army = army_of(spot.side(side))
        return {
            **plain(army),
            "points": army_points(army),
            "most": spot.rules.pack.army_points,
            "csv": to_csv(army),
        }

    @operation("army_read", "A side's army while the war is prepared: its own side's only", gives=ArmyShape, etag=True)
    def get(self, request: Asked, war: str, side: str) -> Any:
        return self.look(request, war, side)

    @operation(
        "army_write",
        "Write down a side's army",
        takes=ArmyIn,
        gives=ArmyShape,
        match="must",
        most_bytes=LARGE,
    )
    def put(self, request: Asked, war: str, side: str, data: Given) -> Any:
        spot = _writable(request, war, side)
        army = _army(spot, side, data)
        founding.set_army(spot.war, side=side, army=army, by=spot.member, now=clock.now(), under_way=data["under_way"])
        return self.look(request, war, side)


def _writable(request: Asked, war: str, side: str) -> Spot:
    """A war in preparation, for whoever may see and write down this side's army; for everybody else there is nothing here."""
    spot = Spot.of(request.user, war)
    spot.side(side)
    return spot.seen_if(spot.place.may_write_army(side) and spot.war.stage == Stage.FOUNDING)


def _army(spot: Spot, side: str, data: Given) -> Army:
    if "list" in data:
        chosen = list_of(spot.rules.pack.key, data["list"])
        if chosen is None or chosen.side != side:
            raise NotSeen
        return chosen.army
    if "war" in data:
        earlier = next((one for one in rosters.earlier_wars(spot.war) if one.public_id == data["war"]), None)
        if earlier is None:
            raise NotSeen
        return rosters.first_army(earlier, side)
    if "csv" in data:
        read = from_csv(data["csv"], under_way=data["under_way"])
        if read.problems:
            raise founding.Unfit(read.problems)
        return read.army
    units = tuple(Unit(**one) for one in data["units"])
    return Army(units=units, characters=tuple(character_of(one) for one in data.get("characters", ())))


def character_of(one: Given) -> Character:
    told: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in one.items()}
    return Character(**told)


class Begin(ApiView):
    tag = "founding"

    @operation("war_begin", "Begin the war", takes=BeginIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = Spot.managed(request.user, war)
        where = {**data, "flags": tuple(data["flags"])}
        founding.begin(spot.war, **where, by=spot.member, now=clock.now())
        return told.war(Spot.of(request.user, war))
