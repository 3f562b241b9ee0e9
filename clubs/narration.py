"""The club's log and letters as sentences, in the language of whoever reads them."""

from datetime import date

from django.utils.translation import gettext as _

from clubs.dates import date_words
from clubs.models import Act, ClubLogEntry, Invitation, Role


def invitation_subject(invitation: Invitation) -> str:
    return _("%(club)s invites you") % {"club": invitation.club}


def invitation_letter(invitation: Invitation, *, address: str) -> str:
    """The body of the letter; ``address`` is the whole link."""
    return _(
        "%(inviter)s invites you to join the club %(club)s on Signifer, where it plays its campaigns.\n"
        "\n"
        "Open this link to join:\n"
        "%(address)s\n"
        "\n"
        "The link works once, for two weeks. If you do not know the club, ignore this letter: nothing will happen.\n"
    ) % {"inviter": invitation.created_by, "club": invitation.club, "address": address}


def sentence(entry: ClubLogEntry) -> str:
    """One line of the club's log. Names are those of today: the log itself holds none."""
    words = {
        "by": str(entry.by) if entry.by else _("Former member"),
        "member": _member(entry),
        "role": _role(entry.data.get("role")),
        "before": _role(entry.data.get("before")),
        "name": entry.data.get("name", ""),
        "first": _day(entry.data.get("first")),
        "last": _day(entry.data.get("last")),
        "host": entry.data.get("host", ""),
    }
    return _text(entry) % words


def _text(entry: ClubLogEntry) -> str:
    if entry.act == Act.LEFT and entry.member and entry.by_id != entry.member.user_id:
        return _("The account of %(member)s was deleted.")
    if entry.act == Act.INVITED and not _member(entry):
        return _("%(by)s made an invitation (%(role)s).")
    if entry.act == Act.WEBHOOK:
        return _webhook(entry.data.get("what"))
    return {
        Act.FOUNDED: _("%(by)s founded the club."),
        Act.INVITED: _("%(by)s made an invitation for %(member)s (%(role)s)."),
        Act.WITHDRAWN: _("%(by)s withdrew an invitation."),
        Act.JOINED: _("%(member)s joined the club (%(role)s)."),
        Act.ADDED: _("%(by)s added %(member)s, who plays on paper."),
        Act.RENAMED: _("%(by)s changed the name of %(member)s, who plays on paper."),
        Act.LEFT: _("%(member)s left the club."),
        Act.REMOVED: _("%(by)s removed %(member)s from the club."),
        Act.ROLE: _("%(by)s changed the role of %(member)s from %(before)s to %(role)s."),
        Act.OFFERED: _("%(by)s asked %(member)s to take the club over."),
        Act.KEPT: _("The club stays with its owner: the offer to hand it over was declined or taken back."),
        Act.HANDED_OVER: _("%(by)s handed the club over to %(member)s."),
        Act.RESET_LINK: _("%(by)s made a link for %(member)s to set a new password."),
        Act.SETTINGS: _("%(by)s changed the settings of the club."),
        Act.HOLIDAY: _("%(by)s entered a holiday: %(name)s, from %(first)s to %(last)s."),
        Act.NO_HOLIDAY: _("%(by)s removed a holiday: %(name)s, from %(first)s to %(last)s."),
    }[Act(entry.act)]


def _webhook(what: str | None) -> str:
    return {
        "added": _("%(by)s had the news of the club's wars sent to %(host)s."),
        "removed": _("%(by)s took the webhook to %(host)s away."),
        "secret": _("%(by)s made a new secret for the webhook to %(host)s."),
        "on": _("%(by)s switched the webhook to %(host)s on."),
        "off": _("%(by)s switched the webhook to %(host)s off."),
        "gone": _("%(host)s says that it is gone: the webhook was switched off."),
    }.get(what or "", _("%(by)s changed the webhook to %(host)s."))


def _member(entry: ClubLogEntry) -> str:
    if entry.member is not None:
        return str(entry.member)
    if entry.invitation is not None:
        return entry.invitation.name or entry.invitation.email
    return ""


def _role(value: str | None) -> str:
    return str(Role(value).label) if value else ""


def _day(iso: str | None) -> str:
    return date_words(date.fromisoformat(iso), "DATE_FORMAT") if iso else ""
