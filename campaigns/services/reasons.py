"""Why somebody does what everybody will read of."""

from django.utils.translation import gettext_lazy as _

from clubs.errors import Refusal

LONGEST_REASON, LONGEST_NOTE = 500, 4000


def reason_of(text: str, longest: int = LONGEST_REASON) -> str:
    """The text without what surrounds it; ``Refusal`` if there is none, or too much of it."""
    text = text.strip().replace("\x00", "")
    if not text:
        raise Refusal(_("Say why: everybody in this war will read it."), code="reason_missing")
    if len(text) > longest:
        raise Refusal(_("This text is too long."), code="reason_too_long")
    return text
