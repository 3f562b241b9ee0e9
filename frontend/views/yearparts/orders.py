"""The sealed order: its form, its receipt, the slips an officer types in."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import StrategicAction
from campaigns.selectors import sealed
from frontend.forms.years import OrderForm, StandingOrderForm
from frontend.views.desks import Bound, Desk, Part

ORDER, STANDING = "order", "standing_order"


def order_form(desk: Desk, side: str, *, data: Any = None, stored: StrategicAction | None = None) -> OrderForm:
    """The form of a side's order, filled with the one that stands if its own holder looks."""
    initial: dict[str, Any] = {}
    if stored is not None:
        initial = {"action": stored.action, "ready": stored.ready, "salt": stored.salt}
    return OrderForm(
        data, book=desk.book, forced=forced_action(desk, side), initial=initial, auto_id=f"order-{side}-%s"
    )


def forced_action(desk: Desk, side: str) -> str | None:
    """The action that an event has fixed for this side, if its order is asked for."""
    ask = next(iter(desk.asked(side, "order")), None)
    return str(ask.data["action"]) if ask is not None and "action" in ask.data else None


def standing_form(desk: Desk, data: Any = None) -> StandingOrderForm:
    left = sealed.own_standing_order(desk.war, desk.place) if data is None else ""
    return StandingOrderForm(data, book=desk.book, initial={"action": left}, auto_id="standing-%s")


def own_part(desk: Desk, bound: Bound) -> Part | None:
    """What the holder of a side has to do about his order."""
    side = desk.place.side
    if side is None or desk.phase != "orders" or not desk.asked(side, "order"):
        return None
    stored = sealed.own_order(desk.year, desk.place)
    form = bound.get(ORDER) or order_form(desk, side, stored=stored)
    forced = forced_action(desk, side)
    part: Part = {
        "template": "frontend/years/_order.html",
        "waits": stored is None or not stored.ready,
        "form": form,
        "side": side,
        "number": desk.numbers[side],
        "alone": len(desk.seats_in) < len(desk.sides),
        "revision": stored.revision if stored else 0,
        "forced": forced_words(desk, side, forced) if forced else "",
        "stored": receipt(desk, stored) if stored else None,
        "changing": ORDER in bound,
        "standing": bound.get(STANDING) or standing_form(desk),
        "default": desk.book.action(desk.war.absent.get("order") or desk.rules.pack.default_action),
        "late": late(desk, stored=stored is not None),
        "late_until": late_until(desk, stored=stored is not None),
    }
    return part


def forced_words(desk: Desk, side: str, action: str) -> str:
    told = {"side": desk.name(side), "action": desk.book.action(action)}
    if "stake_all" in desk.at.flags:
        return (
            _("All is staked on one last battle: this year the order of %(side)s is %(action)s, and nothing else.")
            % told
        )
    return _("An event of last year forces %(side)s: this year the order is %(action)s, and nothing else.") % told


def late(desk: Desk, *, stored: bool) -> bool:
    """Whether the deadline has passed for this reader: in the time of grace only what is missing is still taken."""
    year = desk.year
    if year.deadline_at is None or year.closes_at is None or year.paused_at:
        return False
    return (year.deadline_at if stored else year.closes_at) <= desk.now


def late_until(desk: Desk, *, stored: bool) -> datetime | None:
    """Until when what this reader has not handed in is still taken, once its deadline has passed."""
    passed = desk.year.deadline_at is not None and desk.year.deadline_at <= desk.now and not desk.year.paused_at
    return desk.year.closes_at if passed and not stored and not late(desk, stored=stored) else None


def receipt(desk: Desk, stored: StrategicAction) -> dict[str, Any]:
    """The proof that an order is in. The text for the chat names neither the action nor the salt."""
    told = {
        "war": desk.war.name,
        "year": desk.year.number,
        "side": desk.name(stored.side),
        "receipt": stored.receipt,
    }
    return {
        "action": desk.book.action(stored.action),
        "at": stored.given_at,
        "salt": stored.salt,
        "receipt": stored.receipt,
        "ready": stored.ready,
        "paper": stored.manner == "paper",
        "by": stored.actor,
        "chat": _("%(war)s, year %(year)s: the order of %(side)s is in, sealed. Receipt: %(receipt)s") % told,
    }


def slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """A form for each side whose slip an officer may type in. What is stored is never shown here, nor whether it is."""
    if desk.phase != "orders" or not desk.live:
        return []
    held = {side.key: side for side in desk.sides}
    return [
        {
            "side": side,
            "number": desk.numbers[side],
            "name": desk.name(side),
            "holder": holder_of(held[side]),
            "form": bound.get(f"{ORDER}:{side}") or order_form(desk, side),
            "open": f"{ORDER}:{side}" in bound,
            "forced": forced_words(desk, side, forced) if (forced := forced_action(desk, side)) else "",
        }
        for side in desk.paper_sides
    ]


def holder_of(side: Any) -> Any:
    """Who commands a side that ``wars.sides_of`` read."""
    return next((row.member for row in side.current if row.role == "main"), None)


def keep(desk: Desk, action: str) -> str:
    """What had been chosen on a page that came too late, in words."""
    return desk.book.action(action) if action in desk.rules.pack.actions else ""
