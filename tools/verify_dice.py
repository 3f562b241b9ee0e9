#!/usr/bin/env python3
"""Check the dice of a war, or of a battle, without Signifer:  python verify_dice.py record.json

Reads an exported campaign record (JSON, or TOML where this Python can), or an exported battle (JSON), and works out again, from
nothing but what was published, every roll that the program made:

* the commitment of a year was shown to everybody before anybody ordered; it must follow from the secret shown afterwards;
* the key of the year follows from that secret and the salts that the seats handed in with their orders;
* the faces of a roll follow from that key and from the roll's address, which says what was rolled;
* of a battle: every entry of its log is chained to the one before, so that none was altered, left out or put in afterwards.

It needs no server, no network and nothing but Python 3.9, and shares no code with the program. It says how many rolls it checked and
names the first thing that differs. Exit status: 0 all is as it was promised, 1 something differs, 2 the record cannot be read.

How it is computed. Write ``pack(a, b, ...)`` for the texts in UTF-8, each after its length in four bytes, big-endian.
commitment = SHA-256(pack("signifer-dice-1", game, year, epoch) + secret), in hexadecimal;
key = HMAC-SHA-256(secret, pack("signifer-key-1", game, year, epoch, seat, salt, seat, salt, ...)), seats in the order of their names;
A battle is year 0 of a game of its own, and has no salts. The hash of an entry = SHA-256(the hash before it + a line break + the
entry as JSON, keys sorted, no spaces); before the first stands SHA-256("signifer-log-1" + a line break + game).
block b of a roll = HMAC-SHA-256(key, pack(address, b)), b = "0", "1", ...: four big-endian words of 64 bits. A word that is not
below the greatest multiple of ``sides`` is passed over, so that no face is likelier; otherwise the face is word % sides + 1.
"""

import argparse
import hashlib
import hmac
import json
import sys

LARGEST = 4 * 1024 * 1024
MOST_FACES = 1000
MOST_SIDES = 1000000
SOURCES = ("program", "hand", "loaded")


class Unreadable(Exception):
    """The record is not what its format says."""


class Differs(Exception):
    """Something in the record does not follow from what was published."""


def pack(*texts):
    raw = [text.encode("utf-8") for text in texts]
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in raw)


def commitment_of(secret, game, year, epoch):
    return hashlib.sha256(pack("signifer-dice-1", game, str(year), str(epoch)) + secret).hexdigest()


def key_of(secret, game, year, epoch, salts):
    texts = ["signifer-key-1", game, str(year), str(epoch)]
    for seat in sorted(salts):
        texts += [seat, salts[seat]]
    return hmac.new(secret, pack(*texts), hashlib.sha256).digest()


def faces_of(key, address, count, sides):
    fair = 2**64 - 2**64 % sides
    faces, block = [], 0
    while len(faces) < count:
        drawn = hmac.new(key, pack(address, str(block)), hashlib.sha256).digest()
        words = [int.from_bytes(drawn[start : start + 8], "big") for start in (0, 8, 16, 24)]
        faces += [word % sides + 1 for word in words if word < fair]
        block += 1
    return faces[:count]


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def take(table, name, kind, place):
    """Read one entry of a table; a missing or wrong one makes the record unreadable."""
    if not isinstance(table, dict):
        raise Unreadable(f"{place} is not a table")
    value = table.get(name)
    if not (whole(value) if kind is int else isinstance(value, kind)):
        raise Unreadable(f"{place}.{name} is missing or not what it should be")
    return value


class Tally:
    """What was looked at."""

    def __init__(self):
        self.years = 0
        self.checked = 0
        self.typed = 0
        self.sealed = 0
        self.without = 0

    def told(self):
        lines = [
            f"{self.years} years with dice, {self.checked} rolls of the program checked: every one follows from what was published.",
            f"{self.typed} rolls were typed by hand or loaded: nothing about them can be proved here.",
            f"{self.sealed} rolls belong to years whose secret is not yet shown.",
        ]
        if self.without:
            lines.append(f"{self.without} years carry no proof.")
        return "\n".join(lines)


