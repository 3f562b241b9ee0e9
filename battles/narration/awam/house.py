"""What the house has filled in round the rules, on their page: figures of its scenarios, of what the program plays by, of a war's characters."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.awam import words
from battles.narration.awam.book import ADD, CM, Line, label, length, listed, sections, written
from battles.narration.tabled import Section, Table, register_book
from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES

PER_CENT = "per cent"

WELL: Sequence[Line] = (
    ("near", gettext_lazy("counts at the well who is within"), CM),
    ("least", gettext_lazy("figures that hold it, at least"), ""),
    ("heavy_share", gettext_lazy("the enemy’s share of loss that makes it a major victory"), ""),
)
IVORY: Sequence[Line] = (
    ("close", gettext_lazy("guards stay to the animals’ middle within"), CM),
    ("spared", gettext_lazy("with one animal off the caravan wins under a loss of"), PER_CENT),
    ("heavy", gettext_lazy("the raiders win by a major from a loss of"), PER_CENT),
)
FASHODA: Sequence[Line] = (
    ("flag_alone", gettext_lazy("points: own flag alone on the staff"), ADD),
    ("flag_beside", gettext_lazy("points: own flag beside others"), ADD),
    ("treaty", gettext_lazy("points: the treaty"), ADD),
    ("in_anothers_name", gettext_lazy("points: El Rampin, signing for another"), ADD),
    ("head_safe", gettext_lazy("points: the head safe"), ADD),
    ("held", gettext_lazy("points: each rival leader or head held"), ADD),
    ("aim", gettext_lazy("points: the private aim"), ADD),
    ("quarrel", gettext_lazy("points: a quarrel started"), ADD),
    ("rampins_war", gettext_lazy("points: El Rampin, when the Great War breaks out"), ADD),
    ("war_at", gettext_lazy("incidents that bring the Great War"), ""),
    ("flagged", gettext_lazy("expeditions with a flag of state"), ""),
    ("at_staff", gettext_lazy("at the staff, a flag or the box is who is within"), CM),
    ("near_fort", gettext_lazy("near the fort is within"), CM),
    ("inside", gettext_lazy("aim: own figures inside the fort"), ""),
    ("seen_incidents", gettext_lazy("aim: incidents"), ""),
    ("seen_flags", gettext_lazy("aim: flags on the staff"), ""),
    ("treaty_die", gettext_lazy("die for the treaty: faces"), ""),
    ("treaty_signs", gettext_lazy("the treaty is signed from"), ""),
    ("events", gettext_lazy("events of the first joker"), ""),
    ("mist", gettext_lazy("sight in the river mist"), CM),
    ("hippo_die", gettext_lazy("die for the hippo: faces"), ""),
    ("hippo_upsets", gettext_lazy("the hippo upsets a boat up to"), ""),
    ("home", gettext_lazy("the Shilluk stay to their chief within"), CM),
    ("guarded", gettext_lazy("they fight who is at war with them within"), CM),
    ("lands_within", gettext_lazy("the dervishes land when the west bank is within"), CM),
    ("lands_at_enemy", gettext_lazy("and an enemy is within"), CM),
)
MEETING: Sequence[Line] = (
    ("two", gettext_lazy("edge of the table for two"), CM),
    ("more", gettext_lazy("edge of the table for more"), CM),
    ("pieces", gettext_lazy("pieces of ground: a D6, and"), ADD),
    ("inside", gettext_lazy("their centres from the edges, at least"), CM),
    ("wall", gettext_lazy("length of a wall"), CM),
    ("hut", gettext_lazy("radius of a hut"), CM),
    ("strip", gettext_lazy("depth of the strip of each side"), CM),
    ("points", gettext_lazy("strength of a force, at most"), ""),
    ("squads", gettext_lazy("squads, at most"), ""),
    ("least", gettext_lazy("figures in a squad, at least"), ""),
    ("most", gettext_lazy("figures in a squad, at most"), ""),
    ("apart", gettext_lazy("the strongest to the weakest force, at most"), ""),
    ("tries", gettext_lazy("drawn again until they are, at most"), ""),
    ("turns", gettext_lazy("turns"), ""),
    ("holds_most", gettext_lazy("on a D6 the middle has to be held up to"), ""),
    ("prize", gettext_lazy("points: the middle, with more than two sides"), ADD),
    ("rival", gettext_lazy("points: each rival who has lost his share"), ADD),
    ("rival_share", gettext_lazy("that share"), ""),
    ("safe", gettext_lazy("points: the head safe"), ADD),
)
COMING: Sequence[Line] = (("apart", gettext_lazy("figures of a squad come on apart"), CM),)
DRILL: Sequence[Line] = (
    ("shot", gettext_lazy("it aims where the chance is at least"), ""),
    ("throw", gettext_lazy("it throws where the chance is at least"), ""),
    ("runs_from", gettext_lazy("without a firearm it runs to what is farther than"), CM),
)
UMPIRE: Sequence[Line] = (
    ("reason", gettext_lazy("characters of a reason, at most"), ""),
    ("message", gettext_lazy("characters of a message, at most"), ""),
    ("points", gettext_lazy("points given or taken at a time, at most"), ""),
)
VETERANS: Sequence[Line] = (
    ("leg", gettext_lazy("an old wound in the leg costs of each move"), CM),
    ("voice", gettext_lazy("a lost voice carries less far by"), CM),
    ("steady_orders", gettext_lazy("a steady leader’s squad has orders, at least"), ""),
    ("renowned_from", gettext_lazy("deeds from which a man is known to all"), ""),
    ("legend_from", gettext_lazy("deeds from which he is a legend"), ""),
)
WOUNDS: Mapping[str, Promise] = {
    "leg": gettext_lazy("an old wound in the leg"),
    "voice": gettext_lazy("a lost voice"),
    "hand": gettext_lazy("a lost hand"),
}


def _numbered(key: str, lines: Sequence[Line]) -> Table:
    """The numbers of a scenario's own rules."""
    sheet = SHEETS.scenarios[key]
    rows = [(str(told), _number(sheet.numbers[name], kind), label(sheet.status)) for name, told, kind in lines]
    caption = _("%(caption)s (%(rule)s)") % {"caption": words.SCENARIOS[key], "rule": sheet.rule}
    return Table(caption, (_("What"), _("Value"), _("Where from")), rows, wide=True)


