"""Two real users on a real hub: neither reads the other's files, sockets, secrets or pages.

It runs where it can: as root, on Linux, with JupyterHub in build/hub, where the first
`python3 run.py bench hub` installs it. Elsewhere it is skipped, and says why.
"""

import asyncio
import contextlib
import http.cookiejar
import json
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / "build" / "hub"
USERS = ("kl-ada", "kl-bob")
SECRET = secrets.token_hex(8)
NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
# What the first student does, and then tells of herself; she leaves a process in its own session.
FIRST = """
import os, subprocess
from pathlib import Path
Path("secret.txt").write_text("mine")
mode = oct(Path("secret.txt").stat().st_mode & 0o777)
left = subprocess.Popen(["sleep", "900"], start_new_session=True).pid
said = dict(uid=os.getuid(), left=left, home=str(Path.home()), mode=mode, server=os.getppid(),
            run=os.environ["JUPYTER_RUNTIME_DIR"], groups=os.getgroups())
"""
# What the second one tries on her; each try says the name of the error that stopped it.
SECOND = """
import os, resource, signal, socket, sys, urllib.request
from pathlib import Path
other = {other!r}
def attempt(action):
    try:
        return "got through: " + str(action())[:60]
    except Exception as error:
        return type(error).__name__ + " " + str(getattr(error, "code", ""))
def page():
    token = os.environ["JUPYTERHUB_API_TOKEN"]
    address = {address!r} + "/user/" + other["name"] + "/api/contents/secret.txt"
    request = urllib.request.Request(address, headers=dict(Authorization="token " + token))
    return urllib.request.urlopen(request).read()
tries = dict(
    file=lambda: Path(other["home"], "secret.txt").read_text(),
    home=lambda: os.listdir(other["home"]),
    sockets=lambda: os.listdir(other["run"]),
    token=lambda: Path("/proc", str(other["server"]), "environ").read_bytes(),
    stop=lambda: os.kill(other["server"], signal.SIGTERM),
    program=lambda: Path(sys.prefix, "x").write_text(""),
    hub=lambda: Path({state!r}, "cookie_secret").read_text(),
    page=page,
    memory=lambda: len(bytearray(2**31)),
)
rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
ports = [row[1] for row in rows if row[3] == "0A" and int(row[7]) == other["uid"]]
said = dict(dict((name, attempt(action)) for name, action in tries.items()),
            uid=os.getuid(), ports=len(ports), own=os.listdir("."))
"""


