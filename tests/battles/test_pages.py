"""What a page of a battle shows, to whom, at what cost; how it is followed, looked back on, and taken away whole."""

import json

import pytest

from battles import permissions, selectors
from battles.models import Battle, BattleEntry
from battles.services import autoresolve, bundles, chat, odds, play, programs, replay, single, verdicts
from battles.services.clocks import Clock
from clubs.errors import NotSeen, Refusal
from clubs.services import members
from tests.factories.battles import do
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import CANARIES
from tools import verify_dice

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS


@pytest.fixture
def battle(open_court, carthage, umpire):
    """Livia and Hanno, and the program; Ines is the umpire."""
    opened = open_court(carthage, single.PROGRAM, umpire=umpire, pace=Clock(pace="decision", amount=10))
    single.take(opened, SECOND, carthage, NOW)
    programs.play(opened, NOW)
    return Battle.objects.get(pk=opened.pk)


def bid(battle, seat, card=0):
    held = Battle.objects.get(pk=battle.pk)
    return do(held, seat, "bid", by=held.seats.get(key=seat).member, card=held.state["hands"][seat][card])


def page(user, battle):
    return selectors.page_of(user, battle.public_id, now=NOW)


def mark(user, battle):
    return selectors.mark_of(selectors.battle_for(user, battle.public_id), user)


def test_each_sees_his_own_and_a_spectator_what_is_public(battle, livia, hanno, ines, marco, nobody):
    assert [page(user, battle).seat for user in (livia, hanno, ines, marco)] == [FIRST, SECOND, "umpire", None]
    assert page(livia, battle).view.data["hand"] == battle.state["hands"][FIRST]
    assert page(marco, battle).view.data["hand"] == []
    assert [card for card in CANARIES if card in str(page(marco, battle))] == []
    assert (page(marco, battle).handed_in, [one.seat for one in page(marco, battle).clocks]) == (
        {THIRD},
        [FIRST, SECOND],
    )
    with pytest.raises(NotSeen):
        page(nobody, battle)
    assert [permissions.may_watch(battle, user) for user in (marco, nobody)] == [True, False]


def test_what_one_may_do_is_said(battle, livia, hanno, ines, marco):
    may = {
        user.username: (page(user, battle).umpire, page(user, battle).arranges, page(user, battle).resolves)
        for user in (livia, hanno, ines, marco)
    }
    assert may == {
        "livia": (False, True, False),
        "hanno": (False, False, False),
        "ines": (True, True, True),
        "marco": (False, False, False),
    }


def test_a_page_costs_the_same_however_long_the_battle_and_its_chat(
    battle, livia, rome, carthage, django_assert_num_queries
):
    with django_assert_num_queries(10):
        page(livia, battle)
    bid(battle, FIRST)
    bid(battle, SECOND)
    programs.play(battle, NOW)
    for number in range(5):
        chat.say(battle, rome, str(number), NOW)
        chat.say(battle, carthage, str(number), NOW)
    odds.begin(battle, by=rome, now=NOW)
    with django_assert_num_queries(10):
        shown = page(livia, battle)
        [str(line.author) for line in shown.chat]
        [str(seat.member) for seat in shown.battle.seats.all()]
        [str(entry.actor) for entry in shown.entries]


def test_my_battles_come_with_what_waits_for_me(battle, open_court, livia, hanno, marco, carthage):
    other = open_court(None, carthage)
    assert [(one.battle, one.seat, one.offered, one.prompt) for one in selectors.my_battles(hanno)] == [
        (other, THIRD, True, None),
        (battle, SECOND, False, "bid"),
    ]
    bid(battle, SECOND)
    assert [one.prompt for one in selectors.my_battles(hanno)] == [None, None]
    assert selectors.my_battles(marco) == []
    assert {one.battle for one in selectors.my_battles(livia)} == {battle, other}


@pytest.mark.parametrize("more", [0, 3])
def test_lists_cost_the_same_however_many_battles(battle, club, open_court, livia, more, django_assert_num_queries):
    for _number in range(more):
        open_court(None, None)
    with django_assert_num_queries(2):
        selectors.my_battles(livia)
    with django_assert_num_queries(2):
        for one in selectors.battles_of(club):
            [str(seat.member or seat.offered) for seat in one.seats.all()], str(one.opener)


