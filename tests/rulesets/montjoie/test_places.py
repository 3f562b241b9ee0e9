"""Every place that an action may name is one that the board can show."""

import re
from itertools import islice

from frontend.boards.scene import named_place
from rulesets.contract import Path
from rulesets.dice import Keyed
from tests.rulesets.kit import play_out
from tests.rulesets.subjects import MONTJOIE

HEX = re.compile(r"[A-Z]{1,2}[0-9]{2}\b")


def test_what_is_chosen_is_drawn_by_its_name():
    rules, setup = MONTJOIE.ruleset, MONTJOIE.setups["toll"]
    scene = rules.scene(rules.view(rules.setup(setup, Keyed(b"toll")).state, None))
    seen = 0
    for turn in islice(play_out(rules, setup, "a", MONTJOIE.last), 40):
        for seat in turn.moves:
            for choice in rules.menu(turn.before, seat):
                domain = choice.arguments.get("to")
                places = domain.places if isinstance(domain, Path) else getattr(domain, "values", ())
                for place in (one for one in places if isinstance(one, str) and HEX.match(one)):
                    assert named_place(scene, place)[0], (choice.kind, place)
                    seen += 1
    assert seen
    assert not scene.measured
    assert all(named_place(scene, token.place)[0] for token in scene.tokens)
    assert named_place(scene, "nowhere") == ("", "")
