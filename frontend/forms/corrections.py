"""Typing in what should have been decided: a form for each kind of decision, made for the war as it stood then."""

from collections.abc import Mapping
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles import narration as battles
from campaigns.narration import Book, problem_text
from campaigns.narration.words import arm_text
from campaigns.rules import between, losses, muster, noted, scenarios
from campaigns.rules.correcting import answered
from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    LosePoints,
    Muster,
    ObeyRecall,
    Order,
    Ransom,
    ReplaceGeneral,
    Skip,
    SpendGrant,
    SpendReroll,
    StakeAll,
    StandingReroll,
    Successor,
    Surrender,
    Typed,
)
from campaigns.rules.engine import Rules
from campaigns.rules.recordbattle import Unreported, outcome_of_report
from campaigns.rules.scenarios import ALL_TROOPS
from campaigns.rules.state import State, Unit
from campaigns.selectors import reports
from clubs.limits import LONGEST_REASON
from frontend.forms.aftermath import DiceForm, LosePointsForm, SuccessorForm, YesNoForm
from frontend.forms.between import BoughtFormSet, GeneralForm, LengthForm, StandingRerollForm
from frontend.forms.reports import ReportForm, taken_alive, typed_again
from frontend.forms.years import ChooseForm, Tick, action_cards
from rulesets.contract import Ask, Problem

MORE_ROWS = 2
LONGER = 10
"""By how many years a war can be made longer here."""
REMOVED_ONLY = ("surrender", "length")
"""What one did or did not do: there is nothing to type in its place."""


class Answer(Protocol):
    """What the page needs of a form of a decision."""

    def is_valid(self) -> bool: ...
    def decision(self) -> Decision: ...


