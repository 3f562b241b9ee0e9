"""The rules of a war as tables to read: the frozen pack, and the readings this war was founded with."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles import narration as told_battles
from battles.narration.tabled import Section, Table, book_of
from campaigns.narration import Book
from campaigns.narration.words import arm_text, grant_text, listed
from campaigns.rules import effects
from campaigns.rules.pack import CellRow, Pack, Points, Recovered, ScenarioDef, Share, TableRow
from frontend.templatetags.words import signed
from rulesets import registry
from rulesets.contract import Group, Ruleset


def sections(pack: Pack, book: Book) -> list[Section]:
    """The whole pack in the order in which a year uses it."""
    return [
        Section("actions", _("Actions"), [_actions(pack, book), _matrix(pack, book)]),
        Section("scenarios", _("Scenarios"), [_cells(pack, book), _scenarios(pack, book), _terrain(pack)]),
        Section("points", _("Victory points and recovery"), [_awards(pack), _standing(pack), _recovery(pack)]),
        Section(
            "people", _("Characters"), [_fates(pack), _wounds(pack, book), _deeds(pack, book), _skills(pack, book)]
        ),
        Section("events", _("Events"), [_events(pack, book, side) for side in pack.events]),
        Section("tables", _("Consequences"), [_consequence(pack, book, table.key) for table in pack.tables]),
    ]


def has_rules(rules: Ruleset) -> bool:
    """Whether there is something to read: figures, or readings."""
    return bool(book_of(rules.key) or isinstance(rules.describe().options.get("readings"), Group))


def battle_rules(pack: Pack) -> list[tuple[str, str]]:
    """The rules by which the battles of a war may be fought on the site, those with something to read."""
    keys = dict.fromkeys(one.ruleset for key in pack.scenarios for one in pack.ways(key))
    known = {one.key: one for one in registry.all()}
    return [(key, told_battles.ruleset_short(key)) for key in keys if key in known and has_rules(known[key])]


def readings(pack: Pack, book: Book) -> list[dict[str, Any]]:
    """Every reading with the answer in force, and whether it is the usual one."""
    return [
        {
            "number": reading.number,
            "question": book.reading(key),
            "answer": book.chosen(key),
            "usual": book.readings.get(key, reading.default) == reading.default,
            "default": book.reading(key, reading.default),
        }
        for key, reading in pack.readings.items()
    ]


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


# --- Actions and scenarios ----------------------------------------------------------------------------------


def _actions(pack: Pack, book: Book) -> Table:
    rows = [(book.label(action.name), book.label(action.summary)) for action in pack.actions.values()]
    return Table(_("What each action does"), (_("Action"), _("What it means")), rows)


def _matrix(pack: Pack, book: Book) -> Table:
    names = [book.action(key) for key in pack.actions]
    rows = [(book.action(one), *(str(pack.matrix[one][other]) for other in pack.actions)) for one in pack.actions]
    return Table(
        _("Matrix"),
        (_("One side"), *names),
        rows,
        _(
            "The two actions of a year meet in a cell. The number names the row of the next table on which a d6 is rolled."
        ),
        wide=True,
    )


def _cells(pack: Pack, book: Book) -> Table:
    rows = [(cell, ", ".join(_cell_text(row, book) for row in pack.cells[cell])) for cell in pack.cells]
    return Table(_("Cells"), (_("Cell"), _("d6 and scenario")), rows)


def _cell_text(row: CellRow, book: Book) -> str:
    name = book.chosen(row.reading) if row.reading else book.scenario(row.scenario)
    words = {"faces": span(*row.on), "scenario": name, "most": row.at_most}
    if row.at_most is not None:
        return _("%(faces)s: %(scenario)s (at most %(most)s points)") % words
    return _("%(faces)s: %(scenario)s") % words


ROLES: dict[str, str | Promise] = {
    "attacker": gettext_lazy("the attacker"),
    "defender": gettext_lazy("the defender"),
    "ambusher": gettext_lazy("the ambusher"),
}


def _scenarios(pack: Pack, book: Book) -> Table:
    rows = [
        (
            book.label(one.name),
            points_text(one.points),
            _terrain_words(one),
            "\n".join(
                [book.label(one.summary), *(book.label(rule.text) for rule in one.special), *_played(pack, key, book)]
            ),
        )
        for key, one in pack.scenarios.items()
    ]
    return Table(_("Scenarios"), (_("Scenario"), _("Points a side"), _("Terrain"), _("What happens")), rows)


def _played(pack: Pack, key: str, book: Book) -> list[str]:
    """By which rules it can be played on the site, the usual ones first; and that only a few fight, where it is so."""
    ways = pack.ways(key)
    told = [
        _("Can be played on the site, by the rules of %(rules)s.") % {"rules": told_battles.ruleset_short(one.ruleset)}
        for one in ways[:1]
    ]
    told += [
        _("Or, if you would rather, by the rules of %(rules)s.") % {"rules": told_battles.ruleset_short(one.ruleset)}
        for one in ways[1:]
    ]
    return [*told, *detachments(pack, key, book)]


def detachments(pack: Pack, key: str, book: Book) -> list[str]:
    """By which rules only a few would fight, and how many of each side."""
    told = []
    for one in pack.ways(key):
        if one.detachment:
            few = listed(
                _("%(side)s %(figures)d") % {"side": book.label(pack.sides[side].name), "figures": figures}
                for side, figures in one.detachment.figures.items()
            )
            rules = told_battles.ruleset_short(one.ruleset)
            told.append(
                _("By %(rules)s only a detachment fights, at most so many figures: %(few)s. Nobody else is in danger.")
                % {"rules": rules, "few": few}
            )
    return told


def points_text(points: Points) -> str:
    """The muster limit of a scenario."""
    if points.least is None:
        return _("All troops")
    if points.most == points.least:
        return str(points.least)
    words = {"least": points.least, "most": points.most, "who": ROLES.get(points.chooser, points.chooser)}
    if points.most is None:
        return _("From %(least)s to all troops: %(who)s chooses") % words
    return _("From %(least)s to %(most)s: %(who)s chooses") % words


def _terrain_words(one: ScenarioDef) -> str:
    if one.terrain.pieces is None:
        return _("By your own book")
    words = {"pieces": one.terrain.pieces, "who": ROLES.get(one.terrain.placed_by, one.terrain.placed_by)}
    if one.terrain.placed_by:
        return _("%(pieces)s pieces, all placed by %(who)s") % words
    return _("%(pieces)s pieces") % words


PIECES: dict[str, str | Promise] = {
    "gentle_hill": gettext_lazy("Gentle hill"),
    "steep_hill": gettext_lazy("Steep hill"),
    "wood": gettext_lazy("Wood or orchard"),
    "rough": gettext_lazy("Rough ground"),
}
ZONES: dict[str, str | Promise] = {"centre": gettext_lazy("Centre"), "flank": gettext_lazy("Flank")}


def _terrain(pack: Pack) -> Table:
    rows = [(span(*row.on), str(PIECES.get(row.piece, row.piece)), str(ZONES[row.zone])) for row in pack.terrain]
    return Table(_("Terrain"), (_("2d6"), _("Piece"), _("Where")), rows)


# --- Points -----------------------------------------------------------------------------------------------------

AWARDS: dict[str, str | Promise] = {
    "battle": gettext_lazy("Pitched or defensive battle"),
    "encounter": gettext_lazy("Chance encounter"),
    "skirmish": gettext_lazy("Skirmish"),
    "none": gettext_lazy("Nothing"),
}


def _awards(pack: Pack) -> Table:
    rows = [
        (str(AWARDS.get(key, key)), signed(award.major), signed(award.minor))
        for key, award in pack.awards.items()
        if award.major or award.minor
    ]
    rows.append(
        (_("General in chief killed"), signed(pack.victory.general_killed), signed(pack.victory.general_killed))
    )
    return Table(_("Victory points for a battle"), (_("Kind"), _("Major victory"), _("Minor victory")), rows)


def _standing(pack: Pack) -> Table:
    rows = []
    for row in pack.standing:
        if row.more is not None:
            rows.append((_("At least %(more)s points more than the enemy") % {"more": row.more}, signed(row.vp)))
        if row.times is not None:
            rows.append((_("At least %(times)s times the points of the enemy") % {"times": row.times}, signed(row.vp)))
    note = _("These awards hold only as long as the armies stand so.")
    return Table(_("Victory points for the stronger army"), (_("Troops at hand"), _("Points")), rows, note)


def share_text(share: Share) -> str:
    """A share of figures in a word."""
    words = {
        (0, 1): _("None"),
        (1, 1): _("All"),
        (1, 2): _("Half"),
        (1, 4): _("A quarter"),
    }
    return words.get(share, f"{share[0]}/{share[1]}")


def _recovery(pack: Pack) -> Table:
    kinds: list[tuple[str, Recovered]] = [
        (_("Victory"), pack.recovery.victory),
        (_("Draw"), pack.recovery.draw),
        (_("Minor defeat"), pack.recovery.minor_defeat),
        (_("Major defeat"), pack.recovery.major_defeat),
    ]
    rows = [(name, share_text(one.routed), share_text(one.destroyed)) for name, one in kinds]
    note = _("Except after a major defeat, a unit of which anybody is left is made up to %(floor)s figures.") % {
        "floor": pack.recovery.floor
    }
    return Table(
        _("Who comes back after a battle"), (_("Own result"), _("Of the routed"), _("Of the destroyed")), rows, note
    )


# --- Characters ---------------------------------------------------------------------------------------------------

FATES: dict[str, str | Promise] = {
    "dead": gettext_lazy("Dead"),
    "captured": gettext_lazy("Captured"),
    "wounded": gettext_lazy("Wounded"),
    "recovered": gettext_lazy("Recovered"),
}


def _fates(pack: Pack) -> Table:
    rows = [(span(*row.on), str(FATES[row.lost]), str(FATES[row.otherwise])) for row in pack.fate]
    head = (_("2d6"), _("His side lost the battle"), _("Otherwise"))
    note = _("A captured character can be got back for %(vp)s victory points.") % {"vp": pack.ransom.vp}
    return Table(_("Fate of a character who fell"), head, rows, note)


def _wounds(pack: Pack, book: Book) -> Table:
    rows = [(str(row.on), book.label(row.text)) for row in pack.wounds]
    return Table(_("Wounds"), (_("2d6"), _("Lasting effect")), rows)


def _deeds(pack: Pack, book: Book) -> Table:
    rows = [(str(row.from_), book.label(row.text)) for row in pack.deeds]
    return Table(_("Heroic deeds"), (_("Deeds"), _("What he can do")), rows, _("What is gained adds up."))


def _skills(pack: Pack, book: Book) -> Table:
    rows = [(str(row.on), book.label(row.name), book.label(row.text)) for row in pack.skills]
    return Table(_("Command skills"), (_("d6"), _("Skill"), _("What it does")), rows)


# --- Tables of the year's end -----------------------------------------------------------------------------------


def _consequence(pack: Pack, book: Book, key: str) -> Table:
    table = pack.table_by_key[key]
    rows = [(span(*row.on), _row_text(row)) for row in table.rows]
    what = {
        "grant": _("Points granted"),
        "desertion": _("Points of native troops that desert"),
        "loss": _("Points of troops that the enemy loses"),
    }[table.gives]
    return Table(book.table(key), (_("2d6"), what), rows)


def _row_text(row: TableRow) -> str:
    if row.points:
        return str(row.points)
    kinds = ("common", "special", "native_common", "native_special")
    return listed(grant_text(kind, getattr(row, kind)) for kind in kinds if getattr(row, kind)) or _("Nothing")


def _events(pack: Pack, book: Book, side: str) -> Table:
    rows = [
        (
            str(row.on),
            book.label(row.title),
            "\n".join([book.label(row.text), *(effect_text(effect, book, side) for effect in row.effects)]),
        )
        for row in pack.events[side]
    ]
    caption = _("Events of %(side)s") % {"side": book.side(side)}
    return Table(caption, (_("2d6"), _("Event"), _("What happens")), rows)


# --- Effects in words ------------------------------------------------------------------------------------------

type Words = Callable[[Any, Book, str], str]


def effect_text(effect: effects.AnyEffect, book: Book, side: str) -> str:
    """One effect of an event as a sentence, for the side whose table it stands in."""
    told = EFFECTS[type(effect)](effect, book, side)
    conditions = [*_lead_text(effect, book, side), *_reading_text(effect, book)]
    return _("%(effect)s (%(conditions)s)") % {"effect": told, "conditions": listed(conditions)} if conditions else told


def _lead_text(effect: effects.Effect, book: Book, side: str) -> Iterable[str]:
    words = {"side": book.side(side), "least": effect.lead_min, "most": effect.lead_max}
    if effect.lead_min is not None and effect.lead_max is not None:
        yield _("if %(side)s leads by %(least)s to %(most)s victory points") % words
    elif effect.lead_min is not None:
        yield _("if the lead of %(side)s in victory points is %(lead)s or more") % {
            **words,
            "lead": signed(effect.lead_min),
        }
    elif effect.lead_max is not None:
        yield _("if the lead of %(side)s in victory points is %(lead)s or less") % {
            **words,
            "lead": signed(effect.lead_max),
        }


def _reading_text(effect: effects.Effect, book: Book) -> Iterable[str]:
    if effect.reading:
        yield _("only where the club reads it so: %(reading)s") % {
            "reading": book.reading(effect.reading, effect.reading_is)
        }


def _who(effect: Any, book: Book, side: str) -> str:
    match effect.whose:
        case "self":
            return book.side(side)
        case "enemy":
            return book.enemy(side)
        case "both":
            return listed(book.seat_names.values())
    return _("the side with fewer victory points")


def amount_text(amount: str) -> str:
    """``2d6*20`` as people write it: 2d6 × 20."""
    return amount.replace("*", " × ")


def _gain(effect: effects.GainVP, book: Book, side: str) -> str:
    return _("Victory points gained (%(amount)s): %(who)s.") % {
        "who": _who(effect, book, side),
        "amount": amount_text(effect.amount),
    }


def _lose(effect: effects.LoseVP, book: Book, side: str) -> str:
    return _("Victory points lost (%(amount)s): %(who)s.") % {
        "who": _who(effect, book, side),
        "amount": amount_text(effect.amount),
    }


def _lose_points(effect: effects.LosePoints, book: Book, side: str) -> str:
    words = {"who": _who(effect, book, side), "amount": amount_text(effect.amount)}
    if effect.arms:
        words["arms"] = listed(arm_text(arm) for arm in effect.arms)
        return _("Troops lost, %(amount)s points each of %(arms)s: %(who)s.") % words
    if effect.ahead_loses_half:
        return _("Troops lost, %(amount)s points, the side ahead in victory points only half: %(who)s.") % words
    return _("Troops lost, %(amount)s points: %(who)s.") % words


def _forbid(effect: effects.ForbidRoll, book: Book, side: str) -> str:
    return _("No roll on the table %(table)s this year: %(who)s.") % {
        "who": _who(effect, book, side),
        "table": book.table(effect.roll),
    }


def _modify(effect: effects.ModifyRoll, book: Book, side: str) -> str:
    words = {"who": _who(effect, book, side), "table": book.table(effect.roll), "amount": signed(effect.amount)}
    if effect.lasts == "ever":
        return _("%(amount)s on the table %(table)s for the rest of the war: %(who)s.") % words
    if effect.lasts == "next_year":
        return _("%(amount)s on the table %(table)s next year: %(who)s.") % words
    return _("%(amount)s on the table %(table)s this year: %(who)s.") % words


def _immune(effect: effects.Immune, book: Book, side: str) -> str:
    return _("No roll on the table %(table)s against this side for the rest of the war: %(who)s.") % {
        "who": _who(effect, book, side),
        "table": book.table(effect.roll),
    }


def _must_act(effect: effects.MustAct, book: Book, side: str) -> str:
    return _("The action %(action)s is forced next year: %(who)s.") % {
        "who": _who(effect, book, side),
        "action": book.action(effect.action),
    }


def _garrison(effect: effects.Garrison, book: Book, side: str) -> str:
    return _("%(points)s points stay out of the muster next year, unless the action is %(action)s: %(who)s.") % {
        "who": _who(effect, book, side),
        "points": effect.points,
        "action": book.action(effect.unless_action),
    }


def _recall(effect: effects.RecallGeneral, book: Book, side: str) -> str:
    words = {"who": _who(effect, book, side)}
    if effect.successor:
        return _("The general is called home, and another takes his place at once: %(who)s.") % words
    return _("The general is called home: %(who)s.") % words


def _end(effect: effects.EndWar, book: Book, side: str) -> str:
    words = {"winner": book.side(side) if effect.winner == "self" else book.enemy(side)}
    if effect.unless:
        if effect.level == "major":
            return _("The war ends with a major victory of %(winner)s, unless both agree to one last battle.") % words
        return _("The war ends with a minor victory of %(winner)s, unless both agree to one last battle.") % words
    if effect.level == "major":
        return _("The war ends with a major victory of %(winner)s.") % words
    return _("The war ends with a minor victory of %(winner)s.") % words


def _home(effect: effects.OrderHome, book: Book, side: str) -> str:
    words = {"who": _who(effect, book, side)}
    return (
        _(
            "An order to come home, to be obeyed by a surrender, or else all is staked on finding a battle next year: %(who)s."
        )
        % words
    )


def _reroll(effect: effects.Reroll, book: Book, side: str) -> str:
    return _("One re-roll of any roll next year: %(who)s.") % {"who": _who(effect, book, side)}


def _double(effect: effects.DoubleVP, book: Book, side: str) -> str:
    return _("All victory points scored next year count double, for both sides.")


EFFECTS: dict[type, Words] = {
    effects.GainVP: _gain,
    effects.LoseVP: _lose,
    effects.LosePoints: _lose_points,
    effects.ForbidRoll: _forbid,
    effects.ModifyRoll: _modify,
    effects.Immune: _immune,
    effects.MustAct: _must_act,
    effects.Garrison: _garrison,
    effects.RecallGeneral: _recall,
    effects.EndWar: _end,
    effects.OrderHome: _home,
    effects.Reroll: _reroll,
    effects.DoubleVP: _double,
}
