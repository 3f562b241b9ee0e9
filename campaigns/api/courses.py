"""Steps back that a war took, the years as they were before; and its score over the years."""

from typing import Any

from rest_framework import serializers

from campaigns.api import shapes, told
from campaigns.api.places import plain
from campaigns.models.codec import happening_of
from campaigns.places import Spot
from campaigns.rules.differences import differences
from campaigns.selectors import courses, wars
from campaigns.selectors.courses import Back
from clubs.api.base import ApiView, Asked, operation
from clubs.api.shapes import Named
from clubs.errors import NotSeen


class BackShape(serializers.Serializer):
    """A correction, a year called off, a war taken back, or a report opened again."""

    number = serializers.IntegerField()
    kind = serializers.CharField(help_text="`corrected`, `voided`, `rolled_back` or `reopened`.")
    year = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = Named(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    prompt = serializers.CharField(allow_blank=True, help_text="What was corrected.")
    side = serializers.CharField(allow_blank=True, help_text="Whose decision was corrected.")


class BackRead(BackShape):
    score = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Before and after, where it was written down.",
    )
    changes = serializers.ListField(
        child=serializers.DictField(), help_text="Of a correction: `year`, `about`, `old`, `new` of every figure."
    )
    former = serializers.ListField(
        child=serializers.IntegerField(), help_text="Years that can be read as they were before."
    )


class FormerLine(serializers.Serializer):
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField()
    actor = Named(allow_null=True)


class FormerYear(shapes.Chapter):
    """A year as it was before a step back. It counts no longer."""

    summary = serializers.JSONField(help_text="How far it had come, as a campaign record prints it.")
    lines = FormerLine(many=True)


class PointsShape(serializers.Serializer):
    year = serializers.IntegerField()
    points = serializers.DictField(
        child=serializers.IntegerField(), help_text="Victory points of each side at its end."
    )


def _row(step: Back) -> dict[str, Any]:
    of_one = step.kind == "corrected"
    return {
        **{name: getattr(step, name) for name in ("number", "kind", "year", "at", "by", "reason")},
        "prompt": str(step.data.get("prompt", "")) if of_one else "",
        "side": str(step.data.get("side") or "") if of_one else "",
    }


class StepBack(ApiView):
    tag = "corrections"

    @operation(
        "correction_read", "A step back: who, why, which figures changed, which years it left behind", gives=BackRead
    )
    def get(self, request: Asked, war: str, back: int) -> Any:
        spot = Spot.begun(request.user, war)
        step = courses.step_back(spot.war, back)
        decisions = courses.all_decisions(spot.war)
        before = courses.figures(spot.war, courses.course_until(decisions, back - 1))
        changed = []
        if step.kind == "corrected":
            after = courses.course_until(decisions, int(step.data.get("last", back)))
            changed = differences(before, courses.figures(spot.war, after))
        return {
            **_row(step),
            "score": step.data.get("score") or {},
            "changes": [plain(one) for one in changed],
            "former": [number for number in before if number >= step.year],
        }


class YearBefore(ApiView):
    tag = "corrections"

    @operation("former_year_read", "A year as it was before a step back; it counts no longer", gives=FormerYear)
    def get(self, request: Asked, war: str, back: int, number: int) -> Any:
        spot = Spot.begun(request.user, war)
        courses.step_back(spot.war, back)
        course = courses.course_until(courses.all_decisions(spot.war), back - 1)
        figures = courses.figures(spot.war, course)
        if number not in figures:
            raise NotSeen
        entries = courses.former_entries(spot.war, back, course, [number])
        tale = [happening_of(entry) for entry in entries]
        return {
            **told.chapter(spot, number, tale),
            "summary": figures[number],
            "lines": [
                {
                    "seq": entry.seq,
                    "at": entry.at,
                    "kind": one.kind,
                    "text": told.sentence(one, spot),
                    "actor": entry.actor,
                }
                for entry, one in zip(entries, tale, strict=True)
            ],
        }


class Points(ApiView):
    tag = "wars"

    @operation("war_points", "The score at the end of each closed year", gives=PointsShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.of(request.user, war)
        keys = spot.rules.pack.side_keys
        rows = wars.points_by_year(spot.war)
        return [{"year": number, "points": {key: points.get(key, 0) for key in keys}} for number, points in rows]


def steps_back(spot: Spot) -> list[dict[str, Any]]:
    """Every step back of a war, the latest first."""
    return [_row(step) for step in courses.backs(spot.war)]
