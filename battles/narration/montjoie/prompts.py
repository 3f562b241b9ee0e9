"""What a seat of Montjoie is asked."""

from django.utils.translation import gettext_lazy as _

from battles.narration.core import register_prompt
from battles.narration.montjoie.telling import KEY

PROMPTS = {
    "siege_engines": _("Your engines: at which hex do they shoot today?"),
    "siege_works": _("A day’s works: choose yours. The other side does not see them before they are done."),
    "siege_fight": _("They meet underground: attack, or withdraw?"),
    "siege_end": _("The day ends: wait, or assault?"),
    "deploy": _("Set up your figures."),
    "fire": _("Your offensive fire."),
    "move": _("Your movement: one figure after the other."),
    "hamstring": _("You have reached a horse: cut?"),
    "combat": _("Your attacks."),
    "answer": _("You are attacked: stand, or go out of the way?"),
    "retreat": _("One of yours goes back: where to?"),
    "put": _("One of yours has to be put down: where?"),
    "pick": _("Say which of your figures is struck."),
    "advance": _("The hex is empty: who advances?"),
    "react": _("Somebody moves in your sight: shoot?"),
}
for _prompt, _text in PROMPTS.items():
    register_prompt(KEY, _prompt, _text)
