"""Correcting what was decided in any year: looked at first, then made; and playing again from the start of a year."""

import json
from typing import Any

from rest_framework import serializers

from campaigns import narration
from campaigns.api import shapes
from campaigns.api.acting import AtWar
from campaigns.api.courses import BackShape, steps_back
from campaigns.api.places import plain
from campaigns.places import Spot
from campaigns.rules.differences import differences
from campaigns.services import branches, correcting, foreseeing
from clubs import clock
from clubs.api.base import LARGE, ApiView, Asked, Given, operation
from clubs.limits import LONGEST_REASON

NUMBER: dict[str, Any] = {"min_value": 0, "max_value": 2_000_000_000}


class EditIn(serializers.Serializer):
    number = serializers.IntegerField(help_text="Of the decision, as `corrections/decisions/` numbers them.", **NUMBER)
    seat = serializers.CharField(max_length=80)
    decision = serializers.DictField(
        allow_null=True,
        default=None,
        help_text="What was decided instead, with its `kind`; null: it was not made at all.",
    )
    insert = serializers.BooleanField(
        default=False,
        help_text="It was made before that decision, of the seat's own accord, and is missing (`years/{number}/missing/`).",
    )
    roll = serializers.BooleanField(
        default=False,
        help_text="A die of an imported record that fell in that decision (its `noted` dice) showed something else: the seat is `host`, "
        "and the decision of the kind `dice` has its `address` and `faces`.",
    )


class PlanIn(serializers.Serializer):
    edit = EditIn()
    resolutions = serializers.DictField(
        child=serializers.DictField(),
        default=dict,
        help_text="By the key of each misfit: `how` (`default`, `drop`, `typed`, `ask`) and for `typed` the `decision`.",
    )

    example = {
        "edit": {"number": 4, "seat": "rome", "decision": {"kind": "order", "action": "battle"}},
        "resolutions": {},
    }


class CorrectIn(serializers.Serializer):
    plan = PlanIn()
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Everybody in this war reads it.")
    seen = serializers.IntegerField(help_text="The last decision of the war that one saw.", **NUMBER)

    example = {"plan": PlanIn.example, "reason": "The slip was misread.", "seen": 12}


class AgainIn(serializers.Serializer):
    year = serializers.IntegerField(help_text="Played again from its start.", **NUMBER)
    reason = serializers.CharField(max_length=LONGEST_REASON)
    seen = serializers.IntegerField(help_text="The last decision of the war that one saw.", **NUMBER)


class NotedShape(serializers.Serializer):
    address = serializers.CharField()
    faces = serializers.ListField(
        child=serializers.IntegerField(), help_text="Or one total, where only that was noted."
    )


class PastShape(serializers.Serializer):
    number = serializers.IntegerField()
    year = serializers.IntegerField()
    stage = serializers.CharField()
    moves = serializers.DictField(help_text="What each seat decided.")
    noted = NotedShape(many=True, help_text="Dice of an imported record that fell in it, and that can be corrected.")


class LogShape(serializers.Serializer):
    seen = serializers.IntegerField(help_text="The last decision: to be named when one corrects.")
    decisions = PastShape(many=True)


class MightShape(serializers.Serializer):
    number = serializers.IntegerField(help_text="Before the decision of this number.")
    seat = serializers.CharField()
    kind = serializers.CharField(source="prompt", help_text="Of the decision that might have been made there.")


class MisfitShape(serializers.Serializer):
    """A later choice that no longer fits, or a question that nobody answered."""

    key = serializers.CharField()
    year = serializers.IntegerField()
    seat = serializers.CharField()
    prompt = serializers.CharField()
    why = serializers.CharField(allow_blank=True)
    decision = serializers.DictField(allow_null=True)
    ways = serializers.ListField(child=serializers.CharField())
    default = serializers.DictField(allow_null=True)
    open = serializers.BooleanField(help_text="Nobody has said yet what is done about it.")


class ForesightShape(serializers.Serializer):
    seen = serializers.IntegerField()
    changes = serializers.ListField(
        child=serializers.DictField(), help_text="`year`, `about`, `old`, `new` of every figure."
    )
    misfits = MisfitShape(many=True)
    gone = serializers.ListField(child=serializers.DictField(), help_text="Decisions that would count no longer.")
    stopped = serializers.CharField(
        allow_blank=True, help_text="Why the rest is not foreseen: `ask`, `dice`, or nothing."
    )
    score = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Before and after."
    )


class ProposalShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    side = serializers.CharField()
    reason = serializers.CharField()
    plan = serializers.SerializerMethodField()
    proposed_at = serializers.DateTimeField()
    accepted = serializers.BooleanField(allow_null=True)

    def get_plan(self, proposal: Any) -> dict[str, Any]:
        told_plan: dict[str, Any] = json.loads(proposal.plan)
        return told_plan


