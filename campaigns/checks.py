"""What must be true before the program starts: whatever a war can tell has words, and its packs are sound."""

from typing import Any

from django.core import checks

from campaigns import narration
from campaigns.rules.pack import bundled, bundled_keys
from campaigns.rules.packcheck import problems


@checks.register()
def check_narration(**kwargs: Any) -> list[checks.CheckMessage]:
    """Every kind of happening has a sentence."""
    dumb = sorted(kind for kind in narration.KINDS if not narration.can_tell(kind))
    if not dumb:
        return []
    message = f"A war cannot be told: {', '.join(dumb)}."
    return [checks.Error(message, hint="Write a sentence in campaigns.narration.sentences.", id="campaigns.E001")]


@checks.register()
def check_packs(**kwargs: Any) -> list[checks.CheckMessage]:
    """No pack that comes with the program has dice that leave a hole, or names that nothing bears."""
    found: list[checks.CheckMessage] = []
    for key in bundled_keys():
        for problem in problems(bundled(key)):
            text = narration.problem_text(problem)
            found.append(checks.Error(f"The pack {key}, {problem.place}: {text}.", id="campaigns.E002"))
    return found
