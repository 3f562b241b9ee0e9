"""What a table of AWAM notes of its scenario, in sentences: flags, blows, the treaty, losses, and what it all comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from battles.narration.awam.cards import COURT, group_told
from battles.narration.awam.table import tells, together
from battles.narration.awam.telling import Data
from battles.narration.core import Names, join
from rulesets.awam.evening import Table
from rulesets.awam.fashoda import NUMBERS
from rulesets.awam.reckoning import prisoners, public_points
from rulesets.awam.setting import SEATS
from rulesets.vocabulary import Json

FATES: Mapping[str, Promise] = {
    "dead": pgettext_lazy("fate", "dead"),
    "wounded": pgettext_lazy("fate", "wounded"),
    "fled": pgettext_lazy("fate", "fled"),
    "captured": pgettext_lazy("fate", "taken prisoner"),
    "freed": pgettext_lazy("fate", "free again"),
}
WHO: Mapping[str, Promise] = {
    "figures": gettext_lazy("figures"),
    "leader": gettext_lazy("a leader"),
    "head": gettext_lazy("the head of the expedition"),
}


@tells("treaty")
def _treaty(data: Data, names: Names) -> str:
    if not data["signed"]:
        return _("The chief does not sign (%(die)s, %(needed)s or more needed).") % data
    sentence = _("The chief signs the treaty (%(die)s, %(needed)s or more needed).") % data
    if not data.get("side"):
        return sentence
    holder = _("%(side)s has it.") % {"side": names.seat(data["name"] or data["side"])}
    return together((sentence, holder))


@tells("flag")
def _flag(data: Data, names: Names) -> str:
    told = {"side": names.seat(data["side"]), "by": names.seat(data["by"])}
    if not data["down"]:
        sentence = _("The flag of %(side)s goes up on the staff.") % told
    elif data["by"] and data["by"] != data["side"]:
        sentence = _("%(by)s hauls down the flag of %(side)s.") % told
    else:
        sentence = _("The flag of %(side)s comes down.") % told
    flies = _("On the staff: %(flags)s.") % {"flags": join(map(names.seat, data["flags"]))} if data["flags"] else ""
    return together((sentence, flies, _incident(data) if "incidents" in data else ""))


@tells("blow")
def _blow(data: Data, names: Names) -> str:
    told = {"side": names.seat(data["side"]), "against": names.seat(data["against"])}
    if data["quarrel"]:
        sentence = _("%(side)s starts a quarrel with %(against)s, and loses %(points)s points.") % (
            told | {"points": -NUMBERS["quarrel"]}
        )
    else:
        sentence = _("%(side)s strikes at %(against)s again.") % told
    return together((sentence, _incident(data)))


def _incident(data: Data) -> str:
    """How near the war is."""
    if data["war"]:
        return _("The fourth incident: the Great War breaks out. Flags and treaty of states count nothing any more.")
    if not data["counts"]:
        return _("This turn has had its incident: no more of them.")
    return _("Incident %(incidents)s of %(war_at)s.") % data


@tells("loss")
def _loss(data: Data, names: Names) -> str:
    told = {"side": names.seat(data["side"]), "who": _who(data), "fate": FATES[data["fate"]], "by": ""}
    if data["fate"] == "captured" and data["by"]:
        told["by"] = str(COURT[data["by"]]) if data["by"] in COURT else names.seat(data["by"])
        return _("%(side)s: %(who)s taken prisoner, held by %(by)s.") % told
    return _("%(side)s: %(who)s, %(fate)s.") % told


def _who(data: Data) -> str:
    if data["who"] != "figures":
        return str(WHO[data["who"]])
    return ngettext("%(figures)s figure", "%(figures)s figures", data["figures"]) % {"figures": data["figures"]}


# --- The count ------------------------------------------------------------------------------------------------------------


@tells("count")
def _count(data: Data, names: Names) -> str:
    return _("Counted: %(rows)s.") % {"rows": "; ".join(rows_told(data["seats"], names))}


@tells("close")
def _close(data: Data, names: Names) -> str:
    return _("The umpire lets the count stand: the game is over. %(rows)s.") % {
        "rows": "; ".join(rows_told(data["seats"], names))
    }


def rows_told(rows: Mapping[str, Any], names: Names) -> list[str]:
    """Each side with its points, where there are any, and its result; the best first."""
    order = sorted(rows, key=lambda seat: rows[seat].get("rank", rows[seat]["result"] != "win"))
    return [_row(names.seat(seat), rows[seat]) for seat in order]


def _row(side: str, row: Mapping[str, Any]) -> str:
    told = {"side": side, "result": RESULTS[row["result"], row.get("level")]}
    if "points" not in row:
        return _("%(side)s: %(result)s") % told
    points = ngettext("%(points)s point", "%(points)s points", row["points"]) % {"points": row["points"]}
    return _("%(side)s, %(points)s: %(result)s") % (told | {"points": points})


RESULTS: Mapping[tuple[str, str | None], Promise] = {
    ("win", "major"): gettext_lazy("a major victory"),
    ("win", "minor"): gettext_lazy("a minor victory"),
    ("loss", "major"): gettext_lazy("a major defeat"),
    ("loss", "minor"): gettext_lazy("a minor defeat"),
    ("draw", None): gettext_lazy("a draw"),
}


# --- How it stands --------------------------------------------------------------------------------------------------------


def standing(table: Table, names: Names) -> Sequence[str]:
    """The scenario as everybody sees it: of each side its points; flags, treaty, incidents, prisoners; and what was counted."""
    found = (
        [_("Counted: %(rows)s.") % {"rows": "; ".join(rows_told(table.counted["seats"], names))}]
        if table.counted
        else []
    )
    seats = [seat for seat in SEATS if seat in table.squads]
    if table.play == "fashoda":
        points = public_points(table, seats)
        rows = [_("%(side)s %(points)s") % {"side": names.seat(seat), "points": points[seat]} for seat in seats]
        found.append(_("Points so far, without private aims: %(rows)s.") % {"rows": join(rows)})
        found.append(_on_the_staff(table, names))
        if table.treaty:
            found.append(_("The treaty: %(side)s.") % {"side": names.seat(table.treaty)})
        incidents = {"incidents": table.incidents, "war_at": NUMBERS["war_at"]}
        found.append(_("Incidents: %(incidents)s of %(war_at)s.") % incidents)
        held = [
            _("%(side)s %(points)s") % {"side": names.seat(seat), "points": prisoners(table, seat)}
            for seat in seats
            if prisoners(table, seat)
        ]
        if held:
            found.append(_("Leaders held prisoner: %(rows)s.") % {"rows": join(held)})
    return [*found, *_losses(table, names)]


def _on_the_staff(table: Table, names: Names) -> str:
    if not table.flags:
        return _("No flag flies on the staff.")
    return _("On the staff: %(flags)s.") % {"flags": join(map(names.seat, table.flags))}


def _losses(table: Table, names: Names) -> list[str]:
    """What each side has lost, as it was noted."""
    found = []
    for seat in (one for one in SEATS if one in table.squads):
        mine = [row for row in table.losses if row["side"] == seat]
        if mine:
            told = [_("%(who)s %(fate)s") % {"who": _who(row), "fate": FATES[row["fate"]]} for row in _summed(mine)]
            found.append(_("%(side)s has lost: %(rows)s.") % {"side": names.seat(seat), "rows": join(told)})
    return [capfirst(one) for one in found]


def _summed(rows: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """Figures that met the same fate, together."""
    found: dict[tuple[str, str], dict[str, Json]] = {}
    for row in rows:
        key = row["who"], row["fate"]
        before = found.get(key)
        found[key] = dict(row) if before is None else before | {"figures": before["figures"] + row["figures"]}
    return list(found.values())


def called_told(called: Mapping[str, str], groups: Mapping[str, int]) -> str:
    """Which cards the umpire's groups have in the deck: "King: Dervishes (2)"."""
    rows = [
        _("%(card)s: %(group)s (%(cards)s)")
        % {"card": COURT[card], "group": group_told(called.get(card, "")) or COURT[card], "cards": cards}
        for card, cards in groups.items()
        if cards
    ]
    return join(rows)
