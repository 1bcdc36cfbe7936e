"""A class on one machine: JupyterHub 6, with limits, and closed until you open it.

Read deploy/README.md first. As it stands: students are Unix users of the group "students" who log
in with their own password (PAM); nobody can sign up; without TLS it listens on this machine only;
homes are closed to the others; a server that nobody uses for an hour is stopped.

Your own lines (sign-on, other limits) go to /etc/kernlab-hub/*.py, which is read last.
"""

import importlib.util
import os
import pwd
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
        "TasksMax": str(PROCESSES),
        "LimitFSIZE": str(FILE),
    }
else:
    c.JupyterHub.spawner_class = "localprocess"  # limits hold for each process (man prlimit)
    limits = [f"--data={MEMORY}", f"--nproc={PROCESSES}", f"--fsize={FILE}", "--core=0"]
    c.Spawner.cmd = ["prlimit", *limits, "--", SERVER]
    c.LocalProcessSpawner.popen_kwargs = {"umask": 0o077}
c.Spawner.mem_limit = MEMORY

# --- How a server runs: small, and in nobody else's reach -----------------------------------------

c.Spawner.default_url = "/lab"
c.Spawner.disable_user_config = True
c.Spawner.args = [
    # A kernel's TCP ports answer every user of the machine, its sockets only their owner.
    "--KernelManager.transport=ipc",
    "--MappingKernelManager.cull_idle_timeout=3600",
    "--MappingKernelManager.cull_interval=300",
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

# --- Servers that nobody uses are stopped; the files stay -----------------------------------------

CULLER = "idle-culler"
CULL = ["-m", "jupyterhub_idle_culler", "--timeout=3600", "--cull-every=300"]
c.JupyterHub.services = [{"name": CULLER, "command": [sys.executable, *CULL]}]
SCOPES = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
c.JupyterHub.load_roles = [{"name": CULLER, "scopes": SCOPES, "services": [CULLER]}]

# --- Your own lines -------------------------------------------------------------------------------

for lines in sorted(OWN_LINES.glob("*.py")):
    load_subconfig(str(lines))  # noqa: F821 (JupyterHub gives it)
