"""WebKitGTK by Debian's driver (webkit2gtk-driver), on a screen that nobody sees (xvfb)."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from browsing import asking, free_port, given

DRIVER, SCREEN = "WebKitWebDriver", "xvfb-run"
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PATIENCE = 300  # seconds: for a busy machine
NOBODY = "http://127.0.0.1:9"  # a proxy that is not there stands before all other hosts
HERE = "127.0.0.1"


def found():
    """Return the path of the browser that the driver drives, or None."""
    browsers = sorted(Path("/").glob(BROWSERS[1:]))
    return str(browsers[-1]) if browsers and all(map(shutil.which, (DRIVER, SCREEN))) else None


class WebKit:
    """A MiniBrowser with a home of its own, in a folder that is empty."""

    def __init__(self, folder):
        port = free_port()
        self.address, self.session = f"http://127.0.0.1:{port}/session", None
        home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "NO_AT_BRIDGE": "1"}
        words = [SCREEN, "-a", DRIVER, f"--port={port}"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        home |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self.process = subprocess.Popen(
            words, env=os.environ | home, start_new_session=True, **silent
        )
        options = {
            "binary": found(),
            "args": ["--automation", f"--proxy={NOBODY}", f"--ignore-host={HERE}"],
        }
        self.session = self.started({"webkitgtk:browserOptions": options})["sessionId"]
        self.ask("timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def started(self, wishes):
        """Return the answer to a wish for a session, as soon as the driver listens."""
        end = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, "WebKit's driver has ended"
            with contextlib.suppress(urllib.error.URLError):
                return self.ask("", {"capabilities": {"alwaysMatch": wishes}})
            assert time.monotonic() < end, "WebKit's driver does not listen"
            time.sleep(0.2)

    def ask(self, command, parameters):
        """Return the answer to a command."""
        place = "/".join(filter(None, (self.address, self.session, command)))
        data = json.dumps(parameters).encode()
        request = urllib.request.Request(place, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def answer(self, address, script, function):
        """Return what an async function of a page gives, after a script of ours has run in it."""
        self.ask("url", {"url": address})
        words = {"script": asking(script, function), "args": []}
        return given(self.ask("execute/async", words))

    def close(self):
        """End it, with all that it started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(PATIENCE)
