"""What happens at AWAM, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.awam import words
from battles.narration.awam.telling import Data, filled, seat, tell_plainly, tells, thing, way, with_modifiers
from battles.narration.core import Names, join

tell_plainly(
    {
        "opened": gettext_lazy("%(scenario)s: %(seats)s."),
        "turn": gettext_lazy("Turn %(turn)s. The deck has %(cards)s cards."),
        "turn_over": gettext_lazy("Turn %(turn)s is over."),
        "dead_card": gettext_lazy("The card of %(owner)s has no effect: nobody can act."),
        "came_on": gettext_lazy("These come on to the table: %(figures)s."),
        "conceded": gettext_lazy("%(seat)s gives up."),
        "moved": gettext_lazy("%(figure)s %(gait)s."),
        "stopped": gettext_lazy("%(figure)s runs into %(by)s, who was hidden."),
        "appeared": gettext_lazy("%(figure)s comes out of hiding."),
        "held": gettext_lazy("%(figure)s is taken off the table as a prisoner."),
        "fled": gettext_lazy("%(figure)s flees from the table."),
        "cowers": gettext_lazy("%(figure)s cannot run, and cowers."),
        "horse_hit": gettext_lazy("The horse of %(figure)s is hit and falls."),
        "second_wound": gettext_lazy("It is the second wound of %(figure)s."),
        "handed_over": gettext_lazy("%(guard)s now guards %(figure)s."),
        "freed": gettext_lazy("%(figure)s is free again."),
        "broke": gettext_lazy("%(figure)s breaks and runs."),
        "rallied": gettext_lazy("%(leader)s stops %(figure)s."),
        "charged": gettext_lazy("%(figure)s comes to grips with %(target)s."),
        "attacked": gettext_lazy("%(figure)s attacks %(target)s."),
        "marked": gettext_lazy("%(figure)s is shaken."),
        "captured": gettext_lazy("%(figure)s is taken prisoner; %(guard)s guards him."),
        "gun_empty": gettext_lazy("The %(gun)s is empty."),
        "repaired": gettext_lazy("%(figure)s mends the %(gun)s."),
        "still_out": gettext_lazy("%(figure)s does not mend the %(gun)s yet."),
        "gun_loaded": gettext_lazy("The %(gun)s is loaded: %(points)s of %(score)s."),
        "gun_loading": gettext_lazy("The %(gun)s is being loaded: %(points)s of %(score)s."),
        "holed": gettext_lazy("The %(boat)s is holed: it sinks at the end of the next turn."),
        "wrecked": gettext_lazy("The %(gun)s is wrecked."),
        "sailed": gettext_lazy("The %(boat)s moves."),
        "landed": gettext_lazy("%(figure)s goes ashore."),
        "sunk": gettext_lazy("The %(boat)s goes down; all aboard swim."),
        "led": gettext_lazy("%(figure)s leads the %(animal)s."),
        "animal_off": gettext_lazy("The %(animal)s is off the table."),
        "pushed": gettext_lazy("The %(gun)s is moved by hand."),
        "packed": gettext_lazy("The %(gun)s is packed on an animal."),
        "unpacked": gettext_lazy("The %(gun)s is unpacked."),
        "manned": gettext_lazy("%(figure)s joins the crew of the %(gun)s."),
        "joined": gettext_lazy("Two reduced squads become one."),
        "changed_weapon": gettext_lazy("%(figure)s takes the %(weapon)s in hand."),
        "drew": gettext_lazy("%(figure)s readies the %(blade)s."),
        "lay_down": gettext_lazy("%(figure)s lies down."),
        "stood": gettext_lazy("%(figure)s stands up."),
        "mounted": gettext_lazy("%(figure)s mounts."),
        "dismounted": gettext_lazy("%(figure)s dismounts."),
        "war": gettext_lazy("It is war between %(seats)s."),
        "hoisted": gettext_lazy("%(figure)s hoists the flag of %(flag)s."),
        "hauled": gettext_lazy("%(figure)s hauls down the flag of %(flag)s."),
        "quarrel": gettext_lazy("%(seat)s has started a quarrel with %(other)s: incident %(incidents)s."),
        "incident": gettext_lazy("The quarrel goes on: incident %(incidents)s."),
        "great_war": gettext_lazy(
            "The fourth incident: the Great War breaks out early. Flags and treaty count no more."
        ),
        "at_once": gettext_lazy("%(figure)s wants to fire at once: %(die)s, needed %(needed)s or more."),
        "broke_off": gettext_lazy("%(figure)s breaks off the fight: %(die)s, needed %(needed)s or more."),
        "held_fast": gettext_lazy("%(figure)s does not get away: %(die)s, needed %(needed)s or more."),
        "umpire_message": gettext_lazy("The umpire to %(seats)s: %(text)s"),
    }
)


@tells("card")
def _card(data: Data, names: Names) -> str:
    if data["owner"] == "joker":
        return _("A joker is drawn.")
    told = {"owner": seat(names, data["owner"])}
    return (_("The ace of %(owner)s is drawn.") if data["ace"] else _("A card of %(owner)s is drawn.")) % told


@tells("orders")
def _orders(data: Data, names: Names) -> str:
    return ngettext("%(owner)s has %(orders)s order.", "%(owner)s has %(orders)s orders.", data["orders"]) % filled(
        data, names
    )


@tells("picked")
def _picked(data: Data, names: Names) -> str:
    told = filled(data, names)
    if "squad" not in data:
        return _("%(owner)s activates a squad.") % told
    return _("%(owner)s activates %(squad)s.") % told


@tells("done")
def _done(data: Data, names: Names) -> str:
    return ngettext(
        "%(owner)s stops; %(lost)s order is lost.", "%(owner)s stops; %(lost)s orders are lost.", data["lost"]
    ) % filled(data, names)


@tells("declared")
def _declared(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["word"] == "war":
        return _("%(seat)s declares war on %(other)s.") % told
    return _("%(seat)s offers peace to %(other)s.") % told


@tells("instructed")
def _instructed(data: Data, names: Names) -> str:
    prisoners = {
        "all": _("takes everybody prisoner"),
        "leaders": _("takes leaders prisoner"),
        "none": _("takes no prisoners"),
    }[data["prisoners"]]
    told = {"seat": seat(names, data["seat"]), "prisoners": prisoners}
    if data["fire_at_attackers"]:
        return _("Standing instructions of %(seat)s: fires at who attacks, %(prisoners)s.") % told
    return _("Standing instructions of %(seat)s: does not fire at who attacks, %(prisoners)s.") % told


@tells("fell")
def _fell(data: Data, names: Names) -> str:
    return _("%(figure)s stumbles and lies prone: %(die)s.") % filled(data, names)


@tells("kept_feet")
def _kept_feet(data: Data, names: Names) -> str:
    return _("%(figure)s keeps his feet: %(die)s.") % filled(data, names)


@tells("exited")
def _exited(data: Data, names: Names) -> str:
    if data["load"]:
        return _("%(figure)s leaves the table with what he carries.") % filled(data, names)
    return _("%(figure)s leaves the table, safe.") % filled(data, names)


@tells("shot", "thrown")
def _shot(data: Data, names: Names) -> str:
    told = filled(data, names) | {"needed": data["over"] if data["over"] is not None else "–"}
    if data["hit"]:
        sentence = _("%(figure)s, %(weapon)s, hits %(target)s: %(die)s on a d%(sides)s, more than %(needed)s needed.")
    else:
        sentence = _("%(figure)s, %(weapon)s, misses %(target)s: %(die)s on a d%(sides)s, more than %(needed)s needed.")
    return with_modifiers(sentence % told, data["modifiers"])


@tells("hit")
def _hit(data: Data, names: Names) -> str:
    told = filled(data, names)
    return {
        "killed": _("%(figure)s is killed: %(total)s."),
        "wounded": _("%(figure)s is wounded and falls: %(total)s."),
        "near_miss": _("%(figure)s is narrowly missed: %(total)s."),
    }[data["result"]] % told


@tells("out")
def _out(data: Data, names: Names) -> str:
    return _("%(figure)s is out of the game.") % filled(data, names)


@tells("shaken_friends")
def _shaken(data: Data, names: Names) -> str:
    return _("These get a blue marker: %(figures)s.") % filled(data, names)


RESULTS = {
    "acts": gettext_lazy("acts as normal"),
    "shaken": gettext_lazy("is shaken"),
    "breaks": gettext_lazy("breaks"),
}


@tells("morale")
def _morale(data: Data, names: Names) -> str:
    told = filled(data, names) | {"result": RESULTS[data["result"]]}
    return with_modifiers(_("Morale of %(figure)s: %(die)s, in all %(total)s: %(result)s.") % told, data["modifiers"])


@tells("steadies")
def _steadies(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["done"]:
        return _("%(figure)s pulls himself together: %(total)s.") % told
    return _("%(figure)s runs on: %(total)s.") % told


@tells("no_action")
def _no_action(data: Data, names: Names) -> str:
    return _("%(figure)s does not do what was wanted.") % filled(data, names)


@tells("stands")
def _stands(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["fires"]:
        sentence = _("%(figure)s stands and fires at who attacks: %(total)s.") % told
    else:
        sentence = _("%(figure)s does not get his shot off: %(total)s.") % told
    return with_modifiers(sentence, data["modifiers"])


@tells("reloaded")
def _reloaded(data: Data, names: Names) -> str:
    return _("%(figure)s has reloaded: %(points)s of %(score)s.") % filled(data, names)


@tells("reloading")
def _reloading(data: Data, names: Names) -> str:
    return _("%(figure)s reloads: %(points)s of %(score)s.") % filled(data, names)


FIGHTS = {
    "tie": gettext_lazy("Nobody wins."),
    "both": gettext_lazy("Both are shaken."),
    "marker": gettext_lazy("%(loser)s loses."),
    "wound": gettext_lazy("%(loser)s loses and is wounded."),
    "killed": gettext_lazy("%(loser)s is struck down."),
}


@tells("fight")
def _fight(data: Data, names: Names) -> str:
    told = filled(data, names)
    sentence = _("%(figure)s against %(target)s, hand to hand: %(total)s to %(their_total)s.") % told
    return f"{sentence} {str(FIGHTS[data['result']]) % told}"


@tells("burst")
def _burst(data: Data, names: Names) -> str:
    told = filled(data, names) | {"needed": data["over"] if data["over"] is not None else "–"}
    if data["hit"]:
        sentence = _("A burst of %(shots)s shots sweeps %(target)s and whoever is near: more than %(needed)s needed.")
    else:
        sentence = _("A burst of %(shots)s shots at %(target)s goes wide: more than %(needed)s needed.")
    more = {"jam": _("The gun jams."), "broken": _("The gun is broken for good.")}.get(data["jam"], "")
    return " ".join(part for part in (with_modifiers(sentence % told, data["modifiers"]), more) if part)


@tells("shell")
def _shell(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["hit"]:
        return _("The %(gun)s hits: %(total)s, more than %(over)s needed.") % told
    return _("The shot of the %(gun)s goes too high: %(total)s, more than %(over)s needed.") % told


@tells("damage")
def _damage(data: Data, names: Names) -> str:
    return (_("The hit is a full one."), _("The hit does some damage."), _("The hit frightens only."))[data["level"]]


@tells("boarded")
def _boarded(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["target"]:
        return _("%(figure)s boards the %(boat)s and goes for %(target)s.") % told
    return _("%(figure)s goes aboard the %(boat)s.") % told


@tells("aim_dealt")
def _aim(data: Data, names: Names) -> str:
    aim = words.AIMS[data["seat"], data["aim"]]
    return _("Your private aim, %(seat)s: %(aim)s.") % {"seat": seat(names, data["seat"]), "aim": aim}


@tells("entered")
def _entered(data: Data, names: Names) -> str:
    told = {"seat": seat(names, data["seat"]), "way": way(data["seat"], data["way"])}
    return _("%(seat)s will come %(way)s.") % told


@tells("hid")
def _hid(data: Data, names: Names) -> str:
    told = {"seat": seat(names, data["seat"]), "count": data["count"], "moved": data["moved"]}
    if data["moved"]:
        return (
            ngettext(
                "%(seat)s hides %(count)s figure, not where the sheet has it.",
                "%(seat)s hides %(count)s figures, %(moved)s of them not where the sheet has them.",
                data["count"],
            )
            % told
        )
    return (
        ngettext(
            "%(seat)s hides %(count)s figure where the sheet has it.",
            "%(seat)s hides %(count)s figures where the sheet has them.",
            data["count"],
        )
        % told
    )


@tells("event")
def _event(data: Data, names: Names) -> str:
    return _("An event: %(event)s.") % {"event": words.EVENTS[data["number"]]}


@tells("upset")
def _upset(data: Data, names: Names) -> str:
    if data["upset"]:
        return _("The hippo upsets the %(boat)s.") % filled(data, names)
    return _("The %(boat)s gets away.") % filled(data, names)


@tells("treaty")
def _treaty(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["signed"]:
        return _("The chief signs a treaty with %(seat)s: %(die)s.") % told
    return _("The chief does not sign: %(die)s, 4 or more needed.") % told


BANKS = {"west": gettext_lazy("west bank"), "east": gettext_lazy("east bank")}


@tells("planted")
def _planted(data: Data, names: Names) -> str:
    return _("%(figure)s plants a flag on the %(bank)s.") % (filled(data, names) | {"bank": BANKS[data["bank"]]})


@tells("pulled")
def _pulled(data: Data, names: Names) -> str:
    return _("%(figure)s pulls up the flag on the %(bank)s.") % (filled(data, names) | {"bank": BANKS[data["bank"]]})


@tells("dug")
def _dug(data: Data, names: Names) -> str:
    if data["verb"] == "dig":
        return _("%(figure)s digs something up and carries it.") % filled(data, names)
    return _("%(figure)s picks up what lies there.") % filled(data, names)


@tells("dispatch")
def _dispatch(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["about"] == "stubborn":
        return _("The porters and animals of %(seat)s are stubborn: each needs an order first.") % told
    aim = words.AIMS[data["other"], data["aim"]]
    return _("A dispatch tells %(seat)s the private aim of %(other)s: %(aim)s.") % (told | {"aim": aim})


@tells("over")
def _over(data: Data, names: Names) -> str:
    winners = [seat(names, key) for key, row in data["results"].items() if row["result"] == "win"]
    told = {"by": words.BY[data["by"]], "winners": join(winners)}
    if not winners:
        return _("The game is over without a winner (%(by)s).") % told
    return _("The game is over: %(winners)s wins (%(by)s).") % told


DEEDS = {
    "charge_stopped": gettext_lazy(
        "%(figure)s (%(seat)s) was the last man to stop a charge: that of %(squad)s (%(of)s)."
    ),
    "head_captured": gettext_lazy("%(figure)s (%(seat)s) took prisoner the head of %(of)s: %(about)s."),
    "first_flag": gettext_lazy("The first flag up was that of %(seat)s: %(figure)s raised it."),
    "treaty_signed": gettext_lazy("%(figure)s signed the treaty for %(seat)s."),
    "gun_silenced": gettext_lazy("%(figure)s (%(seat)s) silenced a gun of %(of)s: the %(gun)s."),
}
RULED = {
    "first_flag": gettext_lazy("The first flag up was that of %(seat)s, as the umpire said."),
    "treaty_signed": gettext_lazy("The treaty went to %(seat)s, as the umpire said."),
}
"""What nobody did but by the umpire's word."""


@tells("taken")
def _taken(data: Data, names: Names) -> str:
    """Guns, boats and animals that somebody else has at the end."""
    told = {"seat": seat(names, data["seat"]), "things": join(thing(key) for key in data["things"])}
    return _("%(seat)s has taken: %(things)s.") % told


@tells("noted")
def _noted(data: Data, names: Names) -> str:
    """A deed for the chronicles, told once the game is over."""
    told = filled({**data, "squad": data.get("about", ""), "gun": data.get("about", "")}, names)
    told["of"] = seat(names, data["of"]) if "of" in data else ""
    return str((DEEDS if "figure" in data else RULED)[data["deed"]]) % told
