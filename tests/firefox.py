"""Firefox without a driver: Marionette, its own protocol, on a socket of this computer.

What a page is told to do runs beside its own scripts, on the same objects: its policy would refuse
a script that is put into it.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from browsing import asking, free_port, given

PLACES = ("firefox-esr", "firefox")
PATIENCE = 300  # seconds: for a busy machine
#: No host can be asked: a proxy that is not there stands before all of them, but not before files.
PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("ui.prefersReducedMotion", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""
REFUSED = """
const all = Services.console.getMessageArray();
Services.console.reset();
const told = all.filter((one) => one instanceof Ci.nsIScriptError);
return told.filter((one) => one.category.startsWith("CSP")).map((one) => one.errorMessage);
"""


def found():
    """Return the path of a Firefox, or None."""
    named = os.environ.get("KERNLAB_FIREFOX")
    return named or next(filter(None, map(shutil.which, PLACES)), None)


class Firefox:
    """A Firefox with a profile of its own, in a folder that is empty."""

    def __init__(self, folder):
        port = free_port()
        Path(folder, "user.js").write_text(PREFERENCES.format(port=port), "utf-8")
        words = [found(), "--headless", "--no-remote", "--profile", str(folder)]
        words += ["--marionette", "--remote-allow-system-access"]  # to its console
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(words, env=os.environ | {"HOME": str(folder)}, **silent)
        self.number = 0
        self.line = self.connected(port)
        self.read()  # it says who it is
        self.ask("WebDriver:NewSession", {})
        self.ask("WebDriver:SetTimeouts", {"script": 1000 * PATIENCE})

    def connected(self, port):
        """Return the line to it, as soon as it listens."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, "Firefox has ended"
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            time.sleep(0.2)
        raise AssertionError("Firefox does not listen")

    def read(self):
        """Return the next message: its length, a colon, and so many bytes of JSON."""
        length = b""
        while (byte := self.line.recv(1)) != b":":
            assert byte, "Firefox has hung up"
            length += byte
        text = b""
        while len(text) < int(length):
            text += self.line.recv(int(length) - len(text))
        return json.loads(text)

    def ask(self, command, parameters):
        """Return the answer to a command."""
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.line.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, answer = self.read()
        assert error is None, error
        return answer

    def answer(self, address, script, function):
        """Return what an async function of a page gives, after a script of ours has run in it."""
        self.ask("WebDriver:Navigate", {"url": address})
        words = {"script": asking(script, function), "args": []}
        return given(self.ask("WebDriver:ExecuteAsyncScript", words)["value"])

    def refused(self):
        """Wait until a page's policy has refused something; return in words all since before."""
        found, end = [], time.monotonic() + PATIENCE
        self.ask("Marionette:SetContext", {"value": "chrome"})
        while not found and time.monotonic() < end:
            found = self.ask("WebDriver:ExecuteScript", {"script": REFUSED, "args": []})["value"]
        self.ask("Marionette:SetContext", {"value": "content"})
        return found

    def close(self):
        """End it."""
        self.line.close()
        self.process.terminate()
        self.process.wait(PATIENCE)
