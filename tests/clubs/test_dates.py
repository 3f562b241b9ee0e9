from datetime import date

import pytest
from django.utils import translation

from clubs.dates import date_words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Monday 7 December 2026"), ("es", "lunes 7 diciembre 2026"), ("it", "lunedì 7 dicembre 2026")],
)
def test_days_and_months_are_written_as_the_language_writes_them_in_a_sentence(language, words):
    with translation.override(language):
        assert date_words(date(2026, 12, 7), "l j F Y").replace(" de ", " ") == words
