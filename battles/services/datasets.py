"""A club's own lists, maps, tables and counters: checked, kept in versions, and put into the setup of a battle that is opened.

The document itself goes into the setup's options, so a battle is played again, and carried away, without any of these rows.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from battles import narration
from battles.errors import Disallowed
from battles.models import DataSet, DataVersion
from battles.models.dataset import Form
from battles.services import documents
from battles.services.documents import Fault, Read
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, Membership
from clubs.permissions import manages
from clubs.services.desk import clean_name
from rulesets import registry
from rulesets.canonical import digest
from rulesets.contract import Account, Counting, DataKind, Furnished, Json, Problem, Ruleset, Scene
from rulesets.errors import UnknownRuleset

MOST_SETS, MOST_VERSIONS = 200, 100
"""Of a club that are offered, and of one set."""


class Faulty(Disallowed):
    """A document that cannot be kept; ``faults`` is everything wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        first = faults[0]
        super().__init__(told(first), problem=placed(first))
        self.faults = tuple(faults)
        self.problems = tuple(placed(fault) for fault in faults)


def placed(fault: Fault) -> Problem:
    """A fault as a problem whose data has its line and column."""
    where = {key: value for key, value in (("line", fault.line), ("column", fault.column)) if value}
    problem = fault.problem
    return Problem(code=problem.code, data={**problem.data, **where}, rule=problem.rule, place=problem.place)


def told(fault: Fault) -> str:
    """A fault in words, with its line and column."""
    sentence = narration.problem(fault.problem, names=None)
    return narration.at_line(sentence, line=fault.line, column=fault.column, heading=fault.heading)


# --- Which rulesets, and which kinds --------------------------------------------------------------------------------


def furnished() -> list[tuple[Ruleset, Furnished]]:
    """The rulesets of which a club may replace anything."""
    return [(one, one) for one in registry.all() if isinstance(one, Furnished) and one.data_kinds()]


def kind_of(ruleset: str, kind: str) -> tuple[Furnished, DataKind]:
    """A ruleset and one of its kinds of data; ``Refusal`` where there is none."""
    try:
        rules = registry.get(ruleset)
    except UnknownRuleset:
        raise Refusal(_("These rules are not installed here."), code="unknown_ruleset") from None
    found = (one for one in rules.data_kinds() if one.key == kind) if isinstance(rules, Furnished) else iter(())
    about = next(found, None)
    if about is None or not isinstance(rules, Furnished):
        raise Refusal(_("Nothing of this kind can be replaced in these rules."), code="unknown_kind")
    return rules, about


def account(ruleset: str, kind: str, document: Json) -> Account | None:
    """What a sound document holds in points; None where its kind has no points."""
    rules, about = kind_of(ruleset, kind)
    return rules.account(about.key, document) if isinstance(rules, Counting) else None


def picture(ruleset: str, kind: str, document: Json) -> Scene | None:
    """A sound document drawn; None where there is nothing to draw."""
    rules, about = kind_of(ruleset, kind)
    return rules.preview(about.key, document)


def look(ruleset: str, kind: str, text: str, form: Form | None = None) -> Read:
    """Read a text and say everything that is wrong with it. Nothing is kept."""
    rules, about = kind_of(ruleset, kind)
    return documents.read(rules, about, text, form)


def template(ruleset: str, kind: str, form: Form, delimiter: str = ",") -> str:
    """A whole document to begin with, as a text."""
    rules, about = kind_of(ruleset, kind)
    return written(rules, about, rules.template(about.key), form, delimiter)


def written(rules: Furnished, kind: DataKind, document: Json, form: Form, delimiter: str = ",") -> str:
    """A document as a text: as a table where it is one, else as JSON."""
    if form == Form.CSV:
        if not kind.columns:
            raise Refusal(_("Data of this kind cannot be a table."), code="no_table")
        return documents.as_table(rules, kind, document, delimiter)
    return documents.as_json(document)


# --- Keeping --------------------------------------------------------------------------------------------------------


def _require_manager(by: Membership, club: Club) -> None:
    if by.club_id != club.pk or by.left_at is not None:
        raise NotSeen
    if not manages(by):
        raise Refusal(
            _("Only who runs the club keeps its own lists, maps and tables."), code="managers_only", status=403
        )


def _sound(ruleset: str, kind: str, text: str, form: Form | None) -> Read:
    found = look(ruleset, kind, text, form)
    if found.faults:
        raise Faulty(found.faults)
    return found