def _may_correct(request: Asked, war: str) -> Spot:
    """Whoever may correct, or propose to: the umpire, or a side where nobody can umpire. For others there is nothing here."""
    spot = Spot.begun(request.user, war)
    return spot.seen_if(correcting.may_correct(spot.war, spot.place))


def _plan(data: Given) -> foreseeing.Plan:
    return correcting.read_plan(json.dumps(data))


class Decisions(ApiView):
    tag = "corrections"

    @operation("corrections_decisions", "The decisions that count, with their numbers", gives=LogShape)
    def get(self, request: Asked, war: str) -> Any:
        spot = _may_correct(request, war)
        noted = foreseeing.noted(spot.war)
        return {
            "seen": spot.war.last_decision,
            "decisions": [{**plain(one), "noted": noted.get(one.number, [])} for one in foreseeing.log_of(spot.war)],
        }


class Missing(ApiView):
    tag = "corrections"

    @operation(
        "corrections_missing",
        "What might have been decided in a year of somebody's own accord, and where it can be added",
        gives=MightShape,
        many=True,
    )
    def get(self, request: Asked, war: str, number: int) -> Any:
        spot = _may_correct(request, war)
        return [
            {"number": past.number, "seat": ask.seat, "prompt": ask.prompt}
            for past, asks in foreseeing.insertable(spot.war, number)
            for ask in asks
        ]


class Foresee(ApiView):
    tag = "corrections"

    @operation(
        "correction_foresee",
        "What a correction would change, and what would no longer fit; nothing is stored",
        takes=PlanIn,
        gives=ForesightShape,
        most_bytes=LARGE,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = _may_correct(request, war)
        found = correcting.foresee(spot.war, _plan(data))
        rules = spot.rules
        return {
            "seen": spot.war.last_decision,
            "changes": [plain(one) for one in differences(found.before, found.summaries)],
            "misfits": [_misfit(one, spot) for one in found.misfits],
            "gone": [plain(one) for one in found.gone],
            "stopped": found.stopped,
            "score": {
                side: [rules.total(found.old, side), rules.total(found.state, side)] for side in rules.pack.side_keys
            },
        }


def _misfit(one: Any, spot: Spot) -> dict[str, Any]:
    problem = one.wrong or one.problem
    return {
        "key": one.key,
        "year": one.year,
        "seat": one.seat,
        "prompt": one.prompt,
        "why": narration.problem_text(problem, spot.book) if problem else "",
        "decision": plain(one.decision) if one.decision is not None else None,
        "ways": list(one.ways),
        "default": plain(one.default) if one.default is not None else None,
        "open": not one.told or one.wrong is not None,
    }


class Correct(AtWar):
    tag = "corrections"

    @operation("corrections_list", "Every step back of a war, the latest first", gives=BackShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        return steps_back(Spot.begun(request.user, war))

    @operation(
        "correction_make", "Make a correction, for all to see", takes=CorrectIn, gives=shapes.WarShape, most_bytes=LARGE
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, correcting.correct, **{**data, "plan": _plan(data["plan"])})


class Proposals(ApiView):
    tag = "corrections"

    @operation("corrections_proposed", "The correction that waits for an answer", gives=ProposalShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        found = correcting.open_proposal(_may_correct(request, war).war)
        return [found] if found is not None else []

    @operation(
        "correction_propose",
        "Propose a correction to the other side, where nobody can umpire",
        takes=CorrectIn,
        gives=ProposalShape,
        status=201,
        most_bytes=LARGE,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = _may_correct(request, war)
        return correcting.propose(
            spot.war,
            plan=_plan(data["plan"]),
            reason=data["reason"],
            seen=data["seen"],
            by=spot.member,
            now=clock.now(),
        )


class Proposal(ApiView):
    tag = "corrections"

    @operation(
        "correction_answer",
        "Consent to a proposed correction, or decline; or take one's own back",
        takes=shapes.OfferAnswer,
        gives=ProposalShape,
    )
    def post(self, request: Asked, war: str, proposal: str, data: Given) -> Any:
        spot = _may_correct(request, war)
        return correcting.answer(spot.war, proposal_id=proposal, accept=data["accept"], by=spot.member, now=clock.now())


class BeginAgain(AtWar):
    tag = "corrections"

    @operation(
        "war_begin_again",
        "Play again from the start of a year, with new dice; what was played stays readable",
        takes=AgainIn,
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(
            request, war, branches.begin_again, number=data["year"], reason=data["reason"], seen=data["seen"]
        )
