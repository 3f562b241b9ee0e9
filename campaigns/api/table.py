"""The battle of a year on a real table: what lies open, what a report would come to, the report, its answer, the ruling."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from battles import narration as told_battles
from battles import selectors as battles
from battles.models import Battle
from battles.services import play
from campaigns.api import shapes, told
from campaigns.api.acting import AtDesk, at_table
from campaigns.api.places import Desk, desk_for, plain
from campaigns.api.sealed import KEY, SlipIn
from campaigns.places import Actor, actor_of
from campaigns.selectors import reports
from campaigns.selectors.reports import DRAW, Table
from campaigns.services import fighting
from clubs import clock
from clubs.api.base import Asked, Given, operation
from clubs.errors import NotSeen, Refusal
from clubs.limits import LONGEST_REASON
from rulesets.contract import UMPIRE, Action

NUMBER: dict[str, Any] = {"min_value": 0, "max_value": 1_000_000}


class LossIn(serializers.Serializer):
    seat = serializers.CharField(**KEY)
    unit = serializers.CharField(**KEY)
    routed = serializers.IntegerField(default=0, **NUMBER)
    destroyed = serializers.IntegerField(default=0, **NUMBER)


class PersonIn(serializers.Serializer):
    seat = serializers.CharField(**KEY)
    character = serializers.CharField(**KEY)


class FelledIn(PersonIn):
    captured = serializers.BooleanField(required=False, default=False, help_text="Taken alive: he rolls for no fate.")


class DeedsIn(PersonIn):
    count = serializers.IntegerField(default=1, **NUMBER)


class ReportBody(serializers.Serializer):
    """How the battle went. Without a ``winner`` the figures must say him."""

    winner = serializers.CharField(required=False, help_text="A side, or `draw`.", **KEY)
    level = serializers.ChoiceField(["major", "minor"], required=False, allow_null=True)
    withdrew = serializers.CharField(required=False, allow_null=True, **KEY)
    village_destroyed = serializers.BooleanField(required=False)
    break_points = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(**NUMBER), min_length=2, max_length=2),
        required=False,
        help_text="Starting and lost break points of each side.",
    )
    units_broken = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(**KEY), max_length=1000), required=False
    )
    lowest = serializers.DictField(child=serializers.IntegerField(**NUMBER), required=False)
    turns = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1_000_000)
    first_broken = serializers.CharField(required=False, allow_null=True, **KEY)
    generals = serializers.DictField(child=serializers.CharField(**KEY), required=False)
    losses = LossIn(many=True, required=False)
    felled = FelledIn(many=True, required=False)
    deeds = DeedsIn(many=True, required=False)
    guns = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(**KEY), max_length=1000),
        required=False,
        help_text="Guns that each side took from the other, by their unit ids there.",
    )
    note = serializers.CharField(required=False, allow_blank=True, max_length=4000)

    example = {
        "winner": "rome",
        "level": "minor",
        "turns": 6,
        "losses": [{"seat": "carthage", "unit": "c1", "routed": 3, "destroyed": 5}],
        "felled": [{"seat": "carthage", "character": "c-general"}],
        "note": "Snow fell on the passes.",
    }


class ReportIn(SlipIn):
    report = ReportBody()

    example = {"year": 3, "report": ReportBody.example}


class DisputeIn(SlipIn):
    reason = serializers.CharField(max_length=LONGEST_REASON)
    report = ReportBody(required=False, help_text="One's own version.")

    example = {"year": 3, "reason": "Two cohorts were still fighting."}


class RulingIn(serializers.Serializer):
    year = serializers.IntegerField(min_value=0, max_value=100_000)
    reason = serializers.CharField(max_length=LONGEST_REASON)
    report = ReportBody()

    example = {"year": 3, "reason": "Both agree on the phone.", "report": ReportBody.example}


class WayIn(serializers.Serializer):
    year = serializers.IntegerField(min_value=0, max_value=100_000)
    way = serializers.ChoiceField(fighting.Way.values, help_text="`table`, `site`, or `program`: to its end.")
    ruleset = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=40,
        help_text="By which ruleset, where the scenario can be played by more than one; left out: the club's choice.",
    )
    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_REASON, help_text="An umpire says why."
    )

    example = {"year": 3, "way": "site", "ruleset": "", "reason": ""}


class TableShape(serializers.Serializer):
    battle = serializers.CharField()
    seq = serializers.IntegerField()
    stage = serializers.CharField()
    reporter = serializers.CharField(allow_null=True)
    reports = serializers.JSONField(help_text="The standing report of each side.")
    disputes = serializers.ListField(child=serializers.DictField())
    forces = serializers.JSONField()
    objective = serializers.CharField(allow_null=True)
    asks = serializers.ListField(child=serializers.DictField(), help_text="`seat` and `prompt` of whoever is asked.")
    menu = serializers.ListField(child=serializers.DictField(), help_text="What one's own seat may do now.")


class PreviewShape(serializers.Serializer):
    winner = serializers.CharField(allow_null=True, help_text="By the figures.")
    level = serializers.CharField(allow_null=True)
    complete = serializers.BooleanField(help_text="Whether the figures are enough to say it.")
    reasons = serializers.ListField(child=serializers.CharField())
    problem = serializers.CharField(allow_null=True, help_text="Why the rules would refuse it.")
    changes = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Victory points it would bring."
    )
    totals = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    ends_war = serializers.BooleanField()


class AtTable(AtDesk):
    tag = "battle"
    shape = TableShape

    def laid(self, desk: Desk) -> tuple[Battle, Table]:
        """The battle that is being fought; else there is nothing here."""
        if desk.battle is None or desk.table is None or not desk.live:
            raise NotSeen
        return desk.battle, desk.table

    def look(self, request: Asked, war: str, **kwargs: Any) -> Any:
        desk = self.desk(request, war)
        battle, table = self.laid(desk)
        seat = desk.place.side or (UMPIRE if desk.place.umpires else None)
        return {
            "battle": battle.public_id,
            "seq": battle.seq,
            "stage": table.stage,
            "reporter": table.reporter,
            "reports": table.reports,
            "disputes": table.disputes,
            "forces": plain(table.forces),
            "objective": table.objective,
            "asks": [{"seat": ask.seat, "prompt": ask.prompt} for ask in battles.asks_of(battle)],
            "menu": at_table(battle, seat) if seat and not table.on_site else [],
        }

    def words(self, refusal: Refusal, desk: Desk) -> str:
        found = refusal.problem  # type: ignore[attr-defined]  # looked at by the caller
        return str(told_battles.problem(found, desk.book.battle_names()))

    def allowed(self, desk: Desk) -> list[Any]:
        return at_table(desk.battle, self.actor(desk).side) if desk.battle else []

    def act(self, request: Asked, war: str, kind: str, arguments: dict[str, Any]) -> Any:
        desk = self.desk(request, war)
        actor = self.actor(desk)
        battle, _table = self.laid(desk)
        desk.check_year(self.sent["year"])
        play.act(
            battle,
            seat=actor.side,
            action=Action(kind=kind, arguments=arguments),
            seq=battle.seq,
            by=desk.member,
            now=clock.now(),
            paper=actor.paper,
        )
        return told.year(desk_for(request.user, war))

    def settled(self, desk: Desk, report: Given) -> dict[str, Any]:
        """The report with its winner; where it names none, by the figures."""
        told_report = dict(report)
        if "winner" in told_report:
            return told_report
        verdict = reports.judge(desk.rules, self.laid(desk)[1], told_report, desk.known.roles)
        if not verdict.complete:
            raise Refusal(
                _("The figures do not say who won: name the winner, or give what is missing."), code="winner_missing"
            )
        told_report["winner"] = verdict.winner or DRAW
        if verdict.winner:
            told_report["level"] = verdict.level
        return told_report


class OnTable(AtTable):
    @operation("battle_table", "The battle of the year as it lies open", gives=TableShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return self.look(request, war)


class Preview(AtTable):
    @operation(
        "battle_preview",
        "What a report would come to: the verdict of its figures, and the score",
        takes=ReportBody,
        gives=PreviewShape,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        battle, table = self.laid(desk)
        seats = set(desk.rules.pack.side_keys)
        named = {*data.get("break_points", {}), *data.get("units_broken", {})}
        if named - seats:
            raise Refusal(_("There is no such side."), code="unknown_seat")
        verdict = reports.judge(desk.rules, table, data, desk.known.roles)
        winner = data.get("winner", verdict.winner)
        forecast = None
        if (verdict.complete or "winner" in data) and (winner in seats or winner in (None, DRAW)):
            level = data.get("level", verdict.level)
            forecast = reports.forecast(desk.rules, desk.at, winner=None if winner == DRAW else winner, level=level)
        seat = actor_of(desk).side if desk.place.side else UMPIRE
        told_report = {**data, "winner": winner or DRAW}
        kinds = [ask.prompt for ask in battles.asks_of(battle) if ask.seat == seat]
        action = Action(kind="amend" if "amend" in kinds else "report", arguments=told_report)
        problem = reports.problem_with(battle, seat, action) if seat != UMPIRE else None
        names = desk.book.battle_names()
        return {
            "winner": verdict.winner,
            "level": verdict.level,
            "complete": verdict.complete,
            "reasons": [str(told_battles.reason(one, names)) for one in verdict.reasons],
            "problem": str(told_battles.problem(problem, names)) if problem else None,
            "changes": forecast.changes if forecast else None,
            "totals": forecast.totals if forecast else None,
            "ends_war": bool(forecast and forecast.ended),
        }


class Report(AtTable):
    @operation(
        "battle_report",
        "Report the battle, or correct one's own report",
        takes=ReportIn,
        gives=shapes.YearShape,
        match="must",
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        battle, _table = self.laid(desk)
        prompts = [ask.prompt for ask in battles.asks_of(battle) if ask.seat == self.actor(desk).side]
        return self.act(request, war, "amend" if "amend" in prompts else "report", self.settled(desk, data["report"]))


class Confirm(AtTable):
    @operation("battle_confirm", "Confirm the other side's report", takes=SlipIn, gives=shapes.YearShape, match="must")
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, "confirm", {})


class Dispute(AtTable):
    @operation(
        "battle_dispute",
        "Dispute the other side's report, with or without one's own version",
        takes=DisputeIn,
        gives=shapes.YearShape,
        match="must",
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        arguments: dict[str, Any] = {"reason": data["reason"]}
        if "report" in data:
            arguments["report"] = self.settled(desk, data["report"])
        return self.act(request, war, "dispute", arguments)


class Ruling(AtTable):
    tag = "umpire"

    def actor(self, desk: Desk) -> Actor:
        if not desk.place.umpires:
            raise NotSeen
        return Actor(side=UMPIRE, paper=False)

    @operation(
        "battle_rule", "Settle the battle by the umpire's word", takes=RulingIn, gives=shapes.YearShape, match="must"
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        self.actor(desk)
        battle, _table = self.laid(desk)
        desk.check_year(data["year"])
        report = self.settled(desk, data["report"])
        fighting.rule(
            desk.war, battle, by=desk.member, now=clock.now(), reason=data["reason"], report=report, seq=battle.seq
        )
        return told.year(desk_for(request.user, war))


class Way(AtTable):
    @operation(
        "battle_way",
        "Say how the battle is fought: a side's wish, done once every side says the same; or the umpire's word",
        takes=WayIn,
        gives=shapes.YearShape,
        match="must",
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        self.laid(desk)
        desk.check_year(data["year"])
        now, side = clock.now(), desk.place.side
        way = f"{data['way']}:{data['ruleset']}" if data["ruleset"] else data["way"]
        if side is not None:
            fighting.wish(desk.war, side=side, way=way, by=desk.member, now=now)
        elif desk.place.umpires:
            fighting.settle(desk.war, way=way, reason=data["reason"], by=desk.member, now=now)
        else:
            raise NotSeen
        return told.year(desk_for(request.user, war))
