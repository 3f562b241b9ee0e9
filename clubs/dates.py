"""Dates in the reader's language, as its own writing has them."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

# Django's catalogue names days and months with a capital here; inside a sentence these languages write none.
_SMALL = ("it",)


def date_words(moment: date, form: str) -> str:
    """The moment by a format of letters (``l j F Y``) as it stands inside a sentence. The zone is the moment's own."""
    shown = date_format(moment, form)
    return shown.lower() if (get_language() or "").startswith(_SMALL) else shown
