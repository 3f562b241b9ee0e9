"""Why Askari refuses an action, a list or a setup, in words that help to mend it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.narration.askari.telling import Data, centimetres, filled
from battles.narration.core import Names, Render, register_problem
from battles.narration.documents import with_allowed

ACTIONS: Mapping[str, Promise] = {
    "not_your_turn": _("It is not your turn."),
    "not_yours": _("This is no unit of yours that can be used now."),
    "not_offered": _("This is not among what may be chosen now."),
    # splitting and deploying
    "cannot_hide": _("One of these units cannot start in ambush."),
    "cannot_wait": _("One of these units cannot start in reserve."),
    "too_many_hidden": _("At most %(most)s of your units may start in ambush."),
    "too_many_in_reserve": _("At most %(most)s of your units may start in reserve."),
    "cannot_join": _("Your leader cannot join this unit."),
    "where_does_it_hide": _("Say for each unit in ambush where it hides, and for no other."),
    "ranks": _("The unit cannot stand in so many ranks: it needs at least %(least)s."),
    "outside_zone": _("This place is outside your deployment zone."),
    "no_hiding_place": _("Nobody can hide there: an ambush needs woods, tall grass or the like."),
    "enemy_zone": _("An ambush may not lie in the enemy’s deployment zone."),
    "far_from_edge": _("Reinforcements enter within %(within)s of the edge of their own half."),
    "on_the_march": _("On the march a unit stands in column, two files at most, facing east."),
    "baggage_behind": _("On the march the baggage is not in front."),
    "animals_near": _("This is too near to the animals."),
    "hunters_near": _("The animals stand at least %(within)s from the hunters."),
    # orders
    "takes_no_order": _("One of these units takes no order now."),
    "too_many_orders": _("You have %(most)s orders to give, no more."),
    "nobody_hides": _("You have no hidden unit whose standing order could change."),
    "no_such_order": _("Nobody can give this extra order now."),
    # movement and charges
    "not_hidden": _("This unit is not in ambush."),
    "still_hidden": _("This unit lies in ambush: it has to show itself first."),
    "cannot_turn": _("This unit cannot turn now: it is engaged, or has turned already."),
    "has_acted": _("This unit has acted this turn."),
    "no_order": _("This unit has no order."),
    "engaged": _("This unit is engaged: it may only break off."),
    "cannot": _("This unit cannot do that now."),
    "ground_decides": _("The ground decides here whether the move is flat or rough."),
    "never_charges": _("This unit never charges."),
    "no_target": _("This is no target for that unit now."),
    "nothing_to_throw": _("This unit has nothing to throw."),
    "too_far": _("This way is %(length)s long; the unit may go %(allowance)s."),
    "house_taken": _("The enemy is in that house: %(unit)s."),
    "flies_straight": _("An aircraft flies straight: one point is its way."),
    "ground": _("The unit cannot go or stand there: %(terrain)s."),
    "in_the_way": _("%(unit)s is in the way."),
    "off_table": _("A figure would stand beyond the edge of the table."),
    "overlap": _("A figure would stand on another."),
    "too_near": _("A figure would stand too near to %(unit)s."),
    "no_way_out": _("There is no way out of this fight past the enemy."),
    "enemy_near": _("This is too near to the enemy."),
    "baggage_first": _("Your baggage is cut off: nobody may move but towards it."),
    # shooting
    "cannot_fire": _("%(unit)s cannot fire now."),
    "cannot_hold": _("Name among the figures that can fire those that hold their fire; not all of them."),
    "no_such_weapon": _("This unit cannot fire such a weapon: %(weapon)s."),
    "no_such_ammunition": _("The weapon cannot be loaded with this at that distance: %(ammunition)s."),
    "name_so_many": _("Name as many figures as there are hits: %(hits)s."),
    # the rest
    "cannot_burn": _("This unit cannot set fire to anything now."),
    "cannot_curse": _("This sorcerer cannot lay a curse now."),
    "nothing_cancels": _("Nothing can spare this unit a test now."),
    "cannot_cancel": _("These tests cannot be cancelled in this way."),
}
SETUPS: Mapping[str, Promise] = {
    "unknown_scenario": _("There is no scenario “%(scenario)s”."),
    "two_sides": _("A battle of Askari has two sides."),
    "not_yes_or_no": _("The answer is yes or no (%(place)s)."),
    "unknown_list": _("There is no army list “%(list)s”."),
    "list_too_long": _("A typed list has at most %(lines)s lines and %(letters)s letters."),
    "bad_row": _("Something is missing here, unknown, or of another kind (%(place)s): %(detail)s"),
    "bad_key": _("A key has small letters, digits, - and _, at most forty: “%(key)s”."),
    "no_armies": _("Name an army for each side, by the side’s name."),
    "broken_list": _("The army list cannot be read: %(detail)s"),
    "too_many_units": _("A list has at most %(most)s units and persons."),
    "bad_aggression": _("There is no aggression factor %(given)s."),
    "key_twice": _("The key “%(key)s” is empty or used twice in this list."),
    "one_leader": _("A list has exactly one leader; this one has %(leaders)s."),
    "too_few_units": _("A list has at least %(fewest)s units."),
    "too_many_of_a_kind": _("A list has at most %(most)s of this kind: %(what)s."),
    "martinet_needs_units": _("A Martinet leader needs at least %(fewest)s units that take orders."),
    "sumptuous_needs_baggage": _("A Sumptuous leader needs sumptuous baggage."),
    "baggage_needs_sumptuous": _("Sumptuous baggage needs a Sumptuous leader."),
    "needs_training": _("Only Trained figures have this weapon: %(weapon)s (%(place)s)."),
    "needs_mount": _("Only mounted figures have this weapon: %(weapon)s (%(place)s)."),
    "unknown_weapon": _("There is no weapon “%(weapon)s” for this unit (%(place)s)."),
    "unknown_rule": _("There is no special rule “%(rule)s” (%(place)s)."),
    "unknown_movement": _("There is no kind of movement “%(moves)s” (%(place)s)."),
    "unknown_person": _("There is no special character “%(what)s” (%(place)s)."),
    "unknown_quality": _("There is no such quality, or there are more than two: “%(quality)s” (%(place)s)."),
    "unknown_reading": _("There is no such reading, or it has no such answer (%(place)s)."),
    "quality_of_leader": _("Only a leader has qualities (%(place)s)."),
    "piece_moves_itself": _("A gun moves as its own row says; leave its movement empty (%(place)s)."),
    "vehicle_never_fights": _("A vehicle, a boat or an aircraft never fights hand to hand (%(place)s)."),
    "team_without_piece": _("Only a gun can have a team (%(place)s)."),
    "bad_special": _("The unit cannot have this special figure, or not twice: “%(special)s” (%(place)s)."),
    "gunbearer_needs_master": _("A gunbearer needs a white man or the leader as his master (%(place)s)."),
    "unknown_animal": _("Name at most four kinds of animals of the book (%(place)s)."),
    "too_long": _("This may have at most %(most)s letters (%(place)s)."),
    "too_few_points": _("A list cannot be made out of so few points: %(points)s."),
    "says_no": _("The book gives this character no such value (%(place)s)."),
    "no_units": _("This side has no units."),
    "no_room_on_table": _("So many figures cannot stand in their deployment zone: %(figures)s."),
    "uneven": _("%(seat)s brings %(more)s points, %(enemy)s %(less)s."),
    "crowded": _("For these of %(seat)s there is no room at the start; they come in later: %(left)s."),
    "unusual": _("This value is outside what the book has for its kind, %(low)s to %(high)s: %(given)s (%(place)s)."),
}
TABLE: Mapping[str, Promise] = {
    "flat_only": _("These cannot move on rough ground: %(moves)s."),
    "canister_is_near": _("Canister is for targets within %(within)s."),
    "deviates": _("Shells and balls are not rolled to hit: roll for deviation instead, or fire canister (%(weapon)s)."),
    "no_reaction": _("This weapon cannot fire at a charge: %(weapon)s."),
    "no_test_due": _("By these figures no courage test is due."),
    "two_against_one": _("In a fight two stand against one at most: only one side has a second figure."),
    "one_charges": _("Only one side of a fight charges."),
}
"""What the table companion refuses."""
PROBLEMS = {**ACTIONS, **SETUPS, **TABLE}


def _told(text: Promise) -> Render:
    def told(data: Data, names: Names) -> str:
        most = data.get("most")
        within = centimetres(most) if isinstance(most, int) else ""
        return with_allowed(str(text) % {"within": within, **filled(data, names)}, data)

    return told


def _placed(told: str, data: Data) -> str:
    place = data.get("place")
    return gettext("%(sentence)s (%(place)s)") % {"sentence": told, "place": place} if place else told


def _bad_arguments(data: Data, names: Names) -> str:
    return _placed(gettext("Something is missing, too much, or of the wrong kind."), data)


def _out_of_range(data: Data, names: Names) -> str:
    if "low" not in data:
        return _placed(gettext("This number is not one that a table has."), data)
    return _placed(gettext("The number has to be between %(low)s and %(high)s.") % data, data)


def _too_many_points(data: Data, names: Names) -> str:
    if "points" in data:
        return (
            gettext(
                "The list costs %(points)s points; this scenario has room for %(most)s. Choose fewer points a side, or a smaller list."
            )
            % data
        )
    return gettext("A way has at most %(most)s points.") % data


def _ranks(data: Data, names: Names) -> str:
    if "most" in data:
        return gettext("The unit stands in %(least)s to %(most)s ranks.") % data
    return str(ACTIONS["ranks"]) % data


RENDERED: Mapping[str, Render] = {
    "bad_arguments": _bad_arguments,
    "out_of_range": _out_of_range,
    "too_many_points": _too_many_points,
    "ranks": _ranks,
}
for _code, _render in ({code: _told(text) for code, text in PROBLEMS.items()} | dict(RENDERED)).items():
    register_problem(_code, _render)
