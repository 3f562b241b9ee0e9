"""Why somebody does what everybody will read of."""

from django.utils.translation import gettext as _

from clubs.errors import Refusal
from clubs.limits import LONGEST_REASON


def reason_of(text: str, longest: int = LONGEST_REASON) -> str:
    """The text without what surrounds it; ``Refusal`` if there is none, or too much of it."""
    text = text.strip().replace("\x00", "")
    if not text:
        raise Refusal(_("Say why: everybody in this war will read it."), code="reason_missing")
    if len(text) > longest:
        text = _("This text is too long: %(longest)s characters at most.") % {"longest": longest}
        raise Refusal(text, code="reason_too_long")
    return text
