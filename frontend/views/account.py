"""A person's own page: name, language, time zone, and the way out."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs import clock, selectors
from clubs.models import User
from clubs.services import people
from frontend.forms.account import DeleteAccountForm, ProfileForm
from frontend.views.clubs import SignedIn, attempt, status_of


@login_required
@require_http_methods(["GET", "POST"])
def account(request: SignedIn) -> HttpResponse:
    user = request.user
    form = ProfileForm(request.POST or None, initial=_profile(user))
    if (
        form.is_valid()
        and attempt(form, people.save_profile, user, by=user, now=clock.now(), **form.cleaned_data) is not None
    ):
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Saved."))
        return _in_language(redirect("account"), user.language)
    context = {
        "form": form,
        "clubs": selectors.clubs_of(user),
        "reset_links": selectors.reset_links_made_for(user),
    }
    return render(request, "frontend/clubs/account.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: SignedIn) -> HttpResponse:
    form = DeleteAccountForm(request.POST or None, user=request.user)
    if (
        form.is_valid()
        and attempt(form, people.erase_person, request.user, by=request.user, now=clock.now()) is not None
    ):
        logout(request)
        messages.success(request, _("Your account is deleted. What you did in your clubs stays, without your name."))
        return redirect("home")
    return render(request, "frontend/clubs/delete_account.html", {"form": form}, status=status_of(form))


def _profile(user: User) -> dict[str, str]:
    return {"display_name": user.display_name, "language": user.language, "time_zone": user.time_zone}


def _in_language(response: HttpResponse, language: str) -> HttpResponse:
    """The cookie of the language switch is the newer word of the two, so a choice made here must reach it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response
