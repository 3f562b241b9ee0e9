"""The program as a player, and what is done for one who is absent."""

from rulesets.contract import Action
from rulesets.montjoie import placing, retreats
from rulesets.montjoie.field import Field
from rulesets.montjoie.fights import picks
from rulesets.montjoie.state import Frame, place_name
from rulesets.montjoie.verbs import answering, fighting, sieging
from rulesets.vocabulary import Seat


def absent(field: Field, seat: Seat) -> Action:
    """As little as may be: setting up as the scenario says, no shot, no move, no attack but one that is owed."""
    state = field.state
    prompt = state.asked["prompt"] if state.asked else ""
    if prompt.startswith("siege_"):
        kind, arguments = sieging.absent(field, prompt)
        return Action(kind=kind, arguments=arguments)
    if prompt == "deploy":
        return Action(kind="place_rest" if placing.waiting(field, seat) else "end_deploy")
    if prompt == "combat":
        owed = fighting.owed_jumps(field, seat)
        if owed:
            return Action(kind="resolve_jump", arguments={"fig": owed[0].id})
    if prompt == "hamstring":
        return Action(kind="waive", arguments={"fig": _cutter(field, seat)})
    if prompt in ("fire", "move", "combat"):
        return Action(kind="end_phase")
    return pending(field, state.stack[-1])


def _cutter(field: Field, seat: Seat) -> str:
    from rulesets.montjoie import hamstring

    return next(one.id for one in field.state.on_map(seat) if hamstring.valid(field, one))


def pending(field: Field, frame: Frame) -> Action:
    """The first answer to what is pending."""
    match frame.kind:
        case "answer":
            return Action(kind="stand")
        case "retreat":
            return Action(kind="retreat", arguments={"hexes": retreats.options(field, frame)[0]})
        case "put":
            place = answering.put_options(field, frame.data["options"])[0]
            return Action(kind="put", arguments={"to": place_name(place)})
        case "pick":
            return Action(kind="pick", arguments={"fig": picks(field, frame)[0]})
        case "advance":
            return Action(kind="no_advance")
        case _:
            return Action(kind="pass")


def choose(field: Field, seat: Seat) -> Action:
    return absent(field, seat)
