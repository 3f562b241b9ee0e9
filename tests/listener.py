"""A server on this machine, for tests of what goes wrong with others."""

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Self


class Listener:
    """Takes every connection to a free port, each in a thread of its own (``serve``), until it is left."""

    def __init__(self) -> None:
        self.came = threading.Event()
        """Something was handed in."""
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]

    def serve(self, wire: socket.socket) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        self._start(self._listen)
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        # Closing a socket does not wake who waits at it: knock.
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        self._socket.close()
        for thread in self._threads:
            thread.join(5)

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                wire, _where = self._socket.accept()
            except OSError:
                return
            self._start(self.serve, wire)
