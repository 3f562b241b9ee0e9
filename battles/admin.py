"""The administration looks and never touches; what players have not revealed is not shown here either."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from battles.models import Battle, BattleEntry, ChatLine, Digest, Heartbeat, OddsRun, OutboxMessage, Seat


class Looking(admin.ModelAdmin):
    """Nothing is added, changed or deleted."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatsInline(admin.TabularInline):
    model = Seat
    extra = 0
    can_delete = False
    fields = ["key", "kind", "member", "offered", "due_at"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Battle)
class BattleAdmin(Looking):
    # Not the state, the setup or a hash of them: they hold what seats have not shown yet.
    fields = [
        "public_id",
        "club",
        "ruleset",
        "edition",
        "stage",
        "seq",
        "revision",
        "single",
        "opener",
        "pace",
        "amount",
        "stopped",
        "deadline_at",
        "created_at",
        "decided_at",
    ]
    list_display = ["public_id", "club", "ruleset", "stage", "seq", "created_at"]
    list_filter = ["stage", "ruleset"]
    search_fields = ["public_id", "club__name"]
    list_select_related = ["club"]
    inlines = [SeatsInline]


@admin.register(BattleEntry)
class BattleEntryAdmin(Looking):
    fields = ["battle", "seq", "revision", "kind", "seat", "manner", "actor", "back_to", "at"]
    list_display = ["battle", "seq", "revision", "kind", "seat", "manner", "at"]
    list_filter = ["kind", "manner"]
    search_fields = ["battle__public_id"]
    list_select_related = ["battle"]


@admin.register(OutboxMessage)
class OutboxMessageAdmin(Looking):
    fields = [
        "recipient",
        "club",
        "kind",
        "url",
        "created_at",
        "read_at",
        "withdrawn_at",
        "email_state",
        "attempts",
        "next_attempt_at",
        "sent_at",
    ]
    list_display = ["kind", "recipient", "created_at", "email_state", "attempts", "sent_at"]
    list_filter = ["email_state", "kind"]
    search_fields = ["recipient__name", "recipient__user__username"]
    list_select_related = ["recipient__user"]


@admin.register(OddsRun)
class OddsRunAdmin(Looking):
    # Not what was found, nor what was planned: that is the asker's alone.
    fields = ["club", "member", "battle", "ruleset", "games", "played", "state", "created_at", "beat_at", "ended_at"]
    list_display = ["public_id", "member", "state", "played", "games", "created_at"]
    list_filter = ["state", "ruleset"]
    list_select_related = ["member__user"]


@admin.register(ChatLine)
class ChatLineAdmin(Looking):
    fields = ["battle", "author", "text", "said_at", "removed_at"]
    list_display = ["battle", "author", "said_at", "removed_at"]
    search_fields = ["battle__public_id"]
    list_select_related = ["battle", "author__user"]


@admin.register(Digest)
class DigestAdmin(Looking):
    fields = ["user", "way", "period", "email_state", "attempts", "next_attempt_at", "sent_at"]
    list_display = ["user", "way", "period", "email_state", "attempts", "sent_at"]
    list_filter = ["email_state", "way"]
    list_select_related = ["user"]


@admin.register(Heartbeat)
class HeartbeatAdmin(Looking):
    list_display = ["name", "beat_at"]