# --- Following -----------------------------------------------------------------------------------------------


def test_the_mark_changes_with_what_is_shown_and_with_nothing_else(battle, livia, hanno, marco, rome, umpire):
    marks = [mark(marco, battle)]

    def changed():
        marks.append(mark(marco, battle))
        return marks[-1] != marks[-2]

    bid(battle, FIRST)
    assert changed()  # that something is in is public
    bid(battle, FIRST, card=1)
    assert not changed()  # what it is, and that she thought again, is not
    odds.begin(battle, by=rome, now=NOW)
    assert not changed()
    line = chat.say(battle, rome, "Well?", NOW)
    assert changed()
    chat.remove(line, by=umpire, now=NOW)
    assert changed()
    bid(battle, SECOND)
    assert changed()
    assert len({mark(user, battle) for user in (livia, hanno, marco)}) == 3


def test_the_mark_is_the_same_whatever_is_sealed(battle, marco):
    bid(battle, FIRST)
    one = mark(marco, battle)
    Battle.objects.filter(pk=battle.pk).update(version=99)
    battle.sealed_moves.filter(seat=FIRST).update(action={"kind": "bid", "arguments": {"card": "other"}})
    assert mark(marco, battle) == one


def test_the_mark_costs_the_same(battle, marco, django_assert_num_queries):
    held = selectors.battle_for(marco, battle.public_id)
    with django_assert_num_queries(3):
        selectors.mark_of(held, marco)


# --- Looking back --------------------------------------------------------------------------------------------


def test_one_looks_back_with_the_eyes_one_had(battle, rome, umpire):
    bid(battle, FIRST)
    bid(battle, SECOND)
    programs.play(battle, NOW)
    held = Battle.objects.get(pk=battle.pk)
    hand = replay.state_at(held, 0).state["hands"][FIRST]

    assert replay.view_at(held, 0, FIRST).data["hand"] == hand
    assert replay.view_at(held, 0, None).data["hand"] == []
    assert replay.view_at(held, 1, SECOND).data["round"] == 2
    assert replay.view_at(held, held.seq, FIRST) == selectors.view_for(held, FIRST)
    for nowhere in (-1, 99):
        with pytest.raises(NotSeen):
            replay.view_at(held, nowhere, None)


def test_a_branch_that_was_left_stays_readable(battle, umpire):
    bid(battle, FIRST)
    bid(battle, SECOND)
    verdicts.rollback(Battle.objects.get(pk=battle.pk), to_seq=0, by=umpire, now=NOW, reason="A cat on the table.")
    held = Battle.objects.get(pk=battle.pk)

    assert [replay.view_at(held, seq, None).data["round"] for seq in (0, 1, 2)] == [1, 2, 1]
    assert [entry.struck for entry in selectors.entries_for(held, None)] == [False, True, False]


# --- The whole of it -----------------------------------------------------------------------------------------


def refused(battle, member) -> str:
    with pytest.raises(Refusal) as came:
        bundles.bundle(battle, by=member)
    return came.value.code


def test_the_whole_log_is_for_who_sat_there_once_it_is_over(battle, rome, carthage, umpire, place, marco):
    assert [refused(battle, one) for one in (rome, umpire, place(marco))] == ["not_over", "not_yours", "not_yours"]

    ended = autoresolve.resolve(battle, umpire, NOW)

    told = bundles.bundle(ended, by=carthage)
    assert [entry["seq"] for entry in told["entries"]] == list(range(ended.seq + 1))
    assert bundles.bundle(ended, by=umpire) == told
    assert refused(ended, place(marco)) == "not_yours"
    assert "Livia" not in json.dumps(told)


def test_of_a_held_battle_it_is_for_the_umpire_and_without_what_is_sealed(battle, rome, umpire):
    bid(battle, FIRST)
    play.hold(battle, now=NOW)
    held = Battle.objects.get(pk=battle.pk)

    assert refused(held, rome) == "not_over"
    told = bundles.bundle(held, by=umpire)
    assert (told["stage"], [one["secret"] for one in told["dice"]]) == ("held", [None])
    assert '"bid"' not in json.dumps(told["entries"])


