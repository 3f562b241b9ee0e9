"""A receiver of webhooks on this machine that answers by a script: for tests of what goes wrong outside."""

import contextlib
import datetime
import socket
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from campaigns.services.outside import Net
from tests.listener import Listener

HOST = "hooks.example.org"
OPEN = "93.184.215.14"
"""An address of the open net, for a name to have."""

type Act = int | bytes | str
"""A status; a whole answer; or ``hang`` (nothing comes), ``late`` (a yes, after whoever asked has gone), ``close`` (the connection
ends), ``drip`` (a byte now and then)."""
LATE = 6.0
"""Seconds: longer than anybody waits."""


class Request:
    def __init__(self, head: bytes, body: bytes) -> None:
        lines = head.decode().split("\r\n")
        self.line, self.body = lines[0], body
        self.headers = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in lines[1:])}


class Receiver(Listener):
    """``with Receiver(500, "hang") as receiver``: answers like that, one request after the other, and 200 to all that follow."""

    def __init__(self, *script: Act, tls: ssl.SSLContext | None = None) -> None:
        super().__init__()
        self.script, self.tls = list(script), tls
        self.got: list[Request] = []
        self.names: list[str] = []
        """The host names that callers asked for in TLS."""
        if tls is not None:
            tls.sni_callback = lambda _wire, name, _context: self.names.append(name)

    def serve(self, wire: socket.socket) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            stack.callback(wire.close)
            wire.settimeout(5)
            if self.tls is not None:
                wire = stack.enter_context(self.tls.wrap_socket(wire, server_side=True))
            request = self._read(wire)
            if request is None:
                return
            self.got.append(request)
            self.came.set()
            self._answer(wire, self.script.pop(0) if self.script else 200)

    @staticmethod
    def _read(wire: socket.socket) -> Request | None:
        got = b""
        while b"\r\n\r\n" not in got:
            piece = wire.recv(65536)
            if not piece:
                return None
            got += piece
        head, _blank, body = got.partition(b"\r\n\r\n")
        length = int(Request(head, b"").headers.get("content-length", "0"))
        while len(body) < length:
            body += wire.recv(65536)
        return Request(head, body)

    def _answer(self, wire: socket.socket, act: Act) -> None:
        if act == "hang":
            self._over.wait(60)
        elif act == "late":
            self._over.wait(LATE)
            self._answer(wire, 200)
        elif act == "drip":
            for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 600:
                wire.sendall(bytes([byte]))
                if self._over.wait(0.05):
                    return
        elif isinstance(act, int):
            wire.sendall(f"HTTP/1.1 {act} Said\r\nContent-Length: 2\r\n\r\nok".encode())
        elif isinstance(act, bytes):
            wire.sendall(act)


class Lookup:
    """A net in which names have the addresses a test says, one answer after the other; connections end at a receiver here."""

    def __init__(self, port: int, *answers: list[str], context: ssl.SSLContext | None = None) -> None:
        self.port, self.answers, self.context = port, list(answers), context
        self.asked: list[tuple[str, int]] = []
        self.called: list[str] = []

    def net(self) -> Net:
        return Net(resolve=self._resolve, connect=self._connect, context=lambda: self.context or _no_tls())

    def _resolve(self, host: str, port: int) -> list[str]:
        self.asked.append((host, port))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def _connect(self, address: str, port: int, seconds: float) -> socket.socket:
        self.called.append(address)
        return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)


def _no_tls() -> ssl.SSLContext:
    raise AssertionError("this test speaks no TLS")


def certificates(folder: Path, host: str = HOST) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Contexts of a server that is ``host``, and of a caller that believes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    day, now = datetime.timedelta(days=1), datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    lock = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(lock + made.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cafile=str(path))
