"""What a side does of its own accord: grants, generals, giving up; and how a war ends (Hispania 5, 7, 9, R34, R35)."""

import pytest

from campaigns.rules.decisions import Length, Ransom, ReplaceGeneral, SpendGrant, Surrender
from campaigns.rules.state import Purse
from tests.campaigns.rules.build import CARTHAGE, ROME, War, character, general, troops, unit

# --- Grants (R24, R35) -----------------------------------------------------------------------------------------


def granted(alliance=2, reinforcements=12, **war):
    """Rome begins her second year with grants: by default 200 common and 200 special."""
    war = War(**war).roll(alliance__rome=alliance, reinforcements__rome=reinforcements)
    return war.order("alliance", "alliance").skip()


def buy(*units):
    return SpendGrant(units=units)


VELITES = unit("velites", 10, 6)  # 60


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ((VELITES,), None),
        ((unit("a", 20, 10),), None),  # exactly 200
        ((unit("a", 20, 10, command=1),), "over_grant"),
        ((unit("a", 20, 10), unit("b", 20, 10, grade="special")), None),
        ((unit("a", 20, 10), unit("b", 5, 1)), "over_grant"),
        ((unit("a", 21, 10, grade="special"),), "over_grant"),
        ((unit("a", 5, 10, native=True),), "over_grant"),  # reinforcements come from home
        ((), "nothing_bought"),
        ((unit("a", 4, 10),), "too_small"),
        ((unit("a", 5, 10),), None),
        ((unit("a", 5, 10), unit("elephants", 2, 50)), None),  # one coherent unit is enough
        ((unit("a", 3, 10), unit("b", 4, 10)), "too_small"),
        ((unit("a", 0, 10), VELITES), "too_small"),
        ((unit("foot", 5, 10),), "id_taken"),
        ((unit("a", 5, 10), unit("a", 5, 10)), "id_taken"),
        ((unit("", 5, 10),), "no_name"),
        ((unit("a", 5, 10, name=""),), "no_name"),
        ((unit("a", 5, 10, name="x" * 81),), "no_name"),
        ((unit("a", 5, 10, name="a\x00b"),), "no_name"),
        ((unit("a", 5, 0),), "no_number"),
        ((unit("a", 5, -10),), "no_number"),
        ((unit("a", 5, 10, command=-60),), "no_number"),
    ],
)
def test_a_purchase_is_judged(units, code):
    assert granted().refusal(ROME, buy(*units)) == code


def test_alliances_buy_natives_and_nothing_else():
    war = granted(alliance=12, reinforcements=2)

    assert war.refusal(ROME, buy(unit("a", 5, 10))) == "over_grant"
    assert (
        war.refusal(ROME, buy(unit("a", 20, 10, native=True), unit("b", 20, 10, native=True, grade="special"))) is None
    )


def test_what_is_bought_joins_the_roster_and_is_paid():
    war = granted().do(ROME, buy(VELITES))

    assert war.figures(ROME, "velites") == 10
    assert war.available == (2060, 2000)
    assert war.state.purses[ROME]["reinforcements"] == Purse(common=140, special=200)
    assert war.refusal(ROME, buy(unit("more", 15, 10))) == "over_grant"


def test_the_end_of_the_year_does_not_count_what_is_bought_after_it():
    war = granted()

    assert war.state.closed.grants[ROME]["reinforcements"] == Purse(common=200, special=200)
    assert war.available == (2000, 2000)


def test_a_purchase_can_win_the_war():
    war = granted(earned=(8, 0)).do(ROME, buy(unit("a", 20, 10)))

    assert war.ended == (ROME, "major", "lead")


def test_the_enemy_has_no_share_in_it():
    assert granted().refusal(CARTHAGE, buy(VELITES)) == "over_grant"


def test_grants_can_be_spent_until_the_armies_are_mustered():
    war = granted().order("battle", "battle").do(ROME, buy(VELITES)).muster()

    assert "velites" in war.state.now.muster[ROME].units
    assert war.refusal(ROME, buy(unit("late", 5, 1))) == "too_late"


