"""A battle on hexes: what its menus name by words can be tapped on the board, with what it costs and what the cover does."""

from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from battles import selectors
from battles.services import opening, play
from frontend.forms.domains import code
from frontend.templatetags.words import signed
from frontend.views.battlepages import ends
from frontend.views.battlepages.boards import drawn
from frontend.views.battlepages.menus import step_of
from frontend.views.battlepages.steps import Chosen
from frontend.views.battlepages.table import Table
from rulesets import registry
from rulesets.contract import Action, Force, Setup
from rulesets.montjoie import hexes, moving, routes, shooting
from rulesets.montjoie.field import Field
from rulesets.montjoie.shooting import Aim
from rulesets.montjoie.state import decoded
from tests.factories.clubs import NOW
from tests.frontend.boards.test_hexboard import found
from tests.rulesets.subjects import MONTJOIE
from tests.worlds import once

pytestmark = pytest.mark.django_db


@once
def skirmish(club, players):
    """The toll at the first move of somebody's men."""
    west, east = MONTJOIE.ruleset.describe().seats[:2]
    held = opening.open_battle(
        club=club,
        ruleset="montjoie",
        setup=Setup(scenario="toll", forces={seat.key: Force() for seat in (west, east)}),
        seats={west.key: players["west"], east.key: players["east"]},
        umpire=None,
        by=None,
        now=NOW,
        names={west.key: "Rovers", east.key: "Keepers"},
    )
    return on(held, moves)


def on(held, until):
    """Play what the program would, until a state is as wanted."""
    rules = registry.get("montjoie")
    while held.is_open and not until(held):
        ask = rules.asks(held.state)[0]
        action = rules.fallback(held.state, ask.seat, "absent")
        by = held.seats.get(key=ask.seat).member
        held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=by, now=NOW)
    return held


@pytest.fixture
def reader():
    """``reader(held, unit="…", do="go")``: what whoever is asked may choose next, and his board."""

    def look(held, **query):
        ask = registry.get("montjoie").asks(held.state)[0]
        person = held.seats.get(key=ask.seat).member.user
        asked = QueryDict(urlencode(query))
        table = Table(selectors.page_of(person, held.public_id, now=NOW), NOW, asked)
        step = step_of(table, Chosen.of(asked))
        return step, drawn(table, table.scene, step)

    return look


def moves(held):
    return decoded(held.state).phase == "move"


def movers(held):
    field = Field(decoded(held.state))
    return field, [one for one in field.state.on_map(field.state.seat) if routes.reachable(field, one)]


def test_every_place_that_can_be_reached_is_tapped_and_shows_its_cost(skirmish, reader):
    field, figures = movers(skirmish)
    one = next(one for one in figures if not one.mounted)
    step, board = reader(skirmish, unit=one.id, do="go")

    ways = routes.reachable(field, one)
    links = {link.get("href"): link for link in found(board, "target")}
    assert len(links) == len(ways)
    for place in ways:
        cost = ways.cost(place)
        (link,) = [
            link for href, link in links.items() if f"{place}%22" in href or f'{place}"' in href or href.endswith(place)
        ]
        assert [part.text for part in link if "aim-number" in (part.get("class") or "")] == [str(cost)]
        assert f"for {cost} point" in link.get("aria-label")
    assert [one["title"] for one in step.options] == [one.get("aria-label") for one in found(board, "target")]


def test_a_rider_sees_a_place_for_each_way_he_may_look_there(skirmish, reader):
    held = on(skirmish, lambda held: moves(held) and any(one.mounted for one in movers(held)[1]))
    field, figures = movers(held)
    one = next(one for one in figures if one.mounted)
    ways = routes.reachable(field, one)
    hexes_of = {goal.partition(":")[0] for goal in ways}
    step, board = reader(held, unit=one.id, do="go")
    assert found(board, "trunk")
    assert len(ways) > len(hexes_of) > 1
    assert len(found(board, "target")) == len(step.options) == len(hexes_of)

    offered = set()
    for option in step.options:
        there, board = follow(reader, held, option["href"])
        if there.action is not None:
            offered.add(there.action.arguments["to"])
            continue
        place = option["title"].partition(",")[0]
        assert len(there.options) == len([goal for goal in ways if goal.startswith(f"{place}:")])
        assert len(found(board, "target")) == len(there.options)
        offered |= {follow(reader, held, each["href"])[0].action.arguments["to"] for each in there.options[:1]}
    assert len(offered) == len(hexes_of)


def test_before_it_is_confirmed_the_way_stands_on_the_board(skirmish, reader):
    field, figures = movers(skirmish)
    one = next(one for one in figures if not one.mounted)
    ways = routes.reachable(field, one)
    place = max(ways, key=lambda goal: len(ways.way(goal)))
    _text, board = reader(skirmish, unit=one.id, do="go")
    (href,) = [link.get("href") for link in found(board, "target") if link.get("aria-label").startswith(f"{place},")]
    step, board = reader(skirmish, **QueryDict(href.partition("?")[2].partition("#")[0]).dict())

    assert step.action == Action(kind="go", arguments={"fig": one.id, "to": place})

    (way,) = found(board, "way")
    x, y = hexes.centre(one.at)
    assert way.get("d").startswith(f"M{x} {y}L")
    assert way.get("d").count("L") == len(ways.way(place))


def shots_in(held):
    """The choices of a shot, of whoever is asked."""
    rules = registry.get("montjoie")
    return [
        one
        for ask in rules.asks(held.state)
        for one in rules.menu(held.state, ask.seat)
        if one.arguments.keys() == {"fig", "weapon", "target"}
    ]