@pytest.fixture
def whole(battle, umpire, tmp_path):
    """A battle with a branch, decided, as it is taken away."""
    bid(battle, FIRST)
    bid(battle, SECOND)
    verdicts.rollback(Battle.objects.get(pk=battle.pk), to_seq=0, by=umpire, now=NOW, reason="A cat on the table.")
    ended = autoresolve.resolve(Battle.objects.get(pk=battle.pk), umpire, NOW)
    return json.loads(json.dumps(bundles.bundle(ended, by=umpire)))


def test_its_dice_and_its_chain_are_checked_without_us(whole, tmp_path, capsys):
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(whole))

    assert verify_dice.main([str(path)]) == 0
    tally = verify_dice.check(whole)
    assert tally.checked == sum(len(entry["rolls"]) for entry in whole["entries"]) > 0
    assert len(whole["dice"]) == 2


def chained_again(whole):
    """As somebody would who forges the log from an entry on."""
    import hashlib

    previous = hashlib.sha256(f"signifer-log-1\n{whole['game']}".encode()).hexdigest()
    for entry in whole["entries"]:
        told = {fact: entry.get(fact) for fact in verify_dice.FACTS}
        spelt = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        entry["prev_hash"] = previous
        previous = entry["hash"] = hashlib.sha256(f"{previous}\n{spelt}".encode()).hexdigest()
    whole["head"] = previous


def loaded(whole):
    entry = next(entry for entry in whole["entries"] if entry["rolls"] and entry["seq"])
    entry["rolls"][0]["faces"] = [face % entry["rolls"][0]["sides"] + 1 for face in entry["rolls"][0]["faces"]]


@pytest.mark.parametrize(
    ("forge", "named"),
    [
        (loaded, "entry 1 was altered"),
        (lambda whole: (loaded(whole), chained_again(whole)), "follows"),
        (lambda whole: whole["entries"].pop(1), "entry 1 is missing"),
        (lambda whole: whole["entries"].pop(), "does not end"),
        (lambda whole: whole["dice"][0].update(secret="00" * 32), "commitment"),
        (lambda whole: whole["dice"].pop(), "no dice were drawn"),
    ],
)
def test_what_was_forged_is_named(whole, forge, named):
    forge(whole)
    with pytest.raises(verify_dice.Differs, match=named):
        verify_dice.check(whole)


def test_the_secret_is_shown_when_it_is_over_and_not_before(battle, umpire):
    (before,) = selectors.proofs_of(battle)
    autoresolve.resolve(battle, umpire, NOW)
    (after,) = selectors.proofs_of(battle)

    assert (before.secret, before.commitment) == (None, after.commitment)
    assert after.secret is not None


def test_the_books_of_single_battles_are_checked_too(battle, umpire, capsys):
    from django.core.management import CommandError, call_command

    autoresolve.resolve(battle, umpire, NOW)
    call_command("check_books")
    assert "0 wars checked, 1 battles outside them, the books are sound" in capsys.readouterr().out

    Battle.objects.filter(pk=battle.pk).update(state={"round": 1})
    with pytest.raises(CommandError):
        call_command("check_books")
    assert "the stored state is not the one its log leads to" in capsys.readouterr().err


def test_names_go_and_facts_stay(battle, hanno, carthage, umpire, marco):
    bid(battle, SECOND)
    bid(battle, FIRST)
    members.leave(battle.club, by=hanno, now=NOW)

    entries = selectors.entries_for(battle, None)
    assert BattleEntry.objects.filter(battle=battle).count() == len(entries) == 2
    assert Battle.objects.get(pk=battle.pk).seats.get(key=SECOND).member is None


def test_a_battle_that_is_over_is_checked_without_the_key(battle, umpire, settings):
    from cryptography.fernet import Fernet

    from battles.models import DiceSecret

    ended = autoresolve.resolve(battle, umpire, NOW)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]
    assert replay.verify(ended) == []

    DiceSecret.objects.filter(game=ended.game).update(revealed="00" * 32)
    assert [found.partition(": ")[2] for found in replay.verify(ended)] == ["the dice secret of epoch 0 cannot be read"]
