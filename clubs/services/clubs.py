"""Founding a club and changing what it is called and where it lives."""

from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubs import secondstep
from clubs.clock import zone_names
from clubs.errors import Refusal
from clubs.models import Act, Club, Membership, Role, User
from clubs.services.desk import clean_name, lock, manager, write

# Words that stand in addresses where a club's short name could stand.
TAKEN_SLUGS = frozenset({"new"})
# Far more than anybody runs; a script that founds clubs by the thousand stops here.
MOST_OWNED = 20


@transaction.atomic
def found_club(
    *, name: str, by: User, now: datetime, time_zone: str | None = None, language: str | None = None
) -> Club:
    """Found a club; whoever founds it owns it.

    The zone and language are the founder's own unless given. Raises ``Refusal`` for a name that is empty or too
    long, an unknown zone or language, or a person who already owns ``MOST_OWNED`` clubs.
    """
    # Hold the person, so that counting his clubs and making the next one are one step.
    User.objects.select_for_update().get(pk=by.pk)
    if Membership.objects.filter(user=by, left_at=None, role=Role.OWNER).count() >= MOST_OWNED:
        raise Refusal(_("You already own as many clubs as one person can."), code="too_many_clubs")
    club = Club(
        name=clean_name(name),
        time_zone=_zone(time_zone or by.time_zone or "Europe/Madrid"),
        language=_language(language or by.language or settings.LANGUAGE_CODE),
        created_at=now,
    )
    _save_under_free_slug(club)
    place = Membership.objects.create(club=club, user=by, role=Role.OWNER, joined_at=now)
    write(club, Act.FOUNDED, by=by, now=now, member=place)
    return club


@transaction.atomic
def change_settings(
    club: Club,
    *,
    by: User,
    now: datetime,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
    second_step: bool | None = None,
) -> Club:
    """Rename a club, move it to another zone or language, or want a second step at log-in of whoever runs it; what is not given stays.

    Only who has a second step himself can want it of others: he would shut himself out.

    The address keeps its short name, so that old links lead on. Deadlines already set are moments and do not move
    with the zone. Managers only.
    """
    club = lock(club)
    manager(by, club)
    if second_step and not secondstep.has(by.pk):
        raise Refusal(_("Set up a second step for yourself first."), code="second_step_needed")
    wanted = {
        "name": clean_name(name) if name is not None else club.name,
        "time_zone": _zone(time_zone) if time_zone is not None else club.time_zone,
        "language": _language(language) if language is not None else club.language,
        "second_step": club.second_step if second_step is None else second_step,
    }
    changed = {field: value for field, value in wanted.items() if value != getattr(club, field)}
    if changed:
        for field, value in changed.items():
            setattr(club, field, value)
        club.save(update_fields=list(changed))
        write(club, Act.SETTINGS, by=by, now=now, data={field: str(value) for field, value in changed.items()})
    return club


def _save_under_free_slug(club: Club, *, tries: int = 5) -> None:
    """Two clubs founded under one name in the same moment meet at the unique constraint: the second looks again."""
    for left in reversed(range(tries)):
        club.slug = free_slug(club.name)
        try:
            with transaction.atomic():
                club.save(force_insert=True)
            return
        except IntegrityError:
            if not left:
                raise


def free_slug(name: str) -> str:
    """A short name for addresses that no club has yet, made from its name ("club" if it has no Latin letters)."""
    base = slugify(name)[:40].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | TAKEN_SLUGS
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _zone(name: str) -> str:
    if name not in zone_names():
        raise Refusal(_("This is not a time zone we know."), code="unknown_zone")
    return name


def _language(code: str) -> str:
    if code not in dict(settings.LANGUAGES):
        raise Refusal(_("This is not a language we have."), code="unknown_language")
    return code