def missing():
    """Return in words what this machine lacks, or nothing."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "needs root on Linux, as it makes two users"
    if not (ENVIRONMENT / "kernlab.stamp").exists():
        return (
            "no JupyterHub in build/hub: `python3 run.py bench hub --students 1 --try` installs it"
        )
    words = [str(ENVIRONMENT / "bin" / "python"), "-c", ""]
    with contextlib.suppress(OSError):
        if subprocess.run(words, user=65534, capture_output=True).returncode == 0:
            return ""
    return "other users cannot run the Python of build/hub"


@pytest.fixture(scope="module")
def homes():
    """Make two users with homes that the others could read, if nobody closed them."""
    if words := missing():
        pytest.skip(words)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        try:
            for name in USERS:
                words = ["useradd", "--create-home", "--base-dir", folder, name]
                subprocess.run(words, check=True, capture_output=True)
                words = f"{name}:{SECRET}\n".encode()
                subprocess.run(["chpasswd"], input=words, check=True, capture_output=True)
                home = Path(folder, name)
                home.chmod(0o755)
                book = home / "book.ipynb"
                book.write_text(json.dumps(NOTEBOOK))
                shutil.chown(book, name)
            yield Path(folder)
        finally:
            for name in USERS:
                subprocess.run(["userdel", name], capture_output=True)


async def told(student, source):
    """Run a cell of a student; return what it said."""
    heard = []
    take = student.hear

    def hear(raw):
        if raw is not None:
            heard.append(raw)
        take(raw)

    student.line._on_message_callback = hear
    wanted = {"code": source + "import json; print('SAID' + json.dumps(said))", "silent": False}
    answer = await student.send("execute_request", wanted)
    assert answer["status"] == "ok", answer
    await asyncio.sleep(1)
    for raw in heard:
        _, parts = deserialize_msg_from_ws_v1(raw)
        text = json.loads(parts[3]).get("text", "")
        if text.startswith("SAID"):
            return json.loads(text.removeprefix("SAID"))
    raise AssertionError("the cell printed nothing")


def logged_in(address, name, password):
    """Log in with the form of the hub; say whether it let one in."""
    cookies = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    opener.open(f"{address}/hub/login").close()
    said = {"username": name, "password": password}
    said["_xsrf"] = next(cookie.value for cookie in cookies if cookie.name == "_xsrf")
    try:
        opener.open(f"{address}/hub/login?next=/hub/home", urlencode(said).encode()).close()
    except urllib.error.HTTPError as error:
        error.close()
        return False
    return any("jupyterhub-session-id" in cookie.name for cookie in cookies) and any(
        cookie.name.startswith("jupyterhub-hub-login") for cookie in cookies
    )


async def two_students(hub, student_of):
    """Return what the first student is, what the second one could do to her, and who got in.

    In the end both leave, and the server of the first one is stopped.
    """
    await hub.start()
    tries = [(USERS[0], SECRET), (USERS[0], "wrong"), (USERS[1], SECRET), ("root", SECRET)]
    doors = {}
    for name, password in tries:
        doors[name, password] = await asyncio.to_thread(logged_in, hub.address, name, password)
    first, second = (student_of(name) for name in USERS)
    for student in (first, second):
        await hub.add(student.name)
        await hub.spawn(student.name)
        await student.open()
    one = await told(first, FIRST)
    other = one | {"name": first.name}
    state = str(hub.folder / "state")
    two = await told(second, SECOND.format(other=other, address=hub.address, state=state))
    for student in (first, second):
        await student.leave()
    assert running(one["left"])
    await hub.ask("DELETE", f"/hub/api/users/{first.name}/server")
    for _ in range(300):
        if not running(one["left"]):
            break
        await asyncio.sleep(0.1)
    one["lives on"] = running(one["left"])
    return one, two, doors


def running(number):
    """Say whether a process is there; one that nobody buried yet is not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False


@pytest.fixture(scope="module")
def meeting(homes):
    """Let two users meet on one hub; return what each of them tells, and who could log in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        import _hub
        import _student
    own = homes / "own"
    own.mkdir()
    lines = f"c.PAMAuthenticator.allowed_groups = {{{USERS[0]!r}}}\n"  # instead of "students"
    (own / "group.py").write_text(lines)
    (own / "group.py").chmod(0o600)
    hub = _hub.Hub(homes, simulated=False)
    try:
        student = _student.Student
        pair = two_students(hub, lambda n: student(hub, n, "book.ipynb", random.Random(0)))
        yield asyncio.run(pair)
    finally:
        hub.stop()


DENIED = "PermissionError "


def test_two_users_cannot_read_one_another(meeting):
    one, two, _ = meeting
    assert one["uid"] != two["uid"] and 0 not in (one["uid"], two["uid"])
    assert one["mode"] == "0o600"
    assert "secret.txt" not in two["own"] and "book.ipynb" in two["own"]
    for name in ("file", "home", "sockets", "token", "stop", "program", "hub"):
        assert two[name] == DENIED, name
    assert two["page"] == "HTTPError 403"
    assert two["memory"].startswith("MemoryError")
    # The server's, which asks for a token, and where a kernel takes what its own children print.
    assert two["ports"] <= 2


def test_a_process_that_left_its_session_ends_with_the_server(meeting):
    one, *_ = meeting
    assert one["left"] > 1 and not one["lives on"]


def test_only_the_right_password_of_the_group_gets_in(meeting):
    *_, doors = meeting
    assert doors.pop((USERS[0], SECRET))
    assert set(doors) == {(USERS[0], "wrong"), (USERS[1], SECRET), ("root", SECRET)}
    assert not any(doors.values())
