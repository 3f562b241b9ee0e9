import pytest

from campaigns.rules.armywords import COLUMNS, KEPT_COLUMNS, column_in, plain


@pytest.mark.parametrize("language", ["en", "es", "it", "de", ""])
@pytest.mark.parametrize("name", KEPT_COLUMNS)
def test_what_a_reader_is_told_to_write_above_a_column_is_understood(name, language):
    assert COLUMNS[plain(column_in(name, language))] == name


def test_a_reader_is_told_the_words_of_his_own_language():
    assert [column_in("figures", language) for language in ("en", "es", "it")] == ["figures", "figuras", "figure"]
    assert [column_in("grade", language) for language in ("en", "es", "it")] == ["grade", "grado", "grado"]
