"""What the rules ask after a battle, and what a side does of its own accord. Dice are by hand, so that they fall as a test needs."""

import html
import re

import msgspec
import pytest

from battles.models import Battle
from campaigns.models import Campaign, Roll
from campaigns.models.codec import happening_of, rules_of, state_of
from campaigns.narration import Book, sentence
from campaigns.rules.between import costs_of_a_general
from campaigns.rules.decisions import Typed
from campaigns.rules.state import Purse
from campaigns.services import between, founding, turning
from clubs import clock
from clubs.models import Membership
from tests.factories import campaigns as verbs
from tests.frontend.wars.helpers import answered
from tests.frontend.years.conftest import text_of
from tests.worlds import once, recall

pytestmark = pytest.mark.django_db


def words_of(response) -> str:
    return html.unescape(text_of(response))


class Hand:
    """A war whose dice are thrown at the table: the pages ask for them, and the tests type them in."""

    def __init__(self, war: Campaign, browser, people):
        self.war, self.browser, self.people = war, browser, people
        self.url = f"/wars/{war.public_id}/year/"

    @property
    def state(self):
        return state_of(verbs.fresh(self.war))

    @property
    def ask(self):
        return self.state.pending[0]

    def page(self, who):
        return self.browser(who).get(self.url)

    def stamp(self) -> dict:
        return {"year": self.state.year}

    def answer(self, who=None, **typed):
        """Answer the first question, as whoever it is put to (the umpire's by Rome)."""
        ask = self.ask
        who = who or self.people.get(ask.seat) or self.people["rome"]
        token = ask.data.get("address") or ask.data["key"]
        about = {"seat": ask.seat, "prompt": ask.prompt, "token": token}
        return self.browser(who).post(f"{self.url}answer/", {**self.stamp(), **about, **typed})

    def dice(self, *faces, who=None):
        return self.answer(who, **{f"face-{n}": face for n, face in enumerate(faces)})

    def do(self, side, what, **typed):
        return self.browser(self.people[side]).post(f"{self.url}{what}/", {**self.stamp(), **typed})

    def until(self, part: str):
        """Type indifferent dice until the rules ask for a roll whose address has this part, or for something else."""
        while self.state.pending and self.ask.prompt == "dice" and part not in self.ask.data["address"]:
            self.indifferent()

    def indifferent(self) -> None:
        """A 7 on two dice, a 3 on one; past the pages, which have their own tests."""
        ask = self.ask
        who = self.people.get(ask.seat) or self.people["rome"]
        faces = (3, 4, *[3] * (ask.data["n"] - 2)) if ask.data["n"] > 1 else (3,)
        between.decide(
            verbs.fresh(self.war),
            side=ask.seat,
            decision=Typed(address=ask.data["address"], faces=faces),
            by=Membership.objects.get(club=self.war.club_id, user=who),
            now=clock.now(),
        )

    def question(self, prompt: str):
        """The question that comes after some indifferent dice."""
        self.until("no such roll")
        assert self.ask.prompt == prompt
        return self.ask

    def finish(self) -> None:
        """Let the year end, saying no to whatever is asked."""
        year = self.state.year
        while self.state.year == year:
            self.until("no such roll")
            if self.state.year == year:
                self.answer(answer="no", program="yes")


def a_hand_war(club, place, livia, hanno, ines, *, battle, report, begin) -> Campaign:
    """A war by hand; ``battle``: its first battle has been fought."""
    war = verbs.found_war(club, by=place(livia), dice="hand", umpire=place(ines), now=clock.now())
    members = {"rome": place(livia), "carthage": place(hanno)}
    for side, member in members.items():
        verbs.seat(war, side, member, by=place(livia), now=clock.now())
        founding.set_army(war, side=side, army=verbs.an_army(side[0]), by=member, now=clock.now())
    founding.begin(war, by=place(livia), now=clock.now(), **begin)
    if battle:
        verbs.order(war, **{side: (member, "battle") for side, member in members.items()}, now=clock.now())
        verbs.muster_best(war, members, now=clock.now())
        verbs.fight(
            war,
            reporter=("rome", members["rome"]),
            confirmer=("carthage", members["carthage"]),
            now=clock.now(),
            **(report or {"winner": "rome", "level": "minor"}),
        )
    return verbs.fresh(war)


