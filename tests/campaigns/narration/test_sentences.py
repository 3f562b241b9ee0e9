"""Every kind of happening is one plain sentence, in every language, whatever the names in it."""

import pytest
from django.utils import translation

from campaigns.narration import ENGINE_KINDS, HOST_KINDS, KINDS, Book, can_tell, sentence
from campaigns.rules.pack import bundled
from rulesets.contract import Happening
from tests.campaigns.narration import source
from tests.campaigns.narration.played import NAMES, War

NAMED = {
    "rome": {"units": {"h": "Hastati", "v": "Velites"}, "characters": {"c": "Consul", "n": "Nero"}},
    "carthage": {"units": {"s": "Scutarii"}, "characters": {"m": "Mago"}},
}
SEAL = "a1b2c3d4e5f60718" * 4
MOMENT = "2030-03-01T20:00:00+00:00"


def book(language: str = "en") -> Book:
    return Book(pack=bundled("hispania"), language=language, names=NAMED)


def tell(kind: str, rolls: tuple[str, ...] = (), /, **data: object) -> str:
    return sentence(Happening(kind=kind, data=data, rolls=rolls), book())


# --- Nothing is left untold -----------------------------------------------------------------------------


def test_the_list_of_kinds_is_what_the_rules_tell():
    assert source.kinds() == ENGINE_KINDS


def test_the_list_of_kinds_is_what_the_books_hold():
    assert source.written_by_services() <= HOST_KINDS
    assert "order_sealed" in source.written_by_services()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_a_sentence_and_bears_missing_facts(kind):
    assert can_tell(kind)
    assert "%(" not in tell(kind)


def test_a_kind_of_another_edition_is_still_a_line():
    assert tell("eruption") == "Something happened that this program has no words for (eruption)."


# --- How it reads ------------------------------------------------------------------------------------------

