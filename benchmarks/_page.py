"""A page of Chromium under keys and a mouse, with nothing else that listens to it.

Playwright has every message of a page's websocket copied to itself, as text: a drag over matrices
of 300 points shows 37 pictures a second while it listens, 50 without. So it opens a notebook, and
leaves.
"""

import contextlib
import json
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket

KEYS = {"ArrowLeft": 37, "ArrowRight": 39}
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FLAGS += ["--no-first-run", "--remote-debugging-port=0", "--window-size=1500,1187"]


@contextlib.contextmanager
def started(browser):
    """Start a browser; give the port at which it takes orders."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [browser, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        run = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        try:
            told = Path(profile, "DevToolsActivePort")
            for _ in range(100):
                if told.exists() and (lines := told.read_text().split()):
                    break
                time.sleep(0.1)
            else:
                raise TimeoutError(f"{browser} did not start in 10 seconds")
            yield int(lines[0])
        finally:
            run.terminate()
            run.wait()


class Page:
    """A page that is open, by a part of its address."""

    def __init__(self, port, part):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as told:
            [page] = [page for page in json.load(told) if part in page["url"]]
        self.target = page["id"]
        self.line = websocket.create_connection(page["webSocketDebuggerUrl"], suppress_origin=True)
        self.number = 0
        self.order("Emulation.setFocusEmulationEnabled", enabled=True)

    def order(self, method, **parameters):
        """Give an order; return what comes of it."""
        self.number += 1
        order = {"id": self.number, "method": method, "params": parameters}
        self.line.send(json.dumps(order))
        while (said := json.loads(self.line.recv())).get("id") != self.number:
            pass  # an event
        return said["result"]

    def evaluate(self, expression, *values):
        """Return what an expression of JavaScript is; a function is called with the values."""
        if values:
            expression = f"({expression})(...{json.dumps(values)})"
        said = self.order("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"]["exception"]["description"])
        return said["result"].get("value")

    def press(self, key):
        """Press a key and let it go."""
        named = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        self.order("Input.dispatchKeyEvent", type="rawKeyDown", **named)
        self.order("Input.dispatchKeyEvent", type="keyUp", **named)

    def mouse(self, what, x, y):
        """Let the left button of the mouse be "Pressed", "Moved" or "Released" at a point."""
        held = int(what != "Released")
        place = {"x": x, "y": y, "button": "left", "buttons": held, "clickCount": 1}
        self.order("Input.dispatchMouseEvent", type=f"mouse{what}", **place)

    def to_front(self):
        """Show this page: others are not painted."""
        self.order("Page.bringToFront")

    def close(self):
        """Close the page, which is not asked whether it has something to save."""
        self.order("Target.closeTarget", targetId=self.target)
        self.line.close()