def read_roll(roll, place):
    """Return address, sides, faces and source, after checking that the faces are possible at all."""
    address = take(roll, "address", str, place)
    sides = take(roll, "sides", int, place)
    faces = take(roll, "faces", list, place)
    source = take(roll, "source", str, place)
    if source not in SOURCES:
        raise Unreadable(f'{place}.source is "{source}"; it should be one of {", ".join(SOURCES)}')
    if not 1 <= sides <= MOST_SIDES or not 1 <= len(faces) <= MOST_FACES:
        raise Unreadable(f"{place} has {sides} sides and {len(faces)} faces")
    if not all(whole(face) for face in faces):
        raise Unreadable(f"{place}.faces are not whole numbers")
    for face in faces:
        if not 1 <= face <= sides:
            raise Differs(f'{place} ("{address}"): {face} on a d{sides} is impossible')
    return address, sides, faces, source


def check_rolls(rolls, key, where, place, tally):
    """Check the rolls of one proof. ``key`` is None while the secret is not shown."""
    seen = set()
    for number, roll in enumerate(rolls):
        address, sides, faces, source = read_roll(roll, f"{place}.rolls[{number}]")
        if address in seen:
            raise Differs(f'{where}, roll "{address}": it is recorded twice')
        seen.add(address)
        if source != "program":
            tally.typed += 1
        elif key is None:
            tally.sealed += 1
        else:
            follow = faces_of(key, address, len(faces), sides)
            if faces != follow:
                raise Differs(f'{where}, roll "{address}": recorded {faces}, but {follow} follows')
            tally.checked += 1


def read_secret(proof, place):
    """The revealed secret as bytes; None while it is not shown."""
    if proof.get("secret") is None:
        return None
    try:
        return bytes.fromhex(take(proof, "secret", str, place))
    except ValueError:
        raise Unreadable(f"{place}.secret is not hexadecimal") from None


def check_proof(proof, number, place, tally):
    """Check one epoch of one year."""
    game, year, epoch = (
        take(proof, name, kind, place) for name, kind in (("game", str), ("year", int), ("epoch", int))
    )
    promised = take(proof, "commitment", str, place)
    where = f"year {number}, epoch {epoch}"
    if year != number:
        raise Differs(f"{where}: the proof is of year {year}")
    secret, key = read_secret(proof, place), None
    if secret is not None:
        follows = commitment_of(secret, game, year, epoch)
        if follows != promised.lower():
            raise Differs(f"{where}: the commitment is recorded as {promised}, but {follows} follows from the secret")
        salts = proof.get("salts", {})
        if not isinstance(salts, dict) or not all(isinstance(salt, str) for salt in salts.values()):
            raise Unreadable(f"{place}.salts is not a table of texts")
        key = key_of(secret, game, year, epoch, salts)
    check_rolls(take(proof, "rolls", list, place), key, where, place, tally)
    return game, epoch


def check_year(year, place, tally):
    """Check every epoch of a year; return the games they name."""
    number = take(year, "number", int, place)
    proofs = year.get("proof")
    if not proofs:
        tally.without += 1
        return set()
    if not isinstance(proofs, list):
        raise Unreadable(f"{place}.proof is not a list")
    tally.years += 1
    read = [check_proof(proof, number, f"{place}.proof[{index}]", tally) for index, proof in enumerate(proofs)]
    epochs = [epoch for _, epoch in read]
    if len(set(epochs)) != len(epochs):
        raise Differs(f"year {number}: one epoch is proved twice")
    return {game for game, _ in read}


def check(record):
    """Check a whole record, or battle; return the tally, or raise Differs or Unreadable."""
    if isinstance(record, dict) and record.get("format") == "signifer-battle-1":
        return check_battle(record)
    tally, games = Tally(), set()
    for index, year in enumerate(take(record, "years", list, "record")):
        games |= check_year(year, f"years[{index}]", tally)
    # Years that were called off and are not closed again.
    former = record.get("former", [])
    if not isinstance(former, list):
        raise Unreadable("record.former is not a list")
    for index, year in enumerate(former):
        games |= check_year(year, f"former[{index}]", tally)
    if len(games) > 1:
        raise Differs(f"the years name different games: {', '.join(sorted(games))}")
    return tally


