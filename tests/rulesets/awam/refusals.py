"""What nobody may do at AWAM, with the code and the paragraph by which it is refused: for the engine, the API and the pages alike."""

from rulesets.awam.state import Active, encoded
from rulesets.contract import Action
from rulesets.vocabulary import UMPIRE, Json, Seat
from tests.rulesets.awam.fields import activate, man, table, wall

FIRE = {"fig": "1.1.2", "target": "2.1.1", "aimed": False, "shots": 1}


def go(figure: str, *points: tuple[Json, Json], gait: str = "walk") -> dict[str, Json]:
    return {"fig": figure, "gait": gait, "path": [{"x": x, "y": y} for x, y in points]}


CASES: dict[str, tuple[Seat, str, str, dict[str, Json], str, str]] = {
    # name: seat, state, kind, arguments, code, paragraph
    "a card played twice": ("first", "ace", "pick", {"squad": "1.1"}, "no_such_squad", "AWAM 2.2"),
    "a card of another": ("second", "ace", "pick", {"squad": "2.1"}, "not_your_turn", "AWAM 10.1"),
    "a squad that nobody has": ("first", "ace", "pick", {"squad": "9.9"}, "no_such_squad", "AWAM 2.2"),
    "an order before a squad is picked": ("first", "ace", "move", go("1.2.1", (520, 420)), "not_now", "AWAM 10.1"),
    "an order to the wrong squad": ("first", "orders", "move", go("1.2.1", (520, 420)), "wrong_squad", "AWAM 2.2"),
    "a sixth order of five": ("first", "spent", "move", go("1.1.2", (420, 420), gait="run"), "no_order", "AWAM 2.5"),
    "an action by a captured figure": ("first", "orders", "move", go("1.1.4", (720, 420)), "is_prisoner", "AWAM 6.7"),
    "an action by one who has broken": ("first", "orders", "move", go("1.1.5", (820, 420)), "is_broken", "AWAM 7.4"),
    "an action by the dead": ("first", "orders", "move", go("1.1.6", (820, 420)), "not_on_table", "AWAM 10.1"),
    "a second action on one card": ("first", "orders", "move", go("1.1.3", (620, 420)), "acted_on_card", "AWAM 2.4"),
    "a figure of the enemy's": ("first", "orders", "move", go("2.1.1", (420, 420)), "not_yours", "AWAM 10.1"),
    "a figure that nobody has": ("first", "orders", "move", go("1.1.77", (420, 420)), "not_yours", "AWAM 10.1"),
    "an order out of turn": ("second", "orders", "move", go("2.1.1", (420, 620)), "not_your_turn", "AWAM 10.1"),
    "a way over a wall that costs too much": (
        "first",
        "orders",
        "move",
        go("1.1.2", (400, 480)),
        "too_far",
        "AWAM 3.1",
    ),
    "a way over the edge": ("first", "orders", "move", go("1.1.2", (420, -40)), "off_table", "AWAM 14.5"),
    "a way of a thousand million": ("first", "orders", "move", go("1.1.2", (420, 10**9)), "off_table", "AWAM 14.5"),
    "a gait that nobody knows": (
        "first",
        "orders",
        "move",
        go("1.1.2", (420, 420), gait="fly"),
        "gait_not_open",
        "AWAM 3.1",
    ),
    "a shot at what is hidden": ("first", "orders", "fire", {**FIRE, "target": "2.1.3"}, "no_such_target", "AWAM 10.4"),
    "a shot at what one does not see": (
        "first",
        "orders",
        "fire",
        {**FIRE, "target": "2.1.2", "aimed": True},
        "out_of_sight",
        "AWAM 4.1",
    ),
    "a shot at nobody": ("first", "orders", "fire", {**FIRE, "target": "2.9.9"}, "no_such_target", "AWAM 10.4"),
    "more shots than rounds": ("first", "orders", "fire", {**FIRE, "shots": 99}, "bad_shots", "AWAM 4.5"),
    "an umpire's card that the scenario does not hold": (
        UMPIRE,
        "orders",
        "hand_card",
        {"group": "dervishes", "reason": "They come."},
        "no_such_card",
        "AWAM 18.1",
    ),
    "an event where there are none": (
        UMPIRE,
        "orders",
        "event",
        {"number": 1, "reason": "A hippo."},
        "no_such_event",
        "AWAM 18.1",
    ),
    "a ruling without a reason": (UMPIRE, "orders", "end_turn", {"reason": " "}, "needs_reason", "AWAM 18.1"),
    "a ruling by a player": ("first", "orders", "end_turn", {"reason": "Enough."}, "not_now", "AWAM 10.1"),
}

