"""A club's own lists, maps and tables: looked at, kept in versions, put away."""

from typing import Any

import msgspec
from rest_framework import serializers

from battles import narration, selectors
from battles.models import DataSet, DataVersion
from battles.models.dataset import Form
from battles.services import datasets
from clubs import clock
from clubs.api.base import LARGE, ApiView, Asked, Given, operation
from clubs.api.shapes import Named
from clubs.selectors import club_for, membership_of, place_in
from rulesets.contract import Account, Problem

LIST = """\
name = "Patrol, 1890"

[[units]]
key = "line"
name = "Line company"
figures = 10
moves = "regular"
shooting = 2
melee = 2
courage = 4
weapons = ["breech_loading_rifle"]

[[units]]
key = "scouts"
name = "Scouts"
figures = 8
moves = "native"
melee = 3
courage = 4
weapons = ["hand_weapon"]

[[people]]
key = "leader"
what = "leader"
name = "Captain"
moves = "regular"
melee = 2
weapons = ["pistol"]
"""


class FaultShape(serializers.Serializer):
    """Something that is wrong, or unusual."""

    code = serializers.CharField()
    detail = serializers.CharField()
    place = serializers.CharField(allow_blank=True, help_text="In the document, or the setup.")
    rule = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(help_text="Of the text, from 1; 0: it is about the whole.")
    column = serializers.IntegerField(help_text="Of the line, from 1; of a table the number of the cell. 0: not known.")
    data = serializers.DictField(  # type: ignore[assignment]  # a field, not the property
        help_text="Numbers and words it is about; `allowed`: what may stand there."
    )


def told(problem: Problem, line: int = 0, column: int = 0) -> dict[str, Any]:
    """A problem for ``FaultShape``."""
    return {
        "code": problem.code,
        "detail": narration.problem(problem, names=None),
        "place": problem.place,
        "rule": problem.rule,
        "line": line,
        "column": column,
        "data": dict(problem.data),
    }


class CostShape(serializers.Serializer):
    name = serializers.CharField()
    count = serializers.IntegerField()
    each = serializers.IntegerField(allow_null=True, help_text="Points of one figure.")
    points = serializers.IntegerField()


class AccountShape(serializers.Serializer):
    """What a list holds, in points."""

    entries = CostShape(many=True)
    total = serializers.IntegerField()
    per_cent = serializers.IntegerField(help_text="How much of the sum of the entries the total is.")
    doubts = serializers.ListField(child=serializers.DictField(), help_text="What is lawful and still unusual.")


def _account(found: Account | None) -> dict[str, Any] | None:
    return None if found is None else msgspec.to_builtins(found)


class DataQuery(serializers.Serializer):
    ruleset = serializers.CharField(max_length=40, required=False, default="")
    kind = serializers.CharField(max_length=40, required=False, default="")
    retired = serializers.BooleanField(required=False, default=False, help_text="Those that were put away, too.")


class TemplateQuery(serializers.Serializer):
    ruleset = serializers.CharField(max_length=40, required=False, default="askari")
    kind = serializers.CharField(max_length=40, required=False, default="lists")
    table = serializers.BooleanField(required=False, default=False, help_text="As a table (CSV), not as JSON.")


class TextIn(serializers.Serializer):
    form = serializers.ChoiceField(
        Form.values, required=False, allow_null=True, default=None, help_text="Null: whatever the text looks like."
    )
    text = serializers.CharField(max_length=400_000, trim_whitespace=False)

    example = {"text": LIST}


class LookIn(TextIn):
    ruleset = serializers.CharField(max_length=40)
    kind = serializers.CharField(max_length=40)

    example = {"ruleset": "askari", "kind": "lists", "text": LIST}


class KeepIn(LookIn):
    name = serializers.CharField(max_length=80)

    example = {"ruleset": "askari", "kind": "lists", "name": "Patrol", "text": LIST}


class RetiredIn(serializers.Serializer):
    retired = serializers.BooleanField()


class LookShape(serializers.Serializer):
    form = serializers.ChoiceField(Form.values, help_text="How the text was read.")
    faults = FaultShape(many=True, help_text="Everything wrong with it; empty: it can be kept.")
    account = AccountShape(allow_null=True, help_text="What it holds in points, where it is sound and has any.")


class TextShape(serializers.Serializer):
    text = serializers.CharField()


