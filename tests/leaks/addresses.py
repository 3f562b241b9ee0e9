"""Every address of the site, with what stands in it. A route without a row makes the tests fail."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

WAR = ("war",)
CLUB = ("slug",)
MEMBER = ("slug", "member")
SIDE = ("war", "side")

ROUTES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("home", "healthz", "help", "clubs", "club_found", "account", "account_delete", "notices"), ()),
    "help_topic": ("topic",),
    "theme": (),
    "set_language": (),
    "notices_read": (),
    "notice": ("notice",),
    "invitation": ("token",),
    **dict.fromkeys(("club", "club_leave", "club_settings", "club_log", "club_invite", "club_members"), CLUB),
    **dict.fromkeys(("club_paper_member", "club_desk", "club_import", "war_found"), CLUB),
    "club_invitation_withdraw": ("slug", "invitation"),
    **dict.fromkeys(
        (
            "club_member",
            "club_member_role",
            "club_member_name",
            "club_member_invite",
            "club_member_remove",
            "club_member_hand_over",
            "club_member_reset_link",
        ),
        MEMBER,
    ),
    **dict.fromkeys(
        (
            "war",
            "war_chart",
            "war_rules",
            "war_book",
            "war_chronicle",
            "war_dice",
            "war_dice_contest",
            "war_dice_rule",
            "war_umpire",
            "war_deadline",
            "war_pause",
            "war_resume",
            "war_reopen",
            "war_note",
            "war_release",
            "war_battle_release",
            "war_rosters",
            "war_setup",
            "war_setup_basics",
            "war_setup_clock",
            "war_setup_readings",
            "war_setup_sides",
            "war_setup_under_way",
            "war_setup_armies",
            "year",
            "year_order",
            "year_not_ready",
            "year_standing_order",
            "year_choices",
            "year_skip",
            "year_muster",
            "year_report",
            "year_confirm",
            "year_dispute",
            "year_ruling",
            "year_answer",
            "year_grants",
            "year_ransom",
            "year_general",
            "year_standing_reroll",
            "year_surrender",
        ),
        WAR,
    ),
    **dict.fromkeys(
        (
            "war_side_offer",
            "war_side_vacate",
            "war_army",
            "war_army_take",
            "war_army_table",
            "war_army_hand",
            "war_army_csv",
            "war_roster_csv",
        ),
        SIDE,
    ),
    "war_offer": ("war", "offer"),
    "war_unit": ("war", "unit"),
    "war_character": ("war", "character"),
    "war_record": ("war", "form"),
    "year_number": ("war", "number"),
    "year_sheet": ("war", "number"),
}

# Pages of packages: they know accounts and nothing of wars.
FOREIGN = ("accounts/", "admin/")


def our_routes() -> Iterator[str]:
    """The name of every route of ours."""
    yield from _walk(get_resolver(), "")


def _walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        here = prefix + str(one.pattern)
        if here.startswith(FOREIGN):
            continue
        if isinstance(one, URLPattern):
            yield one.name or here
        else:
            yield from _walk(one, here)


def address_of(name: str, things: dict[str, Any]) -> str:
    return reverse(name, args=[things[what] for what in ROUTES[name]])
