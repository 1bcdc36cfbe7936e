"""JupyterHub on this computer: its own environment, its start with deploy/, its REST interface.

The environment is in build/hub and is made as deploy/README.md says: Kernlab from its wheel with
the pins of the lock, the hub's packages, the proxy by npm. The hub runs deploy/jupyterhub_config.py
with a few lines of ours: a service that may start servers, and free ports.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path
from urllib.parse import quote

from tornado.httpclient import AsyncHTTPClient, HTTPRequest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PROXY = "configurable-http-proxy@5.3.0"
HEAVY = "rfc3987-syntax"  # deploy/Dockerfile says why
SYSTEM_PYTHON = Path("/usr/bin/python3")
OWN_LINES = """
c.JupyterHub.services.append({{"name": "bench", "api_token": "{token}"}})
c.JupyterHub.load_roles.append(
    {{"name": "bench", "services": ["bench"], "scopes": {scopes}}}
)
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = {proxy}
"""
SCOPES = ["admin:users", "admin:servers", "access:servers"]
SIMULATED = """
c.JupyterHub.authenticator_class = "null"  # the bench comes with a token; nobody logs in
c.JupyterHub.spawner_class = "simple"  # one Unix user for all
c.SimpleLocalProcessSpawner.home_dir_template = "{homes}/{{username}}"
c.Spawner.pre_spawn_hook = None
c.Spawner.post_stop_hook = None
place = lambda spawner: "{homes}/" + spawner.user.name + "/run"
c.Spawner.environment.update({{"JUPYTER_RUNTIME_DIR": place}})
c.Spawner.args.append("--allow-root")  # where the bench itself is root's
"""


# The environment ----------------------------------------------------------------------------------


def environment(tree=ROOT):
    """Return the folder of the environment of a hub that teaches the book of a folder."""
    name = "hub" if tree == ROOT else f"hub-{hashlib.sha256(str(tree).encode()).hexdigest()[:8]}"
    return ROOT / "build" / name


def program(name, tree=ROOT):
    """Return a program of the hub's environment."""
    return environment(tree) / "bin" / name


def install(tree=ROOT):
    """Make the environment, or bring Kernlab in it up to date."""
    place = environment(tree)
    requirements = ROOT / "deploy" / "requirements.txt"
    lock = ROOT / "requirements.lock"
    wanted = digest([requirements, lock])
    stamp = place / "packages.stamp"
    pins = place / "pins.txt"
    pip = [program("python", tree), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"installing JupyterHub into {place.relative_to(ROOT)}", file=sys.stderr, flush=True)
        make_environment(place)
        pins.write_text(pins_of(lock))
        call([*pip, "--constraint", pins, f"{tree}[lab]", "-r", requirements])
        call([*pip[:3], "uninstall", "-qq", "--yes", HEAVY])
        stamp.write_text(wanted)
    folders = [tree / "kernlab_helpers", tree / "packages"]
    ours = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    wanted = digest([tree / "pyproject.toml", *sorted(ours)])
    stamp = place / "kernlab.stamp"
    if not stamp.exists() or stamp.read_text() != wanted:
        call([*pip, "--no-deps", "--force-reinstall", tree])
        stamp.write_text(wanted)


def make_environment(place):
    """Make an environment of a Python that every user of the machine can read, if there is one."""
    if SYSTEM_PYTHON.exists():
        made = subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--clear", place], capture_output=True)
        if made.returncode == 0:
            return
    venv.create(place, with_pip=True, clear=True)


def pins_of(lock):
    """Return a lock without its hashes, as constraints for pip."""
    lines = lock.read_text("utf-8").splitlines()
    kept = [line.removesuffix("\\").strip() for line in lines if "--hash=" not in line]
    return "\n".join(kept) + "\n"


def digest(files):
    """Return one number for the contents of files."""
    found = hashlib.sha256()
    for file in files:
        if "__pycache__" not in file.parts:
            found.update(file.read_bytes())
    return found.hexdigest()


def call(words):
    """Run a program that has to succeed."""
    subprocess.run(list(map(str, words)), check=True)


def proxy_command():
    """Return how the proxy is started; npm fetches it once."""
    from tools.book import npm

    place = npm.fetch(PROXY, ROOT / "build" / "cache" / "npm")
    return [str(npm.node()), str(place / "bin" / "configurable-http-proxy")]


def free_port():
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


# The hub ------------------------------------------------------------------------------------------


class Refused(RuntimeError):
    """An answer of the hub that says no."""


