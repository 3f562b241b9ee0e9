"""A mail server on this machine that answers by a script: for tests of what goes wrong with letters."""

import contextlib
import email
import socket
from email.message import Message

from tests.listener import Listener

type Act = str
"""What becomes of one letter: ``take``; ``refuse`` (451, try later); ``mute`` (nothing is ever said, not even hello); ``close`` (taken, and the
connection ends without a word); ``hang`` (taken, and the answer comes too late)."""


class Mailbox(Listener):
    """``with Mailbox("refuse", "hang") as box``: the first letters fare like that, all that follow are taken."""

    def __init__(self, *script: Act) -> None:
        super().__init__()
        self.script = list(script)
        self.letters: list[Message] = []
        """Everything that came in whole, whatever the sender was told."""

    def serve(self, wire: socket.socket) -> None:
        with contextlib.suppress(OSError), wire, wire.makefile("rwb") as talk:
            act = self.script.pop(0) if self.script else "take"
            if act == "mute":
                self._over.wait(60)
                return
            self._say(talk, "220 here")
            while line := talk.readline():
                match line.split()[0].upper():
                    case b"EHLO" | b"HELO":
                        self._say(talk, "250 here")
                    case b"DATA":
                        self._say(talk, "354 go on")
                        self._take(talk)
                        if not self._answered(talk, act):
                            return
                    case b"QUIT":
                        self._say(talk, "221 bye")
                        return
                    case _:
                        self._say(talk, "250 ok")

    def _take(self, talk) -> None:
        lines = []
        while (line := talk.readline()) not in (b".\r\n", b""):
            lines.append(line)
        self.letters.append(email.message_from_bytes(b"".join(lines)))
        self.came.set()

    def _answered(self, talk, act: Act) -> bool:
        if act == "close":
            return False
        if act == "hang":
            self._over.wait(60)
            return False
        self._say(talk, "451 later" if act == "refuse" else "250 taken")
        return True

    @staticmethod
    def _say(talk, words: str) -> None:
        talk.write(words.encode() + b"\r\n")
        talk.flush()
