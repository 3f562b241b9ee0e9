"""What a seat of Askari is asked."""

from django.utils.translation import gettext_lazy as _

from battles.narration.askari.telling import KEY
from battles.narration.core import register_prompt

PROMPTS = {
    "split": _("Divide your army: on the table, in reserve, in ambush."),
    "deploy": _("Deploy one of your units."),
    "hide": _("Place your units in ambush. The other side will not see where."),
    "reinforce": _("You may call for reinforcements."),
    "place": _("Reinforcements are here: place them at the table edge."),
    "assign": _("Give your orders to units."),
    "extra": _("You may give an extra order."),
    "activate": _("Your movement: choose a unit and say what it does."),
    "march": _("The move is rolled: choose the way of the unit."),
    "react": _("You are charged: fire at the charge, or keep your fire?"),
    "shoot": _("Your shooting: choose a unit and its target."),
    "spread": _("Machine-gun hits: say which of your figures are hit."),
    "carry": _("Carry wounded figures to the hospital?"),
    "fight": _("Choose the next melee."),
    "principal": _("Two of yours fight one enemy: say which of them leads the fight."),
    "step": _("You won a fight: step up to the next enemy?"),
    "test": _("Courage tests: choose a unit, and what spares it a test."),
    "curse": _("Your sorcerer may lay a curse."),
    "rally": _("Your leader may rally a unit."),
    "herd": _("Say where the next animals stand: 30 cm from the hunters, or more."),
    "stray": _("These animals move off: say which way."),
}
for _prompt, _text in PROMPTS.items():
    register_prompt(KEY, _prompt, _text)