READS = [
    (
        "corrected",
        {
            "year": 2,
            "prompt": "order",
            "side": "rome",
            "by": "Ines",
            "score": {"rome": [4, 6], "carthage": [1, 1]},
            "reason": "Misread.",
        },
        "Ines corrected a decision of year 2. Rome: the order. The score was Rome 4, Carthage 1; it is Rome 6, Carthage 1. "
        "The reason: “Misread.”",
    ),
    (
        "corrected",
        {"year": 2, "prompt": "surrender", "side": "rome", "by": "Ines", "inserted": True, "reason": "Said aloud."},
        "Ines added a decision of year 2 that was missing. Rome: the surrender. The reason: “Said aloud.”",
    ),
    (
        "corrected",
        {"year": 2, "prompt": "order", "side": "rome", "removed": True, "reason": "Never in."},
        "A decision of year 2 was taken out: it was not made. Rome: the order. The reason: “Never in.”",
    ),
    (
        "voided",
        {"year": 2, "by": "Ines", "reason": "A flood."},
        "Ines called off year 2: it is played again from its start, with new dice. The reason: “A flood.”",
    ),
    (
        "rolled_back",
        {"year": 2, "reason": "A flood."},
        "The war was taken back to the start of year 2. What was played since can still be read. The reason: “A flood.”",
    ),
    (
        "forced",
        {"by": "Ines", "stage": "muster", "reason": "He is at sea."},
        "Ines did not wait any longer (muster): for whoever was missing, what is laid down was done. The reason: “He is at sea.”",
    ),
    ("order", {"side": "rome", "action": "battle"}, "Rome chose Battle."),
    ("scenario", {"scenario": "skirmish", "at_most": None}, "The scenario was Skirmish."),
    (
        "scenario",
        {"scenario": "ambush", "at_most": 1000},
        "The scenario was Ambush, with at most 1000 points a side.",
    ),
    ("role", {"side": "carthage", "role": "ambusher"}, "Carthage laid the ambush."),
    ("role", {"side": "carthage", "role": "scout"}, "Carthage took the part of the scout."),
    ("roll_off_tied", {"face": 4}, "Both sides rolled a 4 to see who attacks, and rolled again."),
    (
        "terrain",
        {"pieces": [{"piece": "wood", "zone": "flank"}, {"piece": "wood", "zone": "flank"}]},
        "The ground: 2 woods on the flanks.",
    ),
    ("choice", {"side": "rome", "points": None}, "Rome chose to fight with all troops."),
    ("choice", {"side": "rome", "points": 1200}, "Rome chose a battle of 1200 points a side."),
    ("choice", {"side": "rome", "village": True}, "Rome placed a village."),
    ("choice", {"side": "rome", "camp": False}, "Rome placed no camp."),
    ("limit", {"side": "rome", "limit": None, "garrison": 0}, "Rome could muster everybody."),
    ("limit", {"side": "rome", "limit": 500, "garrison": 0}, "Rome could muster up to 500 points."),
    (
        "limit",
        {"side": "carthage", "limit": 900, "garrison": 500},
        "Carthage had to leave 500 points of troops behind as garrisons and could muster up to 900.",
    ),
    (
        "muster",
        {"side": "rome", "points": 495, "units": ["h", "v"], "characters": ["c"]},
        "Rome mustered 495 points: Hastati and Velites, led by Consul.",
    ),
    ("muster", {"side": "rome", "points": 0, "units": [], "characters": []}, "Rome mustered nobody."),
    (
        "pain",
        {"side": "rome", "character": "c", "absent": True},
        "Attacks of pain kept Consul (Rome) out of the battle.",
    ),
    ("fought", {"winner": None, "level": None, "notes": ""}, "The battle was drawn."),
    ("fought", {"winner": "rome", "level": "major", "notes": ""}, "Rome won the battle: a major victory."),
    (
        "fought",
        {"winner": "rome", "level": "minor", "notes": "50% lost"},
        "Rome won the battle: a minor victory. The report says: “50% lost”",
    ),
    (
        "vp",
        {"side": "rome", "amount": 1, "source": "battle", "reason": "victory", "doubled": False},
        "Rome won 1 victory point for the battle.",
    ),
    (
        "vp",
        {"side": "rome", "amount": 6, "source": "battle", "reason": "victory", "doubled": True},
        "Rome won 6 victory points for the battle. Everything counted double this year.",
    ),
    (
        "vp",
        {"side": "rome", "amount": -4, "source": "battle", "reason": "general_killed", "doubled": False},
        "The death of its general in chief cost Rome 4 victory points.",
    ),
    (
        "vp",
        {"side": "rome", "amount": -1, "source": "event", "reason": "event", "doubled": False},
        "The event cost Rome 1 victory point.",
    ),
    (
        "vp",
        {"side": "carthage", "amount": 2, "source": "ransom", "reason": "ransom", "doubled": False},
        "The ransom brought Carthage 2 victory points.",
    ),
    (
        "vp",
        {"side": "carthage", "amount": 2, "source": "troops", "reason": "more_troops", "doubled": False},
        "Carthage won 2 victory points for having more troops than Rome.",
    ),
    (
        "length_proposed",
        {"side": "rome", "last": 3, "before": 5},
        "Rome proposed that year 3 should be the last of the war (until now: year 5).",
    ),
    ("length_withdrawn", {"side": "rome"}, "Rome no longer wanted another end of the war."),
    ("length_agreed", {"last": 3}, "Both sides agreed: year 3 is the last of the war."),
    (
        "standing",
        {"side": "rome", "before": 0, "after": 2, "available": {"rome": 2000, "carthage": 1750}},
        "With 2000 points of troops against 1750, the standing award of Rome rose from 0 to 2.",
    ),
    (
        "standing",
        {"side": "carthage", "before": 0, "after": -4, "available": {"rome": 9, "carthage": 8}},
        "With 8 points of troops against 9, the standing award of Carthage fell from 0 to −4.",
    ),
    (
        "war_ended",
        {"winner": "rome", "level": "major", "reason": "lead", "lead": 11, "totals": {"rome": 9, "carthage": -2}},
        "With a lead of 11 victory points Rome won the war: a major victory. Victory points: Rome 9, Carthage −2.",
    ),
    (
        "war_ended",
        {"winner": "rome", "level": "minor", "reason": "surrender"},
        "Carthage surrendered: the war was a minor victory for Rome.",
    ),
    (
        "war_ended",
        {"winner": None, "level": "draw", "reason": "years"},
        "After the last agreed year neither side led by enough: the war was drawn.",
    ),
    (
        "recovered",
        {"side": "rome", "unit": "h", "routed": 5, "destroyed": 4, "back": 3, "before": 12, "after": 6},
        "Hastati (Rome) lost 9 figures; 3 came back, and 6 stood in its ranks.",
    ),
    (
        "recovered",
        {"side": "rome", "unit": "h", "routed": 0, "destroyed": 1, "back": 0, "before": 9, "after": 8},
        "Hastati (Rome) lost 1 figure, and nobody came back: 8 remained.",
    ),
    (
        "recovered",
        {"side": "rome", "unit": "h", "routed": 0, "destroyed": 3, "back": 0, "before": 3, "after": 0},
        "Hastati (Rome) lost all its 3 figures and was no more.",
    ),
    (
        "fate",
        {"side": "rome", "character": "c", "column": "lost", "result": "captured"},
        "Consul (Rome) was struck down in the defeat and taken prisoner.",
    ),
    (
        "wound",
        {"side": "rome", "character": "c", "total": 8},
        "The wound of Consul (Rome) left its mark. A limp: −1 Movement.",
    ),
    ("ransomed", {"side": "rome", "character": "c", "vp": 2}, "Rome ransomed Consul for 2 victory points."),
    (
        "deeds",
        {"side": "rome", "character": "c", "count": 1, "total": 3},
        "Consul (Rome) did a heroic deed. That made 3 in this war.",
    ),
    ("skill", {"side": "rome", "character": "c", "face": 3}, "Consul (Rome) gained a command skill: “Dog of war”."),
    (
        "event",
        {"side": "carthage", "total": 3},
        "Event of Carthage: “Eclipse”. A bad omen for whoever is losing.",
    ),
    (
        "points_lost",
        {"side": "rome", "amount": 20, "points": 24, "figures": {"h": 1, "v": 2}, "arms": ["infantry"]},
        "Rome lost 24 points of infantry: 1 of Hastati and 2 of Velites.",
    ),
    (
        "points_lost",
        {"side": "rome", "amount": 20, "points": 0, "figures": {}, "arms": ["cavalry"]},
        "Rome had no cavalry left to lose.",
    ),
    ("points_lost", {"side": "rome", "amount": 0, "points": 0, "figures": {}, "arms": []}, "Rome was spared."),
    (
        "roll_modified",
        {"side": "carthage", "roll": "alliance", "amount": -2, "lasts": "next_year"},
        "Next year Carthage will have −2 on the roll for “Alliances”.",
    ),
    ("must_act", {"side": "rome", "action": "battle"}, "Next year Rome must choose Battle."),
    (
        "garrison",
        {"side": "rome", "points": 500, "unless": "defence"},
        "Next year Rome must leave 500 points of troops behind as garrisons, unless it chooses Defence.",
    ),
    (
        "recalled",
        {"side": "carthage", "character": "m", "back": 4},
        "Mago (Carthage) was recalled until the end of year 4.",
    ),
    (
        "successor",
        {"side": "rome", "character": "n", "after": "c", "trait": "Political Animal"},
        "Nero, a Political Animal, took command for Rome in place of Consul.",
    ),
    (
        "grant",
        {"side": "rome", "roll": "reinforcements", "grant": {"common": 200, "special": 200, "native_common": 0}},
        "Reinforcements: Rome won 200 points of common troops and 200 points of special troops.",
    ),
    ("grant", {"side": "rome", "roll": "alliance", "grant": {"common": 0}}, "Alliances: Rome won nothing this year."),
    (
        "punishment",
        {"side": "carthage", "enemy": "rome", "amount": 150, "points": 160, "figures": {"v": 20}},
        "Carthage punished the allies of Rome, who lost 160 points: 20 of Velites deserted.",
    ),
    (
        "roll_barred",
        {"side": "carthage", "roll": "reinforcements", "why": "forfeit"},
        "Carthage had lost the scenario and with it the roll for “Reinforcements”.",
    ),
    (
        "roll_barred",
        {"side": "rome", "roll": "punishment", "why": "immune"},
        "Carthage was beyond the reach of “Punishment”: Rome did not roll.",
    ),
    ("closed", {"totals": {"carthage": 0, "rome": 4}}, "The year was closed. Victory points: Rome 4, Carthage 0."),
    (
        "bought",
        {"side": "rome", "name": "Triarii", "figures": 10, "points": 150, "grant": "special"},
        "Rome raised Triarii: 10 figures for 150 points of special troops.",
    ),
    (
        "replaced",
        {"side": "rome", "character": "n", "lost": "c", "given_up": ["reinforcements"]},
        "Nero took the place of Consul for Rome. The price: what was left of this year's points (Reinforcements).",
    ),
    (
        "rerolled",
        {"side": "rome", "roll": "reinforcements", "first": 4, "second": 9},
        "Rome used its re-roll on the roll for Reinforcements: 4 became 9.",
    ),
    ("seat_taken", {"by": "Livia", "side": "rome"}, "Livia took command of Rome."),
    ("seat_left", {"side": "rome"}, "The command of Rome fell vacant."),
    (
        "year_opened",
        {"year": 3, "commitment": SEAL, "deadline": "2030-05-05T18:00:00+00:00", "zone": "Europe/Rome"},
        "Year 3 began. Orders were due by Sunday 5 May 2030, 20:00, Rome time. "
        "Its dice were locked away; their seal begins with a1b2c3d4e5f6.",
    ),
    ("paused", {"by": "Ines", "reason": "holidays"}, "Ines stopped the clock of the war. The reason: “holidays”"),
    (
        "paused",
        {"by": "Ines", "reason": "holidays", "before": MOMENT, "until": MOMENT, "zone": "UTC"},
        "Ines stopped the clock of the war. It was to run again on Friday 1 March 2030, 20:00, UTC time. "
        "The deadline had been Friday 1 March 2030, 20:00, UTC time. The reason: “holidays”",
    ),
    (
        "resumed",
        {"deadline": MOMENT, "zone": "UTC"},
        "The clock of the war ran again. The deadline was Friday 1 March 2030, 20:00, UTC time.",
    ),
    (
        "deadline_moved",
        {"how": "agreed", "sides": ["rome", "carthage"], "stage": "orders", "deadline": MOMENT, "before": MOMENT}
        | {"reason": "A wedding.", "zone": "UTC"},
        "Rome and Carthage agreed on more time (orders): the deadline was moved to Friday 1 March 2030, 20:00, UTC time. "
        "Before, it was Friday 1 March 2030, 20:00, UTC time. The reason: “A wedding.”",
    ),
    (
        "deadline_moved",
        {"how": "outage", "stage": "muster", "deadline": MOMENT, "since": MOMENT, "back": MOMENT, "zone": "UTC"},
        "The program had not run from Friday 1 March 2030, 20:00, UTC time to Friday 1 March 2030, 20:00, UTC time. "
        "The time was given back: the deadline (muster) was moved to Friday 1 March 2030, 20:00, UTC time.",
    ),
    (
        "deadline_moved",
        {"how": "holiday", "by": "Fabia", "names": ["Easter"], "stage": "muster", "deadline": MOMENT, "zone": "UTC"},
        "Fabia had the holidays of the club left out (Easter): "
        "the deadline (muster) was moved to Friday 1 March 2030, 20:00, UTC time.",
    ),
    (
        "deadline_moved",
        {"how": "zone", "by": "Ines", "zone_after": "Asia/Tokyo", "stage": "muster", "deadline": MOMENT, "zone": "UTC"},
        "Ines set the deadline (muster) by the clocks of the club as they are now (Asia/Tokyo): "
        "Friday 1 March 2030, 20:00, UTC time.",
    ),
    (
        "closed_early",
        {"by": "Ines", "stage": "orders", "reason": "All are here."},
        "Ines closed the stage (orders) before its time: every side was in. The reason: “All are here.”",
    ),
    (
        "extension_asked",
        {"side": "rome", "stage": "orders", "until": MOMENT, "reason": "A wedding.", "zone": "UTC"},
        "Rome asked for more time (orders), until Friday 1 March 2030, 20:00, UTC time. The reason: “A wedding.”",
    ),
    ("extension_agreed", {"side": "carthage", "asker": "rome"}, "Carthage agreed to more time for Rome."),
    (
        "extension_ended",
        {"side": "rome", "by_side": "carthage", "outcome": "refused"},
        "Rome was refused more time by Carthage.",
    ),
    ("extension_ended", {"side": "rome", "outcome": "withdrawn"}, "Rome no longer asked for more time."),
    (
        "extension_ended",
        {"side": "rome", "outcome": "lapsed"},
        "The request of Rome for more time came to nothing: the stage or its clock had gone on.",
    ),
    (
        "grace_extended",
        {"stage": "orders", "hours": 5, "since": MOMENT, "back": MOMENT, "zone": "UTC"},
        "The program had not run from Friday 1 March 2030, 20:00, UTC time to Friday 1 March 2030, 20:00, UTC time. "
        "What was late (orders) was taken for 5 hours longer.",
    ),
    (
        "order_sealed",
        {"side": "rome", "ready": True, "late": 7500},
        "Rome handed in a sealed order and was ready. It was late, by 2 hours and 5 minutes.",
    ),
    (
        "order_sealed",
        {"by": "Livia", "side": "rome", "ready": True, "manner": "own"},
        "Rome handed in a sealed order and was ready. Livia handed it in.",
    ),
    (
        "order_sealed",
        {"by": "Ines", "side": "rome", "ready": True, "manner": "paper"},
        "Rome handed in a sealed order and was ready. Ines typed it in from a paper slip.",
    ),
    (
        "seat_dropped",
        {"side": "carthage", "missed": 2, "to": "deputy"},
        "Carthage missed 2 deadlines in a row, so its commander lost the seat. A deputy takes over.",
    ),
    (
        "claim_granted",
        {"side": "rome"},
        "Nobody had answered the claim of Rome in time: it was granted, a minor victory without losses.",
    ),
    (
        "claim_made",
        {"side": "rome", "reminders": 2},
        "Rome claimed the win, for the battle was not fought or reported in time. "
        "The other side had been told of the battle and its deadline 2 times.",
    ),
    ("muster_sealed", {"side": "rome", "ready": False}, "Rome handed in a sealed muster."),
    (
        "held",
        {"reason": "KeyError"},
        "The war was held: the program met something that it could not work out. Nothing was changed.",
    ),
    ("narrative", {"text": "It rained."}, "It rained."),
    (
        "paper_entered",
        {"by": "Ines", "side": "rome", "stage": "orders"},
        "Ines typed in a paper slip for Rome (orders).",
    ),
]


