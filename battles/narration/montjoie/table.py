"""The table companion of Montjoie in words: what was rolled for, what was needed, what becomes of both sides."""

from collections.abc import Callable, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.companions import noted
from battles.narration.core import Names, Render, register_happening
from battles.narration.montjoie import words
from battles.narration.montjoie.telling import TABLE_KEY as KEY
from battles.narration.montjoie.telling import Data
from battles.narration.why import explains, with_rule
from rulesets.montjoie.tables import TABLES

TARGET: Mapping[str, Promise] = {
    "stunned": gettext_lazy("The target is stunned."),
    "wounded": gettext_lazy("The target is wounded."),
    "dead": gettext_lazy("The target is killed."),
    "falls": gettext_lazy("The target falls to the ground, wounded."),
    "down": gettext_lazy("The target goes one level down."),
    "grips": gettext_lazy("The target is wounded: now roll whether he keeps his hold."),
}
HORSE: Mapping[str, Promise] = {
    "free": gettext_lazy("The horse is without a rider."),
    "dead": gettext_lazy("The horse is killed."),
}
ATTACKERS: Mapping[str, Promise] = {
    "stunned": gettext_lazy("One of the attackers is stunned."),
    "dead": gettext_lazy("One of the attackers is killed."),
}


def tells(kind: str) -> Callable[[Render], Render]:
    """Decorate the function that tells a kind of roll."""

    def register(render: Render) -> Render:
        register_happening(KEY, kind, lambda data, names: noted(data, render(data, names)))
        return render

    return register


def hexes_back(many: int) -> str:
    return ngettext("The target goes %(many)s hex back.", "The target goes %(many)s hexes back.", many) % {"many": many}


def fates(data: Data, *, back: int) -> str:
    """What becomes of the target, of its horse, and of the attackers. ``back``: hexes that a target goes back."""
    found = []
    match data["target"]:
        case "back":
            found.append(hexes_back(back))
        case "slowed":
            found.append(_("The mover loses %(points)s movement points.") % {"points": TABLES.mp["react_a"]})
        case "":
            pass
        case other:
            found.append(str(TARGET[other]))
    if data["target"] == "wounded" and data.get("defensive"):
        found.append(_("What is left of its move is halved."))
    if data.get("horse") in HORSE:
        found.append(str(HORSE[data["horse"]]))
    match data.get("attackers", ""):
        case "back":
            retreat = TABLES.number["retreat"]
            found.append(
                ngettext("All attackers go %(many)s hex back.", "All attackers go %(many)s hexes back.", retreat)
                % {"many": retreat}
            )
        case "":
            pass
        case other:
            found.append(str(ATTACKERS[other]))
    return " ".join(found) or _("Nothing happens.")


def with_fates(sentence: str, data: Data, *, back: int) -> str:
    """A sentence with what becomes of everybody, unless its letter says already that nothing does."""
    return sentence if data["letter"] == "-" else f"{sentence} {fates(data, back=back)}"


def row_told(row: Data) -> str:
    """A modifier with its sign and its paragraph."""
    key = row["key"]
    word = words.called(words.WEATHER, key.removeprefix("weather.")) if key.startswith("weather.") else ""
    what = word or words.called(words.MODIFIERS, key)
    return with_rule(_("%(what)s %(value)s") % {"what": what, "value": signed(row["value"])}, row["rule"])


def die_told(data: Data) -> str:
    return _("die %(die)s") % {"die": data["die"]}


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def added(value: int, rule: str) -> Iterable[str]:
    """What is added to the die, where anything is."""
    if value:
        yield with_rule(_("modifiers %(value)s") % {"value": signed(value)}, rule)


# --- The turn, close combat, missiles ---------------------------------------------------------------------------------


@tells("turn")
def _turn(data: Data, names: Names) -> str:
    told = {"turn": data["turn"], "weather": words.called(words.WEATHER, data["weather"])}
    if data["dark"]:
        return _("Turn %(turn)s. Weather: %(weather)s, in total darkness.") % told
    return _("Turn %(turn)s. Weather: %(weather)s.") % told


@explains(KEY, "turn")
def _why_turn(data: Data, names: Names) -> list[str]:
    row = TABLES.weather[data["weather"]]
    lines = []
    if data["visibility"]:
        lines.append(with_rule(_("nobody is seen beyond %(hexes)s hexes") % {"hexes": data["visibility"]}, row.rule))
    if row.movement != (1, 1):
        up, down = row.movement
        lines.append(with_rule(_("movement in the open: %(up)s/%(down)s") % {"up": up, "down": down}, row.rule))
    if data["dark"]:
        up, down = TABLES.dark.movement
        lines.append(with_rule(_("darkness: %(up)s/%(down)s of that") % {"up": up, "down": down}, TABLES.dark.rule))
    lines += added(data["missile"], row.rule)
    if data["bad"]:
        lines.append(with_rule(_("everybody in the open fights on bad ground"), "Montjoie R1, R2"))
    return lines


