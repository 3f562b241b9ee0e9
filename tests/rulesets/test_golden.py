"""Whole battles are played as they were written down; no ruleset is without one."""

import pytest

from rulesets import registry
from tests.rulesets import golden

FILES = sorted(golden.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_battle_is_played_as_it_was_written_down(path):
    assert golden.replayed(path.read_text()) == path.read_text()


@pytest.mark.parametrize("key", sorted({*golden.SUBJECTS, *(ruleset.key for ruleset in registry.all())}))
def test_every_ruleset_has_a_golden_battle(key):
    heads = {path.read_text().splitlines()[0].split()[1] for path in FILES}

    assert key in heads


def test_every_file_is_written_by_the_command_and_every_script_has_its_file():
    assert {path.stem for path in FILES} == golden.SCRIPTS.keys()


def test_a_golden_battle_shows_what_a_change_does():
    text = (golden.FOLDER / "tabletop-confirmed.txt").read_text()

    assert golden.replayed(text.replace('"destroyed":4', '"destroyed":5')) != text
