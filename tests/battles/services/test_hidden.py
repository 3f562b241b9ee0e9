"""A ruleset that hides things, played through the host: sealed moves, audiences, dice, and who reads what."""

import msgspec
import pytest

from battles import narration, selectors
from battles.models import Battle, BattleEntry, DiceSecret, OutboxMessage, SealedMove
from battles.models.battle import Stage
from battles.services import play, replay, verdicts
from clubs.errors import Refusal, Stale
from rulesets.contract import UMPIRE
from rulesets.dice import Keyed
from tests.factories.battles import do
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import CANARIES, cards_unknown_to
from tests.worlds import once


def member(battle, seat):
    return battle.seats.get(key=seat).member


def fresh(battle):
    return Battle.objects.get(pk=battle.pk)


def lowest(battle, seat):
    return battle.state["hands"][seat][0]


def bid(battle, seat, card=None):
    battle = fresh(battle)
    return do(battle, seat, "bid", by=member(battle, seat), card=card or lowest(battle, seat))


def all_bid(battle):
    for seat in ENVOYS:
        battle = bid(battle, seat)
    return battle


def speak(battle, kind="ready", **arguments):
    battle = fresh(battle)
    speaker = battle.state["speaker"]
    return do(battle, speaker, kind, by=member(battle, speaker), **arguments)


def findings(battle):
    return replay.verify(fresh(battle))


def test_sealed_moves_wait_until_all_are_in(court):
    bid(court, ENVOYS[0])
    bid(court, ENVOYS[1])

    waiting = fresh(court)
    assert (waiting.seq, waiting.entries.count()) == (0, 1)
    assert selectors.sealed_seats(court) == {ENVOYS[0], ENVOYS[1]}
    after = bid(court, ENVOYS[2])
    assert (after.seq, SealedMove.objects.count()) == (1, 0)
    entry = after.entries.get(seq=1)
    assert entry.action["moves"].keys() == set(ENVOYS)
    assert entry.action["manners"] == dict.fromkeys(ENVOYS, "own")
    assert (entry.seat, entry.actor) == ("", None)
    assert findings(court) == []


def test_a_sealed_move_may_be_changed_until_the_last_is_in(court):
    first, second = court.state["hands"][ENVOYS[0]][:2]
    bid(court, ENVOYS[0], first)
    bid(court, ENVOYS[0], second)

    assert selectors.sealed_of(court, ENVOYS[0])["arguments"] == {"card": second}
    assert selectors.sealed_of(court, ENVOYS[1]) is None
    bid(court, ENVOYS[1])
    after = bid(court, ENVOYS[2])
    assert after.entries.get(seq=1).action["moves"][ENVOYS[0]]["arguments"] == {"card": second}


def test_a_page_of_before_the_reveal_is_stale_after_it(court):
    all_bid(court)

    with pytest.raises(Stale):
        do(fresh(court), ENVOYS[0], "bid", by=member(court, ENVOYS[0]), seq=0, card=lowest(court, ENVOYS[0]))


def test_a_card_of_another_hand_is_refused_without_telling_whose_it_is(court):
    from battles.errors import Disallowed

    refusals = []
    for card in (lowest(court, ENVOYS[1]), "no such card"):
        with pytest.raises(Disallowed) as refused:
            bid(court, ENVOYS[0], card)
        refusals.append((refused.value.code, str(refused.value)))

    assert refusals[0] == refusals[1]


def test_the_umpire_may_act_between_two_sealed_moves_and_they_stay(court, umpire):
    bid(court, ENVOYS[0])

    after = do(fresh(court), UMPIRE, "award", by=umpire, to=ENVOYS[2])

    assert after.seq == 1
    assert selectors.sealed_seats(court) == {ENVOYS[0]}
    bid(court, ENVOYS[1])
    assert bid(court, ENVOYS[2]).seq == 2
    assert findings(court) == []


def test_the_umpire_may_act_once(court, umpire):
    battle = do(court, UMPIRE, "award", by=umpire, to=ENVOYS[2])

    with pytest.raises(Refusal) as refused:
        do(battle, UMPIRE, "award", by=umpire, to=ENVOYS[2])
    assert refused.value.code == "not_asked"