@tells("march")
def _march(data: Data, names: Names) -> str:
    told = {"points": data["points"], "printed": data["printed"]}
    if data["half"]:
        return _("Movement %(printed)s; points for who shoots as well: %(points)s.") % told
    return _("Movement %(printed)s; points: %(points)s.") % told


@explains(KEY, "march")
def _why_march(data: Data, names: Names) -> list[str]:
    up, down = TABLES.weather[data["weather"]].movement
    lines = []
    if (up, down) != (1, 1):
        weather = words.called(words.WEATHER, data["weather"])
        told = {"weather": weather, "up": up, "down": down}
        lines.append(with_rule(_("%(weather)s: %(up)s/%(down)s") % told, "Montjoie 1.1"))
    if data["dark"]:
        up, down = TABLES.dark.movement
        lines.append(with_rule(_("darkness: %(up)s/%(down)s of that") % {"up": up, "down": down}, TABLES.dark.rule))
    if data["half"]:
        lines.append(with_rule(_("half of it in a turn in which it shoots"), "Montjoie 4.9"))
    return [*lines, with_rule(_("rounded down"), "Montjoie R3")]


def _result(data: Data) -> dict[str, str]:
    return {
        "column": data["column"],
        "die": data["die"],
        "letter": words.called(words.RESULTS, data["letter"]),
    }


@tells("fight")
def _fight(data: Data, names: Names) -> str:
    told = {**_result(data), "attack": data["attack"], "defence": data["defence"]}
    sentence = _("%(attack)s against %(defence)s, column %(column)s, die %(die)s: %(letter)s.") % told
    return with_fates(sentence, data, back=TABLES.number["retreat"])


@explains(KEY, "fight")
def _why_fight(data: Data, names: Names) -> list[str]:
    number = TABLES.number
    lines = [_("attack %(attack)s against defence %(defence)s") % data]
    for key, factor, rule in (("charge", "charge_factor", "Montjoie 4.2"), ("jump", "jump_factor", "Montjoie 1.2.6")):
        if data[key]:
            told = {"value": data[key], "factor": number[factor]}
            text = _("charge: %(value)s × %(factor)s") if key == "charge" else _("jump: %(value)s × %(factor)s")
            lines.append(with_rule(text % told, rule))
    if data["support"]:
        told = {"value": data["support"]}
        lines.append(with_rule(_("lent by those behind: %(value)s") % told, "Montjoie 2.4.2"))
    lines.append(with_rule(_("odds %(base)s") % data, "Montjoie 4.8"))
    lines += [row_told(row) for row in data["rows"]]
    lines.append(with_rule(_("column %(column)s") % data, "Montjoie 4.8"))
    return [*lines, *added(data["modifier"], "Montjoie 1.2.6")]


@tells("shoot")
def _shoot(data: Data, names: Names) -> str:
    told = {
        "weapon": capfirst(words.called(words.WEAPONS, data["weapon"])),
        "distance": data["distance"],
        "die": data["die"],
        "row": data["row"],
        "letter": words.called(words.RESULTS, data["letter"]),
    }
    sentence = _("%(weapon)s at %(distance)s hexes, die %(die)s, row %(row)s: %(letter)s.") % told
    return with_fates(sentence, data, back=TABLES.number["retreat_missile"])


@explains(KEY, "shoot")
def _why_shoot(data: Data, names: Names) -> list[str]:
    offset = TABLES.missile_offsets[TABLES.weapons[data["weapon"]].column]
    weapon = words.called(words.WEAPONS, data["weapon"])
    return [
        die_told(data),
        *(row_told(row) for row in data["rows"]),
        with_rule(_("%(what)s %(value)s") % {"what": weapon, "value": signed(offset)}, "Montjoie 4.9"),
        with_rule(_("row %(row)s") % data, "Montjoie 4.9"),
        with_rule(_("cover: %(cover)s") % {"cover": words.called(words.COVERS, data["cover"])}, "Montjoie 4.6"),
    ]


@tells("slip")
def _slip(data: Data, names: Names) -> str:
    texts = {
        "unharmed": _("Infiltration, die %(die)s: he slips by unharmed."),
        "wounded": _("Infiltration, die %(die)s: he slips by, wounded."),
        "dead": _("Infiltration, die %(die)s: he is killed."),
    }
    return texts[data["result"]] % data


@explains(KEY, "slip")
def _why_slip(data: Data, names: Names) -> list[str]:
    lines = [die_told(data)]
    for key, text in (("slips", _("who slips by %(value)s")), ("stops", _("who would stop him %(value)s"))):
        if data[key]:
            lines.append(with_rule(text % {"value": signed(data[key])}, "Montjoie 2.5"))
    return [*lines, with_rule(_("1 to 7 unharmed, 8 and 9 wounded, 10 killed"), "Montjoie 2.5")]


