"""A reason may have the same length wherever it is given: on a page, through the API, in the service; and the page says so."""

import importlib
import pkgutil

import pytest
from django import forms

import frontend.forms
from campaigns.services.reasons import reason_of
from clubs.errors import Refusal
from clubs.limits import LONGEST_REASON
from config.api import routes

METHODS = ("post", "put", "patch", "delete")


def test_every_form_that_asks_for_a_reason_says_how_long_it_may_be():
    asking = {}
    for module in pkgutil.iter_modules(frontend.forms.__path__):
        for name, form in vars(importlib.import_module(f"frontend.forms.{module.name}")).items():
            if isinstance(form, type) and issubclass(form, forms.Form) and "reason" in form.base_fields:
                field = form.base_fields["reason"]
                asking[name] = (field.max_length, str(LONGEST_REASON) in str(field.help_text))
    assert asking == dict.fromkeys(asking, (LONGEST_REASON, True))
    assert len(asking) > 5


def test_every_operation_takes_a_reason_of_that_length():
    taking = {}
    for route in routes:
        for method in METHODS:
            told = getattr(getattr(route.callback.view_class, method, None), "operation", None)
            field = told.takes().fields.get("reason") if told is not None and told.takes is not None else None
            if field is not None:
                taking[told.name] = field.max_length
    assert taking == dict.fromkeys(taking, LONGEST_REASON)
    assert len(taking) > 5


def test_a_longer_one_is_refused_with_the_number():
    assert len(reason_of("a" * LONGEST_REASON)) == LONGEST_REASON
    with pytest.raises(Refusal, match="500") as refused:
        reason_of("a" * (LONGEST_REASON + 1))
    assert refused.value.code == "reason_too_long"
