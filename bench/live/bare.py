"""The peer of the event streams: a bare Starlette loop that sends the same text to all clients.

`python -m bench.live.bare PORT`. What it gets as input, it sends to everybody at once.
"""

import asyncio
import sys
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

MOST = 65536  # bytes that are read at once


class Broadcast:
    """Wakes everybody who waits for the next text."""

    def __init__(self) -> None:
        self._next = asyncio.Event()
        self._text = b""

    def send(self, text: bytes) -> None:
        self._text, said, self._next = text, self._next, asyncio.Event()
        said.set()

    async def texts(self) -> AsyncIterator[bytes]:
        yield b"event: hello\ndata: {}\n\n"
        while True:
            await self._next.wait()
            yield self._text


class InputToAll(asyncio.Protocol):
    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast

    def data_received(self, data: bytes) -> None:
        self._broadcast.send(data)


async def serve(port: int) -> None:
    broadcast = Broadcast()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: InputToAll(broadcast), sys.stdin)

    async def events(request: Request) -> Response:
        return StreamingResponse(broadcast.texts(), media_type="text/event-stream")

    config = uvicorn.Config(
        Starlette(routes=[Route("/events", events)]),
        port=port,
        http="h11",
        lifespan="off",
        log_level="error",
        access_log=False,
    )
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
