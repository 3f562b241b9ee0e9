"""A TCP proxy between a program and its server, that can hold either direction back or cut the line."""

import asyncio
import threading
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
BLOCK = 1 << 16


class Proxy:
    """Passes everything on until told otherwise.

    ``hold()``: nothing passes any more, in either direction, and nobody is told. ``cut_after``: the line is cut once these bytes have gone
    to the server, so that the answer never comes. ``times`` says how often that is done before everything passes again.
    """

    def __init__(self, port: int, *, cut_after: bytes = b"", times: int = 1) -> None:
        self.target, self.cut_after, self.left = port, cut_after, times if cut_after else 0
        self.cuts = 0
        self.port = 0
        self._open = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, HOST, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._open.set()
        self._ready.set()
        self._loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(HOST, self.target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, back, writer), self._pass(there, writer, None), return_exceptions=True)

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, client: asyncio.StreamWriter | None
    ) -> None:
        """``client``: where the line is cut, on the way to the server."""
        while block := await source.read(BLOCK):
            await self._open.wait()
            target.write(block)
            await target.drain()
            if client is not None and self.left and self.cut_after in block:
                self.left, self.cuts = self.left - 1, self.cuts + 1
                client.transport.abort()
        target.close()

    def hold(self) -> None:
        self._loop.call_soon_threadsafe(self._open.clear)

    def release(self) -> None:
        self._loop.call_soon_threadsafe(self._open.set)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def _end(self) -> None:
        lines = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
