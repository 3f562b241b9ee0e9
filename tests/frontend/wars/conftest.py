"""A war of the cast: Livia commands Rome, Hanno Carthage, Ines is its umpire; Marco watches, Fabia helps to run the club."""

from campaigns.models import Campaign
from clubs import clock
from tests.factories import campaigns as verbs
from tests.worlds import once


@once
def war(club, place, livia, hanno, ines) -> Campaign:
    """Its first orders are awaited."""
    return verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines), now=clock.now()
    )


@once
def ordered(war, place, livia, hanno) -> Campaign:
    """Both sides have ordered: the scenario is known, and the year is in its muster or at its choices."""
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    return verbs.fresh(war)


@once
def fighting(ordered, place, livia, hanno) -> Campaign:
    """Both have mustered for a pitched battle."""
    verbs.muster_best(ordered, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    return verbs.fresh(ordered)


@once
def fought(fighting, place, livia, hanno) -> Campaign:
    """Rome won the battle, and the year went on from there."""
    verbs.fight(
        fighting,
        reporter=("rome", place(livia)),
        confirmer=("carthage", place(hanno)),
        now=clock.now(),
        winner="rome",
        level="minor",
    )
    return verbs.fresh(fighting)