@pytest.mark.parametrize(("kind", "data", "text"), READS, ids=[f"{kind}-{n}" for n, (kind, _d, _t) in enumerate(READS)])
def test_it_reads(kind, data, text):
    assert tell(kind, **data) == text


def test_dice_typed_by_hand_say_for_what():
    rolls = ("year/3/fate/rome/c",)
    told = tell("typed", rolls, side="rome", faces=[4, 2])
    assert told == "Rome typed in dice (Year 3, fate of Consul (Rome)): 4, 2."
    told = tell("typed", ("year/3/scenario",), side="umpire", faces=[5])
    assert told == "The umpire typed in dice (Year 3, scenario): 5."
    told = tell("contest_ruled", address=rolls[0], faces=[4, 2], corrected=[4, 1], reason="The photo shows it.")
    assert told == (
        "The umpire ruled on contested dice (Year 3, fate of Consul (Rome)): not 4, 2, but 4, 1. "
        "The reason: “The photo shows it.”"
    )


def test_no_sentence_shows_an_unlocked_seal_or_a_technical_reason():
    told = tell("dice_revealed", year=3, secret="5ec2e7" * 10, salts={"rome": "5a17"})
    assert "5ec2e7" not in told
    assert "5a17" not in told


# --- Whole wars -------------------------------------------------------------------------------------------