def test_a_target_shows_its_line_of_fire_with_cover_and_modifier(skirmish, reader):
    held = on(skirmish, lambda held: bool(shots_in(held)))
    field, choice = Field(decoded(held.state)), shots_in(held)[0]
    fig, weapon = (choice.arguments[name].values[0] for name in ("fig", "weapon"))
    targets = choice.arguments["target"].values
    query = {"unit": fig, "do": choice.kind, "p.fig": code(fig), "p.weapon": code(weapon)}
    if len(targets) == 1:
        query["p.target"] = code(targets[0])
    _text, board = reader(held, **query)

    lines = found(board, "fire")
    assert len(lines) == len(targets)
    for target, line in zip(targets, lines, strict=True):
        defensive = choice.kind.startswith("def_")
        aim = shooting.aim(field, field.figure(fig), field.figure(target), weapon, defensive=defensive)
        assert isinstance(aim, Aim)
        assert f"cover-{aim.cover}" in line.get("class")
        (way,) = found_in(line, "fire-line")
        (x, y), (a, b) = hexes.centre(field.figure(fig).at), hexes.centre(aim.at)
        assert way.get("d") == f"M{x} {y}L{a} {b}"
        assert [one.text for one in found_in(line, "fire-text")] == [signed(aim.total)]


def found_in(line, name):
    return [one for one in line.iter() if name in (one.get("class") or "").split()]


def test_what_is_no_place_of_the_map_is_nowhere(skirmish):
    rules = registry.get("montjoie")
    action = Action(kind="go", arguments={})

    assert (
        list(rules.where(skirmish.state, "first", action, "to", ["ZZ99", "x", 3, None, "A01/crown"]))[:4] == [None] * 4
    )


def follow(reader, held, address):
    """What an address of the page shows."""
    return reader(held, **QueryDict(address.partition("?")[2].partition("#")[0]).dict())


def tapped(board, title):
    """Where the place of that title leads."""
    (href,) = [link.get("href") for link in found(board, "target") if link.get("aria-label") == title]
    return href


def test_a_way_is_tapped_point_by_point_and_its_last_point_taken_back(skirmish, reader):
    field, figures = movers(skirmish)
    one = next(one for one in figures if not one.mounted and len(routes.reachable(field, one)) > 8)
    step, board = reader(skirmish, unit=one.id, do="path")
    assert step.fields == []
    assert step.action is None
    assert step.shorter == ""

    first = step.options[0]
    step, board = follow(reader, skirmish, tapped(board, first["title"]))
    (begun,) = [step.action.arguments["to"]]
    assert len(begun) == 1
    assert step.problem is None
    (way,) = found(board, "way")
    assert way.get("d").count("L") == 1

    step, board = follow(reader, skirmish, tapped(board, step.options[0]["title"]))
    assert step.action.arguments["to"][:1] == begun
    assert len(step.action.arguments["to"]) == 2
    (way,) = found(board, "way")
    assert way.get("d").count("L") == 2

    step, _board = follow(reader, skirmish, step.shorter)
    assert step.action == Action(kind="path", arguments={"fig": one.id, "to": begun})


def test_a_riders_own_way_is_tapped_step_by_step(skirmish, reader):
    held = on(skirmish, lambda held: moves(held) and any(one.mounted for one in movers(held)[1]))
    _field, figures = movers(held)
    one = next(one for one in figures if one.mounted)
    step, board = reader(held, unit=one.id, do="path")
    assert len(found(board, "target")) == len(step.options) > 3
    assert any(option["title"].startswith("ride on: ") for option in step.options)
    assert any(option["title"].startswith("turn on the spot: ") for option in step.options)

    for count in (1, 2):
        step, board = follow(reader, held, tapped(board, step.options[0]["title"]))
        assert len(step.action.arguments["to"]) == count
        assert step.problem is None


def test_points_of_a_way_that_nobody_could_go_are_dropped(skirmish, reader):
    field, figures = movers(skirmish)
    one = next(one for one in figures if not one.mounted)
    good = next(iter(registry.get("montjoie").onward(skirmish.state, field.state.seat, path(one, []), "to")))
    for told in ("[", "{}", '["ZZ99"]', "3", '[["A01"]]', "[" * 5000):
        step, _board = reader(skirmish, unit=one.id, do="path", **{"p.to": told})
        assert step.action is None
        assert step.options
    step, _board = reader(skirmish, unit=one.id, do="path", **{"p.to": f'["{good}", "ZZ99"]'})
    assert step.action == path(one, [good])


def path(one, steps):
    return Action(kind="path", arguments={"fig": one.id, "to": steps})


def test_whatever_is_offered_next_on_a_way_is_allowed(skirmish):
    rules = registry.get("montjoie")
    field, figures = movers(skirmish)
    for one in figures:
        way = []
        while True:
            offered = rules.onward(skirmish.state, field.state.seat, path(one, way), "to")
            assert len(set(offered)) == len(offered)
            for each in offered:
                problem = rules.check(skirmish.state, field.state.seat, path(one, [*way, each]))
                assert problem is None or problem.code == "taken"
            if not offered:
                break
            way = [*way, offered[0]]
        assert bool(way) is (moving.bars(field, one) is None)


def test_the_end_is_told_in_words(skirmish):
    held = play.act(
        skirmish,
        seat=(loser := registry.get("montjoie").asks(skirmish.state)[0].seat),
        action=Action(kind="concede"),
        seq=skirmish.seq,
        by=skirmish.seats.get(key=loser).member,
        now=NOW,
    )
    table = Table(selectors.page_of(held.seats.get(key=loser).member.user, held.public_id, now=NOW), NOW, QueryDict())
    told = ends.report(table)["special"]
    assert [row["what"] for row in told] == ["Decided by", "Points taken from the enemy", "Turns played"]
    assert told[0]["is"] == "giving up"
    assert told[1]["is"].startswith("Rovers ")
