"""What happens from the shooting on: shots, saves, shells, hand to hand, courage, rally, the end (Askari 8 to 10 and D)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.askari.telling import Data, filled, needs, owner, tell_plainly, tells, unit, with_modifiers
from battles.narration.core import Names, join

tell_plainly(
    {
        "assistant": gettext_lazy("%(unit)s: an assistant takes the blow."),
        "piece_disabled": gettext_lazy(
            "%(unit)s loses a gunner hand to hand and is out of action for the rest of the battle."
        ),
        "shell_missed": gettext_lazy("%(unit)s misses: it needed %(number)s or less."),
        "jammed": gettext_lazy("%(unit)s jams."),
        "terrified": gettext_lazy("%(unit)s is under terrifying fire and owes a courage test."),
        "exempt": gettext_lazy("%(unit)s takes no courage test."),
        "cancelled": gettext_lazy("%(unit)s is spared a courage test by %(sources)s."),
        "routed": gettext_lazy("%(unit)s breaks and flees from the field."),
        "cursed": gettext_lazy("%(unit)s lays a curse on %(target)s, which owes a courage test."),
        "stepped": gettext_lazy("A winner of %(figure)s steps up to the next enemy."),
    }
)


# --- Fire ---------------------------------------------------------------------------------------------------------


@tells("shots")
def _shots(data: Data, names: Names) -> str:
    shots = ngettext("%(dice)s shot", "%(dice)s shots", data["dice"]) % {"dice": data["dice"]}
    told = filled(data, names) | {"shots": shots, "needs": needs(data["number"])}
    sentence = (
        ngettext(
            "%(unit)s fires at %(target)s: %(shots)s, %(needs)s, %(hits)s hit.",
            "%(unit)s fires at %(target)s: %(shots)s, %(needs)s, %(hits)s hits.",
            data["hits"],
        )
        % told
    )
    return with_modifiers(sentence, data["rows"])


@tells("canister")
def _canister(data: Data, names: Names) -> str:
    return ngettext(
        "The canister of %(unit)s makes %(hits)s hit.", "The canister of %(unit)s makes %(hits)s hits.", data["hits"]
    ) % filled(data, names)


@tells("save")
def _save(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data.get("powerful"):
        return _("%(unit)s is hit by a powerful shot: there is no save.") % told
    if data["role"]:
        if data["failed"]:
            return _("%(unit)s, %(role)s: hit, and not saved (%(save)s or more).") % told
        return _("%(unit)s, %(role)s: hit, but saved (%(save)s or more).") % told
    if data["failed"]:
        return _("%(unit)s: hit, and not saved (%(save)s or more).") % told
    return _("%(unit)s: hit, but saved (%(save)s or more).") % told


@tells("piece_marked")
def _piece_marked(data: Data, names: Names) -> str:
    return ngettext(
        "%(unit)s is damaged: %(fails)s failed save.", "%(unit)s is damaged: %(fails)s failed saves.", data["fails"]
    ) % filled(data, names)


@tells("deviation")
def _deviation(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["jammed"]:
        return _("%(unit)s misfires and jams: it is silent this turn and the next.") % told
    if data["lost"]:
        return _("%(unit)s misfires: the shot is lost.") % told
    if not data["shift"]:
        return _("%(unit)s is on target.") % told
    if data["shift"] < 0:
        return _("%(unit)s fires %(shift)s short.") % told
    return _("%(unit)s fires %(shift)s too far.") % told


@tells("burst")
def _burst(data: Data, names: Names) -> str:
    told = {"unit": unit(names, data["unit"]), "figures": data["figures"]}
    if not data["figures"]:
        return _("The shell of %(unit)s bursts and harms nobody.") % told
    return (
        ngettext(
            "The shell of %(unit)s bursts over %(figures)s figure.",
            "The shell of %(unit)s bursts over %(figures)s figures.",
            data["figures"],
        )
        % told
    )


@tells("ball")
def _ball(data: Data, names: Names) -> str:
    return ngettext(
        "The ball of %(unit)s can strike %(most)s figure on its way.",
        "The ball of %(unit)s can strike up to %(most)s figures on its way.",
        data["most"],
    ) % filled(data, names)


@tells("breach")
def _breach(data: Data, names: Names) -> str:
    if not data["left"]:
        return _("A building collapses.")
    return _("A building is damaged: it can take %(left)s more.") % data


# --- The hospital -------------------------------------------------------------------------------------------------


@tells("carried_off")
def _carried_off(data: Data, names: Names) -> str:
    return ngettext(
        "%(unit)s has %(number)s wounded figure carried to the hospital.",
        "%(unit)s has %(number)s wounded figures carried to the hospital.",
        data["number"],
    ) % filled(data, names)


@tells("patient")
def _patient(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["fate"] == "rejoins":
        return _("In the hospital: a figure of %(unit)s recovers.") % told
    if data["fate"] == "dies":
        return _("In the hospital: a figure of %(unit)s dies.") % told
    return _("In the hospital: a figure of %(unit)s stays another turn.") % told


@tells("rejoined")
def _rejoined(data: Data, names: Names) -> str:
    if data["role"]:
        return _("%(unit)s has its %(role)s back.") % filled(data, names)
    return _("A figure of %(unit)s is back from the hospital.") % filled(data, names)


# --- Characters of a campaign (Askari E) ---

TALES = {
    "again": gettext_lazy("%(unit)s: a man mentioned in dispatches fights on, and rolls a die again."),
    "renowned": gettext_lazy("%(unit)s: a man known to all is with it, and adds 1 to the roll."),
    "legend": gettext_lazy("%(unit)s: a legend fights, and has a die more this turn."),
    "respected": gettext_lazy("%(unit)s is respected: the roll is made again."),
    "hardened": gettext_lazy("%(unit)s knows the country: one unit crosses rough ground as if it were open."),
    "quartermaster": gettext_lazy("%(unit)s has what is missing: the piece is clear after all."),
    "steady": gettext_lazy("%(unit)s gives a full order without dice."),
    "victorious": gettext_lazy("%(unit)s has won before: on a tie the initiative is his."),
}
"""What a character does once in a battle."""


@tells("veteran")
def _veteran(data: Data, names: Names) -> str:
    return str(TALES[data["effect"]]) % filled(data, names)


# --- Hand to hand -------------------------------------------------------------------------------------------------


@tells("melee")
def _melee(data: Data, names: Names) -> str:
    return ngettext(
        "Hand to hand: %(units)s, %(fights)s fight.", "Hand to hand: %(units)s, %(fights)s fights.", data["fights"]
    ) % filled(data, names)


@tells("fight")
def _fight(data: Data, names: Names) -> str:
    told = {
        "attacker": join(sorted({owner(names, figure) for figure in data["attackers"]})),
        "defender": join(sorted({owner(names, figure) for figure in data["defenders"]})),
        "many": len(data["attackers"]),
        "few": len(data["defenders"]),
        "made": data["wounds"][0],
        "taken": data["wounds"][1],
    }
    if data["removed"] is None:
        return (
            _("Fight, %(many)s to %(few)s: %(attacker)s makes %(made)s wounds, %(defender)s %(taken)s. It goes on.")
            % told
        )
    told["loser"] = owner(names, data["removed"])
    return (
        _("Fight, %(many)s to %(few)s: %(attacker)s makes %(made)s wounds, %(defender)s %(taken)s. %(loser)s loses it.")
        % told
    )


@tells("baggage_taken")
def _baggage_taken(data: Data, names: Names) -> str:
    told = filled(data, names)
    if not data["left"]:
        return _("%(unit)s is captured, to the last of it.") % told
    return (
        ngettext(
            "%(elements)s element of %(unit)s is captured; %(left)s are left.",
            "%(elements)s elements of %(unit)s are captured; %(left)s are left.",
            data["elements"],
        )
        % told
    )


# --- Courage and the end --------------------------------------------------------------------------------------------


@tells("tested")
def _tested(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["passed"]:
        sentence = _("%(unit)s passes its courage test (%(courage)s or more).") % told
    elif data["marked"]:
        sentence = _("%(unit)s fails its courage test (%(courage)s or more) once again.") % told
    else:
        sentence = _("%(unit)s fails its courage test (%(courage)s or more) and is marked.") % told
    return with_modifiers(sentence, data.get("rows", ()))


@tells("unit_destroyed")
def _unit_destroyed(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["fate"] == "captured" and data["by"]:
        return _("%(unit)s is captured by %(by)s.") % told
    if data["fate"] == "captured":
        return _("%(unit)s is captured.") % told
    if data["by"]:
        return _("%(unit)s is destroyed by %(by)s.") % told
    return _("%(unit)s is destroyed.") % told


@tells("rallied")
def _rallied(data: Data, names: Names) -> str:
    if data["rallied"]:
        return _("The leader rallies %(unit)s.") % filled(data, names)
    return _("The leader does not rally %(unit)s.") % filled(data, names)


@tells("over")
def _over(data: Data, names: Names) -> str:
    scores = join(
        _("%(seat)s %(total)s") % {"seat": names.seat(seat), "total": score}
        for seat, score in sorted(data["scores"].items(), key=lambda one: (-one[1], one[0]))
    )
    told = {"winner": names.seat(data["winner"]), "scores": scores}
    cases = {
        "conceded": _("One side has conceded."),
        "both_broken": _("Both armies are broken."),
        "one_broken": _("One army is broken."),
        "turn_limit": _("The last turn is over."),
        "hunt": _("The hunt is over."),
    }
    if data["winner"] is None:
        result = _("A draw (%(scores)s).") % told
    elif data["degree"] == "major":
        result = _("A major victory for %(winner)s (%(scores)s).") % told
    else:
        result = _("A minor victory for %(winner)s (%(scores)s).") % told
    return _("%(case)s %(result)s") % {"case": cases.get(data["case"], ""), "result": result}