FACTS = (
    "seq",
    "revision",
    "kind",
    "seat",
    "manner",
    "action",
    "audiences",
    "happenings",
    "rolls",
    "reveals",
    "back_to",
    "state_digest",
    "at",
)


def check_chain(entries, game):
    """Check that every entry of a battle's log follows from the one before."""
    previous = hashlib.sha256(("signifer-log-1\n" + game).encode("utf-8")).hexdigest()
    for number, entry in enumerate(entries):
        place = f"entries[{number}]"
        if take(entry, "seq", int, place) != number:
            raise Differs(f"entry {number} is missing")
        told = {fact: entry.get(fact) for fact in FACTS}
        spelt = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        follows = hashlib.sha256(previous.encode("ascii") + b"\n" + spelt.encode("utf-8")).hexdigest()
        if take(entry, "prev_hash", str, place) != previous or take(entry, "hash", str, place) != follows:
            raise Differs(f"entry {number} was altered: its hash does not fit")
        previous = follows
    return previous


def taken_back(entries):
    """The numbers of the entries that were taken back, and count no longer."""
    gone = set()
    for number, entry in enumerate(entries):
        back_to = entry.get("back_to")
        if isinstance(back_to, int):
            gone.update(range(back_to + 1, number))
    return gone


def check_battle(battle):
    """Check an exported battle: the chain of its log, and the dice of every epoch.

    A die of an entry that was taken back falls the same again when the roll is made anew.
    """
    tally = Tally()
    game, entries = take(battle, "game", str, "battle"), take(battle, "entries", list, "battle")
    if check_chain(entries, game) != take(battle, "head", str, "battle"):
        raise Differs("the log does not end where the battle says")
    fell, struck, gone = {}, {}, taken_back(entries)
    for number, entry in enumerate(entries):
        rolls = take(entry, "rolls", list, f"entries[{number}]")
        epoch = take(entry, "revision", int, f"entries[{number}]")
        (struck if number in gone else fell).setdefault(epoch, []).extend(rolls)
    epochs = take(battle, "dice", list, "battle")
    known = {take(row, "epoch", int, f"dice[{number}]") for number, row in enumerate(epochs)}
    lost = sorted(epoch for told in (fell, struck) for epoch, rolls in told.items() if rolls and epoch not in known)
    if lost:
        raise Differs(f"no dice were drawn for epoch {lost[0]}")
    for number, row in enumerate(epochs):
        proof = {**row, "game": game, "year": 0, "salts": {}, "rolls": fell.get(row["epoch"], [])}
        check_proof(proof, 0, f"dice[{number}]", tally)
        for roll in struck.get(row["epoch"], []):
            check_proof({**proof, "rolls": [roll]}, 0, f"dice[{number}]", tally)
    if len(known) != len(epochs):
        raise Differs("one epoch is proved twice")
    tally.years = 1 if epochs else 0
    return tally


def load(name):
    """Read a file as JSON, or as TOML by its name."""
    try:
        with open(name, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror}") from None
    if len(raw) > LARGEST:
        raise Unreadable(f"{name} is larger than {LARGEST} bytes")
    try:
        text = raw.decode("utf-8-sig")
        if not name.lower().endswith(".toml"):
            return json.loads(text)
        try:
            import tomllib
        except ImportError:
            raise Unreadable("this Python cannot read TOML (3.11 can): export the record as JSON") from None
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name}: {error}") from None


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check the dice of an exported campaign record, or battle.")
    parser.add_argument(
        "record", nargs="+", help="a record or a battle, as Signifer exports it (.json; a record also .toml)"
    )
    worst = 0
    for name in parser.parse_args(arguments).record:
        try:
            print(f"{name}:\n{check(load(name)).told()}")
        except Differs as difference:
            print(f"{name}: DIFFERS: {difference}")
            worst = max(worst, 1)
        except (Unreadable, UnicodeEncodeError) as reason:
            print(f"{name}: cannot be read: {reason}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main())
