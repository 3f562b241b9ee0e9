"""What is typed about seats: who deputises, who takes over, and what is done about absent players."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.services.founding import MOST_HOURS, MOST_MISSED, MOST_NOTICE
from clubs.models import Membership
from frontend.forms.wars import ReasonForm

VACANT, PROGRAM = "vacant", "program"


class MemberForm(forms.Form):
    """One member of the club with an account."""

    member = forms.ChoiceField(label=gettext_lazy("Member"))

    def __init__(self, *args: Any, members: Iterable[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = {member.public_id: member for member in members}
        field = self.fields["member"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, str(member)) for key, member in self.members.items()]

    @property
    def chosen(self) -> Membership:
        return self.members[self.cleaned_data["member"]]


class ReassignForm(ReasonForm):
    """Who holds a side from now on: a member, nobody, or the program; and why."""

    to = forms.ChoiceField(label=gettext_lazy("From now on"))
    field_order = ["to", "reason"]

    def __init__(self, *args: Any, members: Iterable[Membership], empties: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = {member.public_id: member for member in members}
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        nobody = [(PROGRAM, gettext_lazy("The program plays it")), (VACANT, gettext_lazy("Nobody: vacant"))]
        field.choices = [*((key, str(member)) for key, member in self.members.items()), *(nobody if empties else [])]

    def values(self) -> dict[str, Any]:
        """The arguments of the service."""
        to = self.cleaned_data["to"]
        return {"to": self.members.get(to), "program": to == PROGRAM, "reason": self.cleaned_data["reason"]}


class AbsentForm(forms.Form):
    """What a war does about absent players. 0 means never."""

    remind = forms.IntegerField(
        label=gettext_lazy("Reminder, hours before a deadline"),
        min_value=0,
        max_value=MOST_HOURS,
        help_text=gettext_lazy("Whoever still owes something is told. Usually 24; 0: nobody is reminded."),
    )
    standing = forms.BooleanField(
        label=gettext_lazy("Standing orders"),
        required=False,
        help_text=gettext_lazy("A side may leave a sealed order for years in which it gives none. Usually yes."),
    )
    stand_in = forms.IntegerField(
        label=gettext_lazy("A deputy takes over after so many missed deadlines"),
        min_value=0,
        max_value=MOST_MISSED,
        help_text=gettext_lazy("In a row, and also when the commander leaves the club. Usually 0: never."),
    )
    drop = forms.IntegerField(
        label=gettext_lazy("The seat is lost after so many missed deadlines"),
        min_value=0,
        max_value=MOST_MISSED,
        help_text=gettext_lazy("In a row. Usually 0: never."),
    )
    drop_to = forms.ChoiceField(
        label=gettext_lazy("A seat that is lost"),
        choices=[
            ("vacant", gettext_lazy("is vacant, and each stage waits for its deadline")),
            ("program", gettext_lazy("is played by the program, which keeps nobody waiting")),
        ],
    )
    claim = forms.IntegerField(
        label=gettext_lazy("Claim of a win, days of notice"),
        min_value=0,
        max_value=MOST_NOTICE,
        help_text=gettext_lazy(
            "Who has missed the deadline of a battle can lose it to the other side, which shows that he was told. Usually 0: no claims."
        ),
    )