class Hub:
    """JupyterHub with the configuration of deploy/, from `start` to `stop`.

    Parameters
    ----------
    folder : Path
        What the hub keeps, its log, and the homes of simulated students.
    tree : Path
        The book that is taught.
    simulated : bool
        Whether the students are no Unix users: one user runs all their servers then.
    """

    def __init__(self, folder, tree=ROOT, simulated=True):
        self.folder = folder
        self.tree = tree
        self.simulated = simulated
        self.homes = folder / "homes"
        self.log = folder / "hub.log"
        self.token = secrets.token_hex(16)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def lines(self):
        """Return what this hub sets beside the configuration of deploy/."""
        said = OWN_LINES.format(
            token=self.token,
            scopes=SCOPES,
            hub_port=free_port(),
            proxy_port=free_port(),
            proxy=proxy_command(),
        )
        return said + (SIMULATED.format(homes=self.homes) if self.simulated else "")

    async def start(self):
        """Start the hub and wait until it answers."""
        own = self.folder / "own"
        for place in (own, self.homes):
            place.mkdir(exist_ok=True)
        (own / "bench.py").write_text(self.lines())
        (own / "bench.py").chmod(0o600)
        settings = {
            "KERNLAB_HUB_STATE": str(self.folder / "state"),
            "KERNLAB_HUB_OWN": str(own),
            "KERNLAB_HUB_RUN": str(self.folder / "run"),
            "KERNLAB_HUB_PORT": str(self.port),
        }
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
        words = [program("jupyterhub", self.tree), "--config", "deploy/jupyterhub_config.py"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                list(map(str, words)),
                cwd=ROOT,
                env=kept | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        for _ in range(240):
            if self.process.poll() is not None:
                raise RuntimeError(f"the hub ended:\n{self.log.read_text()[-3000:]}")
            with contextlib.suppress(OSError, Refused):
                await self.ask("GET", "/hub/api/")
                return self.check_settings()
            await asyncio.sleep(0.5)
        raise RuntimeError(f"the hub does not answer:\n{self.log.read_text()[-3000:]}")

    def check_settings(self):
        """Refuse a hub that does not know one of the settings in deploy/."""
        unknown = [x for x in self.log.read_text().splitlines() if "not recognized" in x]
        if unknown:
            raise RuntimeError("\n".join(unknown))

    def stop(self):
        """Stop the hub, which stops its servers and its proxy."""
        if self.process is None:
            return
        ours = descendants(self.process.pid)
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(120)
        for number in [self.process.pid, *ours, *self.proxies()]:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        self.process.wait()

    def proxies(self):
        """Return this hub's proxies: one that was killed once is begun anew when the hub ends."""
        port = f"configurable-http-proxy --ip 127.0.0.1 --port {self.port} "
        return [number for number in parents() if port in command(number)]

    async def ask(self, method, path, body=None, seconds=120, accept=()):
        """Return (status, headers, body) of a request with the token of the bench."""
        request = HTTPRequest(
            self.address + path,
            method=method,
            headers={"Authorization": f"token {self.token}", "Content-Type": "application/json"},
            body=None if method in ("GET", "DELETE") else json.dumps(body or {}),
            request_timeout=seconds,
            connect_timeout=seconds,
        )
        answer = await AsyncHTTPClient().fetch(request, raise_error=False)
        if answer.code == 599:
            raise OSError(f"{path}: {answer.error}")
        if answer.code >= 400 and answer.code not in accept:
            raise Refused(f"{method} {path}: {answer.code} {answer.body[:300]!r}")
        return answer.code, answer.headers, answer.body

    async def add(self, name):
        """Make a user of the hub."""
        await self.ask("POST", f"/hub/api/users/{quote(name)}", accept=(409,))

    async def spawn(self, name, patience=900):
        """Start a student's server as the page does; return the seconds until it is ready.

        Where the hub asks to come again later (429) the page does so; then it listens to the
        hub's progress.
        """
        began = time.perf_counter()
        place = f"/hub/api/users/{quote(name)}/server"
        while True:
            code, headers, _ = await self.ask("POST", place, accept=(429,))
            if code != 429:
                break
            if time.perf_counter() - began > patience:
                raise Refused(f"{name} was sent away for {patience} s")
            await asyncio.sleep(float(headers.get("Retry-After", 5)))
        if code != 201:
            _, _, body = await self.ask("GET", f"{place}/progress", seconds=patience)
            events = [x for x in body.decode().splitlines() if x.startswith("data: ")]
            last = json.loads(events[-1].removeprefix("data: ")) if events else {}
            if not last.get("ready"):
                raise Refused(f"the server of {name} did not start: {last.get('message')}")
        return time.perf_counter() - began


# Processes ----------------------------------------------------------------------------------------


def parents():
    """Return {process: its parent} of this machine."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            after = (place / "stat").read_text().rpartition(")")[2].split()
            found[int(place.name)] = int(after[1])
    return found


def descendants(number):
    """Return the processes that a process began, and those that they began."""
    children = {}
    for child, parent in parents().items():
        children.setdefault(parent, []).append(child)
    found, waiting = [], [number]
    while waiting:
        began = children.get(waiting.pop(), [])
        found += began
        waiting += began
    return found


def command(number):
    """Return the command line of a process, nothing where it is gone."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def sizes(number):
    """Return megabytes (RSS, PSS) of a process."""
    said = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
    fields = {line.split(":")[0]: line.split()[1] for line in said[1:]}
    return int(fields["Rss"]) / 1024, int(fields["Pss"]) / 1024


def seconds_of(number):
    """Return the seconds of a core that a process has taken."""
    after = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(after[11]) + int(after[12])) / os.sysconf("SC_CLK_TCK")


def cpu_times():
    """Return (all, idle) ticks of this machine's cores; waiting for a disk is idle, too."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(ticks), ticks[3] + ticks[4]


def available():
    """Return megabytes of memory that this machine could still give."""
    said = Path("/proc/meminfo").read_text().split("MemAvailable:")[1]
    return int(said.split()[0]) / 1024