def _number(value: int, kind: str) -> str:
    return _("%(share)s%%") % {"share": value} if kind == PER_CENT else written(value, kind)


def _pieces() -> Table:
    """What a face of the die lays on a chance table, and how large."""
    made = TABLES.generator
    rows, least = [], 1
    for most, kind in made.kinds:
        faces = str(most) if least == most else f"{least}–{most}"
        size = "–"
        if kind in made.radii:
            low = made.radii[kind] + made.grid
            high = made.radii[kind] + made.radius_die * made.grid
            size = f"{length(low)} – {length(high)}"
        rows.append((faces, str(words.GROUND[kind]), size, label(made.status_of("kinds"))))
        least = most + 1
    head = (_("Die"), _("Ground"), _("Radius"), _("Where from"))
    return Table(_("Ground of a chance meeting (%(rule)s)") % {"rule": made.rule}, head, rows)


def _scars() -> Table:
    """What a character has kept from battles before, by the roll that gave it."""
    made = TABLES.veterans
    named = {**words.MODIFIERS, **WOUNDS}
    rows = [
        (what % {"number": number}, str(named[word]), _worth(word), label(made.status))
        for what, found in ((_("wound %(number)s"), made.wounds), (_("skill %(number)s"), made.skills))
        for number, word in found
    ]
    head = (_("Roll"), _("What it is here"), _("To his dice"), _("Where from"))
    return Table(_("Wounds and skills of a war (%(rule)s)") % {"rule": made.rule}, head, rows)


def _worth(word: str) -> str:
    worth = TABLES.veterans.worth
    return written(worth[word], ADD) if word in worth else "–"


def house_sections() -> list[Section]:
    """The figures that the house has added, after those of the rules themselves."""
    return [
        Section(
            "played",
            _("Figures of the scenarios"),
            [
                listed(str(words.SCENARIOS["well"]), TABLES.well, WELL),
                _numbered("ivory", IVORY),
                _numbered("fashoda", FASHODA),
                listed(str(words.SCENARIOS["meeting"]), TABLES.generator, MEETING),
                _pieces(),
                listed(_("Coming on"), TABLES.coming, COMING),
            ],
        ),
        Section(
            "aside",
            _("The program, the umpire, old soldiers"),
            [
                listed(_("What the program plays by"), TABLES.drill, DRILL),
                listed(_("The umpire"), TABLES.umpire, UMPIRE),
                listed(_("Characters of a war"), TABLES.veterans, VETERANS),
                _scars(),
            ],
        ),
    ]


register_book("awam", lambda: [*sections(), *house_sections()])
