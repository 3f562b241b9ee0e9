"""Years in which two armies do nothing but wait for what the event tables bring."""

from tests.campaigns.rules.build import War


def events(roman=8, punic=5, /, *, told=None, **war):
    """A year of two armies that do nothing but wait for what the tables bring; stops at the first question.

    By default two events that forbid Carthage what she would not get anyway.
    """
    return War(**war).roll(event__rome=roman, event__carthage=punic, **(told or {})).order("battle", "battle").skip()