class OrderPick(forms.Form):
    action = forms.ChoiceField(label=gettext_lazy("The order"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, book: Book, forced: str | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["action"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = action_cards(book, forced)

    def decision(self) -> Order:
        return Order(action=self.cleaned_data["action"])


class MusterPick(forms.Form):
    """Units and characters by their place in the roster, for an id may hold any character."""

    units = forms.MultipleChoiceField(label=gettext_lazy("Units"), widget=forms.CheckboxSelectMultiple, required=False)
    characters = forms.MultipleChoiceField(
        label=gettext_lazy("Characters"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, *args: Any, state: State, side: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.troops = muster.able_units(state, side)
        self.people = muster.able_characters(state, side)
        units, people = self.fields["units"], self.fields["characters"]
        assert isinstance(units, forms.MultipleChoiceField)
        assert isinstance(people, forms.MultipleChoiceField)
        units.choices = [(str(n), _unit_words(unit)) for n, unit in enumerate(self.troops)]
        people.choices = [(str(n), one.name) for n, one in enumerate(self.people)]

    def decision(self) -> Muster:
        typed = self.cleaned_data
        return Muster(
            units=tuple(self.troops[int(n)].id for n in typed["units"]),
            characters=tuple(self.people[int(n)].id for n in typed["characters"]),
        )


def _unit_words(unit: Unit) -> Tick:
    title = _("%(unit)s: %(points)s points") % {"unit": unit.name, "points": unit.value}
    return Tick(title, about=arm_text(unit.arm), points=unit.value)


class ResultForm(ReportForm):
    """The report of a battle long fought. Its winner may be left to the figures, as in any report."""

    def __init__(self, *args: Any, rules: Rules, state: State, book: Book, old: Decision | None, **kwargs: Any) -> None:
        self.rules, self.state, self.book, self.old = rules, state, book, old
        table = reports.table_at(rules, state)
        names = {side: book.side(side) for side in rules.pack.side_keys}
        pack = rules.pack
        alive = pack.takes_prisoners(state.now.scenario)
        super().__init__(*args, table=table, names=names, turns=pack.victory_rules.turns, prisoners=alive, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.outcome = None
        if self.errors or "result" not in cleaned:
            return cleaned
        told = self.report()
        if self.auto and not self._judge(told):
            return cleaned
        try:
            self.outcome = outcome_of_report(self.rules, self.state, told)
        except Unreported as wrong:
            self.add_error(None, battles.problem(wrong.problem, self.book.battle_names()))
        return cleaned

    def _judge(self, told: dict[str, Any]) -> bool:
        verdict = reports.judge(self.rules, self.table, told, self.state.now.roles)
        if not verdict.complete:
            for step in verdict.reasons:
                self.add_error("result", battles.reason(step, self.book.battle_names()))
            return False
        told["winner"] = verdict.winner or reports.DRAW
        if verdict.winner:
            told["level"] = verdict.level
        return True

    def decision(self) -> Fought:
        assert self.outcome is not None  # a form that is valid has one
        if not isinstance(self.old, Fought):
            return Fought(outcome=self.outcome)
        return Fought(outcome=noted.carried(self.rules.pack, self.state, self.old.outcome, self.outcome))


class YesNoPick(YesNoForm):
    """A question answered long ago; also whether to let the year pass."""

    def decision(self) -> Decision:
        if self.ask.prompt == "skip":
            return Skip(agree=self.cleaned_data["answer"] == "yes")
        return super().decision()


class RansomPick(forms.Form):
    """Whom a side bought back of its own accord."""

    character = forms.ChoiceField(label=gettext_lazy("Who is bought back"))

    def __init__(self, *args: Any, state: State, side: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["character"]
        assert isinstance(field, forms.ChoiceField)
        self.people = [one for one in state.characters[side].values() if one.status == "captured"]
        field.choices = [(str(n), one.name) for n, one in enumerate(self.people)]

    def decision(self) -> Ransom:
        return Ransom(character=self.people[int(self.cleaned_data["character"])].id, pay=True)


class SurrenderPick(forms.Form):
    """Somebody gave the war up, and nobody wrote it down: there is nothing to choose."""

    def decision(self) -> Surrender:
        return Surrender()


# --- The form for a decision ------------------------------------------------------------------------------


def form_for(
    rules: Rules, state: State, seat: str, prompt: str, *, book: Book, old: Decision | None, data: Any = None
) -> Any:
    """A form with the decision as it was (where it fits the form), for the war as it stood then; None where there is nothing to type."""
    ask = _ask(rules, state, seat, prompt, old)
    match prompt:
        case "order":
            forced = scenarios.forced_action(rules.pack, state, seat)
            action = old.action if isinstance(old, Order) else forced
            return OrderPick(data, book=book, forced=forced, initial={"action": action})
        case "choose":
            return _choose(rules, state, seat, old, data)
        case "muster":
            return _muster(state, seat, old, data)
        case "fought":
            return _fought(rules, state, book, old, data)
        case "spend_grant":
            return _bought(state, seat, old, data)
        case "replace_general":
            return _general(state, seat, old, data)
        case "standing_reroll":
            start = {"roll": old.roll, "below": old.below} if isinstance(old, StandingReroll) else {}
            return StandingRerollForm(data, book=book, initial=start)
        case "surrender":
            return SurrenderPick(data)
        case "length":
            return _length(state, data)
        case "ransom" if ask is None:
            return RansomPick(data, state=state, side=seat)
    if ask is None and prompt == "skip":
        ask = Ask(seat=seat, prompt="skip")
    return _answer(rules, state, seat, ask, old, data) if ask is not None else None


def _length(state: State, data: Any) -> LengthForm:
    low, high = between.length_bounds(state)
    years = range(low, min(high, max(state.last_year, state.year) + LONGER) + 1)
    return LengthForm(data, years=years, at=state.last_year, now=low if low < state.year else 0)


def _ask(rules: Rules, state: State, seat: str, prompt: str, old: Decision | None) -> Ask | None:
    if old is not None and (ask := answered(rules, state, seat, old)) is not None:
        return ask
    return next((ask for ask in state.pending if ask.seat == seat and ask.prompt == prompt), None)


def _choose(rules: Rules, state: State, seat: str, old: Decision | None, data: Any) -> ChooseForm:
    choices = scenarios.choices_of(rules.pack, state, seat)
    start: dict[str, Any] = {}
    if isinstance(old, Choose):
        start = {"village": old.village, "camp": old.camp}
        if old.points == ALL_TROOPS:
            start["amount"] = "all"
        elif old.points is not None:
            start |= {"amount": "some", "points": old.points}
    return ChooseForm(data, choices=dict(choices), initial=start)


def _muster(state: State, seat: str, old: Decision | None, data: Any) -> MusterPick:
    form = MusterPick(data, state=state, side=seat)
    if isinstance(old, Muster):
        form.initial = {
            "units": [str(n) for n, unit in enumerate(form.troops) if unit.id in old.units],
            "characters": [str(n) for n, one in enumerate(form.people) if one.id in old.characters],
        }
    return form


def _fought(rules: Rules, state: State, book: Book, old: Decision | None, data: Any) -> ResultForm:
    form = ResultForm(data, rules=rules, state=state, book=book, old=old)
    if isinstance(old, Fought):
        told = reports.reported(old.outcome)
        if not told["level"]:
            del told["level"]
        form.initial = typed_again(form.table, _of_the_table(form.table, told))
        form.captured = taken_alive(told)
    return form


def _of_the_table(table: reports.Table, told: Mapping[str, Any]) -> dict[str, Any]:
    """What of a report speaks of those who are at this table."""
    units = {side: set(force.unit_keys) for side, force in table.forces.items()}
    people = {side: set(force.character_keys) for side, force in table.forces.items()}
    return {
        **told,
        "losses": [one for one in told["losses"] if one["unit"] in units[one["seat"]]],
        "felled": [one for one in told["felled"] if one["character"] in people[one["seat"]]],
        "deeds": [one for one in told["deeds"] if one["character"] in people[one["seat"]]],
        "guns": {
            captor: [key for key in keys if any(key in table.guns.get(one, ()) for one in units if one != captor)]
            for captor, keys in told.get("guns", {}).items()
        },
        "generals": {side: key for side, key in told["generals"].items() if key in people[side]},
    }


def _bought(state: State, seat: str, old: Decision | None, data: Any) -> Any:
    units = old.units if isinstance(old, SpendGrant) else ()
    fields = ("name", "arm", "grade", "native", "figures", "points", "command")
    start = [{name: getattr(unit, name) for name in fields} for unit in units]
    roster = state.units[seat]
    return BoughtFormSet(
        data,
        prefix="buy",
        initial=[*start, *({} for _row in range(MORE_ROWS))] if data is None else None,
        taken={*roster, *(unit.name for unit in roster.values())},
        form_kwargs={"entries": ()},
    )


def _general(state: State, seat: str, old: Decision | None, data: Any) -> GeneralForm:
    people = state.characters[seat]
    lost = [(key, people[key].name) for key in between.lost_characters(state, seat)]
    start: dict[str, Any] = {}
    if isinstance(old, ReplaceGeneral):
        start = {"lost": old.lost, "name": old.general.name, "points": old.general.points}
    return GeneralForm(data, lost=lost, taken={*people, *(one.name for one in people.values())}, initial=start)


def _answer(rules: Rules, state: State, seat: str, ask: Ask, old: Decision | None, data: Any) -> Any:
    match ask.prompt:
        case "dice":
            faces = old.faces if isinstance(old, Typed) else ()
            return DiceForm(data, ask=ask, initial={f"face-{n}": face for n, face in enumerate(faces)})
        case "lose_points":
            due = losses.due_of(state, seat, ask.data["key"])
            assert due is not None
            units = state.units[seat]
            suggested = losses.by_program(units, due, rules.pack.recovery.floor)
            given = old.figures if isinstance(old, LosePoints) and old.figures else suggested
            return LosePointsForm(data, ask=ask, units=losses.concerned(units, due), suggested=given)
        case "successor":
            return SuccessorForm(data, ask=ask, initial={"name": old.name} if isinstance(old, Successor) else {})
    return YesNoPick(data, ask=ask, initial={"answer": "yes" if _said_yes(old) else "no"})


def _said_yes(old: Decision | None) -> bool:
    match old:
        case Ransom(pay=yes) | StakeAll(agree=yes) | ObeyRecall(obey=yes) | SpendReroll(use=yes) | Skip(agree=yes):
            return yes
    return False


def add_problem(form: Any, problem: Problem) -> None:
    """Show above a form what the rules have against what was typed."""
    text = problem_text(problem)
    if isinstance(form, forms.BaseFormSet):
        form.non_form_errors().append(text)
    else:
        form.add_error(None, text)


# --- Misfits ----------------------------------------------------------------------------------------------


class WhyForm(forms.Form):
    """Why something is corrected, called off or taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody in this war will read it: 500 characters at most."),
        error_messages={"required": gettext_lazy("Say why: everybody in this war will read it.")},
    )