WARS = [War(seed) for seed in range(12)]
LAST_TWO = War(3, readings={"standing_rows": "last_two", "standing_lost": "transfer", "ransom": "pay"})


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_every_happening_of_random_wars_is_told(language):
    with translation.override(language):
        for war in (*WARS, LAST_TWO):
            book = war.book(language)
            for told in war.happenings:
                text = sentence(told, book)
                assert text.endswith((".", "”", "»")), text
                assert "%(" not in text
                assert "?" not in text


def test_random_wars_show_most_of_what_the_rules_tell():
    """A guard of the guard: wars in which little happens would prove little."""
    seen = {told.kind for war in WARS for told in war.happenings}
    assert len(seen & ENGINE_KINDS) > 40


def test_labels_differ_by_language():
    war = WARS[0]
    told = {language: [sentence(one, war.book(language)) for one in war.happenings] for language in ("en", "es", "it")}
    assert told["en"] != told["es"]
    assert told["es"] != told["it"]


HOSTILE = (
    "<script>alert('1')</script>",
    "100%s %(side)s %",
    "O'Higgins & “Co.”",
    "⚔️ Ḫanno",
    "\u202eמלך",
    "ʻOumuamua",
    "{0}",
)


def test_hostile_names_pass_unharmed():
    names = {**NAMES, "rome": HOSTILE}
    war = War(4, names=names)
    text = " ".join(sentence(told, war.book()) for told in war.happenings)
    for name in HOSTILE:
        assert name in text
