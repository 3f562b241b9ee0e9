"""Why AWAM refuses an action or a setup, in words that help to mend it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.narration.awam import words
from battles.narration.awam.telling import KEY, Data, figure, filled
from battles.narration.core import Names, Render, join, register_problem

ACTIONS: Mapping[str, Promise] = {
    "not_your_turn": _("It is not your turn."),
    "not_now": _("This cannot be done now."),
    "not_yours": _("This is no figure of yours."),
    "wrong_squad": _("This figure is of another squad: %(squad)s acts."),
    "no_such_squad": _("This squad cannot be picked. These can: %(squads)s."),
    "not_on_table": _("This figure is not on the table."),
    "is_prisoner": _("This figure is a prisoner."),
    "is_broken": _("This figure has broken and runs."),
    "acted_on_card": _("This figure has acted on this card already."),
    "has_fired": _("He has fired this turn: that takes the whole turn."),
    "has_acted": _("He has done something this turn and cannot fire any more."),
    "has_defended": _("He has defended himself this turn: he cannot aim."),
    "no_order": _("No order is left for this, or nobody can give it."),
    "engaged": _("He is hand to hand with an enemy: he can only attack, break off, stand up or defend himself."),
    "not_engaged": _("He is not hand to hand with anybody."),
    # hiding
    "does_not_hide": _("%(figure)s does not start hidden: his place is the sheet's."),
    "where_does_he_hide": _("Say where these lie: %(figures)s."),
    "outside_its_piece": _("%(figure)s would lie outside his piece of ground: %(piece)s."),
    "hides_on_another": _("%(figure)s would lie on %(target)s."),
    "hides_on_something": _("%(figure)s would lie on something that stands there."),
    # moving
    "gait_not_open": _("This gait is not open to him now."),
    "bad_path": _("A way has 1 to %(most)s legs."),
    "bad_point": _("This is no point of the way."),
    "off_table": _("The way leads off the table."),
    "place_taken": _("Something stands there already."),
    "contact_is_a_charge": _("The way ends in contact with an enemy: that is a charge."),
    "no_place": _("There is no free place beside it that he can reach."),
    "no_way": _("He cannot go on that way."),
    "no_water": _("There is no water on this way."),
    "no_cover": _("There is no cover that he can walk to without coming nearer to an enemy."),
    "no_enemy_seen": _("No enemy is in sight."),
    "not_away": _("The way does not lead away from the enemy."),
    "not_moving": _("He was not moving: there is nothing to carry on."),
    "cannot_lie": _("He cannot lie down now."),
    "not_prone": _("He does not lie prone."),
    "is_prone": _("He lies prone: he has to stand up first."),
    "cannot_mount": _("He cannot mount now."),
    "cannot_dismount": _("He cannot dismount now: no faster than a walk."),
    "no_such_horse": _("There is no free horse beside him."),
    "may_not_charge": _("He may not charge: he guards a prisoner, or has nothing to fight with."),
    "three_on_one": _("Three are fighting this one already."),
    "no_lance": _("He has no lance to use in passing."),
    "does_not_pass": _("The way does not pass close to this enemy on the right."),
    "difficult_ground": _("The gun cannot be moved over difficult ground."),
    "too_few_hands": _("There are not enough hands at the gun."),
    # shooting
    "no_firearm": _("He has no firearm in hand."),
    "not_loaded": _("His weapon is not loaded."),
    "blade_in_hand": _("He has a blade in hand: he has to change weapon first."),
    "swims": _("Who swims does nothing else."),
    "bad_shots": _("He can fire %(most)s shots at most."),
    "no_such_target": _("This cannot be the target."),
    "own_figure": _("This is one of your own."),
    "not_the_nearest": _("Without aiming he fires at the nearest enemy in sight."),
    "out_of_sight": _("The target is out of sight."),
    "no_line_of_fire": _("Somebody stands in the line of fire."),
    "nil_chance": _("At this distance and with these modifiers no die can hit."),
    "no_missile": _("He has nothing like this to throw."),
    "cannot_reload": _("It cannot be reloaded now."),
    "bad_row": _("Points have been gained already for another way to load."),
    "no_gun": _("There is no such gun at hand."),
    "gun_not_ready": _("The gun cannot fire now."),
    "muzzle_blocked": _("Somebody stands too near to the muzzle."),
    "nothing_to_mend": _("There is nothing to mend."),
    "tried_already": _("There is one try a turn."),
    # the rest
    "no_such_weapon": _("He has no such weapon to take in hand."),
    "no_blade": _("He has no blade that could be drawn."),
    "cannot_board": _("He cannot go aboard: too far, or no room."),
    "boat_is_held": _("An enemy is aboard: name him as the target."),
    "not_aboard": _("He is not aboard."),
    "aboard": _("He is aboard."),
    "cannot_sail": _("He cannot sail this boat now."),
    "cannot_lead": _("He cannot lead an animal now."),
    "no_such_animal": _("There is no such animal beside him."),
    "cannot_pack": _("The gun cannot be packed here."),
    "cannot_unpack": _("The gun cannot be unpacked here."),
    "cannot_join": _("These squads cannot be joined."),
    "no_such_verb": _("He cannot do this here."),
    "no_such_way": _("There is no such way on the sheet."),
    "no_such_seat": _("There is no such side."),
    "declared_already": _("A word to this side has been said in this activation."),
    # the umpire
    "no_umpire": _("This game has no umpire."),
    "needs_reason": _("Say why, in %(longest)s letters at most."),
    "bad_text": _("A message has 1 to %(longest)s letters."),
    "no_such_event": _("There is no such event."),
    "no_such_card": _("The scenario has no such card."),
    "one_a_turn": _("One card a turn can be added."),
    "no_such_figure": _("There is no such figure on the table."),
    "bad_wounds": _("A figure on the table has no wound or one."),
    "bad_rounds": _("The weapon does not hold so many rounds."),
    "bad_reload_points": _("Fewer than %(score)s points, and none for a full weapon."),
    "no_such_thing": _("There is no such thing on the table."),
    "no_such_harm": _("This cannot be its state."),
    "no_flags": _("This scenario has no flags."),
    "no_treaty": _("This scenario has no treaty."),
    "bad_points": _("Points go from −%(most)s to %(most)s."),
}
SETUPS: Mapping[str, Promise] = {
    "no_such_scenario": _("There is no scenario “%(scenario)s”."),
    "bad_option": _("This option has no such value (%(place)s)."),
    "bad_size": _("Forces have from %(low)s to %(high)s points a side."),
    "no_such_option": _("There is no option “%(option)s”."),
    "no_such_reading": _("There is no reading “%(reading)s”, or it has no such answer."),
    "forces_given": _("This scenario brings its own figures: forces go with a chance meeting only."),
    "empty_force": _("This side brings nobody."),
    "too_many_figures": _("A side has at most %(most)s figures."),
    "no_such_kind": _("There is no kind of figure “%(kind)s”."),
}


def _told(text: Promise) -> Render:
    def told(data: Data, names: Names) -> str:
        return str(text) % filled(data, names)

    return told


def _bad_arguments(data: Data, names: Names) -> str:
    told = gettext("Something is missing, too much, or of the wrong kind.")
    return gettext("%(sentence)s (%(place)s)") % {"sentence": told, "place": data["place"]} if data["place"] else told


def _too_far(data: Data, names: Names) -> str:
    if "most" not in data:
        return gettext("This is too far.")
    told = {"asked": f"{data['asked'] / 10:g}", "most": f"{data['most'] / 10:g}"}
    return gettext("This way costs %(asked)s cm; he may go %(most)s cm.") % told


def _in_the_way(data: Data, names: Names) -> str:
    if "figure" in data:
        return gettext("%(figure)s is in the way.") % {"figure": figure(names, data["figure"])}
    return gettext("Something is in the way.")


def _barred(data: Data, names: Names) -> str:
    if "by" not in data:
        return gettext("He cannot stand there.")
    return gettext("He cannot go that way: %(by)s.") % {"by": words.called(words.GROUND, data["by"])}


def _gait(data: Data, names: Names) -> str:
    if not data.get("open"):
        return str(ACTIONS["gait_not_open"])
    gaits = join(words.called(words.PACES, gait) for gait in data["open"])
    return gettext("This gait is not open to him now. These are: %(gaits)s.") % {"gaits": gaits}


def _bad_seats(data: Data, names: Names) -> str:
    sets = [join(words.called(words.SEATS, one) for one in seats) for seats in data.get("sets", ())]
    return gettext("This scenario is for these sides: %(sides)s.") % {"sides": gettext("; or ").join(sets)}


RENDERED: Mapping[str, Render] = {
    "bad_seats": _bad_seats,
    "bad_arguments": _bad_arguments,
    "too_far": _too_far,
    "in_the_way": _in_the_way,
    "barred": _barred,
    "gait_not_open": _gait,
}
for _code, _render in ({code: _told(text) for code, text in {**ACTIONS, **SETUPS}.items()} | dict(RENDERED)).items():
    register_problem(_code, _render, KEY)
