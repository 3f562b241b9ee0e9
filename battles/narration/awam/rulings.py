"""What an umpire of AWAM rules, in sentences: the ruling for everybody, and why for those who may read it."""

from collections.abc import Callable
from functools import wraps

from django.utils.translation import gettext as _

from battles.narration.awam import words
from battles.narration.awam.telling import Data, figure, filled, seat, tells, thing
from battles.narration.core import Names, Render


def ruling(kind: str) -> Callable[[Render], Render]:
    """The sentence of a ruling, and after it the reason where the reader may know it."""

    def registered(sentence: Render) -> Render:
        @wraps(sentence)
        def told(data: Data, names: Names) -> str:
            ruled = sentence(data, names)
            if not data.get("reason"):
                return ruled
            return _("%(ruling)s The reason: %(reason)s") % {"ruling": ruled, "reason": data["reason"]}

        tells(f"umpire_{kind}")(told)
        return told

    return registered


@ruling("event")
def _event(data: Data, names: Names) -> str:
    if "number" not in data:
        return _("The umpire decides which event comes next.")
    return _("The umpire: the next event will be number %(number)s.") % {"number": data["number"]}


@ruling("hand_card")
def _hand_card(data: Data, names: Names) -> str:
    return _("The umpire adds a card of %(group)s to the deck.") % {"group": seat(names, data["group"])}


@ruling("place")
def _place(data: Data, names: Names) -> str:
    return _("The umpire puts %(figure)s somewhere else.") % {"figure": figure(names, data["fig"])}


@ruling("back")
def _back(data: Data, names: Names) -> str:
    return _("The umpire brings %(figure)s back to the table.") % {"figure": figure(names, data["fig"])}


@ruling("mark")
def _mark(data: Data, names: Names) -> str:
    told = {"figure": figure(names, data["fig"]), "mark": words.called(words.MARKS, data["mark"])}
    if data["on"]:
        return _("The umpire gives %(figure)s a marker (%(mark)s).") % told
    return _("The umpire takes a marker off %(figure)s (%(mark)s).") % told


@ruling("wound")
def _wound(data: Data, names: Names) -> str:
    told = {"figure": figure(names, data["fig"])}
    return (
        _("%(figure)s is wounded, the umpire says.") if data["wounds"] else _("%(figure)s is unhurt, the umpire says.")
    ) % told


@ruling("take_off")
def _take_off(data: Data, names: Names) -> str:
    told = {"figure": figure(names, data["fig"]), "fate": words.called(words.WHERE, data["fate"])}
    return _("The umpire takes %(figure)s off the table (%(fate)s).") % told


@ruling("rounds")
def _rounds(data: Data, names: Names) -> str:
    told = {"figure": figure(names, data["fig"]), "rounds": data["rounds"], "points": data.get("points", 0)}
    return _("The umpire counts the rounds of %(figure)s: loaded %(rounds)s, reload points %(points)s.") % told


@ruling("gun_rounds")
def _gun_rounds(data: Data, names: Names) -> str:
    told = {"gun": thing(data["gun"]), "points": data.get("points", 0)}
    if data["loaded"]:
        return _("The %(gun)s is loaded, the umpire says.") % told
    return _("The %(gun)s is empty, the umpire says; reload points %(points)s.") % told


@ruling("damage")
def _damage(data: Data, names: Names) -> str:
    kind, _colon, _key = data["thing"].partition(":")
    name = _("building") if kind == "piece" else thing(data["thing"])
    told = {"thing": name, "harm": words.called(words.HARMS, data["harm"])}
    return _("The umpire judges the %(thing)s: %(harm)s.") % told


@ruling("set_word")
def _set_word(data: Data, names: Names) -> str:
    told = {"one": seat(names, data["one"]), "other": seat(names, data["other"])}
    if data["word"] == "war":
        return _("The umpire decides: war between %(one)s and %(other)s.") % told
    return _("The umpire decides: peace between %(one)s and %(other)s.") % told


@ruling("give_points")
def _give_points(data: Data, names: Names) -> str:
    return _("The umpire gives %(seat)s %(points)s points.") % filled(data, names)


@ruling("flag")
def _flag(data: Data, names: Names) -> str:
    told = {"seat": seat(names, data["seat"])}
    if data["up"]:
        return _("The umpire decides: the flag of %(seat)s flies on the staff.") % told
    return _("The umpire decides: the flag of %(seat)s is down.") % told


@ruling("treaty")
def _treaty(data: Data, names: Names) -> str:
    if not data["seat"]:
        return _("The umpire decides: nobody has the treaty.")
    return _("The umpire decides: %(seat)s has the treaty.") % {"seat": seat(names, data["seat"])}


@ruling("end_turn")
def _end_turn(data: Data, names: Names) -> str:
    return _("The umpire ends the turn.")


@ruling("end_game")
def _end_game(data: Data, names: Names) -> str:
    return _("The umpire ends the game.")
