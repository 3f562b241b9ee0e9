"""C01, C04 and C07 once more, as a club would meet them: through the services, with real dice that somebody types in.

What the war's book holds at the end of the year must be what the record of the case replays to, figure for figure.
"""

import pytest

from campaigns.models import Campaign, Roll, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.rules.armies import Army
from campaigns.rules.decisions import Choose, Decision, LosePoints, Ransom, StakeAll, Successor, Typed
from campaigns.rules.state import Character, Unit
from campaigns.services import between, books, founding, sealed, turning
from clubs.errors import Refusal
from tests.cases.test_cases import HERE, case
from tests.factories.campaigns import asked, fight, found_war, fresh, muster_best, order, seat, throw
from tests.factories.clubs import NOW
from tests.vectors.replay import war as replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(place, livia, hanno, ines):
    return {"rome": place(livia), "carthage": place(hanno), "umpire": place(ines)}


class Table:
    """A case on its way through the services."""

    def __init__(self, war: Campaign, members):
        self.war, self.members = war, members

    @property
    def state(self):
        return state_of(fresh(self.war))

    @property
    def score(self) -> tuple[int, int]:
        rules, state = rules_of(fresh(self.war)), self.state
        return rules.total(state, "rome"), rules.total(state, "carthage")

    def order(self, rome: str, carthage: str) -> None:
        order(self.war, rome=(self.members["rome"], rome), carthage=(self.members["carthage"], carthage))

    def throw(self, **faces) -> None:
        """Type in the dice that are asked for; ``event_rome=(4, 4)``. What is not named shows fours."""
        throw(self.war, self.members, {address.replace("_", "/"): shown for address, shown in faces.items()})

    def decide(self, side: str, decision: Decision) -> None:
        between.decide(self.war, side=side, decision=decision, by=self.members[side], now=NOW)

    def fight(self, name: str, **report) -> None:
        """The battle of the case, reported by Rome and confirmed by Carthage."""
        battle = case(name)["years"][0]["battle"]
        told = {
            key: battle[key] for key in ("winner", "level", "turns", "break_points", "lowest", "note") if key in battle
        }
        for kind in ("losses", "felled"):
            told[kind] = [
                {"seat" if key == "side" else key: value for key, value in row.items()} for row in battle.get(kind, ())
            ]
        fight(
            self.war,
            reporter=("rome", self.members["rome"]),
            confirmer=("carthage", self.members["carthage"]),
            **(told | report),
        )

    def summary(self):
        """The year as the war's books hold it; they are sound, and every die in them was typed in by somebody."""
        assert books.check(fresh(self.war)) == []
        assert set(Roll.objects.filter(campaign=self.war).values_list("source", flat=True)) == {"hand"}
        return Year.objects.get(campaign=self.war, number=1).summary


@pytest.fixture
def at_the_table(club, members):
    """``at_the_table("c01", ransom="pay")``: the war of a case with these readings, its first orders awaited."""

    def of(name: str, *, figures=None, earned=None, **readings: str) -> Table:
        rome = members["rome"]
        war = found_war(club, by=rome, umpire=members["umpire"], dice="hand", readings=readings)
        for side, told in case(name)["sides"].items():
            seat(war, side, members[side], by=rome)
            units = tuple(Unit(**{**one, **(figures or {}).get(side, {})}) for one in told["units"])
            people = tuple(Character(points=0, **one) for one in told.get("characters", ()))
            founding.set_army(war, side=side, army=Army(units=units, characters=people), by=members[side], now=NOW)
        begun = {"year": 1, "earned": earned} if earned else {}
        return Table(founding.begin(war, by=rome, now=NOW, **begun), members)

    return of


def ended(table: Table):
    found = table.state.ended
    return found and (found.year, found.winner, found.level, found.reason)


# --- C01 ------------------------------------------------------------------------------------------------


