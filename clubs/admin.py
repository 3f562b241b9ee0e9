"""The site's own desk: people can be switched off and named staff; clubs, members and invitations are only looked at."""

from typing import Any

from allauth.account.admin import EmailAddress
from allauth.account.decorators import secure_admin_login
from allauth.mfa.admin import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs import secondstep
from clubs.models import Club, ClubLogEntry, Invitation, Membership, User

_may_enter = admin.site.has_permission


def may_enter(request: HttpRequest) -> bool:
    """Staff, and only with the second step taken in this session."""
    return _may_enter(request) and secondstep.passed(request)


def enter(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
    """The admin's own log-in page knows neither the limit on tries nor the second step: whoever is staff goes there first."""
    if not secondstep.has(request.user.pk):
        messages.warning(request, gettext("The site's administration wants a second step at log-in. Set it up first."))
        return redirect("mfa_activate_totp")
    if not secondstep.passed(request):
        messages.warning(request, gettext("Log in again: the site's administration wants the second step."))
        return redirect("account_logout")
    return redirect("admin:index")


admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.login = secure_admin_login(enter)  # type: ignore[method-assign]


# Addresses are confirmed and second steps taken by their own person (an operator has commands); there are no groups.
admin.site.unregister([EmailAddress, Authenticator, Group])


class LookOnly(admin.ModelAdmin):
    """Whatever changes here changes through the verbs of ``clubs.services``, which test and log it."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "email", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "display_name", "email")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (_("Choices"), {"fields": ("display_name", "language", "time_zone")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined", "erased_at")}),
    )
    # An address changes on the account page, where it is confirmed.
    readonly_fields = ("email", "last_login", "date_joined", "erased_at")
    filter_horizontal = ()

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if request.user.is_superuser else (*fields, "is_staff", "is_superuser")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff who are no superusers cannot set the password of somebody who has more rights than they."""
        if obj is not None and (obj.is_staff or obj.is_superuser) and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj) and (obj is None or obj.erased_at is None)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Old wars point at people: they are erased by ``services.people``, not deleted."""
        return False


@admin.register(Club)
class ClubAdmin(LookOnly):
    list_display = ("name", "slug", "time_zone", "language", "created_at")
    search_fields = ("name", "slug")


@admin.register(Membership)
class MembershipAdmin(LookOnly):
    list_display = ("__str__", "club", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("club", "user")
    search_fields = ("name", "user__username", "club__name")


@admin.register(Invitation)
class InvitationAdmin(LookOnly):
    list_display = ("public_id", "club", "role", "created_at", "expires_at", "used_at", "withdrawn_at")
    list_select_related = ("club",)
    exclude = ("token_hash",)


@admin.register(ClubLogEntry)
class ClubLogEntryAdmin(LookOnly):
    list_display = ("club", "at", "act", "by", "member")
    list_filter = ("act",)
    list_select_related = ("club", "by", "member__user")