WHY: dict[str, Json] = {"reason": "So it is."}
CASES |= {
    "an umpire's card of a group that nobody knows": (
        UMPIRE,
        "orders",
        "hand_card",
        {**WHY, "group": "hippos"},
        "no_such_card",
        "AWAM 18.1",
    ),
    "a reason of 201 letters": (UMPIRE, "orders", "end_turn", {"reason": "x" * 201}, "needs_reason", "AWAM 18.1"),
    "a word of 501 letters": (
        UMPIRE,
        "orders",
        "message",
        {"seats": ["first"], "text": "x" * 501},
        "bad_text",
        "AWAM 18.1",
    ),
    "a word to nobody": (UMPIRE, "orders", "message", {"seats": [], "text": "Hush."}, "no_such_seat", "AWAM 18.1"),
    "a reason shown to a seat that is not there": (
        UMPIRE,
        "orders",
        "end_turn",
        {**WHY, "shown_to": ["fifth"]},
        "no_such_seat",
        "AWAM 18.1",
    ),
    "six points by a ruling": (
        UMPIRE,
        "orders",
        "give_points",
        {**WHY, "seat": "first", "points": 6},
        "bad_points",
        "AWAM 18.1",
    ),
    "a thousand million points": (
        UMPIRE,
        "orders",
        "give_points",
        {**WHY, "seat": "first", "points": -(10**9)},
        "bad_points",
        "AWAM 18.1",
    ),
    "two wounds by a ruling": (
        UMPIRE,
        "orders",
        "wound",
        {**WHY, "fig": "1.1.1", "wounds": 2},
        "bad_wounds",
        "AWAM 18.1",
    ),
    "a wound that is a word": (
        UMPIRE,
        "orders",
        "wound",
        {**WHY, "fig": "1.1.1", "wounds": "1"},
        "bad_arguments",
        "AWAM 10.4",
    ),
    "a place beside the table": (
        UMPIRE,
        "orders",
        "place",
        {**WHY, "fig": "1.1.1", "x": 10**9, "y": 400},
        "off_table",
        "AWAM 18.1",
    ),
    "a die changed by a ruling": (
        UMPIRE,
        "orders",
        "wound",
        {**WHY, "fig": "1.1.1", "wounds": 1, "die": 6},
        "bad_arguments",
        "AWAM 10.4",
    ),
    "an order of the umpire's to a seat's squad": (
        UMPIRE,
        "orders",
        "move",
        go("1.1.2", (420, 420)),
        "not_your_turn",
        "AWAM 10.1",
    ),
    "peace with oneself": (
        "first",
        "orders",
        "declare",
        {"seat": "first", "word": "peace"},
        "no_such_seat",
        "AWAM 10.2",
    ),
    "an instruction that nobody knows": (
        "second",
        "orders",
        "instruct",
        {"fire_at_attackers": True, "prisoners": "some"},
        "bad_arguments",
        "AWAM 10.4",
    ),
    "a part that an action has not": (
        "first",
        "orders",
        "move",
        {**go("1.1.2", (420, 420)), "haste": 1},
        "bad_arguments",
        "AWAM 10.4",
    ),
    "a scenario's verb where there is none": (
        "first",
        "orders",
        "special",
        {"fig": "1.1.2", "verb": "hoist", "thing": "first"},
        "no_such_verb",
        "AWAM 10.4",
    ),
}


def asked(question: str) -> Json:
    """A skirmish in which the first seat's card is being played: ``ace``: of two squads one has had it; ``spent``: no order is left."""
    world = table(
        man("1.1.1", "askari", 300, 400, leads=True),
        man("1.1.2", "askari", 400, 400),
        man("1.1.3", "askari", 600, 400, carded=True),
        man("1.1.4", "askari", 700, 400, captor="second"),
        man("1.1.5", "askari", 800, 400, broken=True),
        man("1.1.6", "askari", 900, 400, fate="dead"),
        man("1.2.1", "askari", 500, 400, leads=True),
        man("2.1.1", "warrior", 400, 600, leads=True),
        man("2.1.2", "warrior", 400, 1900),
        man("2.1.3", "warrior", 500, 700, where="hidden"),
        ground=(wall((300, 440), (500, 440), "high_wall"), wall((100, 1800), (900, 1800), "high_wall")),
        umpire=True,
    )
    world.figure("1.1.6").where = "out"
    world.figure("2.1.3").where = "hidden"
    if question == "ace":
        world.state.phase = "pick"
        world.state.active = Active(card="first:1", seat="first", owner="first", ace=True, orders=5, done=("1.1",))
    else:
        activate(world, "1.1", orders=5)
    if question == "spent":
        world.state.active.left = 0
        world.figure("1.1.2").free = True
    return encoded(world.state)


def action(name: str) -> Action:
    _seat, _question, kind, arguments, _code, _rule = CASES[name]
    return Action(kind=kind, arguments=arguments)
