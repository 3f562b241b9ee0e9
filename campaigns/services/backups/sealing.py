"""A file locked with a passphrase: scrypt makes the key, AES-256-GCM seals pieces of a mebibyte.

The form: the mark, 16 bytes of salt, then pieces, each with 4 bytes of length before it. A piece's nonce is its number and whether it
is the last, so that pieces that are missing, moved or cut off at the end do not open; the mark and the salt are sealed with each.
"""

import secrets
import struct
from collections.abc import Iterator
from io import RawIOBase
from typing import IO, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from campaigns.services.backups.errors import BackupRefused

MARK = b"signifer-sealed-1\n"
SALT, PIECE, TAG = 16, 1024 * 1024, 16
SHORTEST_PASSPHRASE = 12


def _key(passphrase: str, salt: bytes) -> AESGCM:
    """64 MiB and a good half second for each guess."""
    return AESGCM(Scrypt(salt=salt, length=32, n=2**16, r=8, p=1).derive(passphrase.encode()))


def _nonce(number: int, *, last: bool) -> bytes:
    return struct.pack(">QI", number, int(last))


def check_passphrase(passphrase: str) -> None:
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise BackupRefused(f"The passphrase is too short: {SHORTEST_PASSPHRASE} characters or more.")


class Sealed(RawIOBase):
    """A file to write into, whose bytes reach ``target`` sealed. ``close`` writes the last piece; the target stays open."""

    _begun = False

    def __init__(self, target: IO[bytes], passphrase: str) -> None:
        check_passphrase(passphrase)
        salt = secrets.token_bytes(SALT)
        self._target, self._head = target, MARK + salt
        self._cipher, self._number, self._waiting = _key(passphrase, salt), 0, bytearray()
        target.write(self._head)
        self._begun = True

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting += data
        while len(self._waiting) > PIECE:
            piece = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
            self._put(piece, last=False)
        return len(data)

    def _put(self, piece: bytes, *, last: bool) -> None:
        sealed = self._cipher.encrypt(_nonce(self._number, last=last), piece, self._head)
        self._target.write(struct.pack(">I", len(sealed)) + sealed)
        self._number += 1

    def close(self) -> None:
        if self._begun and not self.closed:
            self._put(bytes(self._waiting), last=True)
        super().close()


def is_sealed(source: IO[bytes]) -> bool:
    """Whether the file is locked; its place is left where it was."""
    begun = source.read(len(MARK))
    source.seek(-len(begun), 1)
    return begun == MARK


def opened(source: IO[bytes], passphrase: str) -> Iterator[bytes]:
    """The bytes of a locked file, piece by piece. ``BackupRefused`` for a wrong passphrase and for a file that was cut or changed."""
    head = source.read(len(MARK) + SALT)
    cipher = _key(passphrase, head[len(MARK) :])
    number, told = 0, source.read(4)
    while True:
        if len(told) != 4:
            raise BackupRefused("The file is not whole: its end is missing.")
        (length,) = struct.unpack(">I", told)
        if not TAG <= length <= PIECE + TAG:
            raise BackupRefused("The file is damaged.")
        sealed, told = source.read(length), source.read(4)
        last = not told
        if len(sealed) != length:
            raise BackupRefused("The file is not whole: its end is missing.")
        try:
            yield cipher.decrypt(_nonce(number, last=last), sealed, head)
        except InvalidTag:
            raise BackupRefused("The passphrase does not fit, or the file is damaged or not whole.") from None
        if last:
            return
        number += 1
