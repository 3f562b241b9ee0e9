"""What a field keeps until somebody moves is what anybody who looks anew would find (Askari H1-H3)."""

import pytest

from rulesets.askari import geometry, setting, sound
from rulesets.askari.field import Field, body_of
from rulesets.askari.ruleset import Askari
from rulesets.askari.tables import TABLES
from rulesets.dice import Keyed
from tests.rulesets.askari.battles import MANY, SMALL, battle, stage
from tests.rulesets.subjects import ASKARI


@pytest.fixture
def looks(monkeypatch):
    """Every answer out of what is kept is worked out anew beside it; how often that was done."""
    times = dict.fromkeys(("body", "bodies", "table", "contacts", "_who_blocks"), 0)

    def watched(name, anew):
        kept = getattr(Field, name)
        asked = kept.fget if isinstance(kept, property) else kept

        def told(field, *given):
            found = asked(field, *given)
            times[name] += 1
            assert found == anew(asked, field, *given), f"{name} is not what it was"
            return found

        monkeypatch.setattr(Field, name, property(told) if isinstance(kept, property) else told)

    def elsewhere(asked, field, *given):
        return asked(Field(field.state), *given)

    watched("body", lambda _asked, _field, unit: body_of(unit))
    for name in ("bodies", "table", "contacts", "_who_blocks"):
        watched(name, elsewhere)
    return times


@pytest.mark.parametrize("name", ASKARI.setups)
def test_what_is_kept_is_never_out_of_date(name, looks):
    rules = Askari()
    for seed in (b"one", b"two", b"three"):
        dice = Keyed(seed)
        state = rules.setup(ASKARI.setups[name], dice).state
        while asks := rules.asks(state):
            state = rules.apply(state, {ask.seat: rules.bot(state, ask.seat) for ask in asks}, dice).state

    assert min(looks.values()) > 10


def test_two_who_stand_on_one_another_are_told_whatever_their_names_are():
    field = stage(SMALL, MANY, {"west:rifles": (900, 300, 0, 1), "east:rifles": (900, 800, 180, 1)})
    field.state.outcome = {}  # nobody is asked anything on a stage
    assert sound.faults(field.state) == []
    own, foe = field.unit("west:rifles").figures, field.unit("east:rifles").figures
    foe[0].at = own[0].at
    own[2].at = own[1].at

    told = sound.faults(field.state)

    assert any({own[0].id, foe[0].id} <= set(line.split()) for line in told)
    assert any({own[1].id, own[2].id} <= set(line.split()) for line in told)


def test_the_ground_is_laid_once_and_again_when_it_changes():
    first, other = (Field(setting.opened(battle("village", SMALL, SMALL))) for _one in (1, 2))
    assert first.ground is other.ground

    first.state.ground = first.state.ground[1:]
    assert first.ground is other.ground, "nobody has told it yet"
    first.changed_ground()
    assert first.ground is not other.ground


@pytest.mark.parametrize("distance", range(22, 32))
def test_a_field_knows_contact_as_geometry_does(distance):
    field = stage(SMALL, SMALL, {"west:leader": (900, 300, 0, 1), "east:leader": (900, 300 + distance, 180, 1)})
    own, foe = field.unit("west:leader"), field.unit("east:leader")
    touch = geometry.contact(own.figures[0].at, own.base, foe.figures[0].at, foe.base, TABLES.bases.touch)

    assert field.engaged(own) is field.engaged(foe) is touch
    assert touch is (25 <= distance <= 28)
