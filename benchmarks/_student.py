"""A student as the hub sees one: requests of the page, one websocket, cells, questions of panels.

The websocket is JupyterLab's (protocol v1); it answers pings, and comes back after a break with
JupyterLab's pauses. A panel asks as its front end does (front/talk.js): one question under way, the
newest position next, and at the end of a drag the last one, with words.
"""

import asyncio
import contextlib
import json
import time
import uuid
from datetime import UTC, datetime
from urllib.parse import quote

from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.simple_httpclient import HTTPStreamClosedError, HTTPTimeoutError
from tornado.websocket import WebSocketClosedError, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
LOST = 8  # seconds: the front end waits for an answer no longer
FRAME = 1 / 60
CELL = 300  # seconds that a cell may take when a whole class starts
PAGE = (  # what JupyterLab asks for when it opens
    "lab",
    "lab/api/settings",
    "api/me",
    "api/kernelspecs",
    "api/contents?content=1",
)
UNREACHABLE = (OSError, HTTPClientError, HTTPStreamClosedError, HTTPTimeoutError)


class Gone(ConnectionError):
    """The websocket broke."""


class Unanswered(TimeoutError):
    """A question that no answer came to."""


class Restarted(ConnectionError):
    """The kernel is another one."""


class Student:
    """One student with a server, a kernel and the panels of a chapter."""

    def __init__(self, hub, name, chapter, chance):
        self.hub = hub
        self.name = name
        self.chapter = chapter  # path below the home
        self.chance = chance
        self.base = f"/user/{quote(name)}/"
        self.session = uuid.uuid4().hex
        self.view = uuid.uuid4().hex
        self.kernel = None
        self.line = None
        self.waiting = {}  # by message or question
        self.panels = {}  # by comm: its description
        self.asked = 0
        self.bytes = 0
        self.times = []  # seconds of answers
        self.lost = []  # questions without an answer
        self.faults = []  # cells and panels that said an error

    # The page -------------------------------------------------------------------------------------

    async def open(self):
        """Load the page and the chapter, and connect to a kernel of its own."""
        for part in PAGE:
            await self.hub.ask("GET", self.base + part)
        await self.hub.ask("GET", f"{self.base}api/contents/{quote(self.chapter)}?content=1")
        wanted = {"path": self.chapter, "type": "notebook", "name": self.chapter}
        wanted["kernel"] = {"name": "python3"}
        _, _, body = await self.hub.ask("POST", f"{self.base}api/sessions", wanted)
        self.kernel = json.loads(body)["kernel"]["id"]
        await self.connect()

    async def connect(self):
        """Open the websocket to the kernel."""
        address = self.hub.address.replace("http", "ws", 1)
        request = HTTPRequest(
            f"{address}{self.base}api/kernels/{self.kernel}/channels?session_id={self.session}",
            headers={"Authorization": f"token {self.hub.token}"},
            request_timeout=60,
            connect_timeout=60,
        )
        self.line = await websocket_connect(
            request,
            subprotocols=[PROTOCOL],
            on_message_callback=self.hear,
            max_message_size=2**28,
        )

    async def reconnect(self):
        """Come back after the websocket broke as JupyterLab does: seven times, ever later."""
        for attempt in range(7):
            await asyncio.sleep(self.chance.uniform(0, 2**attempt - 1))
            with contextlib.suppress(*UNREACHABLE):
                return await self.connect()
        raise Gone(f"{self.name} could not come back")

    async def leave(self):
        """Close the page."""
        if self.line is not None:
            self.line.close()

    def hear(self, raw):
        """Take a message of the websocket, None where it broke."""
        if raw is None:
            self.end(Gone(f"the websocket of {self.name} broke"))
            return
        self.bytes += len(raw)
        _, parts = deserialize_msg_from_ws_v1(raw)
        header, parent, _, content = (json.loads(part) for part in parts[:4])
        kind = header["msg_type"]
        if kind == "comm_open" and content["target_name"] == "jupyter.widget":
            panel = content["data"]["state"].get("panel") or {}
            if panel.get("controls"):
                self.panels[content["comm_id"]] = panel
        elif kind == "comm_msg" and content["data"].get("method") == "custom":
            said = content["data"]["content"]
            if said.get("view") == self.view:
                self.settle(said.get("ask"), said)
        elif kind == "execute_reply":
            self.settle(parent.get("msg_id"), content)
        elif kind == "status" and content["execution_state"] in ("restarting", "dead"):
            self.end(Restarted(f"the kernel of {self.name} is {content['execution_state']}"))

    def settle(self, key, content):
        """Give an answer to the one who waits for it."""
        future = self.waiting.pop(key, None)
        if future is not None and not future.done():
            future.set_result(content)

    def end(self, error):
        """Tell all who wait that nothing will come."""
        waiting, self.waiting = self.waiting, {}
        for future in waiting.values():
            if not future.done():
                future.set_exception(error)

    async def send(self, kind, content, key=None, seconds=CELL):
        """Send a message to the kernel and wait for what it is answered with."""
        number = uuid.uuid4().hex
        header = {
            "msg_id": number,
            "msg_type": kind,
            "username": self.name,
            "session": self.session,
            "date": datetime.now(UTC).isoformat(),
            "version": "5.4",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        key = number if key is None else key
        future = self.waiting[key] = asyncio.get_running_loop().create_future()
        raw = serialize_msg_to_ws_v1(message, "shell", pack=lambda part: json.dumps(part).encode())
        try:
            await self.line.write_message(raw, binary=True)
            return await asyncio.wait_for(future, seconds)
        except WebSocketClosedError:
            raise Gone(f"the websocket of {self.name} is closed") from None
        except TimeoutError:
            raise Unanswered(f"{kind} of {self.name}: nothing after {seconds} s") from None
        finally:
            self.waiting.pop(key, None)

    # The chapter ----------------------------------------------------------------------------------

    async def run(self, cells):
        """Run the cells one after the other; return the seconds."""
        began = time.perf_counter()
        self.panels = {}
        for number, source in cells:
            wanted = {"code": source, "silent": False, "store_history": True}
            wanted |= {"user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
            said = await self.send("execute_request", wanted)
            if said["status"] != "ok":
                self.faults.append(f"{self.name}, cell {number}: {said.get('evalue')}")
        for comm in self.panels:
            await self.ask(comm, None, words=True, hello=True, seconds=CELL)
        self.times.clear()  # the first pictures are no answers to a hand
        return time.perf_counter() - began

    async def ask(self, comm, at, *, words, hello=False, seconds=LOST):
        """Ask a panel for positions; return its answer."""
        self.asked += 1
        question = {"view": self.view, "at": at, "words": words, "ask": self.asked, "slow": False}
        if hello:
            question["hello"] = True
        began = time.perf_counter()
        content = {"comm_id": comm, "data": {"method": "custom", "content": question}}
        said = await self.send("comm_msg", content, key=self.asked, seconds=seconds)
        self.times.append(time.perf_counter() - began)
        if said["error"]:
            self.faults.append(f"{self.name}, {at}: {said['error']}")
        return said

    def sliders(self):
        """Return (comm, name, steps) of all sliders of the chapter."""
        return [
            (comm, control["name"], control["steps"])
            for comm, panel in self.panels.items()
            for control in panel["controls"]
            if control["kind"] == "slider" and control["steps"] > 4
        ]

    async def drag(self, seconds):
        """Drag one slider for a while; say whether the answer for the last place came."""
        comm, name, steps = self.chance.choice(self.sliders())
        start, stop = self.chance.sample(range(steps + 1), 2)
        began = time.perf_counter()
        last = None
        while (share := (time.perf_counter() - began) / seconds) < 1:
            place = round(start + (stop - start) * share)
            asked = time.perf_counter()
            if place != last:
                await self.ask(comm, {name: place}, words=False)
                last = place
            await asyncio.sleep(max(0.0, FRAME - (time.perf_counter() - asked)))
        return await self.rest(comm, name, stop)

    async def rest(self, comm, name, place):
        """Ask for the last place of a drag; say whether it was answered, and not another one."""
        try:
            said = await self.ask(comm, {name: place}, words=True)
        except Unanswered as error:
            self.lost.append(str(error))
            return False
        stands = said["controls"][name]["place"]
        if stands != place:
            self.lost.append(f"{self.name}: {name} stands at {stands}, not at {place}")
        return stands == place
