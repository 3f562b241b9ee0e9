"""A club's own list, map or table: pasted, typed or uploaded."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.rules.armycsv import BYTES, text_of

ACCEPTED = ".csv,.tsv,.txt,.toml,.json,text/csv,text/plain,application/json"


class TextForm(forms.Form):
    """A text, or a file in its place. After ``is_valid``, ``text`` is what was given."""

    typed = forms.CharField(
        label=gettext_lazy("Paste or type it"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def clean_file(self) -> UploadedFile | None:
        return checked_file(self.cleaned_data["file"])

    @cached_property
    def text(self) -> str:
        return text_in(self.cleaned_data["file"], self.cleaned_data["typed"])


class KeepForm(TextForm):
    """The same with a name, for a new one."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    field_order = ["name", "typed", "file"]


def checked_file(file: UploadedFile | None) -> UploadedFile | None:
    """An uploaded text, unless it is too large."""
    if file is not None and (file.size or 0) > BYTES:
        raise forms.ValidationError(
            _("The file is too large: at most %(size)s KiB are read.") % {"size": BYTES // 1024}
        )
    return file


def text_in(file: UploadedFile | None, typed: str) -> str:
    """What was given: a file's text, else what was typed. A broken surrogate becomes a sign that says so."""
    text = text_of(file.read()) if file is not None else typed
    return text.encode(errors="replace").decode()