@pytest.fixture
def hand_of(browser, livia, hanno, ines):
    return lambda war: Hand(war, browser, {"rome": livia, "carthage": hanno, "umpire": ines})


@pytest.fixture
def start(club, place, livia, hanno, ines, hand_of):
    """``start(year=4, earned={"rome": 6})``: a war by hand whose pitched battle Rome has fought."""
    needs = {"club": club, "place": place, "livia": livia, "hanno": hanno, "ines": ines}

    def of(*, battle: bool = True, report=None, **begin) -> Hand:
        return hand_of(recall(a_hand_war, needs, battle=battle, report=report, begin=begin))

    return of


FELLED = {"winner": "rome", "level": "major", "felled": [{"seat": "carthage", "character": "c-general"}]}


# --- Dice ---------------------------------------------------------------------------------------------------


def test_dice_are_asked_with_their_reason(start, livia, hanno, marco):
    hand = start(report=FELLED)
    words = words_of(hand.page(hanno))
    assert "Roll 2d6 at your table" in words
    assert "Year 1, fate of General c (Carthage)" in words
    for other in (livia, marco):
        assert "Roll 2d6 at your table" not in words_of(hand.page(other))
    assert "Carthage: Type in the dice" in words_of(hand.page(livia))


@pytest.mark.parametrize(("faces", "told"), [((7, 1), "There is no 7 on a d6."), ((0, 1), "There is no 0 on a d6.")])
def test_impossible_faces_are_refused(start, faces, told):
    hand = start(report=FELLED)
    answer = hand.dice(*faces)
    assert answer.status_code == 422
    assert told in words_of(answer)
    assert f'value="{faces[0]}"' in answer.content.decode()
    assert not Roll.objects.exists()


def test_a_die_left_out_is_asked_for(start):
    hand = start(report=FELLED)
    answer = hand.dice(3)
    assert answer.status_code == 422
    assert "Type what this die shows." in words_of(answer)


def test_typed_dice_are_kept_with_who_typed_them_and_told(start, hanno, place):
    hand = start(report=FELLED)
    assert hand.dice(5, 3).status_code == 302
    roll = Roll.objects.get()
    assert (roll.faces, roll.source, roll.typed_by) == ([5, 3], "hand", place(hanno))
    assert "rolled by hand and typed in" in words_of(answered(hand.browser(hanno), hand.page(hanno)))


def test_the_dice_of_an_answered_question_are_not_taken_twice(start, hanno):
    hand = start(report=FELLED)
    old = {**hand.stamp(), "seat": "carthage", "prompt": "dice", "token": hand.ask.data["address"]}
    hand.dice(5, 3)
    answer = hand.browser(hanno).post(f"{hand.url}answer/", {**old, "face-0": 1, "face-1": 1})
    assert answer.status_code == 409
    assert "This question has been answered already." in words_of(answer)
    assert Roll.objects.count() == 1


def test_nobody_types_dice_for_the_other_side(start, livia, marco):
    hand = start(report=FELLED)
    # A player always answers for his own side, and his own is not asked.
    assert hand.dice(5, 3, who=livia).status_code == 409
    assert hand.dice(5, 3, who=marco).status_code == 404
    assert not Roll.objects.exists()


def test_an_officer_types_in_dice_for_a_side(start, ines):
    hand = start(report=FELLED)
    assert "You answer for Carthage, from a paper slip." in words_of(hand.page(ines))
    assert hand.dice(5, 3, who=ines).status_code == 302
    assert hand.war.decisions.latest("number").manners == {"carthage": "paper"}


# --- Ransom ---------------------------------------------------------------------------------------------------


def captured(hand: Hand) -> None:
    """The general of Carthage falls in a lost battle and is taken: 2d6 = 6."""
    hand.dice(4, 2)
    assert hand.ask.prompt == "ransom"


