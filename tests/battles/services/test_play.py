"""The host plays a move, or nothing at all."""

import pytest

from battles.errors import Disallowed
from battles.models import Battle, BattleEntry, OutboxMessage
from battles.models.battle import Stage
from battles.models.log import Kind, Manner
from battles.services import play, replay
from battles.signals import battle_decided, battle_moved
from clubs.errors import NotSeen, Refusal, Stale
from rulesets import registry
from rulesets.contract import UMPIRE, Action
from tests.factories.battles import CARTHAGE, ROME, WON, do, fight, open_battle
from tests.factories.clubs import NOW, enlist, sign_up


def told(member):
    return [message.data.get("prompt") for message in OutboxMessage.objects.filter(recipient=member).order_by("pk")]


def test_a_battle_opens_with_its_first_entry_and_asks_both(battle, rome, carthage, umpire):
    entry = battle.entries.get()

    assert (battle.stage, battle.seq, battle.revision) == (Stage.OPEN, 0, 0)
    assert (entry.seq, entry.kind, entry.hash) == (0, Kind.OPENED, battle.head)
    assert (told(rome), told(carthage), told(umpire)) == (["report"], ["report"], [])
    assert replay.verify(battle) == []


def test_a_report_is_written_and_the_other_side_is_told(battle, rome, carthage):
    after = do(battle, ROME, "report", by=rome, **WON)

    entry = battle.entries.get(seq=1)
    assert (after.seq, after.stage) == (1, Stage.OPEN)
    assert (entry.kind, entry.seat, entry.manner, entry.actor) == (Kind.MOVED, ROME, Manner.OWN, rome)
    assert entry.action == {"moves": {ROME: {"kind": "report", "arguments": WON}}}
    assert [happening["kind"] for happening in entry.happenings] == ["reported"]
    assert (told(rome), told(carthage)) == (["report"], ["report", "answer"])


def test_a_confirmed_report_decides_the_battle(battle, rome, carthage):
    after = fight(battle, rome, carthage)

    stored = Battle.objects.get(pk=battle.pk)
    assert (after.stage, stored.stage, stored.decided_at) == (Stage.DECIDED, Stage.DECIDED, NOW)
    assert stored.outcome["seats"][ROME] == {"result": "win", "level": "major"}
    assert replay.verify(stored) == []


def test_a_dispute_tells_the_other_side_and_the_umpire(battle, rome, carthage, umpire):
    battle = do(battle, ROME, "report", by=rome, **WON)

    do(battle, CARTHAGE, "dispute", by=carthage, reason="The Libyans held.")

    assert told(rome) == ["report", "report_again"]
    assert told(umpire) == ["ruling"]


def test_both_sides_reporting_at_once_one_is_first(battle, rome, carthage):
    do(battle, ROME, "report", by=rome, **WON)

    with pytest.raises(Stale):
        do(battle, CARTHAGE, "report", by=carthage, seq=0, winner="draw")

    assert BattleEntry.objects.filter(battle=battle).count() == 2
    assert Battle.objects.get(pk=battle.pk).state["reporter"] == ROME


def test_what_the_rules_forbid_is_refused_with_the_problem_and_leaves_no_trace(battle, rome):
    losses = [{"seat": ROME, "unit": "hastati-1", "destroyed": 22}]

    with pytest.raises(Disallowed) as refused:
        do(battle, ROME, "report", by=rome, **WON, losses=losses)

    assert (refused.value.code, refused.value.problem.place) == ("more_lost_than_figures", "losses[0]")
    assert str(refused.value) == "“Hastati I” has 20 figures, 22 are reported lost."
    stored = Battle.objects.get(pk=battle.pk)
    assert (stored.seq, stored.version) == (0, 0)


@pytest.mark.parametrize("note", ["NUL \x00", "half \ud800", 0.5, {"a": [[[[[[[[[1]]]]]]]]]}, 10**30, "x" * 70_000])
def test_what_cannot_be_stored_is_refused(battle, rome, note):
    with pytest.raises(Disallowed) as refused:
        do(battle, ROME, "report", by=rome, **WON, note=note)

    assert refused.value.code == "not_plain"


@pytest.mark.parametrize("name", ["Ñandú O’Hara", "🐘🐘", "<script>alert(1)</script>", "漢尼拔", "a\nb"])
def test_any_script_may_stand_in_a_note(battle, rome, carthage, name):
    after = fight(battle, rome, carthage, **WON, note=name)

    assert Battle.objects.get(pk=after.pk).outcome["notes"] == name
    assert replay.verify(Battle.objects.get(pk=after.pk)) == []


def test_who_is_not_asked_is_refused(battle, rome, carthage):
    battle = do(battle, ROME, "report", by=rome, **WON)

    with pytest.raises(Disallowed) as refused:
        do(battle, ROME, "confirm", by=rome)

    assert refused.value.code == "not_now"


