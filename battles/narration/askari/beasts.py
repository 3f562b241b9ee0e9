"""Animals, hunting games and the march into the ambush (Askari 11, 12 and F.2)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.askari import words
from battles.narration.askari.telling import Data, filled, tell_plainly, tells, unit
from battles.narration.core import Names

tell_plainly({"leads": gettext_lazy("%(seat)s has the initiative without a roll.")})


@tells("party_edge")
def _party_edge(data: Data, names: Names) -> str:
    edge = words.EDGES[data["edge"]]
    return _("%(seat)s comes from the %(edge)s edge.") % {"seat": names.seat(data["seat"]), "edge": edge}


@tells("herd_counted")
def _counted(data: Data, names: Names) -> str:
    told = {"animal": words.called(words.ANIMALS, data["animal"]), "number": data["number"]}
    return _("Animals are near: %(animal)s, %(number)s in number.") % told


@tells("beasts_placed")
def _placed(data: Data, names: Names) -> str:
    told = {"animal": words.called(words.ANIMALS, data["animal"]), "number": data["number"]}
    return _("Animals are on the table: %(animal)s, %(number)s in number.") % told


@tells("wind")
def _wind(data: Data, names: Names) -> str:
    return _("For four turns the wind blows from the %(wind)s.") % {"wind": words.WINDS[data["wind"]]}


@tells("stalked")
def _stalked(data: Data, names: Names) -> str:
    if data["noticed"]:
        return _("Animals (%(unit)s) notice %(by)s.") % filled(data, names)
    return _("Animals (%(unit)s) do not notice %(by)s.") % filled(data, names)


@tells("roused")
def _roused(data: Data, names: Names) -> str:
    herd = {"unit": unit(names, data["unit"])}
    return {
        1: _("Animals (%(unit)s): all of them attack until they are killed."),
        2: _("Animals (%(unit)s): the nearest attacks until it is wounded."),
        3: _("Animals (%(unit)s): they stay where they are."),
        4: _("Animals (%(unit)s): they move away a little."),
        5: _("Animals (%(unit)s): frightened, they move away."),
        6: _("Animals (%(unit)s): they bolt."),
    }[data["face"]] % herd


@tells("beasts_attack")
def _attack(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["touching"]:
        return _("Animals (%(unit)s) run %(length)s at %(target)s and reach it.") % told
    return _("Animals (%(unit)s) run %(length)s at %(target)s and do not reach it.") % told


@tells("beasts_away")
def _away(data: Data, names: Names) -> str:
    told = filled(data, names)
    if not data["gone"]:
        return _("Animals (%(unit)s) move away %(length)s.") % told
    return (
        ngettext(
            "Animals (%(unit)s) move away %(length)s; %(gone)s leaves the table.",
            "Animals (%(unit)s) move away %(length)s; %(gone)s leave the table.",
            data["gone"],
        )
        % told
    )


@tells("beast_killed")
def _killed(data: Data, names: Names) -> str:
    told = filled(data, names) | {"seat": names.seat(data["seat"])}
    return _("%(by)s kills an animal (%(animal)s): trophies of %(trophies)s for %(seat)s.") % told
