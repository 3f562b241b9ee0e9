"""Every refusal of the campaign's rules is told in words that say what would be allowed."""

import string

import pytest
from django.utils import translation

from campaigns.narration import Book, has_problem, problem_text
from campaigns.narration.problems import NO_CHOICE, NOT_ASKED, OVER_GRANT, PROBLEMS
from campaigns.rules.pack import bundled
from rulesets.contract import Problem
from tests.campaigns.narration import source

DATA = {
    "points": 600,
    "limit": 500,
    "figures": 20,
    "lost": 22,
    "unit": "Hastati I",
    "needed": 500,
    "n": 2,
    "given": 3,
    "most": 1500,
    "least": 1000,
}


def book(language: str = "en", **names: str) -> Book:
    return Book(pack=bundled("hispania"), language=language, names={"rome": {"units": names, "characters": {}}})


def test_the_source_is_read():
    """A reader that finds nothing would let everything pass."""
    assert {"over_limit", "impossible_total", "dice_hole", "dice_overlap", "was_absent", "not_toml"} <= source.codes()
    assert len(source.codes()) > 70


@pytest.mark.parametrize("code", sorted(source.codes()))
def test_every_code_has_a_text_that_its_data_fills(code):
    data = {key: DATA.get(key, "x") for key in source.data_of_codes().get(code, set())}
    told = problem_text(Problem(code=code, data={**DATA, **data}))
    assert has_problem(code)
    assert "%(" not in told
    assert "?" not in told
    assert not told.endswith(".")


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_no_text_asks_for_what_its_problem_does_not_carry(code):
    asked = {part.split(")")[0] for part in str(PROBLEMS[code]).split("%(")[1:]} - {"longest"}
    carried = source.data_of_codes().get(code, set()) | set(DATA) | {"total", "id"}
    assert asked <= carried
    assert set(str(PROBLEMS[code])) - set(string.printable) == set()


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(code="impossible_total", data={"total": 13, "dice": "2d6"}), "13 is not a total of 2d6"),
        (Problem(code="impossible_face", data={"face": 7, "sides": 6}), "There is no 7 on a d6"),
        (
            Problem(code="more_lost_than_figures", data={"unit": "Hastati I", "figures": 20, "lost": 22}, place="x"),
            '"Hastati I" has 20 figures, 22 are reported lost',
        ),
        (
            Problem(code="too_many_lost", data={"unit": "Hastati I", "figures": 1, "lost": 2}),
            '"Hastati I" has 1 figure, 2 are reported lost',
        ),
        (
            Problem(code="too_many_lost", data={"unit": "Hastati I", "figures": 20, "lost": 0}),
            '"Hastati I" has 20 figures: give a number from 1 to 20',
        ),
        (
            Problem(code="over_limit", data={"points": 501, "limit": 500}, rule="Hispania 3"),
            "501 points are mustered, at most 500 are allowed",
        ),
        (Problem(code="points_range", data={"least": 500, "most": None}), "Choose 500 points or more, or all troops"),
        (Problem(code="points_range", data={"least": 1000, "most": 1500}), "Choose between 1000 and 1500 points"),
        (
            Problem(code="file_too_large", data={"most": 4 * 1024 * 1024}),
            "The file is too large: at most 4 MiB are read",
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Problem) else "",
)
def test_the_words_say_what_would_be_allowed(problem, text):
    assert problem_text(problem) == text


def test_keys_are_told_as_names():
    told = problem_text(Problem(code="not_able", data={"id": "hastati-1"}), book(**{"hastati-1": "Hastati I"}))
    assert told.startswith('"Hastati I" ')


def test_actions_are_told_in_the_readers_language():
    problem = Problem(code="forced_action", data={"action": "battle"})
    assert problem_text(problem, book("it")).endswith("Battaglia")
    assert "Alianza" in problem_text(Problem(code="unknown_action", data={"action": "flee"}), book("es"))


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ḫanno ⚔️", "100%s %(id)s", "O'Higgins", "\u202eמלך"])
def test_any_name_passes_unharmed(name):
    told = problem_text(Problem(code="not_captured", data={"id": "x"}), book(x=name))
    assert f'"{name}"' in told


def test_a_report_that_cannot_be_is_told_by_battles_without_its_full_stop():
    told = problem_text(Problem(code="felled_twice", data={"seat": "rome", "character": "Consul"}, rule="Hispania 7"))
    assert told == "“Consul” cannot fall twice"


def test_a_code_that_nobody_knows_is_still_told():
    assert "(new_code)" in problem_text(Problem(code="new_code"))


def test_missing_data_is_no_fault():
    with translation.override("en"):
        assert problem_text(Problem(code="impossible_face")) == "There is no ? on a d?"
        assert "?" in problem_text(Problem(code="wrong_number_of_dice"))


@pytest.mark.parametrize(
    ("code", "key", "texts"),
    [("not_asked", "prompt", NOT_ASKED), ("no_such_choice", "choice", NO_CHOICE), ("over_grant", "kind", OVER_GRANT)],
)
def test_families_tell_their_members_apart(code, key, texts):
    told = {problem_text(Problem(code=code, data={key: member, "spent": 2, "granted": 1})) for member in texts}
    assert len(told) == len(texts)
