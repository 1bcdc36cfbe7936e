"""A line between a page and a server that can get slow, and be cut."""

import asyncio
import contextlib
import threading


class Line:
    """Passes everything on to a port of this computer, after a delay, until it is cut."""

    def __init__(self, port):
        self.port, self.delay, self.alive, self.ends = port, 0.0, True, set()
        self.loop, self.laid = asyncio.new_event_loop(), threading.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self._lay(),))
        self.thread.start()
        assert self.laid.wait(60)

    async def _lay(self):
        self.over = asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.here = server.sockets[0].getsockname()[1]
        self.laid.set()
        await self.over.wait()
        server.close()
        await self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader, writer):
        if not self.alive:
            return writer.close()
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.ends |= {writer, back}
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))

    async def _pump(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        self.ends.discard(writer)
        writer.close()

    async def _cut(self):
        self.alive = False
        for end in list(self.ends):
            end.transport.abort()

    def cut(self):
        """Cut every connection; new ones are refused until `alive` is True again."""
        asyncio.run_coroutine_threadsafe(self._cut(), self.loop).result(60)

    def close(self):
        """Take the line away."""
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join(60)
        self.loop.close()
