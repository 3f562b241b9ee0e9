"""An index over some rows only is used only by who asks for just these."""

from django.db.models import Q

from campaigns.models import LedgerEntry
from campaigns.selectors.home import CONTESTED, RULED


def test_the_index_of_contests_holds_the_kinds_that_a_desk_asks_for():
    (index,) = [one for one in LedgerEntry._meta.indexes if one.name == "contests_of_a_war"]
    assert index.condition == Q(kind__in=[CONTESTED, RULED])
