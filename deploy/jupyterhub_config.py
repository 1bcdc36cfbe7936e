"""A class on one machine: JupyterHub 6, with limits, and closed until you open it.

Read deploy/README.md first. As it stands: students are Unix users of the group "students" who log
in with their own password (PAM); nobody can sign up; without TLS it listens on this machine only;
homes are closed to the others; a server that nobody uses for an hour is stopped.

Your own lines (sign-on, other limits) go to /etc/kernlab-hub/*.py. They are root's program and may
hold secrets: the hub does not start where others than root can read or write a file there.
"""

import importlib.util
import os
import pwd
import subprocess
import sys
from pathlib import Path

c = get_config()  # noqa: F821 (JupyterHub gives it)

STATE = Path(os.environ.get("KERNLAB_HUB_STATE", "/var/lib/kernlab-hub"))
RUN = Path(os.environ.get("KERNLAB_HUB_RUN", "/run/kernlab-hub"))
OWN_LINES = Path(os.environ.get("KERNLAB_HUB_OWN", "/etc/kernlab-hub"))
TLS_KEY = os.environ.get("KERNLAB_HUB_TLS_KEY", "")
TLS_CERT = os.environ.get("KERNLAB_HUB_TLS_CERT", "")
PORT = os.environ.get("KERNLAB_HUB_PORT", "443" if TLS_KEY else "8000")
BIN = Path(sys.prefix, "bin")

MEGABYTE, GIGABYTE = str(2**20), 2**30
MEMORY = 1 * GIGABYTE  # what a student may take; chapters need a quarter of it
PROCESSES = 256  # threads count
FILE = 1 * GIGABYTE  # the largest file a student can write
FIRST_STUDENT = 1000  # below are the users of the system

# --- Secrets that others can read end the start here ----------------------------------------------

for secret in [*OWN_LINES.rglob("*"), *([Path(TLS_KEY)] if TLS_KEY else [])]:
    if secret.is_file() and secret.stat().st_mode & 0o077:
        raise PermissionError(f"Others can open {secret}: chmod 600 {secret}, then start again.")

# --- Where it listens: on this machine, or with TLS for everybody ---------------------------------

if bool(TLS_KEY) != bool(TLS_CERT):
    raise ValueError("Set both KERNLAB_HUB_TLS_KEY and KERNLAB_HUB_TLS_CERT, or none of them.")
if TLS_KEY:
    c.JupyterHub.ssl_key = TLS_KEY
    c.JupyterHub.ssl_cert = TLS_CERT
    c.JupyterHub.bind_url = f"https://:{PORT}"
else:
    c.JupyterHub.bind_url = f"http://127.0.0.1:{PORT}"

# --- What it keeps: cookies' secret and users, for root's eyes ------------------------------------

STATE.mkdir(mode=0o700, parents=True, exist_ok=True)
STATE.chmod(0o700)
c.JupyterHub.cookie_secret_file = str(STATE / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{STATE / 'jupyterhub.sqlite'}"
c.ConfigurableHTTPProxy.pid_file = str(STATE / "proxy.pid")

# --- Who may log in: Unix users of one group, with the passwords that you gave them ---------------

c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"students"}
c.Authenticator.allow_all = False
c.Authenticator.allow_existing_users = False
c.Authenticator.blocked_users = {"root"}
c.LocalAuthenticator.create_system_users = False
c.JupyterHub.allow_named_servers = False


def prepare(spawner):
    """Let only its owner into a student's home and sockets, before the server starts."""
    user = pwd.getpwnam(spawner.user.name)
    if user.pw_uid < FIRST_STUDENT:
        raise ValueError(f"{user.pw_name} is a user of the system, and gets no server")
    home = Path(user.pw_dir)
    if home.is_symlink() or home.stat().st_uid != user.pw_uid:
        raise ValueError(f"{home} is not {user.pw_name}'s own folder")
    home.chmod(0o700)
    RUN.mkdir(mode=0o711, exist_ok=True)
    place = Path(sockets(spawner))
    place.mkdir(mode=0o700, exist_ok=True)
    os.chown(place, user.pw_uid, user.pw_gid)


def sockets(spawner):
    """Return the folder of a student's kernels: a short path, as Unix sockets need one."""
    return str(RUN / str(pwd.getpwnam(spawner.user.name).pw_uid))


