"""Whole battles as text, one file each in ``tests/golden``.

    python -m tests.rulesets.golden write

writes them anew. A person then reads the difference: it says what a change did to real battles.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from rulesets.canonical import canonical
from rulesets.contract import Action, Ruleset, Setup, Step
from tests.rulesets.kit import dice_of, play_out, stored
from tests.rulesets.subjects import ASKARI, AUDIENCE, AWAM, AWAM_TABLE, CASTLE, COMPANION, MONTJOIE, SUBJECTS, TABLES

FOLDER = Path(__file__).resolve().parent.parent / "golden"
ROME, CARTHAGE = "rome", "carthage"


def act(seat: str, kind: str, **arguments: Any) -> dict[str, Action]:
    return {seat: Action(kind=kind, arguments=arguments)}


CONFIRMED = [
    act(
        ROME,
        "report",
        winner=ROME,
        level="minor",
        break_points={ROME: [40, 12]},
        units_broken={CARTHAGE: ["libyans"]},
        turns=6,
        generals={ROME: "consul", CARTHAGE: "hamilcar"},
        losses=[
            {"seat": ROME, "unit": "hastati-1", "routed": 5, "destroyed": 4},
            {"seat": CARTHAGE, "unit": "libyans", "routed": 8, "destroyed": 12},
        ],
        felled=[{"seat": ROME, "character": "consul"}],
        deeds=[{"seat": CARTHAGE, "character": "hamilcar", "count": 2}],
        note="The Libyans broke in turn five.",
    ),
    act(CARTHAGE, "confirm"),
]
DISPUTED = [
    act(CARTHAGE, "report", winner=CARTHAGE, level="major", village_destroyed=True),
    act(CARTHAGE, "amend", winner=CARTHAGE, level="major", village_destroyed=True, note="At dusk."),
    act(ROME, "dispute", reason="It stood when we packed up.", report={"winner": "draw"}),
    act("umpire", "rule", reason="Nobody spent a movement turn in it.", report={"winner": "draw"}),
]
PROGRAM = "program"
SCRIPTS: dict[str, tuple[str, Setup, str, list[dict[str, Action]] | str | None]] = {
    "tabletop-confirmed": ("tabletop", TABLES["pitched"], "confirmed", CONFIRMED),
    "tabletop-village-disputed": ("tabletop", TABLES["village"], "village", DISPUTED),
    "envoys-audience": ("envoys", AUDIENCE, "golden", None),
    "awam-companion": ("awam-table", AWAM_TABLE.setups["three"], "golden", None),
    "askari-companion": ("askari-table", COMPANION.setups["table"], "golden", None),
    "montjoie-companion": ("montjoie-table", CASTLE.setups["table"], "golden", None),
    "askari-skirmish": ("askari", ASKARI.setups["skirmish"], "golden", PROGRAM),
    "montjoie-toll": ("montjoie", MONTJOIE.setups["toll"], "golden", PROGRAM),
    "montjoie-rearguard": ("montjoie", MONTJOIE.setups["rearguard"], "golden", PROGRAM),
    "montjoie-drywall": ("montjoie", MONTJOIE.setups["drywall"], "golden", PROGRAM),
    "montjoie-green": ("montjoie", Setup(scenario="green"), "golden", PROGRAM),
    "montjoie-foray": ("montjoie", Setup(scenario="foray"), "golden", PROGRAM),
    "montjoie-cart": ("montjoie", Setup(scenario="cart"), "golden", PROGRAM),
    "montjoie-crossing": ("montjoie", Setup(scenario="crossing"), "golden", PROGRAM),
    "montjoie-keep": ("montjoie", Setup(scenario="keep"), "golden", PROGRAM),
    "awam-well": ("awam", AWAM.setups["well"], "golden", PROGRAM),
    "awam-ivory": ("awam", AWAM.setups["ivory"], "golden", PROGRAM),
    "awam-meeting": ("awam", AWAM.setups["meeting"], "golden", PROGRAM),
    "awam-fashoda": ("awam", AWAM.setups["fashoda for two"], "golden", PROGRAM),
}
"""Name: ruleset, setup, seed, and the moves; None where chance plays, ``PROGRAM`` where the program does."""


def spelt(value: Any) -> str:
    return canonical(value).decode()


def told(moves: dict[str, Action], step: Step, rolls: list[Any]) -> list[str]:
    lines = [f"> {spelt(moves)}"] if moves else []
    lines += [f"  die {roll.address}: {len(roll.faces)}d{roll.sides} = {list(roll.faces)}" for roll in rolls]
    for happening in step.happenings:
        seen = "" if happening.audience.seats is None else f" (only {', '.join(happening.audience.seats)})"
        lines.append(f"  {happening.kind}{seen} {spelt(happening.data)}")
    return lines


def transcript(ruleset: Ruleset, setup: Setup, seed: str, script: list[dict[str, Action]]) -> str:
    """Play a battle and write it down."""
    dice = dice_of(seed)
    step = ruleset.setup(setup, dice)
    lines = [f"ruleset: {ruleset.key} {ruleset.edition}", f"seed: {seed}", f"setup: {spelt(setup)}", ""]
    lines += told({}, step, dice.rolled)
    for moves in script:
        state, fell = stored(step.state), len(dice.rolled)
        for seat, action in moves.items():
            problem = ruleset.check(state, seat, action)
            assert problem is None, problem
        step = ruleset.apply(state, moves, dice)
        lines += told(moves, step, dice.rolled[fell:])
    state = stored(step.state)
    pretty = msgspec.json.format(canonical(state), indent=1).decode()
    return "\n".join([*lines, "", f"outcome: {spelt(ruleset.outcome(state))}", f"state: {pretty}", ""])


def replayed(text: str) -> str:
    """The same battle, played again from nothing but what its file says."""
    lines = text.splitlines()
    key = lines[0].removeprefix("ruleset: ").split()[0]
    seed = lines[1].removeprefix("seed: ")
    setup = msgspec.json.decode(lines[2].removeprefix("setup: "), type=Setup)
    moves = [msgspec.json.decode(line[2:], type=dict[str, Action]) for line in lines if line.startswith("> ")]
    return transcript(SUBJECTS[key].ruleset, setup, seed, moves)


def programmed(ruleset: Any, setup: Setup, seed: str) -> list[dict[str, Action]]:
    """The moves of a battle that the program plays against itself."""
    dice, script = dice_of(seed), []
    state = stored(ruleset.setup(setup, dice).state)
    while asks := [ask for ask in ruleset.asks(state) if ask.kind != "may"]:
        script.append({ask.seat: ruleset.bot(state, ask.seat) for ask in asks})
        state = stored(ruleset.apply(state, script[-1], dice).state)
    return script


def written(name: str) -> str:
    key, setup, seed, script = SCRIPTS[name]
    ruleset = SUBJECTS[key].ruleset
    if script == PROGRAM:
        script = programmed(ruleset, setup, seed)
    elif script is None:
        script = [turn.moves for turn in play_out(ruleset, setup, seed) if turn.moves]
    return transcript(ruleset, setup, seed, script)


def main(arguments: list[str]) -> int:
    if arguments != ["write"]:
        print(__doc__)
        return 2
    for name in SCRIPTS:
        path = FOLDER / f"{name}.txt"
        text = written(name)
        changed = not path.exists() or path.read_text() != text
        path.write_text(text)
        print(f"{'written' if changed else 'the same'}: {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