@once
def long_court(court, umpire):
    """Two rounds of bidding and an award between."""
    all_bid(court)
    speak(court)
    do(fresh(court), UMPIRE, "award", by=umpire, to=ENVOYS[1])
    all_bid(court)
    return fresh(court)


@pytest.mark.parametrize("seat", [None, UMPIRE, *ENVOYS])
def test_the_log_tells_nobody_what_stays_hidden_from_him(long_court, seat):
    log = msgspec.json.encode(
        [msgspec.structs.replace(entry, actor=None) for entry in selectors.entries_for(long_court, seat)]
    )
    view = msgspec.json.encode(selectors.view_for(long_court, seat))
    secrets = cards_unknown_to(long_court.state, seat)

    assert 5 <= len(secrets) < len(CANARIES)
    for secret in secrets:
        assert secret.encode() not in log
        assert secret.encode() not in view


def test_each_seat_reads_its_own_and_what_the_others_may_know(long_court):
    one, two = ENVOYS[0], ENVOYS[1]

    dealt = {seat: selectors.entries_for(long_court, seat)[0].happenings for seat in (one, None)}

    mine = [happening for happening in dealt[one] if "cards" in happening.data]
    assert [happening.data["seat"] for happening in mine] == [one]
    assert [happening.data for happening in dealt[None]] == [{"seat": seat} for seat in ENVOYS]
    awarded = {seat: selectors.entries_for(long_court, seat)[3].happenings[0].data for seat in (one, two, UMPIRE)}
    assert awarded[two].keys() == {"seat", "card"}
    assert awarded[one] == awarded[UMPIRE] == {"seat": two}


def test_a_losing_bid_stays_with_who_made_it(long_court):
    entry = BattleEntry.objects.get(battle=long_court, seq=1)
    winner = entry.happenings[0]["data"]["seat"]
    loser = next(seat for seat in ENVOYS if seat != winner)

    mine = selectors.entries_for(long_court, loser)[1].moves
    spectators = selectors.entries_for(long_court, None)[1].moves

    assert mine[loser] == entry.action["moves"][loser]
    assert spectators[winner] == entry.action["moves"][winner]
    assert spectators[loser] == {"kind": "bid", "arguments": {}}


def test_dice_are_shown_only_where_what_they_decided_is_known(long_court):
    opened, first = selectors.entries_for(long_court, None)[:2]

    assert opened.rolls == ()  # the shuffle
    assert [roll.address for roll in first.rolls] == ["omen/1"]


def test_hashes_stay_inside_while_the_battle_goes_on(long_court):
    assert {entry.hash for entry in selectors.entries_for(long_court, None)} == {""}


def test_the_whole_game_is_played_and_its_books_are_sound(long_court):
    speak(long_court)
    after = all_bid(long_court)

    assert after.stage == Stage.DECIDED
    assert set(after.outcome["seats"]) == set(ENVOYS)
    assert findings(after) == []
    assert all(entry.hash for entry in selectors.entries_for(fresh(after), None))


def test_a_choice_may_be_taken_back_while_nobody_else_was_asked(court):
    all_bid(court)
    speak(court, "topic", topic="grain")
    battle = speak(court, "topic", topic="horses")
    speaker = battle.state["speaker"]

    after = play.undo(battle, seat=speaker, seq=battle.seq, by=member(battle, speaker), now=NOW)

    assert (after.seq, after.revision, after.state["topic"]) == (4, 0, "grain")
    assert [entry.struck for entry in selectors.entries_for(after, None)] == [False, False, False, True, False]
    assert findings(court) == []
    again = play.undo(after, seat=speaker, seq=after.seq, by=member(battle, speaker), now=NOW)
    assert again.state["topic"] is None
    assert findings(court) == []


def test_nothing_is_taken_back_that_showed_something(court, umpire):
    battle = all_bid(court)
    speaker = battle.state["speaker"]
    with pytest.raises(Refusal) as refused:
        play.undo(battle, seat=speaker, seq=battle.seq, by=member(battle, speaker), now=NOW)
    assert refused.value.code == "no_undo"

    battle = speak(court, "ready")
    with pytest.raises(Refusal):
        play.undo(battle, seat=speaker, seq=battle.seq, by=member(battle, speaker), now=NOW)