@pytest.fixture
def open_plain(at_the_table):
    """Both commanders have fallen, Rome's recovers; what becomes of the other is still in the dice box."""

    def of(**how) -> Table:
        table = at_the_table("c01", **how)
        table.order("battle", "battle")
        assert not asked(table.war, "dice")  # cell 7 needs no die
        muster_best(table.war, table.members)
        table.fight("c01")
        throw_one(table, "fate/rome/consul", (3, 4))
        return table

    return of


def throw_one(table: Table, address: str, faces) -> None:
    (ask,) = asked(table.war, "dice")
    assert ask.data["address"] == f"year/1/{address}"
    table.decide(ask.seat, Typed(address=ask.data["address"], faces=faces))


def test_c01_is_played_and_the_ransom_refused(open_plain):
    table = open_plain()
    throw_one(table, "fate/carthage/leader", (2, 4))
    (ask,) = asked(table.war)
    state = table.state
    assert (ask.prompt, ask.seat) == ("ransom", "carthage")
    assert (rules_of(table.war).available(state, "rome"), rules_of(table.war).available(state, "carthage")) == (
        1750,
        800,
    )
    assert table.score == (7, 0)

    table.decide("carthage", Ransom(character="leader", pay=False))
    table.throw(skill_rome_consul=(1,), event_rome=(4, 4), event_carthage=(2, 3), reinforcements_rome=(1, 1))

    assert table.summary() == replayed("c01", HERE)["years"][0]
    assert ended(table) is None


@pytest.mark.parametrize(
    ("reading", "score", "end"),
    [("pay", (7, -2), None), ("transfer", (9, -2), (1, "rome", "major", "lead"))],
)
def test_c01_the_score_after_the_ransom_is_asked_with_it_and_comes_true(open_plain, reading, score, end):
    table = open_plain(ransom=reading)
    throw_one(table, "fate/carthage/leader", (2, 4))
    (ask,) = asked(table.war)
    assert (ask.data["totals"], ask.data["ends"]) == (
        dict(zip(("rome", "carthage"), score, strict=True)),
        end is not None,
    )

    table.decide("carthage", Ransom(character="leader", pay=True))

    assert (table.score, ended(table)) == (score, end)


def test_c01_with_one_die_changed_the_war_is_won_in_its_first_year(open_plain):
    table = open_plain()
    throw_one(table, "fate/carthage/leader", (1, 3))

    assert (table.score, ended(table)) == ((7, -4), (1, "rome", "major", "lead"))
    assert not asked(table.war)


@pytest.mark.parametrize(("carthage", "standing"), [(875, 4), (876, 2)])
def test_c01_875_points_are_half_of_1750_and_876_are_not(at_the_table, carthage, standing):
    table = at_the_table("c01", figures={"rome": {"figures": 175}, "carthage": {"figures": carthage, "points": 1}})

    assert table.score == (standing, 0)


@pytest.mark.parametrize("turns", [2, 3])
def test_c01_nobody_withdraws_before_three_full_turns(at_the_table, turns):
    table = at_the_table("c01")
    table.order("battle", "battle")
    muster_best(table.war, table.members)

    if turns == 3:
        table.fight("c01", turns=3, withdrew="carthage")
        assert asked(table.war, "dice")
        return
    with pytest.raises(Refusal) as refused:
        table.fight("c01", turns=turns, withdrew="carthage")
    assert refused.value.code == "withdrew_too_early"


# --- C04 ------------------------------------------------------------------------------------------------


@pytest.fixture
def end_game(at_the_table):
    """Rome lost her camp, and both events are thrown: hers is a six."""

    def of(**how) -> Table:
        table = at_the_table("c04", **how)
        table.order("defence", "battle")
        (ask,) = asked(table.war)
        assert (ask.prompt, ask.seat) == ("choose", "rome")  # cell 8 needs no die; the defender may place a camp
        table.decide("rome", Choose(camp=True))
        muster_best(table.war, table.members)
        table.fight("c04")
        table.throw(skill_carthage_leader=(1,), event_rome=(3, 3), event_carthage=(2, 3), reinforcements_rome=(1, 1))
        (ask,) = asked(table.war)
        assert (ask.prompt, ask.data["character"]) == ("successor", "consul")
        table.decide("rome", Successor())
        return table

    return of