@transaction.atomic
def keep(
    club: Club,
    *,
    ruleset: str,
    kind: str,
    name: str,
    text: str,
    form: Form | None,
    by: Membership,
    now: datetime,
) -> DataVersion:
    """Keep a new data set with its first version. ``form`` None: whatever the text looks like."""
    _require_manager(by, club)
    read = _sound(ruleset, kind, text, form)
    name = clean_name(name)
    Club.objects.select_for_update().get(pk=club.pk)
    mine = DataSet.objects.filter(club=club)
    if mine.filter(ruleset=ruleset, kind=kind, name=name).exists():
        raise Refusal(_("The club has one of this name: keep a new version of it."), code="name_taken", status=409)
    if mine.filter(retired_at=None).count() >= MOST_SETS:
        raise Refusal(_("The club has too many of them. Put some away first."), code="too_many_sets", status=409)
    made = DataSet.objects.create(club=club, ruleset=ruleset, kind=kind, name=name, created_at=now)
    return _version(made, 1, read, text, by=by, now=now)


@transaction.atomic
def revise(data_set: DataSet, *, text: str, form: Form | None, by: Membership, now: datetime) -> DataVersion:
    """Keep a new version. What says the same as the newest is no new one: that is given back."""
    held = DataSet.objects.select_for_update(of=("self",)).select_related("club").get(pk=data_set.pk)
    _require_manager(by, held.club)
    read = _sound(held.ruleset, held.kind, text, form)
    newest = held.versions.first()
    assert newest is not None
    if newest.digest == digest(read.document):
        return newest
    number = (held.versions.aggregate(most=Max("number"))["most"] or 0) + 1
    if number > MOST_VERSIONS:
        raise Refusal(
            _("It has too many versions. Keep a new one under another name."), code="too_many_versions", status=409
        )
    return _version(held, number, read, text, by=by, now=now)


def _version(data_set: DataSet, number: int, read: Read, text: str, *, by: Membership, now: datetime) -> DataVersion:
    return DataVersion.objects.create(
        data_set=data_set,
        number=number,
        form=read.form,
        source=text,
        document=read.document,
        digest=digest(read.document),
        author=by,
        made_at=now,
    )


@transaction.atomic
def retire(data_set: DataSet, *, retired: bool, by: Membership, now: datetime) -> DataSet:
    """Offer it no longer, or again. Battles that have it keep it."""
    held = DataSet.objects.select_for_update(of=("self",)).select_related("club").get(pk=data_set.pk)
    _require_manager(by, held.club)
    held.retired_at = (held.retired_at or now) if retired else None
    held.save(update_fields=["retired_at"])
    return held


# --- Into a battle --------------------------------------------------------------------------------------------------


class Wish(Struct, frozen=True, kw_only=True):
    """A data set for a battle, by its public id; ``version`` None: the newest. ``seat``: whose, where each seat has its own."""

    data: str
    version: int | None = None
    seat: str = ""


def put_in(
    club: Club, ruleset: str, options: Mapping[str, Json], wishes: Sequence[Wish], seats: Sequence[str]
) -> tuple[dict[str, Json], list[dict[str, Any]]]:
    """The options with the documents in them, and what is said of them in the battle's ``furnished``.

    A document replaces what the option said; each place is filled once.
    """
    filled: dict[str, Json] = dict(options)
    used: list[dict[str, Any]] = []
    for wish in wishes:
        version = _wished(club, ruleset, wish)
        _rules, kind = kind_of(ruleset, version.data_set.kind)
        seat = wish.seat if kind.each else ""
        if (kind.each and wish.seat not in seats) or (wish.seat and not kind.each):
            raise _misplaced("furnish_seat", wish.seat, _("Say for which side of the battle this is."))
        if any((one["kind"], one["seat"]) == (kind.key, seat) for one in used):
            raise _misplaced("furnish_twice", kind.key, _("Two documents are given for one place."))
        if kind.each:
            before = filled.get(kind.option)
            filled[kind.option] = {**(before if isinstance(before, dict) else {}), seat: version.document}
        else:
            filled[kind.option] = version.document
        used.append(
            {
                "kind": kind.key,
                "seat": seat,
                "data": version.data_set.public_id,
                "name": version.data_set.name,
                "version": version.number,
                "digest": version.digest,
            }
        )
    return filled, used


def _misplaced(code: str, what: str, text: Any) -> Disallowed:
    return Disallowed(text, problem=Problem(code=code, data={"given": what}, place="furnish"))


def _wished(club: Club, ruleset: str, wish: Wish) -> DataVersion:
    """The version; only of the club itself, of these rules, and still offered."""
    found = DataVersion.objects.select_related("data_set").filter(
        data_set__club=club, data_set__ruleset=ruleset, data_set__public_id=wish.data, data_set__retired_at=None
    )
    if wish.version is not None:
        found = found.filter(number=wish.version)
    version = found.first()
    if version is None:
        raise _misplaced("unknown_data", wish.data, _("The club has no such list, map or table for these rules."))
    return version