def test_a_purchase_raises_the_limit_that_garrisons_leave():
    war = granted(flags=()).roll().order("battle", "battle")
    assert war.state.now.limits[ROME] is None

    war = War(flags=()).roll(event__rome=4, reinforcements__rome=9).order("battle", "battle").skip()
    war.order("battle", "battle")
    assert war.state.now.limits[ROME] == 1500

    war.do(ROME, buy(unit("a", 20, 10)))

    assert war.state.now.limits[ROME] == 1700


# --- Replacing a lost character ----------------------------------------------------------------------------------

NEW = general("Varro", 80)


def bereaved(status="dead", rank="general", reinforcements=9, **war):
    rome = [troops(2000), character("lost", rank, 100, status=status)]
    war = War(rome=rome, **war).roll(reinforcements__rome=reinforcements)
    return war.order("battle", "battle").skip()


def test_a_new_general_costs_the_years_reinforcements():
    war = bereaved().do(ROME, ReplaceGeneral(general=NEW))

    assert war.who(ROME, "Varro").status == "ready"
    assert war.who(ROME, "lost").status == "replaced"
    assert war.state.purses[ROME] == {}
    assert war.told("replaced")[0]["given_up"] == ["reinforcements"]


def test_a_new_general_is_free_where_there_are_no_reinforcements():
    war = bereaved(reinforcements=3).do(ROME, ReplaceGeneral(general=NEW))

    assert war.told("replaced")[0]["given_up"] == []


def test_alliances_are_not_given_up_for_him():
    war = War(rome=[troops(2000), general("lost", status="dead")]).roll(alliance__rome=9, reinforcements__rome=9)
    war.order("alliance", "alliance").skip().do(ROME, ReplaceGeneral(general=NEW))

    assert war.state.purses[ROME] == {"alliance": Purse(native_common=250)}


def test_what_is_spent_cannot_be_given_up():
    war = bereaved().do(ROME, buy(unit("a", 5, 10)))

    assert war.refusal(ROME, ReplaceGeneral(general=NEW)) == "reinforcements_spent"


def test_spent_alliances_do_not_stand_in_his_way():
    war = War(rome=[troops(2000), general("lost", status="dead")]).roll(alliance__rome=9, reinforcements__rome=9)
    war.order("alliance", "alliance").skip().do(ROME, buy(unit("a", 5, 10, native=True)))

    assert war.refusal(ROME, ReplaceGeneral(general=NEW)) is None


@pytest.mark.parametrize("status", ["dead", "captured", "recalled"])
@pytest.mark.parametrize("rank", ["general", "subordinate", "leader", "other"])
def test_any_lost_character_may_be_replaced(status, rank):
    assert bereaved(status, rank, carthage=2000).refusal(ROME, ReplaceGeneral(general=NEW)) is None


def test_an_army_standard_is_never_replaced():
    war = bereaved("dead", "standard")

    assert war.refusal(ROME, ReplaceGeneral(general=NEW)) == "nobody_lost"
    assert not any(ask.prompt == "replace_general" for ask in war.rules.asks(war.state))


@pytest.mark.parametrize("status", ["ready", "replaced"])
def test_who_is_not_lost_is_not_replaced(status):
    assert bereaved(status).refusal(ROME, ReplaceGeneral(general=NEW)) == "nobody_lost"


def test_a_recalled_roman_has_his_successor_already():
    war = War(rome=[troops(2000), general("Scipio")], earned=(0, 1)).roll(event__rome=6)
    war.order("battle", "battle").skip().settle()

    assert war.refusal(ROME, ReplaceGeneral(general=NEW)) == "nobody_lost"


def test_a_recalled_carthaginian_will_be_back():
    war = War(carthage=[troops(2000), general("Hanno")], earned=(1, 0)).roll(event__carthage=6)
    war.order("battle", "battle").skip()

    assert war.refusal(CARTHAGE, ReplaceGeneral(general=NEW)) == "nobody_lost"


