"""How values of a menu are called on the page of a battle."""

from types import SimpleNamespace

import pytest
from django.http import QueryDict

from frontend.views.battlepages.table import Table
from tests.factories.clubs import NOW


@pytest.mark.parametrize(("argument", "said"), [("then", "nobody"), ("target", "nobody"), ("missile", "nothing")])
def test_nobody_and_nothing_are_said_in_words(argument, said):
    table = Table(seen=SimpleNamespace(battle=SimpleNamespace(ruleset="awam")), now=NOW, query=QueryDict())

    assert table.value_words(argument, None) == said
