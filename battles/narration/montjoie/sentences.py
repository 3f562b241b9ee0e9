"""What happens at Montjoie, as sentences (Montjoie 5 and 6)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.core import Names, Render, register_happening
from battles.narration.montjoie.telling import KEY, Data, filled, shifts, tells

PLAIN: Mapping[str, Promise] = {
    "advanced": gettext_lazy("%(figure)s takes the ground that was left: %(place)s."),
    "assault": gettext_lazy("Day %(day)s: the besiegers go over to the assault."),
    "attacks": gettext_lazy("%(figures)s against %(target)s."),
    "bombarded": gettext_lazy(
        "Engines (%(engines)s, %(points)s points) at %(hex)s: die %(die)s, column %(column)s: %(letter)s."
    ),
    "burnt_down": gettext_lazy("%(what)s has burnt down."),
    "captured": gettext_lazy("%(figure)s takes %(target)s captive."),
    "captured_at_end": gettext_lazy("%(figure)s is a captive: the enemy holds the field."),
    "conceded": gettext_lazy("%(seat)s concedes the field."),
    "declared_hamstring": gettext_lazy("%(figure)s steals up on the horse of %(rider)s."),
    "deepened": gettext_lazy("%(seat)s digs deeper at %(hex)s: level %(level)s."),
    "deployed": gettext_lazy("%(seat)s is set up."),
    "dismounted": gettext_lazy("%(figure)s dismounts: %(left)s points left."),
    "drove": gettext_lazy("The wagon goes to %(at)s: %(left)s points left."),
    "drove_off": gettext_lazy("The wagon leaves the map by the edge %(edge)s."),
    "engine_worn": gettext_lazy("An engine (%(engine)s) loses points: %(lost)s; left: %(left)s."),
    "fell": gettext_lazy("%(figure)s falls at %(at)s."),
    "gallery_filled": gettext_lazy("The gallery at %(hex)s is filled in."),
    "hoarding_gone": gettext_lazy("The hoarding at %(hex)s is gone."),
    "horse_free": gettext_lazy("The horse of %(figure)s runs free at %(at)s."),
    "horse_killed": gettext_lazy("The horse of %(figure)s is killed at %(at)s."),
    "horse_lost": gettext_lazy("A horse finds no room and is out of play."),
    "hung": gettext_lazy("%(figure)s sets a climb at %(at)s up to %(top)s: %(what)s."),
    "jump_lapsed": gettext_lazy("The attack that %(figure)s owes after the jump lapses."),
    "jumped": gettext_lazy("%(figure)s jumps down to %(place)s: die %(die)s, %(outcome)s."),
    "jumped_at": gettext_lazy("%(figure)s jumps on %(target)s: die %(die)s, %(outcome)s."),
    "jumped_on_horse": gettext_lazy("%(figure)s jumps on to the horse: die %(die)s, %(outcome)s."),
    "killed": gettext_lazy("%(figure)s is killed."),
    "kneels": gettext_lazy("%(figure)s kneels."),
    "leapt": gettext_lazy("%(figure)s leaps to the next tree, %(at)s: die %(die)s, %(outcome)s."),
    "left_thing": gettext_lazy("%(figure)s puts down what was carried."),
    "loader_attacked": gettext_lazy("%(loader)s is attacked: %(figure)s cannot shoot."),
    "mine_fight": gettext_lazy(
        "Underground, %(figure)s against %(target)s: column %(column)s, die %(die)s: %(result)s."
    ),
    "mine_stands": gettext_lazy("Underground neither side gives way."),
    "miners_driven_off": gettext_lazy("The miners of %(seat)s are driven off."),
    "moat_filled": gettext_lazy("The moat is filled in at %(at)s."),
    "mounted": gettext_lazy("%(figure)s mounts: %(left)s points left."),
    "moved": gettext_lazy("%(figure)s goes to %(place)s: %(left)s points left."),
    "no_attack": gettext_lazy("%(figures)s cannot attack %(target)s any more."),
    "no_room": gettext_lazy("There is no room for %(figure)s."),
    "no_way_back": gettext_lazy("%(figure)s has no way back."),
    "oil_poured": gettext_lazy("%(figure)s pours boiling oil on %(target)s: die %(die)s, %(outcome)s."),
    "player_turn": gettext_lazy("Turn %(turn)s: %(seat)s."),
    "propped": gettext_lazy("%(seat)s has undermined and propped %(hex)s; hexes dug: %(hexes)s."),
    "props_fired": gettext_lazy("The props under the wall are set alight."),
    "put": gettext_lazy("%(figure)s is now at %(place)s."),
    "recovered": gettext_lazy("%(figure)s is on the feet again."),
    "refused": gettext_lazy("%(figure)s refuses combat with %(figures)s."),
    "rises": gettext_lazy("%(figure)s rises."),
    "rock": gettext_lazy(
        "%(figure)s throws a rock at %(target)s: die %(die)s, row %(row)s, cover: %(cover)s: %(result)s."
    ),
    "rope_dropped": gettext_lazy("%(figure)s drops the rope to %(at)s."),
    "saved_points": gettext_lazy("%(figure)s holds on to the rope and saves %(saved)s points."),
    "shed_begun": gettext_lazy("A mining shed is begun at %(hex)s: men %(men)s, days %(days)s."),
    "shed_moved": gettext_lazy("The mining shed is moved to %(hex)s."),
    "shot": gettext_lazy(
        "%(figure)s shoots at %(target)s, %(weapon)s: die %(die)s, row %(row)s, cover: %(cover)s: %(result)s."
    ),
    "siege_day": gettext_lazy("Day %(day)s of the siege, of %(last)s at most."),
    "slipped": gettext_lazy("%(figure)s slips past the enemy at %(at)s: die %(die)s, %(outcome)s."),
    "slowed": gettext_lazy("%(figure)s loses movement under fire: %(left)s points left."),
    "staked": gettext_lazy("%(figure)s runs on to the stakes at %(at)s: die %(die)s, row %(row)s: %(result)s."),
    "stunned": gettext_lazy("%(figure)s is stunned."),
    "took": gettext_lazy("%(figure)s picks up: %(thing)s."),
    "wall_down": gettext_lazy("The wall comes down: %(hexes)s."),
    "went_back": gettext_lazy("%(figure)s goes back to %(place)s."),
    "wounded": gettext_lazy("%(figure)s is wounded."),
    "opened": gettext_lazy("The battle begins: %(scenario)s."),
}


def _filling(text: Promise) -> Render:
    def told(data: Data, names: Names) -> str:
        return str(text) % filled(data, names)

    return told


for _kind, _text in PLAIN.items():
    register_happening(KEY, _kind, _filling(_text))


@tells("fought")
def _fought(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["shifts"]:
        return _(
            "%(figures)s, %(attack)s, against %(target)s, %(defence)s (%(shifts)s): column %(column)s, die %(die)s: %(result)s."
        ) % {**told, "shifts": shifts(data["shifts"])}
    return (
        _("%(figures)s, %(attack)s, against %(target)s, %(defence)s: column %(column)s, die %(die)s: %(result)s.")
        % told
    )


@tells("loads")
def _loads(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["shooter"]:
        return _("%(figure)s loads for %(shooter)s.") % told
    return _("%(figure)s loads for nobody now.") % told


@tells("crept_up")
def _crept_up(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["unseen"]:
        return _("%(figure)s gets to the horse of %(rider)s unseen: die %(die)s.") % told
    return _("%(rider)s sees %(figure)s steal up: die %(die)s.") % told


@tells("cut")
def _cut(data: Data, names: Names) -> str:
    return _("%(figure)s cuts at the horse of %(rider)s: column %(column)s, die %(die)s: %(result)s.") % filled(
        data, names
    )


@tells("cut_rope")
def _cut_rope(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["done"]:
        return _("%(figure)s cuts the rope: die %(die)s.") % told
    return _("%(figure)s hacks at the rope in vain: die %(die)s.") % told


@tells("pushed_ladder")
def _pushed_ladder(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["done"]:
        return _("%(figure)s pushes the ladder over: die %(die)s.") % told
    return _("%(figure)s pushes at the ladder in vain: die %(die)s.") % told


@tells("fire_arrow")
def _fire_arrow(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["lit"]:
        return _("%(figure)s shoots a fire arrow at %(feature)s: it burns (die %(die)s).") % told
    return _("%(figure)s shoots a fire arrow at %(feature)s in vain (die %(die)s).") % told


@tells("fire_spread")
def _fire_spread(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["lit"]:
        return _("The fire spreads to %(at)s (die %(die)s).") % told
    return _("The fire does not reach %(at)s (die %(die)s).") % told


@tells("grapnel")
def _grapnel(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["holds"]:
        return _("The grapnel of %(figure)s holds at %(wall)s: die %(die)s.") % told
    return _("The grapnel of %(figure)s does not hold: die %(die)s.") % told


@tells("gripped")
def _gripped(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["holds"]:
        return _("%(figure)s catches hold of the rope: die %(die)s.") % told
    return _("%(figure)s misses the rope and falls: die %(die)s.") % told


@tells("left_map")
def _left_map(data: Data, names: Names) -> str:
    told = filled(data, names)
    if not data["fled"]:
        return _("%(figure)s leaves the map by the edge %(edge)s.") % told
    return _("%(figure)s flees from the map by the edge %(edge)s.") % told


@tells("dug")
def _dug(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["die"]:
        return _("%(seat)s digs at %(hex)s with %(points)s points: die %(die)s, column %(column)s: %(letter)s.") % told
    return _("%(seat)s digs at %(hex)s with too few hands.") % told


@tells("filled")
def _filled(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["die"]:
        return (
            _(
                "%(seat)s fills the gallery at %(hex)s with %(points)s points: die %(die)s, column %(column)s: %(letter)s."
            )
            % told
        )
    return _("%(seat)s fills the gallery at %(hex)s with too few hands.") % told


@tells("collapse")
def _collapse(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["result"] == "fails":
        return _("The props burn, and the wall stands: the mine has failed (die %(die)s).") % told
    return _("The props burn, and the wall falls (die %(die)s).") % told


@tells("weather")
def _weather(data: Data, names: Names) -> str:
    told = filled(data, names)
    if data["dark"]:
        return _("Weather: %(weather)s, in total darkness.") % told
    if data["sun"] is not None:
        return _("Weather: %(weather)s. The sun dazzles whoever looks %(sun)s.") % told
    return _("Weather: %(weather)s.") % told


@tells("healing")
def _healing(data: Data, names: Names) -> str:
    told = filled(data, names)
    match data["result"]:
        case "healed":
            return _("%(figure)s is healed (die %(die)s).") % told
        case "dies":
            return _("%(figure)s dies of the wound (die %(die)s).") % told
    return _("The wound of %(figure)s stays as it is (die %(die)s).") % told


@tells("over")
def _over(data: Data, names: Names) -> str:
    told = {"winner": names.seat(data["winner"])}
    if data["winner"] is None:
        return _("The battle is over: a draw.")
    if data["level"] == "major":
        return _("The battle is over: a major victory for %(winner)s.") % told
    return _("The battle is over: a minor victory for %(winner)s.") % told