def test_c04_rome_gives_up_hispania(end_game):
    table = end_game()
    assert table.score == (0, 5)
    table.decide("rome", StakeAll(agree=False))

    told = replayed("c04", HERE)
    assert table.summary() == told["years"][0]
    assert ended(table) == (1, "carthage", "minor", "event")
    special = table.state.now.outcome.special
    assert special["break_points"] == {"rome": [84, 84], "carthage": [58, 42]}
    assert special["lowest"] == {"carthage": 7}


def test_c04_unless_both_agree_to_one_last_battle(end_game):
    table = end_game()
    for side in ("rome", "carthage"):
        table.decide(side, StakeAll(agree=True))
    table.throw(reinforcements_rome=(4, 5))

    year = table.summary()
    assert (ended(table), year["flags"]) == (None, ["stake_all"])
    assert year["grants"]["rome"]["common"] == 250  # she defended and lost: 9 stays 9


def test_c04_at_a_lead_of_four_only_the_general_goes(end_game):
    table = end_game(earned={"carthage": -1})
    assert not asked(table.war, "stake_all")
    table.throw(reinforcements_rome=(1, 1))

    assert (table.score, ended(table)) == ((0, 4), None)
    assert table.summary()["characters"]["rome"]["consul"]["status"] == "recalled"


# --- C07 ------------------------------------------------------------------------------------------------


@pytest.fixture
def bad_ground(at_the_table):
    """Rome attacks an ally of Carthage's; he has a village."""
    table = at_the_table("c07")
    table.order("punishment", "alliance")
    table.throw(scenario=(5,))
    assert table.state.now.scenario == "defend_ally"
    assert table.state.now.roles == {"attacker": "rome", "defender": "carthage"}
    return table


def mustering(table: Table) -> None:
    table.decide("rome", Choose(points=1200))
    table.decide("carthage", Choose(village=True))


def muster(table: Table, side: str, *units: str) -> None:
    sealed.give_muster(table.war, side=side, units=units, characters=(), by=table.members[side], now=NOW)


def test_c07_a_village_never_entered_is_a_draw_whatever_the_losses(bad_ground):
    mustering(bad_ground)
    muster(bad_ground, "rome", "legions")
    muster(bad_ground, "carthage", "hispanics", "africans")
    turning.turn(bad_ground.war.pk, now=NOW)
    bad_ground.fight("c07")
    bad_ground.throw(
        event_rome=(4, 4),
        event_carthage=(2, 3),
        alliance_carthage=(2, 2),
        punishment_rome=(4, 4),
        reinforcements_rome=(1, 1),
    )
    (ask,) = asked(bad_ground.war)
    assert (ask.prompt, ask.seat, ask.data["amount"], ask.data["natives"]) == ("lose_points", "carthage", 150, True)
    bad_ground.decide("carthage", LosePoints(figures=None))
    bad_ground.throw(reinforcements_rome=(1, 1))

    assert bad_ground.summary() == replayed("c07", HERE)["years"][0]


@pytest.mark.parametrize("points", [999, 1501])
def test_c07_the_attacker_chooses_1000_to_1500(bad_ground, points):
    with pytest.raises(Refusal) as refused:
        bad_ground.decide("rome", Choose(points=points))
    assert refused.value.code == "points_range"


def test_c07_the_defender_brings_500_points_of_natives(bad_ground):
    mustering(bad_ground)
    with pytest.raises(Refusal) as refused:
        muster(bad_ground, "carthage", "africans")
    assert refused.value.code == "too_few_natives"
