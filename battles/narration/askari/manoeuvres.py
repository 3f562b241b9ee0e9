"""What happens before the shooting: deploying, initiative, reinforcements, orders, movement, charges (Askari 3 to 7)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.askari.telling import Data, filled, tell_plainly, tells, with_modifiers
from battles.narration.core import Names, join

tell_plainly(
    {
        "opened": gettext_lazy("The battle begins: %(scenario)s. On the field: %(seats)s."),
        "aggression": gettext_lazy("%(seat)s rolls an aggression factor of %(factor)s."),
        "quality": gettext_lazy("%(unit)s rolls for a quality: %(quality)s."),
        "edge": gettext_lazy("%(seat)s wins the roll for the table edge; the other side deploys first."),
        "deployed": gettext_lazy("%(seat)s deploys %(unit)s."),
        "no_room": gettext_lazy("There is no room left for %(unit)s: it waits in reserve."),
        "no_way_in": gettext_lazy("%(unit)s finds no free place at the table edge and waits in reserve."),
        "arrived": gettext_lazy("%(unit)s arrives as reinforcement. It does nothing more this turn."),
        "threshold": gettext_lazy("The order die shows %(threshold)s: dice of %(threshold)s or more give an order."),
        "halted": gettext_lazy("%(unit)s stays where it is."),
        "prone": gettext_lazy("%(unit)s goes prone."),
        "faced": gettext_lazy("%(unit)s turns to face another way."),
        "aimed": gettext_lazy("%(unit)s takes aim for its next shot."),
        "mount": gettext_lazy("%(unit)s mounts."),
        "dismount": gettext_lazy("%(unit)s dismounts."),
        "scattered": gettext_lazy("The enemy scatters the mounts of %(unit)s: it stays on foot."),
        "limber": gettext_lazy("%(unit)s limbers up."),
        "unlimber": gettext_lazy("%(unit)s unlimbers."),
        "surprised": gettext_lazy("%(unit)s is surprised by the ambush and owes a courage test."),
        "charge_broken": gettext_lazy("Nobody of %(unit)s is left to reach %(target)s."),
        "charge_unmet": gettext_lazy(
            "Nobody of %(target)s is left for %(unit)s to fight: the charge ends where it stands."
        ),
        "charge_short": gettext_lazy("The charge of %(unit)s falls short of %(target)s."),
        "contact": gettext_lazy("%(unit)s reaches %(target)s: they are engaged."),
        "conceded": gettext_lazy("%(seat)s concedes the battle."),
        "burned": gettext_lazy("%(unit)s sets fire to the village."),
    }
)


def _count(units: int) -> str:
    return ngettext("%(units)s unit", "%(units)s units", units) % {"units": units}


@tells("split")
def _split(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "hidden": _count(data["hidden"]), "reserve": _count(data["reserve"])}
    if data["hidden"] and data["reserve"]:
        return _("%(seat)s places %(hidden)s in ambush and keeps %(reserve)s in reserve.") % told
    if data["hidden"]:
        return _("%(seat)s places %(hidden)s in ambush.") % told
    if data["reserve"]:
        return _("%(seat)s keeps %(reserve)s in reserve.") % told
    return _("%(seat)s puts everything on the table.") % told


@tells("hidden")
def _hidden(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "units": _count(data["units"])}
    return _("%(seat)s has hidden %(units)s.") % told


@tells("initiative")
def _initiative(data: Data, names: Names) -> str:
    totals = join(
        _("%(seat)s %(total)s") % {"seat": names.seat(seat), "total": total}
        for seat, total in sorted(data["totals"].items(), key=lambda one: (-one[1], one[0]))
    )
    return _("%(seat)s has the initiative (%(totals)s).") % {"seat": names.seat(data["seat"]), "totals": totals}


@tells("reserve_tried")
def _reserve_tried(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["unit"]:
        return _("%(seat)s calls reinforcements, %(needed)s or more: %(unit)s is coming.") % told
    return _("%(seat)s calls reinforcements, %(needed)s or more: nobody comes.") % told


@tells("order_dice")
def _order_dice(data: Data, names: Names) -> str:
    orders = ngettext("%(orders)s order", "%(orders)s orders", data["orders"]) % {"orders": data["orders"]}
    told = {"seat": names.seat(data["seat"]), "dice": join(str(face) for face in data["raised"]), "orders": orders}
    if not data["raised"]:
        return _("%(seat)s has no unit that rolls for orders.") % told
    return _("%(seat)s rolls for orders: %(dice)s, officers counted. That gives %(orders)s.") % told


@tells("assigned")
def _assigned(data: Data, names: Names) -> str:
    told = filled(data, names) | {"unseen": data["unseen"]}
    if not data["units"] and not data["unseen"]:
        return _("%(seat)s gives no orders.") % told
    if not data["unseen"]:
        return _("%(seat)s gives orders to %(units)s.") % told
    unseen = ngettext("%(unseen)s hidden unit", "%(unseen)s hidden units", data["unseen"]) % told
    told["unseen"] = unseen
    if data["units"]:
        return _("%(seat)s gives orders to %(units)s and to %(unseen)s.") % told
    return _("%(seat)s gives orders to %(unseen)s.") % told


@tells("extra_order")
def _extra_order(data: Data, names: Names) -> str:
    if data["source"] in ("effendi", "army_musician"):
        return _("%(unit)s may move: the order comes from %(source)s.") % filled(data, names)
    return _("%(unit)s has an order from %(source)s.") % filled(data, names)


@tells("move_rolled")
def _move_rolled(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data.get("whole"):
        return _("%(unit)s moves in from the edge and may go its full %(length)s.") % told
    if data["rough"]:
        return _("%(unit)s rolls for a move on rough ground: up to %(length)s.") % told
    return _("%(unit)s rolls for a move on flat ground: up to %(length)s.") % told


@tells("moved")
def _moved(data: Data, names: Names) -> str:
    if not data["length"]:
        return _("%(unit)s changes its formation.") % filled(data, names)
    return _("%(unit)s moves %(length)s.") % filled(data, names)


@tells("unjammed")
def _unjammed(data: Data, names: Names) -> str:
    if data["cleared"]:
        return _("%(unit)s clears the jam and may fire from next turn.") % filled(data, names)
    return _("%(unit)s does not clear the jam.") % filled(data, names)


@tells("revealed")
def _revealed(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["how"] == "sprung":
        return _("%(unit)s springs its ambush!") % told
    if data["how"] == "fire":
        return _("%(unit)s is hit in its hiding place and shows itself.") % told
    return _("%(unit)s is found in its hiding place.") % told


@tells("charged")
def _charged(data: Data, names: Names) -> str:
    told = filled(data, names) | {"touching": data["touching"]}
    if not data["touching"]:
        return _("%(unit)s charges %(target)s with %(length)s, which is too short.") % told
    return (
        ngettext(
            "%(unit)s charges %(target)s with %(length)s: %(touching)s figure can reach it.",
            "%(unit)s charges %(target)s with %(length)s: %(touching)s figures can reach it.",
            data["touching"],
        )
        % told
    )


@tells("dared")
def _dared(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["why"] == "break_off":
        if data["passed"]:
            sentence = _("%(unit)s has the courage to break off (%(courage)s or more).") % told
        else:
            sentence = _("%(unit)s lacks the courage to break off (%(courage)s or more) and stays in the fight.") % told
    elif data["passed"]:
        sentence = _("%(unit)s stands up to the charge and may fire (%(courage)s or more).") % told
    else:
        sentence = _("%(unit)s lacks the courage to fire at the charge (%(courage)s or more).") % told
    return with_modifiers(sentence, data.get("rows", ()))
