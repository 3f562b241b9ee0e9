"""Speaking to addresses that people named: to the outside only, for a few seconds, and never where an answer sends us.

A name is looked up once, every address it has is judged, and the connection goes to an address that was judged: there is no second
look-up that could come to something else. Nothing of the environment (proxies) takes part, and of an answer only its status is read.
"""

import contextlib
import http.client
import io
import ipaddress
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 5.0
"""For everything: look-up, connection, request and answer."""
MOST_ANSWER = 64 * 1024
LONGEST_ADDRESS = 500
PORTS = (443, 8443)
_MOST_TRIED = 4

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
# The last part begins with a letter: so no spelling of a number (decimal, octal, hexadecimal, shortened) is a name.
_NAME = re.compile(rf"(?:{_LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?")
_PLAIN = re.compile(r"[!-~]+")

# Only what the registry of addresses gives to hosts on the open net, and nothing that carries another address inside it.
_V6_OPEN = ipaddress.ip_network("2000::/3")
_CLOSED = [
    ipaddress.ip_network(text) for text in ("192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]


class BadAddress(ValueError):
    """An address that is never spoken to. ``code``: why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unreachable(Exception):
    """Nothing came of it. ``code``: why, in a word."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Target:
    host: str
    port: int
    path: str
    tls: bool
    trusted: bool
    """Whoever runs the site has said that this may be an inner address."""

    @property
    def named(self) -> str:
        """As it is called in the request."""
        return self.host if self.port == (443 if self.tls else 80) else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Net:
    """How names are looked up and connections made. Tests bring their own."""

    resolve: Callable[[str, int], list[str]]
    connect: Callable[[str, int, float], socket.socket]
    context: Callable[[], ssl.SSLContext]


def _resolve(host: str, port: int) -> list[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _connect(address: str, port: int, seconds: float) -> socket.socket:
    return socket.create_connection((address, port), timeout=seconds)


REAL = Net(resolve=_resolve, connect=_connect, context=ssl.create_default_context)


def read_address(text: str) -> Target:
    """An address as it may be spoken to; ``BadAddress`` for every other. No look-up is made.

    ``https`` on a usual port, to a whole name; no name or password in it. ``WEBHOOK_INSIDE`` names hosts and ports for which none
    of this is asked.
    """
    if len(text) > LONGEST_ADDRESS or not _PLAIN.fullmatch(text) or "\\" in text:
        raise BadAddress("spelling")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise BadAddress("spelling") from None
    host = (parts.hostname or "").lower()
    if parts.scheme not in ("https", "http") or not host or "@" in parts.netloc or parts.fragment:
        raise BadAddress("spelling" if parts.scheme in ("https", "http") else "scheme")
    tls = parts.scheme == "https"
    port = port if port is not None else 443 if tls else 80
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if f"{host}:{port}" in settings.WEBHOOK_INSIDE:
        return Target(host=host, port=port, path=path, tls=tls, trusted=True)
    if not tls:
        raise BadAddress("scheme")
    if port not in PORTS:
        raise BadAddress("port")
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise BadAddress("host")
    return Target(host=host, port=port, path=path, tls=tls, trusted=False)


def is_open(address: str) -> bool:
    """Whether an address is one of the open net: not private, loopback, link-local, shared, reserved or multicast, and no wrapping
    (v4 in v6, translation, tunnel) around another."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if ip.version == 6 and (ip not in _V6_OPEN or ip.scope_id is not None):
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in net for net in _CLOSED if net.version == ip.version)


def addresses_of(target: Target, *, net: Net = REAL, seconds: float = SECONDS) -> list[str]:
    """Every address of a target, all of them judged: one that is not open spoils the name. ``Unreachable`` says why there is none."""
    found = _looked_up(target, net, seconds)
    if not found:
        raise Unreachable("unknown_name")
    if not target.trusted and not all(is_open(address) for address in found):
        raise Unreachable("inside")
    return found


def _looked_up(target: Target, net: Net, seconds: float) -> list[str]:
    """Look the name up in a thread of its own: the system's resolver cannot be told how long it may take."""
    answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def look() -> None:
        try:
            answers.put(net.resolve(target.host, target.port))
        except (OSError, UnicodeError):
            answers.put([])

    threading.Thread(target=look, daemon=True, name="look-up").start()
    try:
        return answers.get(timeout=max(seconds, 0))
    except queue.Empty:
        raise Unreachable("timeout") from None


def post(text: str, body: bytes, headers: Mapping[str, str], *, net: Net = REAL, seconds: float = SECONDS) -> int:
    """Send a body and answer with the status that came back, whatever it is; redirections are not followed.

    ``Unreachable`` when nothing came back in time, ``BadAddress`` for what is never spoken to.
    """
    end = time.monotonic() + seconds
    target = read_address(text)
    addresses = addresses_of(target, net=net, seconds=seconds)
    try:
        with _connected(target, addresses, net, end) as wire:
            wire.settimeout(_left(end))
            wire.sendall(_request(target, body, headers))
            # It asks for no more of a socket than its file.
            with contextlib.closing(http.client.HTTPResponse(_Reader(wire, end), method="POST")) as answer:  # type: ignore[arg-type]
                answer.begin()
                return answer.status
    except TimeoutError:
        raise Unreachable("timeout") from None
    except ssl.SSLError:
        raise Unreachable("tls") from None
    except http.client.HTTPException:
        raise Unreachable("no_answer") from None
    except OSError:
        raise Unreachable("closed") from None


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connected(target: Target, addresses: list[str], net: Net, end: float) -> socket.socket:
    """A connection to the first address that takes one."""
    failed: OSError = ConnectionRefusedError()
    for address in addresses[:_MOST_TRIED]:
        try:
            wire = net.connect(address, target.port, _left(end))
        except OSError as error:
            failed = error
            continue
        if not target.tls:
            return wire
        try:
            wire.settimeout(_left(end))
            return net.context().wrap_socket(wire, server_hostname=target.host)
        except BaseException:
            wire.close()
            raise
    raise failed


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    fields = {
        "Host": target.named,
        "User-Agent": "Signifer-Webhooks/1",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Accept": "*/*",
        "Connection": "close",
        **headers,
    }
    if any("\r" in value or "\n" in value for value in fields.values()):
        raise ValueError("a line break in a header")
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {target.path} HTTP/1.1\r\n{lines}\r\n".encode("ascii") + body


class _Reader(io.RawIOBase):
    """What comes over a connection, up to so many bytes and until a moment: not only each piece of it is waited for so long."""

    def __init__(self, wire: socket.socket, end: float) -> None:
        self.wire, self.end, self.room = wire, end, MOST_ANSWER

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.room <= 0:
            raise http.client.HTTPException("the answer is too long")
        self.wire.settimeout(_left(self.end))
        got = self.wire.recv_into(memoryview(buffer)[: self.room])
        self.room -= got
        return got
