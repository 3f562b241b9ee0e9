"""A link to set a new password, for a club whose site sends no mail."""

from datetime import datetime

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.errors import Refusal
from clubs.models import Act, Membership, User
from clubs.permissions import may_make_reset_link
from clubs.selectors import memberships_of
from clubs.services.desk import current, lock, manager, write


@transaction.atomic
def make_reset_link(member: Membership, *, by: User, now: datetime) -> str:
    """The path of a page where the member sets a new password without the old one.

    The token is the one of the ordinary "forgotten password" letter: it dies with its use, with the next log-in and
    after ``PASSWORD_RESET_TIMEOUT``. Written to the club's log, which the administrators read, and shown to the
    person on the account page. Refused unless ``permissions.may_make_reset_link`` holds.
    """
    club = lock(member.club)
    manager(by, club)
    member = current(member)
    person = member.user
    if person is None:
        raise Refusal(_("This member has no account."), code="needs_account")
    if not may_make_reset_link(memberships_of(by), memberships_of(person), member):
        raise Refusal(
            _(
                "You cannot make a password link for this person: it would also open what you have no say over. "
                "Somebody who runs the site can."
            ),
            code="reset_not_yours",
            status=403,
        )
    write(club, Act.RESET_LINK, by=by, now=now, member=member)
    key = f"{user_pk_to_url_str(person)}-{default_token_generator.make_token(person)}"
    uid, token = key.split("-", 1)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": token})