# --- Perils -----------------------------------------------------------------------------------------------------------


@tells("staked")
def _staked(data: Data, names: Names) -> str:
    told = {"die": data["die"], "row": data["row"], "letter": words.called(words.RESULTS, data["letter"])}
    sentence = _("Stakes: die %(die)s, row %(row)s: %(letter)s.") % told
    told_all = with_fates(sentence, data, back=TABLES.number["retreat_missile"])
    return f"{told_all} {_('The move is over.')}" if data["stops"] else told_all


@explains(KEY, "staked")
def _why_staked(data: Data, names: Names) -> list[str]:
    told = {"weapon": words.called(words.WEAPONS, data["weapon"])}
    return [
        die_told(data),
        *added(data["modifier"], "Montjoie 2.1.3, R42"),
        with_rule(_("as a shot with a %(weapon)s, without cover") % told, "Montjoie 2.1.3, 2.1.4"),
    ]


@tells("jump")
def _jump(data: Data, names: Names) -> str:
    how = {
        "jump": _("Jump, die %(die)s: %(result)s."),
        "jump_horse": _("Jump on to the horse, die %(die)s: %(result)s."),
        "leap": _("Leap to the next tree, die %(die)s: %(result)s."),
    }
    told = {"die": data["die"], "result": words.called(words.OUTCOMES, data["result"])}
    sentence = how[data["how"]] % told
    if data["ends"]:
        return f"{sentence} {_('The move is over.')}"
    if data["result"] == "saddle":
        more = _("What is left of the move counts %(factor)s times.") % {"factor": TABLES.number["riding_factor"]}
        return f"{sentence} {more}"
    return sentence


@tells("rope")
def _rope(data: Data, names: Names) -> str:
    texts = {
        ("grapnel_1", "holds"): _("The grapnel holds (die %(die)s)."),
        ("grapnel_1", "fails"): _("The grapnel does not hold (die %(die)s)."),
        ("grip", "holds"): _("He keeps his hold (die %(die)s)."),
        ("grip", "falls"): _("He loses his hold and falls to his death (die %(die)s)."),
        ("cut", "cut"): _(
            "The rope is cut: who hangs on it falls, wounded; who stands below is stunned (die %(die)s)."
        ),
        ("cut", "nothing"): _("The rope is not cut (die %(die)s)."),
        ("push_ladder", "pushed"): _(
            "The ladder is pushed away: who is on it falls, wounded; who stands below is stunned (die %(die)s)."
        ),
        ("push_ladder", "nothing"): _("The ladder stays where it is (die %(die)s)."),
    }
    what = "grapnel_1" if data["what"] == "grapnel_2" else data["what"]
    return texts[what, data["result"]] % data


@tells("hamstring")
def _hamstring(data: Data, names: Names) -> str:
    if not data["unseen"]:
        seen = _("He is seen (die %(test)s).") % data
        return f"{seen} {_cutter(data)}"
    sentence = _("Unseen (die %(test)s); the cut: column %(column)s, die %(die)s: %(letter)s.") % {
        **_result(data),
        "test": data["test"],
    }
    if data["letter"] == "-":
        return sentence
    return f"{sentence} {_rider(data)} {_cutter(data)}".rstrip()


def _rider(data: Data) -> str:
    texts = {
        "stunned": _("The horse is killed, the rider stunned."),
        "wounded": _("The horse is killed, the rider wounded."),
        "dead": _("Horse and rider are killed."),
        "": _("Nothing happens to the rider."),
    }
    return texts[data["target"]]


def _cutter(data: Data) -> str:
    texts = {
        "wounded": _("He is wounded."),
        "stunned": _("He is stunned."),
        "dead": _("He is killed."),
        "back": _("He goes back."),
        "": "",
    }
    return texts[data["attackers"]]


@explains(KEY, "hamstring")
def _why_hamstring(data: Data, names: Names) -> list[str]:
    return [with_rule(_("first whether he is seen, then the cut on the table of riders"), "Montjoie 2.3.2, R18, R19")]


@tells("fire")
def _fire(data: Data, names: Names) -> str:
    told = {"what": capfirst(words.called(words.FIRES, data["what"])), "lit": data["lit"], "times": data["times"]}
    if data["times"] == 1:
        return (_("%(what)s: it burns.") if data["lit"] else _("%(what)s: it does not burn.")) % told
    return _("%(what)s: %(lit)s of %(times)s burn.") % told


@explains(KEY, "fire")
def _why_fire(data: Data, names: Names) -> list[str]:
    rule = TABLES.rolls[data["what"]].rule
    return [with_rule(_("a die of %(needed)s or less sets it on fire") % data, rule)]


