"""What is typed while a war is prepared: its rules, its clock, its readings, its sides, and where it stands."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models.campaign import DiceMode
from campaigns.narration import label
from campaigns.narration.book import plain_language
from campaigns.rules.names import LONGEST, is_control
from campaigns.rules.pack import Pack, bundled, bundled_keys
from campaigns.rules.recordfile import YEARS, known_flags
from campaigns.services.clockwork import MOST_GRACE
from campaigns.services.deadlines import AGREED_DAYS, Free, irregular, next_deadline
from campaigns.services.founding import MOST_AGREED, MOST_DAYS
from clubs.models import Membership

type Words = str | Promise

STAGES: dict[str, tuple[Any, Any]] = {
    "orders": (
        gettext_lazy("Days for orders"),
        gettext_lazy("Each side chooses its strategic action in secret. The stage ends early when both are ready."),
    ),
    "setup": (
        gettext_lazy("Days for choices about the scenario"),
        gettext_lazy("Some scenarios let a side choose points, a village or a camp."),
    ),
    "muster": (
        gettext_lazy("Days for the muster"),
        gettext_lazy("Each side picks its units in secret, up to the limit of the scenario."),
    ),
    "battle": (
        gettext_lazy("Days for the battle"),
        gettext_lazy("Time to meet, fight on your table, report and confirm. Allow for a free evening."),
    ),
    "aftermath": (
        gettext_lazy("Days for the aftermath"),
        gettext_lazy("Ransoms, troops lost, re-rolls and dice typed by hand: for each such decision."),
    ),
}
EXAMPLES: dict[str, Words] = {
    "orders": gettext_lazy("Orders"),
    "choices": gettext_lazy("Choices about the scenario"),
    "muster": gettext_lazy("Muster"),
    "battle": gettext_lazy("Battle"),
    "aftermath": gettext_lazy("Aftermath"),
}
DICE_HINTS: dict[str, Words] = {
    DiceMode.PROGRAM: gettext_lazy(
        "Fair dice that nobody can know or change beforehand; everybody can check them once the year is over."
    ),
    DiceMode.HAND: gettext_lazy(
        "You roll real dice and type the faces. It shows who typed each roll, and the other side can contest it."
    ),
}
WITHOUT_UMPIRE = gettext_lazy("Any umpire of the club who does not play")


class Card(NamedTuple):
    """One answer of a choice, with the sentence that explains it."""

    option: Any
    hint: Words
    usual: bool = False


def cards(form: forms.Form, name: str, hints: Mapping[str, Words], usual: str = "") -> list[Card]:
    """The answers of a choice as cards."""
    options = [(option, str(option.data["value"])) for option in form[name]]
    return [Card(option, hints.get(value, ""), bool(usual) and value == usual) for option, value in options]


class BasicsForm(forms.Form):
    """Name, length, umpire and dice. ``umpires``: members who may be named."""

    name = forms.CharField(
        label=gettext_lazy("Name of the war"), max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    years = forms.IntegerField(
        label=gettext_lazy("Years"),
        min_value=1,
        max_value=YEARS,
        initial=5,
        help_text=gettext_lazy("How long the war lasts at most. A great lead or an event may end it sooner."),
    )
    umpire = forms.ChoiceField(
        label=gettext_lazy("Umpire"),
        required=False,
        help_text=gettext_lazy(
            "Settles disputed battles, moves deadlines and types in paper slips. Sees no sealed orders: nobody does."
        ),
    )
    dice = forms.ChoiceField(
        label=gettext_lazy("Dice"), choices=DiceMode.choices, initial=DiceMode.PROGRAM, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, umpires: Iterable[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.umpires = {member.public_id: member for member in umpires}
        named = [(key, str(member)) for key, member in self.umpires.items()]
        _choice(self, "umpire").choices = [("", WITHOUT_UMPIRE), *named]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if any(map(is_control, name)):
            raise forms.ValidationError(_("A name has no control characters."))
        return name

    def dice_cards(self) -> list[Card]:
        return cards(self, "dice", DICE_HINTS)

    def values(self) -> dict[str, Any]:
        """The arguments of the service."""
        return {**self.cleaned_data, "umpire": self.umpires.get(self.cleaned_data["umpire"])}


class FoundWarForm(BasicsForm):
    """The first step: the same, and the rules of the war, which stay."""

    pack_key = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)
    field_order = ["pack_key", "name", "years", "umpire", "dice"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packs = {key: bundled(key) for key in bundled_keys()}
        language = plain_language()
        field = _choice(self, "pack_key")
        field.choices = [(key, label(pack.name, language)) for key, pack in self.packs.items()]
        field.initial = next(iter(self.packs))

    def pack_cards(self) -> list[Card]:
        language = plain_language()
        return cards(self, "pack_key", {key: label(pack.summary, language) for key, pack in self.packs.items()})


class ClockForm(forms.Form):
    """How long each stage lasts, when deadlines fall, and what an absent player does."""

    weekday = forms.ChoiceField(
        label=gettext_lazy("Day of the week"),
        required=False,
        help_text=gettext_lazy("Stages of a week or more end on this day; shorter ones end when their days are over."),
    )
    hour = forms.ChoiceField(label=gettext_lazy("Hour"), help_text=gettext_lazy("In the time zone of the club."))
    agreed = forms.IntegerField(
        label=gettext_lazy("Days by agreement"),
        min_value=0,
        max_value=MOST_AGREED,
        initial=AGREED_DAYS,
        help_text=gettext_lazy(
            "By how many days in all the sides may put the deadline of a stage off, if they agree. Usually 7; 0: only the umpire may."
        ),
    )
    grace = forms.IntegerField(
        label=gettext_lazy("Hours of grace"),
        min_value=0,
        max_value=MOST_GRACE,
        initial=0,
        help_text=gettext_lazy(
            "How long after the deadline an order or a muster that is missing is still taken, as late. Usually 0: not at all."
        ),
    )
    order = forms.ChoiceField(label=gettext_lazy("Order of a side that gives none"))

    def __init__(self, *args: Any, pack: Pack, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, (title, hint) in STAGES.items():
            self.fields[key] = forms.IntegerField(
                label=title, help_text=hint, min_value=1, max_value=MOST_DAYS, initial=pack.clock.get(key, 7)
            )
        _choice(self, "weekday").choices = [("", gettext_lazy("Any day")), *((str(n), WEEKDAYS[n]) for n in range(7))]
        _choice(self, "hour").choices = [(str(n), f"{n:02}:00") for n in range(24)]
        language = plain_language()
        _choice(self, "order").choices = [(key, label(action.name, language)) for key, action in pack.actions.items()]
        self.order_fields([*STAGES, "weekday", "hour", "agreed", "grace", "order"])

    def days(self) -> list[Any]:
        return [self[key] for key in STAGES]

    def clock(self) -> dict[str, Any]:
        typed = self.cleaned_data
        weekday = int(typed["weekday"]) if typed["weekday"] else None
        days = {key: typed[key] for key in STAGES}
        more = {"agreed": typed["agreed"], "grace": typed["grace"]}
        return {**days, "hour": int(typed["hour"]), "weekday": weekday, **more}

    def absent(self) -> dict[str, str]:
        return {"order": self.cleaned_data["order"]}


class Example(NamedTuple):
    stage: Words
    deadline: datetime


def examples(clock: Mapping[str, Any], *, zone: str, now: datetime, free: Free = ()) -> list[Example]:
    """When each stage would end if it opened now. ``free``: the club's holidays."""
    return [
        Example(words, next_deadline(dict(clock), stage, zone=zone, now=now, free=free))
        for stage, words in EXAMPLES.items()
    ]


