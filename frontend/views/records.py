"""A war leaves and enters as one file."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.models import Campaign
from campaigns.rules.recordfile import BYTES
from campaigns.selectors import wars
from campaigns.services import records
from clubs import clock
from clubs.errors import NotSeen
from clubs.models import Membership
from frontend.forms.wars import RecordForm
from frontend.views.clubs import SignedIn, attempt, managed_by, status_of

FORMS = {"json": "application/json", "toml": "application/toml"}


def written(war: Campaign, form: str) -> str:
    """The record of a war as text."""
    document = records.export_record(war)
    return records.to_toml(document) if form == "toml" else records.to_json(document)


@login_required
@require_GET
def take_away(request: SignedIn, public_id: str, form: str) -> HttpResponse:
    """The record of a war. Every member may have it: without it nobody could check the dice. It holds nothing still sealed."""
    war, _member = wars.war_for(request.user, public_id)
    if not war.state:
        raise NotSeen
    if form not in FORMS:
        raise Http404
    response = HttpResponse(written(war, form), content_type=f"{FORMS[form]}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(war.name) or "war"}.{form}"'
    return response


@login_required
@require_http_methods(["GET", "POST"])
def bring_in(request: SignedIn, slug: str) -> HttpResponse:
    """Store a record as a war of this club. What is wrong with the file is said with its place; then nothing is stored."""
    place = managed_by(request, slug)
    form = RecordForm(request.POST, request.FILES) if request.method == "POST" else RecordForm()
    if form.is_valid():
        war = _store(form, place)
        if war is not None:
            messages.success(request, _("The war is here, with its whole ledger. Now offer its sides to members."))
            return redirect("war", war.public_id)
    context = {"club": place.club, "form": form}
    return render(request, "frontend/records/import.html", context, status=status_of(form))


def _store(form: RecordForm, place: Membership) -> Campaign | None:
    upload: UploadedFile = form.cleaned_data["document"]
    # One byte more than is allowed tells the reader of the file that it is too large, whatever the upload claimed.
    raw = upload.read(BYTES + 1)
    toml = not _looks_like_json(upload.name or "", raw)
    return attempt(form, records.import_record, place.club, raw=raw, toml=toml, by=place, now=clock.now())


def _looks_like_json(name: str, raw: bytes) -> bool:
    if name.lower().endswith((".json", ".toml")):
        return name.lower().endswith(".json")
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
