"""What happens in a battle fought on a real table, and what the host itself does to any battle."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.core import (
    HOST,
    Names,
    join,
    register_happening,
    register_prompt,
    register_ruleset,
)

KEY = "tabletop"


def _opened(data: Mapping[str, Any], names: Names) -> str:
    return _("The battle is open. On the field: %(seats)s.") % {"seats": join(map(names.seat, data["seats"]))}


def _reported(data: Mapping[str, Any], names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "winner": names.seat(data["winner"])}
    if data["winner"] is None:
        return _("%(seat)s reports a draw.") % told
    if data["level"] == "major":
        return _("%(seat)s reports a major victory for %(winner)s.") % told
    return _("%(seat)s reports a minor victory for %(winner)s.") % told


def _amended(data: Mapping[str, Any], names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "winner": names.seat(data["winner"])}
    if data["winner"] is None:
        return _("%(seat)s corrects the report: a draw.") % told
    if data["level"] == "major":
        return _("%(seat)s corrects the report: a major victory for %(winner)s.") % told
    return _("%(seat)s corrects the report: a minor victory for %(winner)s.") % told


def _disputed(data: Mapping[str, Any], names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "reason": data["reason"], "winner": names.seat(data.get("winner"))}
    if not data["own_report"]:
        return _("%(seat)s disputes the report: “%(reason)s”") % told
    if data["winner"] is None:
        return _("%(seat)s disputes the report and reports a draw: “%(reason)s”") % told
    if data["level"] == "major":
        return _("%(seat)s disputes the report and reports a major victory for %(winner)s: “%(reason)s”") % told
    return _("%(seat)s disputes the report and reports a minor victory for %(winner)s: “%(reason)s”") % told


def _decided(data: Mapping[str, Any], names: Names) -> str:
    told = {"winner": names.seat(data["winner"])}
    if data["winner"] is None:
        return _("The battle is decided: a draw.")
    if data["level"] == "major":
        return _("The battle is decided: a major victory for %(winner)s.") % told
    return _("The battle is decided: a minor victory for %(winner)s.") % told


register_ruleset(KEY, gettext_lazy("A battle on your own table"))
register_happening(KEY, "opened", _opened)
register_happening(KEY, "reported", _reported)
register_happening(KEY, "amended", _amended)
register_happening(KEY, "confirmed", gettext_lazy("%(seat)s confirms the report."))
register_happening(KEY, "disputed", _disputed)
register_happening(KEY, "ruled", gettext_lazy("The umpire rules: “%(reason)s”"))
register_happening(KEY, "decided", _decided)

register_prompt(KEY, "report", gettext_lazy("Fight your battle and report it."))
register_prompt(KEY, "answer", gettext_lazy("The other side has reported your battle: confirm or dispute the report."))
register_prompt(KEY, "amend", gettext_lazy("You may still correct your report."))
register_prompt(
    KEY, "report_again", gettext_lazy("The report of your battle is disputed: agree on one, or wait for the umpire.")
)
register_prompt(KEY, "ruling", gettext_lazy("The sides disagree about a battle: your ruling is asked."))
register_prompt(KEY, "step_in", gettext_lazy("You may settle this battle by a ruling."))

register_happening(HOST, "battle.ruled", gettext_lazy("The umpire settles the battle: “%(reason)s”"))
register_happening(HOST, "battle.reopened", gettext_lazy("The umpire reopens the battle: “%(reason)s”"))