def test_a_ransom_shows_the_score_after_it(start, hanno, livia):
    hand = start(report=FELLED)
    captured(hand)
    words = words_of(hand.page(hanno))
    assert "General c is a prisoner." in words
    assert "It costs 2 victory points, and the other side gets them." in words
    assert "The score after it" in words
    # Rome has 3 for the battle, and 2 more when the general's points are away; paid back, 5 against −2.
    assert re.search(r"Rome 5 now \d+ Carthage −2 now 0", words)
    assert "If you pay, the war ends at once" not in words
    assert "The score after it" not in words_of(hand.page(livia))


def test_a_ransom_that_would_end_the_war_says_so_loudly(start, hanno):
    hand = start(year=4, earned={"rome": 3, "carthage": 0}, report=FELLED)
    captured(hand)
    words = words_of(hand.page(hanno))
    assert "If you pay, the war ends at once: Rome wins." in words
    assert "Pay, and end the war" in words


def test_a_ransom_is_paid_or_not(start):
    hand = start(report=FELLED)
    captured(hand)
    assert hand.answer(answer="yes").status_code == 302
    assert hand.state.characters["carthage"]["c-general"].status == "ready"
    assert hand.state.earned == {"rome": 5, "carthage": -2}


def test_an_answer_is_one_of_the_two(start):
    hand = start(report=FELLED)
    captured(hand)
    answer = hand.answer(answer="perhaps")
    assert answer.status_code == 422
    assert hand.ask.prompt == "ransom"


# --- Events that ask ------------------------------------------------------------------------------------------


def recalled(start) -> Hand:
    """Rome, well behind, rolls a 6: her general is called home, and she is to surrender."""
    hand = start(year=4, earned={"rome": 0, "carthage": 8})
    hand.until("event/rome")
    hand.dice(3, 3)
    hand.question("successor")
    return hand


def test_stake_all_warns_that_the_war_ends(start, livia, hanno):
    hand = recalled(start)
    assert "The new general is called General r II, unless you name him." in words_of(hand.page(livia))
    assert hand.answer(name="Scipio").status_code == 302
    assert "Scipio" in hand.state.characters["rome"]
    assert hand.ask.prompt == "stake_all"
    words = words_of(hand.page(livia))
    assert "the war ends now: a minor victory for Carthage." in words
    assert hand.answer(answer="yes").status_code == 302
    assert hand.answer(answer="yes").status_code == 302
    assert "stake_all" in hand.state.coming


def test_refusing_the_last_battle_ends_the_war(start, livia):
    hand = recalled(start)
    hand.answer(name="")
    hand.answer(answer="no")
    assert hand.state.ended.winner == "carthage"
    words = words_of(hand.page(livia))
    assert "Carthage has won the war, a minor victory" in words


def last_battle(start) -> Hand:
    """Rome was to surrender last year, and both staked all on one battle: the armies are about to muster."""
    hand = start(battle=False, year=4, earned={"rome": 0, "carthage": 8}, flags=("stake_all",))
    for side in verbs.SIDES:
        assert hand.do(side, "order", action="battle", ready="on").status_code == 302
    turning.turn(hand.war.pk, now=clock.now())
    return hand


def test_a_last_battle_says_that_it_decides_the_war_and_scores_no_points(start, livia, marco):
    hand = last_battle(start)
    for page in (hand.page(livia), hand.browser(marco).get(f"{hand.url.replace('year/', 'years/4/')}scenario/")):
        words = words_of(page)
        assert "Whoever wins this battle wins the war, by the level of the victory." in words
        assert "victory points, a minor one" not in words
    assert "Unless somebody wins it, the surrender stands: a minor victory for Carthage." in words


def test_letting_a_last_battle_pass_says_that_it_ends_the_war(start, livia, hanno):
    hand = last_battle(start)
    words = words_of(hand.page(livia))
    assert "If both sides agree, the war is over: a minor victory for Carthage." in words
    assert "follow as usual" not in words
    for side in verbs.SIDES:
        assert hand.do(side, "skip", agree="yes").status_code == 302
    assert (hand.state.ended.winner, hand.state.ended.level) == ("carthage", "minor")


