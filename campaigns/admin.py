"""The administration looks and never touches. What is sealed has no page here, and no secret is shown."""

from django.contrib import admin

from battles.admin import Looking
from campaigns.models import Campaign, Character, EventRow, EventTable, LedgerEntry, PackVersion, Side, Unit, Year


class SidesInline(admin.TabularInline):
    model = Side
    extra = 0
    can_delete = False
    # Neither the army in the making nor the standing order: both belong to the side.
    fields = ["key", "earned", "standing", "available"]
    readonly_fields = ("key", "earned", "standing", "available")

    def has_add_permission(self, request, obj=None):
        return False


@admin.register(Campaign)
class CampaignAdmin(Looking):
    fields = [
        "public_id",
        "club",
        "name",
        "pack",
        "years",
        "dice",
        "umpire",
        "stage",
        "version",
        "revision",
        "seq",
        "created_at",
        "started_at",
        "ended_at",
        "winner",
        "level",
        "reason",
    ]
    list_display = ["name", "club", "stage", "years", "created_at"]
    list_filter = ["stage"]
    search_fields = ["name", "public_id", "club__name"]
    list_select_related = ["club"]
    inlines = [SidesInline]


@admin.register(Year)
class YearAdmin(Looking):
    fields = [
        "campaign",
        "number",
        "stage",
        "scenario",
        "opened_at",
        "closed_at",
        "deadline_at",
        "paused_at",
        "attempts",
        "last_error",
        "epoch",
    ]
    list_display = ["campaign", "number", "stage", "deadline_at", "attempts"]
    list_filter = ["stage"]
    list_select_related = ["campaign"]


@admin.register(LedgerEntry)
class LedgerEntryAdmin(Looking):
    # Neither the data nor the hash: receipts of sealed orders are shown on the site once they are open.
    fields = ["campaign", "seq", "revision", "year", "kind", "rule", "actor", "at"]
    list_display = ["campaign", "seq", "year", "kind", "at"]
    list_filter = ["kind"]
    list_select_related = ["campaign"]


@admin.register(Unit)
class UnitAdmin(Looking):
    list_display = ["name", "side", "arm", "grade", "figures", "points"]
    list_select_related = ["side"]


@admin.register(Character)
class CharacterAdmin(Looking):
    list_display = ["name", "side", "rank", "status"]
    list_select_related = ["side"]


class RowsInline(admin.TabularInline):
    model = EventRow
    extra = 0
    can_delete = False
    readonly_fields = ["on", "title", "text", "effects"]

    def has_add_permission(self, request, obj=None):
        return False


@admin.register(EventTable)
class EventTableAdmin(Looking):
    list_display = ["pack", "side"]
    list_select_related = ["pack"]
    inlines = [RowsInline]


@admin.register(PackVersion)
class PackVersionAdmin(Looking):
    fields = ["key", "edition", "digest", "created_at"]
    list_display = ["key", "edition", "digest", "created_at"]