@tells("oil")
def _oil(data: Data, names: Names) -> str:
    texts = {
        "dead": _("Boiling oil, die %(die)s: the target is killed."),
        "wounded": _("Boiling oil, die %(die)s: the target is wounded."),
        "nothing": _("Boiling oil, die %(die)s: nothing happens."),
    }
    return texts[data["result"]] % data


@explains(KEY, "oil")
def _why_oil(data: Data, names: Names) -> list[str]:
    return [die_told(data), *added(data["modifier"], TABLES.missile_modifiers["oil_armour"][1])]


@tells("healing")
def _healing(data: Data, names: Names) -> str:
    return _("The wounded: %(healed)s healed, %(same)s as before, %(dies)s die.") % data


# --- The days of a siege ------------------------------------------------------------------------------------------------


@tells("day")
def _day(data: Data, names: Names) -> str:
    return _("Day %(day)s of the siege.") % data


@tells("bombard")
def _bombard(data: Data, names: Names) -> str:
    told = {**_result(data), "points": data["points"]}
    if data["at"] == "wall":
        sentence = _("Engines at the wall (points: %(points)s), column %(column)s, die %(die)s: %(letter)s.") % told
        hit = _("The wall is struck: mark it; an outer hex falls at the %(needed)s. blow.") % data
    else:
        sentence = _("Engines at the hoarding (points: %(points)s), column %(column)s, die %(die)s: %(letter)s.") % told
        hit = _("The hoarding hex is gone.")
    found = [sentence]
    if data["done"]:
        found.append(hit)
    if data["lost"]:
        text = ngettext(
            "The engines lose %(lost)s point for good.", "The engines lose %(lost)s points for good.", data["lost"]
        )
        found.append(text % {"lost": data["lost"]})
    return " ".join(found)


@tells("shed")
def _shed(data: Data, names: Names) -> str:
    return (
        ngettext(
            "An engineer and %(men)s men build the shed in %(days)s turn.",
            "An engineer and %(men)s men build the shed in %(days)s turns.",
            data["days"],
        )
        % data
    )


@tells("dig")
def _dig(data: Data, names: Names) -> str:
    told = {**_result(data), "points": data["points"]}
    texts = {
        "mine": _("Mine (points: %(points)s), column %(column)s, die %(die)s: %(letter)s."),
        "countermine": _("Countermine (points: %(points)s), column %(column)s, die %(die)s: %(letter)s."),
        "fill": _("Filling a gallery (points: %(points)s), column %(column)s, die %(die)s: %(letter)s."),
    }
    found = [texts[data["work"]] % told]
    if data["done"]:
        found.append(_("The hex is filled.") if data["work"] == "fill" else _("The hex is dug and propped."))
    else:
        found.append(_("Not yet done: it goes on tomorrow."))
    if data["lost"]:
        text = ngettext("%(lost)s miner is wounded.", "%(lost)s miners are wounded.", data["lost"])
        found.append(text % {"lost": data["lost"]})
    return " ".join(found)


@explains(KEY, "bombard", "dig")
def _why_battered(data: Data, names: Names) -> list[str]:
    rule = "Montjoie 3.1.6" if "at" in data else "Montjoie 3.3.3"
    lines = [
        with_rule(_("points: %(points)s") % data, rule),
        with_rule(_("column %(column)s") % data, rule),
        die_told(data),
    ]
    if data.get("fast"):
        lines.append(with_rule(_("in haste C wounds miners"), "Montjoie 3.3.7"))
    return lines


@tells("underground")
def _underground(data: Data, names: Names) -> str:
    told = {**_result(data), "attack": data["attack"], "defence": data["defence"]}
    sentence = _("Underground, %(attack)s against %(defence)s, column %(column)s, die %(die)s: %(letter)s.") % told
    texts = {
        "back": _("The miner attacked goes to the end of his line."),
        "stunned": _("The miner attacked is out for the day."),
        "wounded": _("The miner attacked is wounded."),
        "dead": _("The miner attacked is killed."),
    }
    own = {
        "back": _("The attacker goes to the end of his line."),
        "stunned": _("The attacker is out for the day."),
        "dead": _("The attacker is killed."),
    }
    fate = texts.get(data["target"]) or own.get(data["attackers"])
    return f"{sentence} {fate}" if fate else sentence


@tells("undermine")
def _undermine(data: Data, names: Names) -> str:
    if data["left"]:
        return _("%(needed)s hexes have to be undermined: %(left)s to go.") % data
    return _("%(needed)s hexes have to be undermined: that is done. The props may be fired.") % data


@tells("collapse")
def _collapse(data: Data, names: Names) -> str:
    if data["result"] == "falls":
        return _("The props burn, and the wall falls (die %(die)s).") % data
    return _("The props burn, and the wall stands: the mine has failed (die %(die)s).") % data