# A process can leave its session and change its environment, but not its user: so all processes of
# the student's user end. One call ends them together: one that forks all the time cannot run away.
END = "import os, sys; os.setresuid(*[int(sys.argv[1])] * 3); os.kill(-1, 9)"


def reap(spawner):
    """End what a stopped server left behind."""
    user = pwd.getpwnam(spawner.user.name).pw_uid
    if user < FIRST_STUDENT or user == os.getuid():  # a hub without root would end itself
        return
    for _ in range(100):
        done = subprocess.run([sys.executable, "-ISc", END, str(user)], stderr=subprocess.DEVNULL)
        if done.returncode >= 0:  # below 0: the student's processes ended ours first
            return
    spawner.log.warning("%s has processes that did not end with the server", spawner.user.name)


c.Spawner.pre_spawn_hook = prepare

# --- What a student's server may take -------------------------------------------------------------

SERVER = str(BIN / "jupyterhub-singleuser")
if Path("/run/systemd/system").exists() and importlib.util.find_spec("systemdspawner"):
    c.JupyterHub.spawner_class = "systemd"  # limits hold for all processes of a student together
    c.Spawner.cmd = [SERVER]
    c.SystemdSpawner.mem_limit = MEMORY
    c.SystemdSpawner.isolate_tmp = True
    c.SystemdSpawner.isolate_devices = True
    c.SystemdSpawner.disable_user_sudo = True
    c.SystemdSpawner.unit_extra_properties = {
        "UMask": "0077",
        "KillMode": "control-group",  # a process that left its session ends with the server, too
        "TasksMax": str(PROCESSES),
        "LimitFSIZE": str(FILE),
    }
else:
    c.JupyterHub.spawner_class = "localprocess"  # each process has these limits (man prlimit)
    limits = [f"--data={MEMORY}", f"--nproc={PROCESSES}", f"--fsize={FILE}", "--core=0"]
    c.Spawner.cmd = ["prlimit", *limits, "--", SERVER]
    c.LocalProcessSpawner.popen_kwargs = {"umask": 0o077}
    c.Spawner.post_stop_hook = reap
c.Spawner.mem_limit = MEMORY

# --- How a server runs: small, and in nobody else's reach -----------------------------------------

c.Spawner.default_url = "/lab"
c.Spawner.disable_user_config = True
c.Spawner.args = [
    # A kernel's TCP ports answer every user of the machine, its sockets only their owner.
    "--KernelManager.transport=ipc",
    "--LabApp.extension_manager=readonly",
]
c.Spawner.environment = {
    "OPENBLAS_NUM_THREADS": "1",  # a class has more students than cores
    "OMP_NUM_THREADS": "1",
    "MALLOC_MMAP_THRESHOLD_": MEGABYTE,  # large arrays that are freed go back to the machine
    "MALLOC_TRIM_THRESHOLD_": MEGABYTE,
    "JUPYTER_RUNTIME_DIR": sockets,
}

# --- A whole class at once: few start at a time, slow starts are waited for -----------------------

c.JupyterHub.concurrent_spawn_limit = 4 * (os.cpu_count() or 1)  # the others come again later
c.Spawner.http_timeout = 180
c.Spawner.start_timeout = 180

# --- Your own lines, and what follows from them ---------------------------------------------------

c.KernlabHub.idle = 3600  # seconds without use, after which kernels are ended and servers stopped
c.KernlabHub.every = 300  # seconds between two looks
c.JupyterHub.services = []
c.JupyterHub.load_roles = []

for lines in sorted(OWN_LINES.glob("*.py")):
    load_subconfig(str(lines))  # noqa: F821 (JupyterHub gives it)

CULLER = "idle-culler"
IDLE, EVERY = int(c.KernlabHub.idle), int(c.KernlabHub.every)
c.Spawner.args += [
    f"--MappingKernelManager.cull_idle_timeout={IDLE}",
    f"--MappingKernelManager.cull_interval={EVERY}",
]
CULL = ["-m", "jupyterhub_idle_culler", f"--timeout={IDLE}", f"--cull-every={EVERY}"]
SCOPES = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
if CULLER not in [service["name"] for service in c.JupyterHub.services]:  # yours stays
    c.JupyterHub.services.append({"name": CULLER, "command": [sys.executable, *CULL]})
    c.JupyterHub.load_roles.append({"name": CULLER, "scopes": SCOPES, "services": [CULLER]})
