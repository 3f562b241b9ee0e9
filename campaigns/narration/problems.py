"""Why something cannot be, in words that say what could be.

A text has no full stop, for it also stands after a place ("years[2].dice.event.rome: 13 is not a total of 2d6"); the paragraph of the
rules is the problem's own and is shown beside it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles import narration as battles
from campaigns.narration.armies import ARMIES
from campaigns.narration.book import Book, listed
from campaigns.narration.words import Facts
from campaigns.rules.between import NAME_LENGTH
from campaigns.rules.pack import bundled_keys
from rulesets.contract import Problem

type Data = Mapping[str, Any]

MEBIBYTE = 1024 * 1024

PROBLEMS: dict[str, Any] = {
    **ARMIES,
    # the war and its sides
    "war_over": gettext_lazy("The war is over: nothing more can be decided in it"),
    "war_was_over": gettext_lazy("The war ended in year %(year)s: no other year can follow"),
    "no_such_side": gettext_lazy('"%(side)s" is no side of this war'),
    "too_late": gettext_lazy("This can only be done from the close of a year until the next muster"),
    # names
    "no_name": gettext_lazy("A name has between 1 and %(longest)s characters"),
    "id_taken": gettext_lazy('"%(id)s" is taken already in this army: choose another name'),
    "twice": gettext_lazy('"%(id)s" is named twice: once is enough'),
    "not_in_roster": gettext_lazy('"%(id)s" is not in this roster'),
    # dice
    "impossible_total": gettext_lazy("%(total)s is not a total of %(dice)s"),
    "impossible_face": gettext_lazy("There is no %(face)s on a d%(sides)s"),
    # orders and choices
    "forced_action": gettext_lazy("This year the only action allowed is %(action)s"),
    # muster
    "not_able": gettext_lazy('"%(id)s" cannot be mustered: nobody of it is left, or he is not free'),
    "over_limit": gettext_lazy("%(points)s points are mustered, at most %(limit)s are allowed"),
    "too_few_natives": gettext_lazy(
        "Native units of at least %(needed)s points must come, only %(points)s are mustered"
    ),
    "empty_muster": gettext_lazy("Nobody is mustered: bring at least one unit"),
    # the battle's outcome
    "malformed": gettext_lazy("Something is missing or of the wrong kind: %(place)s"),
    "wrong_sides": gettext_lazy("The result must speak of the sides of this war, and of no others"),
    "no_result": gettext_lazy("Either one side wins and the other loses, or both draw"),
    "no_level": gettext_lazy("A victory is major or minor, the same for both sides; a draw has no level"),
    "not_mustered": gettext_lazy('"%(id)s" was not mustered: it cannot be lost, fall or gain anything'),
    "was_absent": gettext_lazy('"%(id)s" was kept away by attacks of pain: he cannot fall or gain anything'),
    # troops lost
    "not_concerned": gettext_lazy('"%(id)s" is not of the troops that this loss is taken from'),
    "too_few_points": gettext_lazy("Figures worth %(points)s points are given up, at least %(needed)s are due"),
    "too_many_points": gettext_lazy(
        "Figures worth %(points)s points are given up where %(needed)s are due: one figure fewer is enough"
    ),
    # grants, generals, ransoms, re-rolls
    "nothing_bought": gettext_lazy("Name at least one unit to be bought"),
    "nobody_lost": gettext_lazy("Nobody is lost who could be replaced"),
    "not_a_general": gettext_lazy("Only a general can take the place of a lost character"),
    "not_fresh": gettext_lazy("A new general comes ready, without wounds, deeds, skills or traits"),
    "reinforcements_spent": gettext_lazy(
        "A new general costs the whole of this year's reinforcements, and part of them is spent already"
    ),
    "not_captured": gettext_lazy('"%(id)s" is not a prisoner: only a captured character can be ransomed'),
    "no_reroll": gettext_lazy("This side has no re-roll this year"),
    "nothing_proposed": gettext_lazy("This side has proposed no other end of the war"),
    "length_unchanged": gettext_lazy("The war lasts until year %(year)s already"),
    # corrections
    "no_such_decision": gettext_lazy("No decision of number %(number)s counts in this war: it was corrected meanwhile"),
    "must_be_decided": gettext_lazy("This had to be decided by somebody: say what was decided instead"),
    "no_noted_die": gettext_lazy("This die was not noted down in a record, so nobody can have noted it wrongly"),
    "nothing_after_the_last": gettext_lazy(
        "Nothing can be added after the last decision: while a war goes on it is simply decided now, and once it is over nothing may be decided"
    ),
    "not_insertable": gettext_lazy("Nobody could have decided this of his own accord then"),
    "nothing_corrected": gettext_lazy("This is what was decided already: nothing would change"),
    "other_kind": gettext_lazy("A decision can only be replaced by another of the same kind"),
    "other_question": gettext_lazy("This answers another question than the one that was asked"),
    # what a pack can have wrong
    "two_sides": gettext_lazy("A war has exactly two sides"),
    "dice_hole": gettext_lazy("No row of the table has the total %(total)s"),
    "dice_overlap": gettext_lazy("More than one row of the table has the total %(total)s"),
    "dice_range": gettext_lazy("The row from %(low)s to %(high)s does not fit the dice of this table"),
    "matrix_hole": gettext_lazy("The matrix names no cell for these two actions"),
    "matrix_mirror": gettext_lazy("The matrix must give these two actions the same cell whichever side chooses which"),
    "not_played_here": gettext_lazy('Battles by "%(name)s" are not played on the site'),
    "gun_without_captor": gettext_lazy(
        "Whoever takes this gun must be able to serve it: the other side has no such gun"
    ),
    "unknown_name": gettext_lazy('Nothing that could stand here is called "%(name)s"'),
    "text_missing": gettext_lazy("The text in English is missing"),
    "reserved_key": gettext_lazy('"%(name)s" cannot be a key here: take small letters, digits and underscores'),
    "role_unknown_yet": gettext_lazy('A role is the opposite of one that is given before it, not of "%(name)s"'),
    "bad_dice": gettext_lazy('"%(value)s" is neither a number nor dice such as 1d6 or 2d6*10'),
    "no_last_battle": gettext_lazy(
        "No action leads to a battle when both sides choose it: a last battle could never be fought"
    ),
    # the shape of a file
    "not_utf8": gettext_lazy("The file is not text in UTF-8: byte %(byte)s cannot be read"),
    "not_toml": gettext_lazy("This is not TOML: %(detail)s"),
    "not_json": gettext_lazy("This is not JSON: %(detail)s"),
    "too_deep": gettext_lazy("Tables and lists may be nested %(most)s deep, not deeper"),
    "not_a_table": gettext_lazy("A table is needed here: keys with their values"),
    "not_a_list": gettext_lazy("A list is needed here"),
    "not_a_pair": gettext_lazy("Two numbers are needed here: the starting and the lost break points"),
    "not_a_number": gettext_lazy("%(value)s is not a whole number"),
    "not_true_or_false": gettext_lazy("%(value)s is neither true nor false"),
    "not_text": gettext_lazy("%(value)s is not a text"),
    "not_one_of": gettext_lazy("%(value)s is not one of: %(values)s"),
    "out_of_range": gettext_lazy("%(value)s is not between %(low)s and %(high)s"),
    "too_long": gettext_lazy("This text is too long: at most %(longest)s characters are allowed"),
    "too_many": gettext_lazy("This list is too long: at most %(most)s entries are allowed"),
    "control_characters": gettext_lazy("This text holds control characters, which no name or note needs"),
    "empty": gettext_lazy("Something must stand here"),
    "missing": gettext_lazy("This is missing"),
    "unknown_key": gettext_lazy('No key is called "%(key)s" here'),
    # what a record can have wrong
    "unknown_version": gettext_lazy("Only records of version 1 can be read"),
    "bad_pack": gettext_lazy("The rules in this file cannot be used: %(detail)s"),
    "wrong_digest": gettext_lazy("The rules in this file are not the ones that this digest names"),
    "unknown_flag": gettext_lazy('Nothing that carries into a year is called "%(flag)s" in these rules'),
    "wrong_year": gettext_lazy("Years follow one another: this is year %(expected)s, not %(value)s"),
    "year_was_skipped": gettext_lazy("The year was skipped: it has no choices, no muster and no battle"),
    "not_yet": gettext_lazy("The rules ask for something else before this battle can be fought"),
    "choice_not_possible": gettext_lazy("This choice was not possible in its year, nor in the one after it"),
    "start_decided": gettext_lazy("A lead of %(lead)s points wins the war at once: nothing is left to play"),
    "year_is_open": gettext_lazy("Year %(year)s is not over: no other year can follow it"),
    "skip_not_agreed": gettext_lazy(
        "The year cannot be skipped here: both sides must agree once its scenario is known"
    ),
    # warnings
    "army_too_large": gettext_lazy("The army is worth %(points)s points, %(agreed)s were agreed"),
    "die_not_asked_for": gettext_lazy("Nothing asked for this die: it is ignored"),
    "choice_not_asked_for": gettext_lazy("Nothing asked for this choice: it is ignored"),
}
"""Codes whose text is one sentence. The others, below, ask first what the data says."""

NOT_ASKED: dict[str, Any] = {
    "order": gettext_lazy("No order can be given now: orders are given when a year begins"),
    "choose": gettext_lazy("Nothing about the scenario can be chosen now"),
    "muster": gettext_lazy("No muster is asked for now: armies are mustered once the scenario is known"),
    "fought": gettext_lazy("No battle is being fought now: it follows the muster"),
    "dice": gettext_lazy("Nobody asks for these dice now"),
    "skip": gettext_lazy("A year can be let pass only from when its scenario is known until its battle is decided"),
    "lose_points": gettext_lazy("No loss of troops is asked for now"),
    "spend_reroll": gettext_lazy("There is no roll now that could be rolled again"),
    "stake_all": gettext_lazy("Nobody asks now whether to stake all on a last battle"),
    "obey_recall": gettext_lazy("No order to come home has to be answered now"),
    "successor": gettext_lazy("No new general has to be named now"),
}
NO_CHOICE: dict[str, Any] = {
    "points": gettext_lazy("This scenario lets nobody else choose its points: leave them out"),
    "village": gettext_lazy("No village can be placed here: only the defender of an ally may place one"),
    "camp": gettext_lazy("No camp can be placed here: only the defender of a defensive battle may place one"),
}
OVER_GRANT: dict[str, Any] = {
    "common": gettext_lazy("%(spent)s points of common troops are bought, only %(granted)s are granted"),
    "special": gettext_lazy("%(spent)s points of special troops are bought, only %(granted)s are granted"),
    "native_common": gettext_lazy("%(spent)s points of common native troops are bought, only %(granted)s are granted"),
    "native_special": gettext_lazy(
        "%(spent)s points of special native troops are bought, only %(granted)s are granted"
    ),
}


def problem_text(problem: Problem, book: Book | None = None) -> str:
    """A problem in words, without its place, its paragraph and a full stop.

    Codes of battles (a report that cannot be) are told by battles. ``book`` turns keys into names where it can.
    """
    data = _words(problem.data, book)
    if problem.code in SPOKEN:
        return SPOKEN[problem.code](problem, data, book)
    if problem.code in PROBLEMS:
        return str(PROBLEMS[problem.code]) % data
    names = book.battle_names() if book else None
    told = battles.problem(replace(problem, rule=""), names)
    return told.removesuffix(".")


def has_problem(code: str) -> bool:
    """Whether a code of the campaign rules has a text here."""
    return code in SPOKEN or code in PROBLEMS


def _words(data: Data, book: Book | None) -> Facts:
    told = Facts(data)
    told.setdefault("longest", NAME_LENGTH)
    if book is None:
        return told
    if "id" in data:
        told["id"] = book.anybody(str(data["id"]))
    if "action" in data:
        told["action"] = book.action(str(data["action"]))
    return told


# --- Codes that look at their data first --------------------------------------------------------------


def _by(texts: Mapping[str, Any], key: str, other: Any) -> Callable[[Problem, Facts, Book | None], str]:
    """One of several sentences, by a word of the data."""

    def told(problem: Problem, data: Facts, book: Book | None) -> str:
        return str(texts.get(str(problem.data.get(key)), other)) % data

    return told


def _unknown_action(problem: Problem, data: Facts, book: Book | None) -> str:
    if "action" not in problem.data:
        return battles.problem(problem).removesuffix(".")
    if book is None:
        return _('There is no action "%(action)s"') % data
    data["actions"] = listed(book.action(key) for key in book.pack.actions)
    return _('There is no action "%(action)s": choose one of %(actions)s') % data


def _dice_count(problem: Problem, data: Facts, book: Book | None) -> str:
    return (
        ngettext(
            "One die is rolled here, %(given)s are given",
            "%(n)s dice are rolled here, %(given)s given",
            data.count("n"),
        )
        % data
    )


def _pieces(problem: Problem, data: Facts, book: Book | None) -> str:
    return (
        ngettext(
            "One piece of terrain is rolled here, %(given)s are given",
            "%(n)s pieces of terrain are rolled here, %(given)s given",
            data.count("n"),
        )
        % data
    )


def _points_range(problem: Problem, data: Facts, book: Book | None) -> str:
    if problem.data.get("most") is None:
        return _("Choose %(least)s points or more, or all troops") % data
    return _("Choose between %(least)s and %(most)s points") % data


def _too_many_lost(problem: Problem, data: Facts, book: Book | None) -> str:
    if data.count("lost") <= data.count("figures"):
        return _('"%(unit)s" has %(figures)s figures: give a number from 1 to %(figures)s') % data
    return (
        ngettext(
            '"%(unit)s" has %(figures)s figure, %(lost)s are reported lost',
            '"%(unit)s" has %(figures)s figures, %(lost)s are reported lost',
            data.count("figures"),
        )
        % data
    )


def _too_small(problem: Problem, data: Facts, book: Book | None) -> str:
    if data.count("least") > 1:
        return _("At least one of the new units needs %(least)s figures or more; the largest has %(figures)s") % data
    return (
        ngettext(
            "A new unit has at least %(least)s figures, %(figures)s is given",
            "A new unit has at least %(least)s figures, %(figures)s are given",
            data.count("figures"),
        )
        % data
    )


def _no_number(problem: Problem, data: Facts, book: Book | None) -> str:
    if problem.place.endswith("below"):
        return _("Choose a roll that can be rolled again, and a number from 2 to 13")
    if problem.place.endswith("points"):
        return _('"%(id)s" costs at least 1 point a figure, and its command figures not less than nothing') % data
    return _('"%(id)s" cannot have done fewer than no heroic deeds') % data


def _unknown_pack(problem: Problem, data: Facts, book: Book | None) -> str:
    data["known"] = ", ".join(bundled_keys())
    return _('There are no rules of campaign called "%(name)s"; known are: %(known)s') % data


def _unknown_word(problem: Problem, data: Facts, book: Book | None) -> str:
    """What may be written is told in the reader's language, though every language is understood."""
    told = data.mapping("known")
    data["known"] = told.get((get_language() or "")[:2]) or told.get("en", "")
    return _('"%(found)s" is not understood: write one of %(known)s') % data


def _file_too_large(problem: Problem, data: Facts, book: Book | None) -> str:
    return _("The file is too large: at most %(size)s MiB are read") % {"size": data.count("most") // MEBIBYTE}


SPOKEN: dict[str, Callable[[Problem, Facts, Book | None], str]] = {
    "not_asked": _by(NOT_ASKED, "prompt", gettext_lazy("Nobody asks for this now")),
    "no_such_choice": _by(NO_CHOICE, "choice", gettext_lazy("This cannot be chosen here")),
    "over_grant": _by(OVER_GRANT, "kind", gettext_lazy("%(spent)s points are spent, only %(granted)s are granted")),
    "unknown_action": _unknown_action,
    "wrong_number_of_dice": _dice_count,
    "wrong_number_of_pieces": _pieces,
    "points_range": _points_range,
    "too_many_lost": _too_many_lost,
    "more_lost_than_figures": _too_many_lost,
    "too_small": _too_small,
    "no_number": _no_number,
    "unknown_pack": _unknown_pack,
    "unknown_word": _unknown_word,
    "file_too_large": _file_too_large,
}
