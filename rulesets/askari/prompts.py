"""What each question allows: the menu, the judgement of one answer, and what the answer does (Askari 3)."""

from collections.abc import Mapping

from rulesets.askari.answers.beasts import Herd, Stray
from rulesets.askari.answers.commanding import Assign, Extra, Reinforce
from rulesets.askari.answers.common import Prompt
from rulesets.askari.answers.deploying import Deploy, Enter, Hide, Split
from rulesets.askari.answers.fighting import Carry, Curse, Fight, Principal, Rally, Shoot, Spread, Test
from rulesets.askari.answers.manoeuvring import Activate, March, React, Step

PROMPTS: Mapping[str, Prompt] = {
    "split": Split(),
    "deploy": Deploy(),
    "hide": Hide(),
    "reinforce": Reinforce(),
    "place": Enter(),
    "assign": Assign(),
    "extra": Extra(),
    "activate": Activate(),
    "march": March(),
    "react": React(),
    "shoot": Shoot(),
    "spread": Spread(),
    "carry": Carry(),
    "fight": Fight(),
    "principal": Principal(),
    "step": Step(),
    "test": Test(),
    "curse": Curse(),
    "rally": Rally(),
    "herd": Herd(),
    "stray": Stray(),
}
"""By the name with which somebody is asked."""
SECRET = ("split", "hide", "assign", "reinforce")
"""Answers that only their own seat may read: they name what is hidden or in reserve."""