def test_letting_any_other_year_pass_ends_nothing(start, livia):
    hand = start(battle=False)
    for side in verbs.SIDES:
        hand.do(side, "order", action="battle", ready="on")
    turning.turn(hand.war.pk, now=clock.now())
    words = words_of(hand.page(livia))
    assert "The events and the consequences of your orders follow as usual." in words
    assert "the war is over" not in words


def test_a_name_that_is_taken_is_refused(start, livia):
    hand = recalled(start)
    answer = hand.answer(name="r-general")
    assert answer.status_code == 422
    assert "choose another name" in words_of(answer)


def test_an_order_to_come_home_can_be_disobeyed(start, hanno):
    """Rome leads by less than six and rolls a 12."""
    hand = start()
    hand.until("event/rome")
    hand.dice(6, 6)
    hand.question("obey_recall")
    assert "If you obey, the war ends now: a minor victory for Rome." in words_of(hand.page(hanno))
    assert hand.answer(answer="no").status_code == 302
    assert "recall.carthage" in hand.state.coming


def test_figures_given_up_are_checked_and_may_be_left_to_the_program(start, livia):
    """Rome rolls a 5, a hard winter: 2d6 × 20 points, half for who leads."""
    hand = start()
    hand.until("event/rome")
    hand.dice(2, 3)
    hand.until("event_amount")
    hand.dice(6, 4)
    assert (hand.ask.prompt, hand.ask.seat, hand.ask.data["amount"]) == ("lose_points", "rome", 100)
    words = words_of(hand.page(livia))
    assert "You lose troops worth 100 points. You choose which figures go." in words
    few = hand.answer(**{"unit-0": 1})
    assert few.status_code == 422
    assert "Figures worth 12 points are given up, at least 100 are due" in words_of(few)
    assert 'name="unit-0" value="1"' in few.content.decode()
    many = hand.answer(**{"unit-0": 20})
    assert "one figure fewer is enough" in words_of(many)
    assert hand.answer(**{"unit-1": 9}).status_code == 302
    assert hand.ask.seat == "carthage"
    assert hand.answer(program="yes").status_code == 302
    assert hand.state.units["rome"]["r2"].figures == 11


def test_a_re_roll_shows_the_first_result(start, hanno):
    hand = start(year=2, flags=("carthage.reroll",))
    hand.until("event/carthage")
    hand.dice(1, 1)
    assert hand.ask.prompt == "spend_reroll"
    words = words_of(hand.page(hanno))
    assert "Year 2, event (Carthage)" in words
    assert "= 2" in words
    assert hand.answer(answer="yes").status_code == 302
    assert hand.ask.data["address"].endswith("/reroll")


# --- Of one's own accord ----------------------------------------------------------------------------------------


@once
def granted_war(start):
    hand = start()
    hand.until("reinforcements/rome")
    hand.dice(5, 4)
    hand.finish()
    assert hand.state.purses["rome"]["reinforcements"] == Purse(common=250)
    return hand.war


@pytest.fixture
def granted(granted_war, hand_of):
    """Year 2, in which Rome has points to spend: 2d6 = 9 on reinforcements."""
    return hand_of(granted_war)


ROWS = {"buy-TOTAL_FORMS": 3, "buy-INITIAL_FORMS": 0, "buy-MIN_NUM_FORMS": 0, "buy-MAX_NUM_FORMS": 20}


def row(n: int, **typed) -> dict:
    return {f"buy-{n}-{name}": value for name, value in {"arm": "infantry", "grade": "common", **typed}.items()}