def test_a_decided_battle_takes_no_more_moves(battle, rome, carthage):
    battle = fight(battle, rome, carthage)

    with pytest.raises(Refusal) as refused:
        do(battle, ROME, "report", by=rome, **WON)

    assert (refused.value.code, refused.value.status) == ("battle_decided", 409)


def test_nobody_acts_for_the_other_side(battle, rome, carthage):
    for paper in (False, True):
        with pytest.raises(Refusal) as refused:
            do(battle, CARTHAGE, "report", by=rome, paper=paper, **WON)
        assert (refused.value.code, refused.value.status) == ("not_your_seat", 403)


def test_a_member_without_a_part_may_not_act(battle, place, marco):
    with pytest.raises(Refusal) as refused:
        do(battle, ROME, "report", by=place(marco), paper=True, **WON)

    assert refused.value.code == "not_your_seat"


def test_an_outsider_sees_no_battle(battle, livia, db):
    from tests.factories.clubs import found

    stranger = sign_up("stranger")
    other = found("Elsewhere", by=stranger)

    with pytest.raises(NotSeen):
        do(battle, ROME, "report", by=other.memberships.get(), **WON)


def test_a_member_who_left_may_not_act(battle, rome):
    rome.left_at = NOW

    with pytest.raises(NotSeen):
        do(battle, ROME, "report", by=rome, **WON)


@pytest.mark.parametrize("who", ["ines", "fabia"])
def test_an_umpire_or_an_officer_types_in_a_paper_slip_and_it_shows(battle, place, request, who):
    writer = place(request.getfixturevalue(who))

    do(battle, CARTHAGE, "report", by=writer, paper=True, winner="draw")

    entry = battle.entries.get(seq=1)
    assert (entry.seat, entry.manner, entry.actor) == (CARTHAGE, Manner.PAPER, writer)


def test_an_officer_who_plays_types_nothing_in(club, rome, carthage, umpire):
    battle = open_battle(club, rome, carthage, umpire=umpire)  # Livia owns the club and plays Rome

    with pytest.raises(Refusal):
        do(battle, CARTHAGE, "report", by=rome, paper=True, winner="draw")


def test_the_program_stands_in_for_an_absent_side(battle, rome):
    battle = do(battle, ROME, "report", by=rome, **WON)

    after = play.stand_in(battle, seat=CARTHAGE, why="absent", now=NOW)

    assert after.stage == Stage.DECIDED
    assert battle.entries.get(seq=2).manner == Manner.PROGRAM


def test_the_program_does_not_stand_in_for_whom_nobody_waits(battle, rome):
    battle = do(battle, ROME, "report", by=rome, **WON)

    with pytest.raises(Refusal) as refused:
        play.stand_in(battle, seat=ROME, why="absent", now=NOW)

    assert refused.value.code == "not_asked"


@pytest.fixture
def heard():
    """Signals as they came: (name, battle, outcome or entry)."""
    heard = []

    def moved(sender, battle, entry, by, now, **kwargs):
        heard.append(("moved", battle.pk, entry.seq))

    def decided(sender, battle, outcome, by, now, **kwargs):
        heard.append(("decided", battle.pk, outcome.seats[ROME].result))

    battle_moved.connect(moved)
    battle_decided.connect(decided)
    yield heard
    battle_moved.disconnect(moved)
    battle_decided.disconnect(decided)


def test_whoever_listens_hears_of_moves_and_of_the_end(battle, rome, carthage, heard):
    fight(battle, rome, carthage)

    assert heard == [("moved", battle.pk, 1), ("decided", battle.pk, "win")]


def test_a_listener_that_fails_takes_the_move_back(battle, rome, carthage):
    def fail(sender, **kwargs):
        raise RuntimeError("the campaign could not score this")

    battle = do(battle, ROME, "report", by=rome, **WON)
    battle_decided.connect(fail)
    try:
        with pytest.raises(RuntimeError, match="could not score"):
            do(battle, CARTHAGE, "confirm", by=carthage)
    finally:
        battle_decided.disconnect(fail)

    stored = Battle.objects.get(pk=battle.pk)
    assert (stored.stage, stored.seq) == (Stage.OPEN, 1)


def break_rules(monkeypatch, verb):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("a bug that quotes the hidden ambush")

    monkeypatch.setattr(registry.get("tabletop"), verb, broken, raising=True)


