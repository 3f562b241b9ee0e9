"""The checker that needs nothing of ours: it agrees with our dice, and names whatever was changed."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest
import tomli_w

from rulesets import dice
from tools import verify_dice

SCRIPT = Path(verify_dice.__file__)
GAME = "hispania-8k3m"
SALTS = {"rome": "alea", "carthage": "¿iacta?"}


def proof(year: int, *, epoch: int = 1, shown: bool = True) -> dict:
    """A proof as the program writes one: made with its own dice, for a reader that shares no code with them."""
    secret = bytes([year, epoch]) * 16
    key = dice.year_key(secret, game=GAME, year=year, epoch=epoch, salts=SALTS)
    keyed = dice.Keyed(key, prefix=("year", str(year)))
    keyed.roll(1, 6, ("scenario",))
    keyed.roll(2, 6, ("event", "rome"))
    keyed.roll(3, 10, ("fate", "rome", "Consul/the elder"))
    rolls = [
        {"address": roll.address, "sides": roll.sides, "faces": list(roll.faces), "source": "program"}
        for roll in keyed.rolled
    ]
    rolls.append({"address": f"year/{year}/wound/rome", "sides": 6, "faces": [3, 4], "source": "hand"})
    told = {
        "epoch": epoch,
        "commitment": dice.commitment(secret, game=GAME, year=year, epoch=epoch),
        "game": GAME,
        "year": year,
        "rolls": rolls,
    }
    return {**told, "secret": secret.hex(), "salts": dict(SALTS)} if shown else told


@pytest.fixture
def record() -> dict:
    """Two closed years, the second after a rollback, one year still open, one without dice."""
    return {
        "record": 1,
        "years": [
            {"number": 1, "proof": [proof(1)]},
            {"number": 2, "proof": [proof(2), proof(2, epoch=2)]},
            {"number": 3, "proof": [proof(3, shown=False)]},
            {"number": 4},
        ],
    }


def verdict(record: dict, tmp_path: Path, *, name: str = "record.json") -> tuple[int, str]:
    """What the script says, run as a club member would: alone, in another folder, with our packages out of reach."""
    path = tmp_path / name
    path.write_text(tomli_w.dumps(record) if name.endswith(".toml") else json.dumps(record))
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), name], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["record.json", "record.toml"])
def test_an_honest_record_passes_and_is_counted(record, tmp_path, name):
    status, told = verdict(record, tmp_path, name=name)
    assert status == 0
    assert "3 years with dice, 9 rolls of the program checked" in told
    assert "4 rolls were typed by hand" in told
    assert "3 rolls belong to years whose secret is not yet shown" in told
    assert "1 years carry no proof" in told


def another_digit(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def second(record: dict) -> dict:
    """The proof in which the tests change something: year 2, epoch 2."""
    return record["years"][1]["proof"][1]


CHANGES = {
    "secret": (lambda told: told.update(secret=another_digit(told["secret"])), "the commitment is recorded as"),
    "commitment": (lambda told: told.update(commitment="ab" * 32), "the commitment is recorded as abababab"),
    "game": (lambda told: told.update(game="another"), "the commitment is recorded as"),
    "year": (lambda told: told.update(year=3), "the proof is of year 3"),
    "salt": (lambda told: told["salts"].update(rome="alea2"), 'roll "year/2/scenario": recorded'),
    "no salts": (lambda told: told.pop("salts"), 'roll "year/2/scenario": recorded'),
    "one salt less": (lambda told: told["salts"].pop("carthage"), 'roll "year/2/scenario": recorded'),
    "face": (
        lambda told: told["rolls"][2].update(faces=[face % 10 + 1 for face in told["rolls"][2]["faces"]]),
        'roll "year/2/fate/rome/Consul~1the elder": recorded',
    ),
    "order of faces": (lambda told: told["rolls"][2]["faces"].reverse(), "Consul"),
    "address": (lambda told: told["rolls"][1].update(address="year/2/event/carthage"), 'roll "year/2/event/carthage"'),
    "sides": (lambda told: told["rolls"][2].update(sides=30), "Consul"),
    "twice": (lambda told: told["rolls"].append(told["rolls"][0]), 'roll "year/2/scenario": it is recorded twice'),
    "impossible": (lambda told: told["rolls"][3].update(faces=[3, 7]), "7 on a d6 is impossible"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_was_changed_is_named(record, tmp_path, change):
    alter, named = CHANGES[change]
    alter(second(record))
    status, told = verdict(record, tmp_path)
    assert status == 1
    assert "DIFFERS" in told
    assert named in told


def test_an_epoch_cannot_be_shown_as_another(record, tmp_path):
    second(record)["epoch"] = 3
    status, told = verdict(record, tmp_path)
    assert (status, "year 2, epoch 3: the commitment" in told) == (1, True)


def test_an_epoch_cannot_be_proved_twice(record, tmp_path):
    record["years"][1]["proof"].append(copy.deepcopy(second(record)))
    status, told = verdict(record, tmp_path)
    assert (status, "one epoch is proved twice" in told) == (1, True)


def test_years_of_two_games_are_not_one_war(record, tmp_path):
    other = {"epoch": 1, "commitment": "00" * 32, "game": "another", "year": 4, "rolls": []}
    record["years"][3]["proof"] = [other]
    status, told = verdict(record, tmp_path)
    assert (status, "different games" in told) == (1, True)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda record: record.pop("years"), "record.years"),
        (lambda record: second(record).pop("commitment"), "years[1].proof[1].commitment"),
        (lambda record: second(record).update(secret="zz"), "is not hexadecimal"),
        (lambda record: second(record).update(year="2"), "years[1].proof[1].year"),
        (lambda record: second(record)["rolls"][0].update(source="hope"), "rolls[0].source"),
        (lambda record: second(record)["rolls"][0].update(faces=[True]), "not whole numbers"),
        (lambda record: second(record)["rolls"][0].update(faces=[]), "0 faces"),
        (lambda record: second(record)["rolls"][0].update(sides=10**9), "1000000000 sides"),
        (lambda record: second(record).update(game="\ud800"), "surrogates not allowed"),
    ],
)
def test_a_record_that_is_none_is_refused_with_its_place(record, tmp_path, spoil, named):
    spoil(record)
    status, told = verdict(record, tmp_path)
    assert status == 2
    assert named in told


def test_a_file_that_is_none_is_refused(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"years": [')
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 200_000)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (verify_dice.LARGEST + 1))
    for name in (broken, deep, large, tmp_path / "missing.json"):
        assert verify_dice.main([str(name)]) == 2


def test_of_several_records_the_worst_counts(record, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record))
    second(record)["commitment"] = "00" * 32
    bad.write_text(json.dumps(record))
    assert verify_dice.main([str(bad), str(good)]) == 1
    told = capsys.readouterr().out
    assert f"{bad}: DIFFERS: year 2, epoch 2" in told
    assert "9 rolls of the program checked" in told


def test_the_script_imports_nothing_of_ours():
    source = SCRIPT.read_text()
    imports = [line.strip() for line in source.splitlines() if line.strip().startswith(("import ", "from "))]
    assert sorted(imports) == [
        "import argparse",
        "import hashlib",
        "import hmac",
        "import json",
        "import sys",
        "import tomllib",
    ]