class Odd(NamedTuple):
    """A day on which the hour of deadlines does not come, or comes twice."""

    day: datetime
    missing: bool


def odd_hours(clock: Mapping[str, Any], *, zone: str, now: datetime) -> list[Odd]:
    """The days of the coming year whose clock change falls on the hour of deadlines."""
    place, hour = ZoneInfo(zone), int(clock["hour"])
    today = now.astimezone(place)
    days = [today + timedelta(days=n) for n in range(366)]
    found = [(day, irregular(day.date(), hour, 0, place)) for day in days]
    return [Odd(day, what == "gap") for day, what in found if what]


class ReadingsForm(forms.Form):
    """One choice for each reading of the pack."""

    def __init__(self, *args: Any, pack: Pack, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pack = pack
        language = plain_language()
        for key, reading in pack.readings.items():
            options = [(value, label(text, language)) for value, text in reading.options.items()]
            self.fields[key] = forms.ChoiceField(
                label=label(reading.text, language), choices=options, initial=reading.default, widget=forms.RadioSelect
            )

    def rows(self) -> list[dict[str, Any]]:
        """Each reading with its number and its answers, the usual one marked."""
        return [
            {"field": self[key], "number": reading.number, "cards": cards(self, key, {}, usual=reading.default)}
            for key, reading in self.pack.readings.items()
        ]


class SeatForm(forms.Form):
    """Whom to offer a side to."""

    member = forms.ChoiceField(label=gettext_lazy("Member"))

    def __init__(self, *args: Any, members: Iterable[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = {member.public_id: member for member in members}
        _choice(self, "member").choices = [
            (
                gettext_lazy("With an account: asked first"),
                [(k, str(m)) for k, m in self.members.items() if not m.on_paper],
            ),
            (gettext_lazy("On paper: seated at once"), [(k, str(m)) for k, m in self.members.items() if m.on_paper]),
        ]

    @property
    def chosen(self) -> Membership:
        return self.members[self.cleaned_data["member"]]


class UnderWayForm(forms.Form):
    """Where a war stands that was begun on paper."""

    year = forms.IntegerField(
        label=gettext_lazy("Year that comes next"),
        min_value=1,
        help_text=gettext_lazy("The first year that is played here."),
    )

    def __init__(self, *args: Any, pack: Pack, years: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = plain_language()
        self.fields["year"].widget.attrs["max"] = years
        self.years, self.side_keys = years, pack.side_keys
        for key, side in pack.sides.items():
            self.fields[f"earned_{key}"] = forms.IntegerField(
                label=_("Victory points of %(side)s") % {"side": label(side.name, language)},
                min_value=-1000,
                max_value=1000,
                initial=0,
                help_text=gettext_lazy(
                    "Earned so far, without the awards for the stronger army: those follow from the rosters."
                ),
            )
        self.fields["flags"] = forms.MultipleChoiceField(
            label=gettext_lazy("What carries into this year"),
            choices=[(flag, flag_words(pack, flag)) for flag in sorted(known_flags(pack))],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def numbers(self) -> list[Any]:
        return [field for field in self.visible_fields() if field.name != "flags"]

    def clean_year(self) -> int:
        year: int = self.cleaned_data["year"]
        if year > self.years:
            raise forms.ValidationError(_("This war lasts %(years)s years only.") % {"years": self.years})
        return year

    def values(self) -> dict[str, Any]:
        """The arguments of the service."""
        typed = self.cleaned_data
        earned = {key: typed[f"earned_{key}"] for key in self.side_keys}
        return {"year": typed["year"], "earned": earned, "flags": tuple(typed["flags"])}


def flag_words(pack: Pack, flag: str) -> str:
    """A sentence for what an event left behind."""
    language = plain_language()
    if flag == "stake_all":
        return _("All is staked on a last battle this year.")
    if flag == "vp_doubled":
        return _("All victory points scored this year count double.")
    first, _dot, rest = flag.partition(".")
    if first == "recall":
        side = label(pack.sides[rest].name, language)
        return _("%(side)s is ordered home and stakes all on a battle this year.") % {"side": side}
    words = {"side": label(pack.sides[first].name, language)}
    if rest.startswith("must_"):
        action = label(pack.actions[rest.removeprefix("must_")].name, language)
        return _("The action of %(side)s this year must be %(action)s.") % {**words, "action": action}
    if rest == "garrison":
        return _("%(side)s keeps garrisons out of its muster this year, unless it defends.") % words
    if rest == "reroll":
        return _("%(side)s has a re-roll this year.") % words
    if rest.startswith("immune_"):
        table = label(pack.table_by_key[rest.removeprefix("immune_")].name, language)
        return _("For the rest of the war no roll is made against %(side)s on the table: %(table)s.") % {
            **words,
            "table": table,
        }
    return _modifier_words(pack, rest, words, language)


def _modifier_words(pack: Pack, rest: str, words: dict[str, str], language: str) -> str:
    """``alliance-2``: which table, and by how much. What stays for ever says so."""
    sign = "+" if "+" in rest else "-"
    table, _sign, amount = rest.partition(sign)
    told = {
        **words,
        "table": label(pack.table_by_key[table].name, language),
        "amount": f"+{amount}" if sign == "+" else f"−{amount}",
    }
    effects = [effect for rows in pack.events.values() for row in rows for effect in row.effects]
    lasts = {
        getattr(effect, "lasts", "")
        for effect in effects
        if getattr(effect, "roll", "") == table and getattr(effect, "amount", None) == int(sign + amount)
    }
    if "ever" in lasts:
        return _("For the rest of the war %(side)s has %(amount)s on the table: %(table)s.") % told
    return _("This year %(side)s has %(amount)s on the table: %(table)s.") % told


def _choice(form: forms.Form, name: str) -> forms.ChoiceField:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field