def test_nobody_takes_back_the_move_of_another(court):
    all_bid(court)
    battle = speak(court, "topic", topic="grain")
    other = next(seat for seat in ENVOYS if seat != battle.state["speaker"])

    with pytest.raises(Refusal):
        play.undo(battle, seat=battle.state["speaker"], seq=battle.seq, by=member(battle, other), now=NOW)
    with pytest.raises(Refusal):
        play.undo(battle, seat=other, seq=battle.seq, by=member(battle, other), now=NOW)


def test_a_rollback_draws_new_dice_and_shows_the_old_secret(long_court, umpire):
    old = DiceSecret.objects.get(game=long_court.game, epoch=0)

    after = verdicts.rollback(fresh(long_court), to_seq=0, by=umpire, now=NOW, reason="The cards were seen.")

    assert DiceSecret.objects.get(pk=old.pk).revealed != ""
    assert DiceSecret.objects.get(game=long_court.game, epoch=1).revealed == ""
    assert (after.revision, after.state["round"]) == (1, 1)
    all_bid(after)
    assert findings(after) == []
    rolls = {entry.revision: entry.rolls for entry in BattleEntry.objects.filter(battle=after).exclude(rolls=[])}
    assert rolls.keys() == {0, 1}


def test_sealed_moves_of_the_old_branch_are_forgotten(court, umpire):
    bid(court, ENVOYS[0])

    verdicts.rollback(fresh(court), to_seq=0, by=umpire, now=NOW, reason="Start again.")

    assert selectors.sealed_seats(court) == set()


def test_dice_that_did_not_fall_like_that_are_found(court):
    from tests.battles.services.test_replay import tamper

    all_bid(court)
    entry = BattleEntry.objects.get(battle=court, seq=1)
    faces = [7 - face for face in entry.rolls[0]["faces"]]
    tamper(court, 1, rolls=[{**entry.rolls[0], "faces": faces}])

    assert any("omen~11 did not fall" in found or "omen/1 did not fall" in found for found in findings(court))


def test_a_lost_key_is_a_finding_and_no_crash(court, settings):
    from cryptography.fernet import Fernet

    all_bid(court)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]

    assert [found.partition(": ")[2] for found in findings(court)] == ["the dice secret of epoch 0 cannot be read"]


def test_a_ruleset_that_rolls_an_address_again_is_stopped(court, envoys, monkeypatch):
    all_bid(court)
    speak(court)
    real = type(envoys).apply

    def again(self, state, moves, dice: Keyed):
        dice.roll(1, 6, ["omen", "1"])
        return real(self, state, moves, dice)

    monkeypatch.setattr(type(envoys), "apply", again)
    with pytest.raises(Refusal) as refused:
        all_bid(court)

    assert refused.value.code == "battle_held"
    assert selectors.sealed_seats(court) == {ENVOYS[0], ENVOYS[1]}  # what was in before stays in


def test_an_absent_envoy_is_stood_in_for(court):
    bid(court, ENVOYS[0])
    bid(court, ENVOYS[1])

    after = play.stand_in(fresh(court), seat=ENVOYS[2], why="absent", now=NOW)

    assert after.seq == 1
    assert after.entries.get(seq=1).action["manners"][ENVOYS[2]] == "program"


def test_a_notice_about_a_sealed_move_names_no_card(court):
    bid(court, ENVOYS[0])

    told = msgspec.json.encode([message.data for message in OutboxMessage.objects.all()]).decode()
    assert not [card for card in CANARIES if card in told]
    assert {narration.notice(message).text for message in OutboxMessage.objects.all()} == {"The battle waits for you."}


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_log_costs_one_query_however_long_it_is(court, rounds, django_assert_num_queries):
    all_bid(court)
    if rounds == 2:
        speak(court)
        all_bid(court)
    battle = fresh(court)

    with django_assert_num_queries(1):
        [str(entry.actor) for entry in selectors.entries_for(battle, ENVOYS[0])]


def test_the_menu_is_the_seats_own(court):
    (choice,) = selectors.menu_for(court, ENVOYS[0])

    assert list(choice.arguments["card"].values) == court.state["hands"][ENVOYS[0]]
    assert (
        selectors.menu_for(all_bid(court), next(seat for seat in ENVOYS if seat != fresh(court).state["speaker"])) == []
    )