class DataSetShape(serializers.Serializer):
    """One of a club's own lists, maps or tables."""

    id = serializers.CharField(source="public_id")
    ruleset = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField()
    newest = serializers.IntegerField(help_text="The number of its newest version.")
    created_at = serializers.DateTimeField()
    retired_at = serializers.DateTimeField(allow_null=True, help_text="Since when it is no longer offered.")


class VersionShape(serializers.Serializer):
    """A version. It never changes."""

    data_set = serializers.CharField(source="data_set.public_id")
    name = serializers.CharField(source="data_set.name")
    number = serializers.IntegerField()
    form = serializers.ChoiceField(Form.values)
    source = serializers.CharField(help_text="As it was typed.")  # type: ignore[assignment]  # a field, not the option
    document = serializers.JSONField(help_text="As it was read, and as a battle's setup holds it.")
    digest = serializers.CharField(help_text="SHA-256 of the document's canonical bytes.")
    author = Named(allow_null=True)
    made_at = serializers.DateTimeField()


class DataSets(ApiView):
    tag = "data"

    @operation("data_sets_list", "A club's own lists, maps and tables", gives=DataSetShape, many=True, query=DataQuery)
    def get(self, request: Asked, slug: str, query: Given) -> Any:
        club = club_for(request.user, slug)
        return list(selectors.data_sets_of(club, **query))

    @operation(
        "data_set_keep",
        "Keep a new list, map or table of the club's own",
        takes=KeepIn,
        gives=VersionShape,
        status=201,
        refuses=(403, 409),
        most_bytes=LARGE,
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        place = place_in(request.user, slug)
        return datasets.keep(place.club, **data, by=place, now=clock.now())


class DataLook(ApiView):
    tag = "data"

    @operation(
        "data_look", "Read a text and say what is wrong with it; nothing is kept", takes=LookIn, gives=LookShape,
        most_bytes=LARGE,
    )  # fmt: skip
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        club_for(request.user, slug)
        read = datasets.look(data["ruleset"], data["kind"], data["text"], data["form"])
        sound = None if read.faults else datasets.account(data["ruleset"], data["kind"], read.document)
        return {
            "form": read.form,
            "faults": [told(fault.problem, fault.line, fault.column) for fault in read.faults],
            "account": _account(sound),
        }


class DataTemplate(ApiView):
    tag = "data"

    @operation("data_template", "A whole document to begin with", gives=TextShape, query=TemplateQuery, refuses=(422,))
    def get(self, request: Asked, slug: str, query: Given) -> Any:
        club_for(request.user, slug)
        return {"text": datasets.template(query["ruleset"], query["kind"], Form.CSV if query["table"] else Form.JSON)}


class OnDataSet(ApiView):
    tag = "data"

    def found(self, request: Asked, public_id: str) -> DataSet:
        return selectors.data_set_for(request.user, public_id)


class OneDataSet(OnDataSet):
    @operation("data_set_read", "A data set, as its newest version says", gives=VersionShape)
    def get(self, request: Asked, data_set: str) -> Any:
        return selectors.version_of(self.found(request, data_set))

    @operation(
        "data_set_revise",
        "Keep a new version; what says the same as the newest is no new one",
        takes=TextIn,
        gives=VersionShape,
        refuses=(403, 409),
        most_bytes=LARGE,
    )
    def post(self, request: Asked, data_set: str, data: Given) -> Any:
        found = self.found(request, data_set)
        by = membership_of(request.user, found.club)
        assert by is not None
        made = datasets.revise(found, **data, by=by, now=clock.now())
        return selectors.version_of(found, made.number)


class Version(OnDataSet):
    @operation("data_version_read", "One version of a data set", gives=VersionShape)
    def get(self, request: Asked, data_set: str, number: int) -> DataVersion:
        return selectors.version_of(self.found(request, data_set), number)


class Retired(OnDataSet):
    @operation(
        "data_set_retire", "Offer a data set no longer, or again", takes=RetiredIn, gives=DataSetShape, refuses=(403,)
    )
    def put(self, request: Asked, data_set: str, data: Given) -> Any:
        found = self.found(request, data_set)
        by = membership_of(request.user, found.club)
        assert by is not None
        datasets.retire(found, retired=data["retired"], by=by, now=clock.now())
        return selectors.data_sets_of(found.club, retired=True).get(pk=found.pk)