def test_one_recalled_for_good_may_be_replaced():
    war = War(carthage=[troops(2000), general("Hanno")], earned=(1, 0), carthage_recall="for_good")
    war.roll(event__carthage=6).order("battle", "battle").skip()

    assert war.refusal(CARTHAGE, ReplaceGeneral(general=NEW)) is None


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (character("x", "subordinate"), "not_a_general"),
        (general("lost"), "id_taken"),
        (general(""), "no_name"),
        (general("x", name="\t"), "no_name"),
        (general("x", -1), "not_fresh"),
        (general("x", deeds=1), "not_fresh"),
        (general("x", skills=(1,)), "not_fresh"),
        (general("x", wounds=(7,)), "not_fresh"),
        (general("x", traits=("Brave",)), "not_fresh"),
        (general("x", status="dead"), "not_fresh"),
        (general("x", chief=True), "not_fresh"),
        (general("x", back=3), "not_fresh"),
    ],
)
def test_the_new_general_comes_fresh(new, code):
    assert bereaved().refusal(ROME, ReplaceGeneral(general=new)) == code


def test_the_side_says_whom_he_replaces():
    rome = [troops(2000), character("tribune", "subordinate", status="dead"), general("consul", status="dead")]
    war = War(rome=rome)

    assert war.refusal(ROME, ReplaceGeneral(general=NEW, lost="nobody")) == "nobody_lost"
    war.do(ROME, ReplaceGeneral(general=NEW, lost="tribune"))

    assert war.who(ROME, "tribune").status == "replaced"
    assert war.who(ROME, "consul").status == "dead"


def test_unless_it_says_he_replaces_the_general():
    rome = [troops(2000), character("tribune", "subordinate", status="dead"), general("consul", status="dead")]

    assert War(rome=rome).do(ROME, ReplaceGeneral(general=NEW)).who(ROME, "consul").status == "replaced"


def test_a_replaced_captive_is_not_ransomed_any_more():
    war = bereaved("captured").do(ROME, ReplaceGeneral(general=NEW))

    assert war.refusal(ROME, Ransom(character="lost", pay=True)) == "not_captured"


def test_in_the_reading_of_the_last_two_rows_his_death_stops_weighing():
    rome = [troops(2000), general("consul")]
    war = War(rome=rome, standing_rows="last_two").order("battle", "battle").muster()
    war.roll(fate__rome__consul=2).fight(felled=[(ROME, "consul")])
    assert war.vp == (-4, 0)

    war.do(ROME, ReplaceGeneral(general=NEW))

    assert war.vp == (0, 0)


# --- Surrender ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [ROME, CARTHAGE])
def test_a_surrender_is_a_minor_victory_for_the_other_side(side):
    other = CARTHAGE if side == ROME else ROME

    assert War(earned=(5, -4)).do(side, Surrender()).ended == (other, "minor", "surrender")


@pytest.mark.parametrize("stage", ["orders", "choices", "muster", "battle", "aftermath"])
def test_a_side_may_give_up_between_any_two_decisions(stage):
    war = War(rome=[troops(1000), general("consul")], carthage=1000, flags=("rome.reroll",)).roll(scenario=4)
    if stage != "orders":
        war.order("punishment", "alliance")
    if stage in ("muster", "battle", "aftermath"):
        war.choose()
    if stage in ("battle", "aftermath"):
        war.muster()
    if stage == "aftermath":
        war.fight()
    assert war.state.stage == stage

    assert war.do(ROME, Surrender()).ended == (CARTHAGE, "minor", "surrender")


def test_nothing_can_be_decided_once_the_war_is_over():
    war = War().do(ROME, Surrender())

    assert war.refusal(CARTHAGE, Surrender()) == "war_over"
    assert war.rules.asks(war.state) == []
    assert war.flags == set()


def test_a_surrender_may_count_for_the_year_just_put_away():
    war = War().year().do(ROME, Surrender(year=1))

    assert (war.state.ended.year, war.state.year) == (1, 2)


@pytest.mark.parametrize("year", [0, 1, 4, -1])
def test_a_surrender_counts_for_no_other_year(year):
    assert War().year().year().refusal(ROME, Surrender(year=year)) == "out_of_range"
    assert War().year().order("battle", "battle").refusal(ROME, Surrender(year=1)) == "out_of_range"


# --- Another end, by agreement ------------------------------------------------------------------------------------