def test_a_ruleset_that_breaks_holds_that_battle_alone(battle, club, rome, carthage, umpire, monkeypatch, caplog):
    other = open_battle(club, rome, carthage, umpire=umpire)
    with monkeypatch.context() as patch:
        break_rules(patch, "apply")
        with pytest.raises(Refusal) as refused:
            do(battle, ROME, "report", by=rome, **WON)

    stored = Battle.objects.get(pk=battle.pk)
    assert (refused.value.code, stored.stage, stored.seq) == ("battle_held", Stage.HELD, 0)
    assert [message.kind for message in OutboxMessage.objects.filter(recipient=umpire)] == ["battle.held"]
    assert "tabletop 1: apply: ZeroDivisionError" in caplog.text
    assert "ambush" not in caplog.text
    assert do(other, ROME, "report", by=rome, **WON).seq == 1


def test_a_held_battle_waits_for_its_umpire(battle, rome, monkeypatch):
    Battle.objects.filter(pk=battle.pk).update(stage=Stage.HELD)

    with pytest.raises(Refusal) as refused:
        do(battle, ROME, "report", by=rome, **WON)

    assert (refused.value.code, refused.value.status) == ("battle_held", 409)


@pytest.mark.parametrize(
    "fault",
    [
        ("invariants", lambda state: ["a unit has fewer than no figures"]),
        ("asks", lambda state: []),
    ],
    ids=["invariants", "a battle that waits for nobody"],
)
def test_a_state_that_cannot_be_is_never_stored(battle, rome, monkeypatch, fault):
    verb, answer = fault
    tabletop = registry.get("tabletop")
    real = tabletop.asks
    with monkeypatch.context() as patch:
        # The host asks before it plays; only what follows is broken.
        fake = answer if verb != "asks" else lambda state: real(state) if state["stage"] == "report" else []
        patch.setattr(tabletop, verb, fake)
        with pytest.raises(Refusal) as refused:
            do(battle, ROME, "report", by=rome, **WON)

    assert refused.value.code == "battle_held"
    assert Battle.objects.get(pk=battle.pk).seq == 0


def test_a_battle_of_rules_that_are_gone_is_refused(battle, rome):
    Battle.objects.filter(pk=battle.pk).update(edition=99)

    with pytest.raises(Refusal) as refused:
        do(battle, ROME, "report", by=rome, **WON)

    assert refused.value.code == "rules_missing"


def test_a_report_cannot_be_undone_once_the_other_side_is_asked(battle, rome):
    battle = do(battle, ROME, "report", by=rome, **WON)

    with pytest.raises(Refusal) as refused:
        play.undo(battle, seat=ROME, seq=battle.seq, by=rome, now=NOW)

    assert refused.value.code == "no_undo"


def test_one_move_costs_few_queries(battle, rome, django_assert_num_queries):
    # savepoint, claim with the battle, seats and people, entry, battle, the notice, savepoint
    with django_assert_num_queries(7):
        do(battle, ROME, "report", by=rome, **WON)


def test_the_umpires_seat_may_be_empty_and_then_any_umpire_of_the_club_rules(club, rome, carthage, place, ines, marco):
    battle = open_battle(club, rome, carthage)
    ruling = {"reason": "Seen.", "report": {"winner": "draw"}}

    with pytest.raises(Refusal):
        do(battle, UMPIRE, "rule", by=place(marco), **ruling)
    after = do(battle, UMPIRE, "rule", by=place(ines), **ruling)

    assert after.stage == Stage.DECIDED
    assert after.entries.get(seq=1).manner == Manner.UMPIRE


def test_an_action_of_no_seat_is_refused(battle, rome):
    with pytest.raises(Refusal) as refused:
        do(battle, "gaul", "report", by=rome, **WON)

    assert (refused.value.code, refused.value.status) == ("unknown_seat", 404)


def test_a_seat_on_paper_is_not_told_by_mail(club, rome, umpire, fabia, livia, settings):
    from clubs.services import members

    settings.MAIL_WORKS = True
    paper = members.add_paper_member(club, name="Old Fabius", by=livia, now=NOW)
    open_battle(club, rome, paper, umpire=umpire)

    assert OutboxMessage.objects.get(recipient=paper).email_state == "none"
    assert OutboxMessage.objects.get(recipient=rome).email_state == "waiting"


def test_an_unknown_kind_of_action_is_refused(battle, rome):
    with pytest.raises(Disallowed) as refused:
        play.act(battle, seat=ROME, action=Action(kind="retreat"), seq=0, by=rome, now=NOW)

    assert refused.value.code == "unknown_action"


def test_a_new_member_may_take_over_a_seat(battle, club, carthage):
    from battles.services import opening

    newcomer = enlist(club, sign_up("maharbal"))
    opening.hand_over(battle, seat=ROME, member=newcomer)

    assert do(battle, ROME, "report", by=newcomer, **WON).seq == 1
    with pytest.raises(Refusal) as refused:
        opening.hand_over(battle, seat=UMPIRE, member=carthage)
    assert refused.value.code == "umpire_plays"
