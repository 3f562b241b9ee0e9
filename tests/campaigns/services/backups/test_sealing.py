"""A file locked with a passphrase opens whole or not at all."""

import inspect
import io

import pytest

from campaigns.services.backups import sealing
from campaigns.services.backups.errors import BackupRefused

PHRASE = "a horse, a mule, a donkey"


@pytest.fixture(autouse=True)
def quick_key(monkeypatch):
    """The cost of a guess is a constant; here one is paid for with less."""
    monkeypatch.setattr(sealing, "Scrypt", lambda **how: sealing_scrypt(**{**how, "n": 2**4}))


sealing_scrypt = sealing.Scrypt


def locked(*parts: bytes, phrase: str = PHRASE) -> bytes:
    target = io.BytesIO()
    with sealing.Sealed(target, phrase) as file:
        for part in parts:
            file.write(part)
    return target.getvalue()


def unlocked(data: bytes, phrase: str = PHRASE) -> bytes:
    return b"".join(sealing.opened(io.BytesIO(data), phrase))


@pytest.mark.parametrize("size", [0, 1, sealing.PIECE - 1, sealing.PIECE, sealing.PIECE + 1, 3 * sealing.PIECE])
def test_what_is_locked_comes_out_as_it_went_in(size):
    plain = bytes(n % 251 for n in range(997)) * (size // 997 + 1)
    plain = plain[:size]
    data = locked(plain[: size // 2], plain[size // 2 :])
    assert sealing.is_sealed(io.BytesIO(data))
    assert unlocked(data) == plain


def test_nothing_of_it_can_be_read():
    data = locked(b"guerrilla" * 100)
    assert b"guerrilla" not in data


def test_two_files_of_the_same_are_not_alike():
    assert locked(b"guerrilla")[-40:] != locked(b"guerrilla")[-40:]


def test_another_passphrase_does_not_open_it():
    with pytest.raises(BackupRefused, match="passphrase does not fit"):
        unlocked(locked(b"guerrilla"), "a horse, a mule, a monkey")


@pytest.mark.parametrize("place", [0, 17, 20, 36, 40, 60, -1])
def test_a_changed_byte_is_found(place):
    data = bytearray(locked(b"guerrilla" * 10))
    data[place] ^= 1
    with pytest.raises(BackupRefused):
        unlocked(bytes(data))


def test_pieces_that_are_cut_off_doubled_or_swapped_are_found():
    data = locked(b"x" * (2 * sealing.PIECE + 5))
    head, length = len(sealing.MARK) + sealing.SALT, 4 + sealing.PIECE + sealing.TAG
    first, second, rest = data[head : head + length], data[head + length : head + 2 * length], data[head + 2 * length :]
    for wrong in (first + second, first, first + first + rest, second + first + rest, b"", first + second + rest[:-1]):
        with pytest.raises(BackupRefused):
            unlocked(data[:head] + wrong)


def test_a_passphrase_must_be_worth_the_name():
    with pytest.raises(BackupRefused, match="too short"):
        sealing.Sealed(io.BytesIO(), "hannibal")


def test_a_guess_is_dear():
    assert "n=2**16, r=8, p=1" in inspect.getsource(sealing._key)
