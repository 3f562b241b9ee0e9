"""Which rulesets there are, and that nothing slips in after the first answer."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from rulesets import registry
from rulesets.errors import BrokenRegistry, UnknownRuleset
from rulesets.registry import GROUP, OURS, Registry

PATH = "rulesets.tabletop.ruleset:Tabletop"


def offer(name, value=PATH):
    return EntryPoint(name=name, value=value, group=GROUP)


def test_the_tabletop_is_installed_and_answers_by_its_key():
    assert registry.get("tabletop").key == "tabletop"
    assert "tabletop" in [ruleset.key for ruleset in registry.all()]


def test_a_ruleset_is_made_once():
    assert registry.get("tabletop") is registry.get("tabletop")


def test_a_key_nobody_offers_is_unknown():
    with pytest.raises(UnknownRuleset):
        Registry({}, []).get("tabletop")


def test_nothing_is_added_after_the_first_answer():
    rulesets = Registry({}, [])
    rulesets.keys()

    with pytest.raises(BrokenRegistry, match="too late"):
        rulesets.add("tabletop", PATH)


def test_another_package_can_offer_a_ruleset():
    rulesets = Registry({}, [offer("tabletop")])

    assert [ruleset.key for ruleset in rulesets.all()] == ["tabletop"]


def test_a_package_cannot_take_the_key_of_another():
    rulesets = Registry(OURS, [offer("tabletop", "elsewhere:Tabletop")])

    with pytest.raises(BrokenRegistry, match="two rulesets claim"):
        rulesets.get("tabletop")


@pytest.mark.parametrize(
    ("key", "path", "complaint"),
    [("rome", PATH, "calls itself tabletop"), ("dice", "rulesets.dice:Loaded", "does not speak the contract")],
)
def test_what_is_not_a_ruleset_of_that_key_is_refused(key, path, complaint):
    with pytest.raises(BrokenRegistry, match=complaint):
        Registry({key: path}, []).get(key)


def test_a_ruleset_is_imported_only_when_it_is_asked_for():
    code = "import sys; from rulesets import registry; registry.installed().keys(); print('rulesets.tabletop.ruleset' in sys.modules)"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "False"
