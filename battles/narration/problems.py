"""What is wrong with a setup or a report, in words that help to mend it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.narration.core import register_problem

PROBLEMS: Mapping[str, Any] = {
    # what was handed in cannot be read
    "not_plain": _("This cannot be stored: it holds characters or numbers that the program does not take."),
    "malformed": _("Something is missing or of the wrong kind at “%(place)s”."),
    "unknown_action": _("Nothing like this can be done here."),
    "not_now": _("This cannot be done now."),
    "unknown_seat": _("“%(seat)s” is no side of this battle. The sides are: %(seats)s."),
    # losses and characters
    "unit_not_there": _("%(seat)s has no unit “%(unit)s” in this battle."),
    "unit_twice": _("“%(unit)s” is named twice."),
    "negative_losses": _("“%(unit)s” cannot lose fewer than no figures."),
    "more_lost_than_figures": _("“%(unit)s” has %(figures)s figures, %(lost)s are reported lost."),
    "character_not_there": _("%(seat)s has no character “%(character)s” in this battle."),
    "felled_twice": _("“%(character)s” cannot fall twice."),
    "deeds_twice": _("The deeds of “%(character)s” are named twice."),
    "deeds_out_of_range": _("“%(character)s” cannot have done %(count)s heroic deeds in one battle."),
    "note_too_long": _("The note has %(length)s characters; at most %(longest)s are kept."),
    "reason_missing": _("Say why: the other side will read it."),
    "reason_too_long": _("The reason has %(length)s characters; at most %(longest)s are kept."),
    "same_report": _("This is the same report as the other side’s. Confirm that one."),
    # break points
    "break_points_start": _("An army has at least 1 break point; %(seat)s is given %(start)s."),
    "break_points_negative": _("%(seat)s cannot have lost %(lost)s break points."),
    "break_points_more_lost": _("%(seat)s started with %(start)s break points and cannot have lost %(lost)s."),
    "break_points_one_side": _("Give the break points of both sides, or of neither."),
    "break_points_too_many": _("%(seat)s cannot have more than %(most)s break points."),
    "break_points_twice": _("Give the break points of %(seat)s as numbers or by units, not both."),
    "units_without_worth": _("The units of %(seat)s have no break points entered: give their sum instead."),
    "lowest_without_break_points": _("Give the break points of %(seat)s with their lowest mark."),
    "lowest_above_the_end": _("%(seat)s ended with %(left)s break points; the lowest mark cannot be %(low)s."),
    "first_broken_stands": _(
        "%(seat)s has %(left)s break points left and is broken at %(value)s: it cannot have broken first."
    ),
    # turns, withdrawal, village
    "turns_too_few": _("A battle lasts at least one turn."),
    "turns_too_many": _("A battle does not last more than %(most)s turns."),
    "withdrew_too_early": _("%(seat)s may withdraw after %(least)s full turns; only %(turns)s were played."),
    "no_village": _("There was no village to destroy in this battle."),
    "village_destroyed_by_withdrawn": _("%(seat)s withdrew and cannot have destroyed the village afterwards."),
    # winner and level
    "draw_with_level": _("A draw has no level: leave it empty, or name a winner."),
    "level_missing": _("Say whether the victory was major or minor."),
    "withdrawn_side_wins": _("%(winner)s withdrew and cannot win."),
    "withdrawal_decides": _("%(seat)s withdrew: %(stays)s wins, and by a major victory only if %(seat)s was broken."),
    "village_decides": _("This battle turns on the village alone: it gives another result."),
    "level_against_figures": _("The break points give another level of victory."),
    "winner_against_figures": _("The break points give another winner."),
    # setups
    "two_seats": _("A battle on a table has two sides."),
    "seat_key": _("A side cannot be called “%(seat)s”."),
    "unknown_role": _("There is no role “%(role)s”."),
    "attacks_himself": _("%(seat)s cannot attack and defend in one battle."),
    "village_without_roles": _("A battle for a village needs an attacker and a defender."),
    "unknown_option": _("There is no option “%(option)s”."),
    "unknown_objective": _("There is no objective “%(objective)s”."),
    "share_out_of_range": _("A share lies between nothing and the whole."),
    "turns_out_of_range": _("Turns go from 1 to 99."),
    "name_too_long": _("A name has at most %(longest)s characters."),
    "name_missing_or_long": _("A name has between 1 and %(longest)s characters."),
    "id_twice": _("“%(name)s” has a key that another has too (%(id)s)."),
    "figures_out_of_range": _("“%(unit)s” cannot have %(figures)s figures."),
    "break_points_out_of_range": _("The break points of “%(unit)s” are out of range."),
}

for _code, _text in PROBLEMS.items():
    register_problem(_code, _text)