def test_grants_are_spent_on_new_units(granted, livia, hanno):
    assert "250 points of common troops" in words_of(granted.page(livia))
    assert "250 points of common troops to spend" not in words_of(granted.page(hanno))
    # Why there are so many is told in the book of the year that granted them.
    assert "Where they come from: year 1, with its rolls" in words_of(granted.page(livia))
    before = granted.url.replace("/year/", "/years/1/")
    reader = granted.browser(livia)
    assert "Year 1, Reinforcements (Rome): 2d6 = 9" in words_of(answered(reader, reader.get(before)))
    # One unit is coherent; beside it a smaller one may come, and the page says so.
    assert "at least one of its units has 5 figures or more" in words_of(granted.page(livia))
    bought = {
        **ROWS,
        **row(0, name="Novi", figures=10, points=12, command=10),
        **row(2, name="Novi", figures=2, points=12),
    }
    assert granted.do("rome", "grants", **bought).status_code == 302
    units = granted.state.units["rome"]
    assert (units["Novi"].figures, units["Novi"].command, units["Novi 2"].figures) == (10, 10, 2)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (row(0, name="Novi", figures=4, points=12), "At least one of the new units needs 5 figures or more; the largest has 4"),
        (row(0, name="Novi", figures=30, points=12), "360 points of common troops are bought, only 250 are granted"),
        (row(0, name="Novi", figures=5, points=12, grade="special"), "60 points of special troops are bought"),
        (row(0, name="", figures=5, points=12), "Give the unit a name."),
        (row(0, name="Novi", figures=5), "Write the points of one figure."),
        ({}, "Write down at least one unit."),
    ],
)  # fmt: skip
def test_a_purchase_that_cannot_be_is_refused_with_what_was_typed(granted, typed, told):
    answer = granted.do("rome", "grants", **ROWS, **typed)
    assert answer.status_code == 422
    assert told in words_of(answer)
    assert "Novi" not in granted.state.units["rome"]
    if typed.get("buy-0-name"):
        assert 'name="buy-0-name" value="Novi"' in answer.content.decode()


def test_more_rows_keep_what_was_typed(granted):
    page = granted.do("rome", "grants", **ROWS, **row(0, name="Novi"), more="yes")
    assert 'name="buy-0-name" value="Novi"' in page.content.decode()
    assert 'name="buy-5-name"' in page.content.decode()


def test_who_was_granted_nothing_spends_nothing(start):
    hand = start(battle=False)
    answer = hand.do("carthage", "grants", **ROWS, **row(0, name="Novi", figures=5, points=1))
    assert answer.status_code == 409
    assert "There is nothing left to spend" in words_of(answer)


@once
def prisoners_war(start):
    hand = start(report=FELLED)
    captured(hand)
    hand.answer(answer="no")
    hand.finish()
    return hand.war


@pytest.fixture
def prisoner(prisoners_war, hand_of):
    """Year 2; the general of Carthage is still in Rome's hands."""
    return hand_of(prisoners_war)


def test_a_prisoner_is_ransomed_later_on_the_score_that_was_shown(prisoner, hanno):
    page = prisoner.page(hanno)
    assert "Ransom General c" in words_of(page)
    seen = re.search(r'name="seen" value="([^"]+)"', page.content.decode()).group(1)
    stale = prisoner.do("carthage", "ransom", character="c-general", seen="rome:1,carthage:1")
    assert stale.status_code == 409
    assert "The score has changed since you opened the page." in words_of(stale)
    assert prisoner.do("carthage", "ransom", character="c-general", seen=seen).status_code == 302
    assert prisoner.state.characters["carthage"]["c-general"].status == "ready"


def test_nobody_ransoms_for_the_other_side(prisoner):
    answer = prisoner.do("rome", "ransom", character="c-general", seen="")
    assert answer.status_code == 409


def test_a_lost_general_is_replaced(prisoner, hanno):
    assert "Replace a lost character" in words_of(prisoner.page(hanno))
    taken = prisoner.do("carthage", "general", lost="c-general", name="General c", points=100)
    assert taken.status_code == 422
    assert "is in this army already" in words_of(taken)
    assert prisoner.do("carthage", "general", lost="c-general", name="Gisco", points=80).status_code == 302
    assert prisoner.state.characters["carthage"]["Gisco"].rank == "general"