def test_the_war_ends_when_both_sides_say_so():
    war = War(years=5, earned=(6, 0)).do(ROME, Length(year=2))
    assert (war.state.last_year, war.state.length) == (5, {ROME: 2})
    war.do(CARTHAGE, Length(year=2))
    assert (war.state.last_year, war.state.length) == (2, {})
    assert war.told("length_agreed", last=2)

    assert war.year().ended is None
    assert war.year().ended == (ROME, "minor", "years")


def test_two_different_wishes_change_nothing():
    war = War(years=5).do(ROME, Length(year=2)).do(CARTHAGE, Length(year=3))
    assert (war.state.last_year, war.state.length) == (5, {ROME: 2, CARTHAGE: 3})

    assert war.do(ROME, Length(year=3)).state.last_year == 3


def test_a_war_can_be_made_longer():
    war = War(years=1).do(ROME, Length(year=2)).do(CARTHAGE, Length(year=2))

    assert war.year().ended is None
    assert war.year().ended == (None, "draw", "years")


@pytest.mark.parametrize(("earned", "ended"), [((5, 0), (ROME, "minor", "years")), ((4, 0), (None, "draw", "years"))])
def test_a_war_can_end_at_once_by_the_score_after_the_year_put_away(earned, ended):
    war = War(years=5, earned=earned).year().do(CARTHAGE, Length(year=1))
    assert war.ended is None

    assert war.do(ROME, Length(year=1)).ended == ended
    assert war.state.ended.year == 2


def test_what_is_taken_back_is_no_longer_agreed_to():
    war = War(years=5).do(ROME, Length(year=2)).do(ROME, Length(year=None)).do(CARTHAGE, Length(year=2))

    assert (war.state.last_year, war.state.length) == (5, {CARTHAGE: 2})
    assert war.refusal(ROME, Length(year=None)) == "nothing_proposed"


@pytest.mark.parametrize("year", [-1, 0, 1, 201, 10**9])
def test_the_end_lies_neither_in_the_past_nor_beyond_what_a_record_holds(year):
    war = War(years=5).year().order("battle", "battle")

    assert war.refusal(ROME, Length(year=year)) == "out_of_range"


def test_an_end_that_is_agreed_already_cannot_be_proposed():
    assert War(years=5).refusal(ROME, Length(year=5)) == "length_unchanged"


def test_a_last_battle_that_is_owed_is_fought_before_any_agreed_end():
    war = War(years=9).year()
    war.state.flags = ("stake_all",)

    assert war.refusal(ROME, Length(year=1)) == "out_of_range"
    assert war.refusal(ROME, Length(year=2)) is None


# --- The agreed end (R19) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("earned", "ended"),
    [
        ((5, 0), (ROME, "minor", "years")),
        ((4, 0), (None, "draw", "years")),
        ((0, 5), (CARTHAGE, "minor", "years")),
        ((0, 4), (None, "draw", "years")),
        ((9, 0), (ROME, "minor", "years")),
        ((0, 0), (None, "draw", "years")),
    ],
)
def test_after_the_last_agreed_year_a_lead_of_five_is_a_minor_victory(earned, ended):
    war = War(years=3, year=3, earned=earned)
    assert war.ended is None

    war.year()

    assert war.ended == ended
    assert (war.state.ended.year, war.state.year) == (3, 3)


def test_a_war_goes_on_until_the_last_agreed_year():
    war = War(years=3).year().year()

    assert war.ended is None
    assert war.year().ended == (None, "draw", "years")


def test_standing_awards_count_at_the_end():
    assert War(years=1, rome=2000, carthage=1000, earned=(1, 0)).year().ended == (ROME, "minor", "years")


def test_a_second_lost_character_costs_nothing_more():
    rome = [troops(2000), general("consul", status="dead"), character("tribune", "subordinate", status="dead")]
    war = War(rome=rome).roll(reinforcements__rome=9).order("battle", "battle").skip()

    war.do(ROME, ReplaceGeneral(general=NEW)).do(ROME, ReplaceGeneral(general=general("Second", 80)))

    assert [told["given_up"] for told in war.told("replaced")] == [["reinforcements"], []]
