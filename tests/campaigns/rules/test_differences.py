from campaigns.rules.differences import Change, differences


def test_every_figure_that_changes_is_named_with_its_address_and_no_other():
    old = {1: {"number": 1, "vp": {"rome": {"total": 2}, "carthage": {"total": 1}}, "flags": ["a"]}}
    new = {1: {"number": 1, "vp": {"rome": {"total": 3}, "carthage": {"total": 1}}, "flags": []}}
    assert differences(old, new) == [
        Change(year=1, about=("vp", "rome", "total"), old=2, new=3),
        Change(year=1, about=("flags",), old=["a"], new=[]),
    ]


def test_what_only_one_course_has_stands_beside_nothing():
    old = {1: {"outcome": None, "rosters": {"rome": {"hastati": 4}}}}
    new = {1: {"outcome": {"winner": "rome"}, "rosters": {"rome": {}}}}
    assert differences(old, new) == [
        Change(year=1, about=("rosters", "rome", "hastati"), old=4, new=None),
        Change(year=1, about=("outcome", "winner"), old=None, new="rome"),
    ]


def test_a_year_that_is_no_longer_played_is_one_change():
    assert differences({1: {}, 2: {"cell": 3}}, {1: {}}) == [Change(year=2, about=("played",), old=True, new=False)]


def test_a_year_that_is_played_now_is_one_change():
    assert differences({1: {}}, {1: {}, 2: {"cell": 3}}) == [Change(year=2, about=("played",), old=False, new=True)]