def test_an_instruction_for_the_re_roll_is_left(start, hanno, livia):
    hand = start(battle=False, year=2, flags=("carthage.reroll",))
    assert "You have a re-roll this year" in words_of(hand.page(hanno))
    assert "You have a re-roll this year" not in words_of(hand.page(livia))
    assert hand.do("carthage", "re-roll", roll="fate", below=14).status_code == 422
    assert hand.do("carthage", "re-roll", roll="fate", below=6).status_code == 302
    assert hand.state.now.standing_rerolls == {"carthage": ("fate", 6)}
    assert hand.do("rome", "re-roll", roll="fate", below=6).status_code == 422


def test_surrender_asks_first_and_says_what_it_means(start, livia, marco):
    hand = start(battle=False)
    page = hand.browser(livia).get(f"{hand.url}surrender/")
    assert "The war ends at once, whatever the score: a minor victory for Carthage." in words_of(page)
    assert hand.browser(marco).post(f"{hand.url}surrender/", hand.stamp()).status_code == 404
    assert hand.state.ended is None
    assert hand.do("rome", "surrender").status_code == 302
    assert hand.state.ended.winner == "carthage"
    # The page of the last year still reads, and asks nobody for anything.
    words = words_of(hand.page(livia))
    assert "Carthage has won the war, a minor victory (by surrender)." in words
    assert "Give your order" not in words


def test_an_end_is_proposed_on_one_phone_and_agreed_on_the_other(start, livia, hanno, marco):
    hand = start(battle=False)
    last = hand.state.last_year
    assert "The war ends" in words_of(hand.page(livia))
    assert hand.browser(marco).post(f"{hand.url}length/", {**hand.stamp(), "last": 1}).status_code == 404
    assert hand.do("rome", "length", last=last).status_code == 422
    assert hand.do("rome", "length", last="soon").status_code == 422
    assert hand.do("rome", "length", last=1).status_code == 302
    assert "You have proposed: year 1 is the last." in words_of(hand.page(livia))
    assert "Rome proposes: year 1 is the last." in words_of(hand.page(hanno))
    assert hand.do("rome", "length", withdraw="yes").status_code == 302
    assert "Rome proposes" not in words_of(hand.page(hanno))
    for side in verbs.SIDES:
        assert hand.do(side, "length", last=1).status_code == 302
    assert (hand.state.last_year, hand.state.length) == (1, {})


def test_after_a_year_is_put_away_the_war_can_end_at_once(start, livia):
    hand = start(battle=False)
    pass_a_year(hand)
    assert "at once, by the score after year 1" in words_of(hand.page(livia))
    hand.do("rome", "length", last=1)
    shown = hand.do("carthage", "length", last=1)
    hand.do("carthage", "length", last=1, seen=seen_in(shown))
    assert (hand.state.ended.reason, hand.state.ended.level) == ("years", "draw")
    assert "drawn" in words_of(hand.page(livia)).lower() or "draw" in words_of(hand.page(livia)).lower()


# --- Choices that end the war ---------------------------------------------------------------------------------------


def seen_in(page) -> str:
    return re.findall(r'name="seen" value="([^"]+)"', page.content.decode())[0]


def test_a_purchase_that_wins_the_war_shows_the_score_first(start, livia):
    """Eight points ahead, armies alike: 250 points of new troops bring the two points that win at once."""
    hand = start(year=4, earned={"rome": 6, "carthage": 0})
    hand.until("reinforcements/rome")
    hand.dice(5, 4)
    hand.finish()
    bought = {**ROWS, **row(0, name="Novi", figures=20, points=12)}
    shown = hand.do("rome", "grants", **bought)
    assert shown.status_code == 422
    words = words_of(shown)
    assert "The war ends with it: a major victory for Rome." in words
    assert "The score after it Rome 10 now 8" in words
    assert "Nothing is done yet" in words
    assert 'name="buy-0-name" value="Novi"' in shown.content.decode()
    assert "Novi" not in hand.state.units["rome"]
    # Another score than the one that was seen is shown again.
    assert hand.do("rome", "grants", **bought, seen="carthage:0,rome:9").status_code == 422
    assert hand.do("rome", "grants", **bought, seen=seen_in(shown)).status_code == 302
    assert (hand.state.ended.winner, hand.state.ended.level) == ("rome", "major")


def test_letting_dice_stand_that_win_the_war_shows_the_score_first(start, hanno):
    hand = start(
        year=4, earned={"rome": 0, "carthage": 7}, flags=("carthage.reroll",), report={"winner": "draw", "level": None}
    )
    hand.until("event/carthage")
    hand.dice(5, 6)
    assert hand.answer(answer="no").status_code == 302
    hand.dice(3)
    shown = hand.answer(answer="no")
    assert shown.status_code == 422
    assert "The war ends with it: a major victory for Carthage." in words_of(shown)
    assert hand.state.ended is None
    assert hand.answer(answer="no", seen=seen_in(shown)).status_code == 302
    assert hand.state.ended.winner == "carthage"


def test_agreeing_to_the_end_shows_how_it_ends_first(start, livia):
    hand = start(battle=False)
    pass_a_year(hand)
    assert hand.do("carthage", "length", last=1).status_code == 302
    shown = hand.do("rome", "length", last=1)
    assert shown.status_code == 422
    assert "The war ends with it: a draw." in words_of(shown)
    assert hand.do("rome", "length", last=1, seen=seen_in(shown)).status_code == 302
    assert hand.state.ended.reason == "years"


def test_points_of_allies_are_not_said_to_be_given_up_for_a_general(start, hanno):
    """Only reinforcements are exchanged for him (Hispania 7)."""
    hand = start(battle=False)
    state = hand.state
    lost = msgspec.structs.replace(state.characters["carthage"]["c-general"], status="dead")
    state.characters = {**state.characters, "carthage": {"c-general": lost}}
    for table, costs in (("alliance", False), ("reinforcements", True)):
        state.purses = {"carthage": {table: Purse(native_common=50)}}
        assert costs_of_a_general(rules_of(hand.war).pack, state, "carthage") is costs


# --- The page of an old year, and what it costs -------------------------------------------------------------------


def pass_a_year(hand: Hand) -> None:
    """A year in which nobody fights: both defend, and let it pass."""
    for side in verbs.SIDES:
        assert hand.do(side, "order", action="defence", ready="on").status_code == 302
    turning.turn(hand.war.pk, now=clock.now())
    hand.until("no such roll")
    for side in verbs.SIDES:
        assert hand.do(side, "skip", agree="yes").status_code == 302
    hand.finish()


def test_an_old_year_reads_like_a_new_one(start, marco):
    hand = start(battle=False)
    pass_a_year(hand)
    page = hand.browser(marco).get(hand.url.replace("year/", "years/1/"))
    words = words_of(page)
    for told in ("This year was closed on", "Both sides let the year pass without a game", "Skirmish"):
        assert told in words
    assert 'rel="next"' in page.content.decode()


def test_the_score_of_an_old_year_can_be_asked_why(start, marco):
    hand = start()
    hand.finish()
    reader = hand.browser(marco)
    words = words_of(answered(reader, reader.get(hand.url.replace("year/", "years/1/"))))
    why = words.split("why? about the points of Rome")[1].split("why? about the points of Carthage")
    scored = next(line for line in hand.war.ledger.filter(year=1, kind="vp").order_by("seq"))
    assert sentence(happening_of(scored), Book.of(rules_of(hand.war).pack, hand.state)) in why[0]
    assert "Nothing of this year changed what it has earned." in why[1]


@pytest.mark.parametrize("years", [0, 4])
def test_the_page_costs_the_same_however_long_the_war(start, livia, years, django_assert_num_queries):
    hand = start(battle=False)
    for _year in range(years):
        pass_a_year(hand)
    reader = hand.browser(livia)
    with django_assert_num_queries(15):
        page = reader.get(hand.url)
    assert f"Year {years + 1} " in text_of(page)


def test_the_battle_page_has_a_price_too(fighting, browser, livia, year_url, django_assert_num_queries):
    assert Battle.objects.count() == 1
    reader = browser(livia)
    with django_assert_num_queries(13):
        reader.get(year_url)
