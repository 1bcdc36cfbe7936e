"""The recipes in deploy/: each is parsed, closed as it comes, and names files that are there.

What runs them for real: `python3 run.py bench hub`, and tests/test_hub.py with two Unix users.
"""

import csv
import json
import os
import re
import select
import shlex
import subprocess
import sys
import uuid
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from packaging.requirements import Requirement
from traitlets.config import Config, PyFileConfigLoader

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
README = (DEPLOY / "README.md").read_text("utf-8")
SETTINGS = ("STATE", "OWN", "RUN", "TLS_KEY", "TLS_CERT", "PORT")


def configured(monkeypatch, folder, **settings):
    """Return what jupyterhub_config.py sets, and its names; own lines are listed, not read."""
    place(monkeypatch, folder, settings)
    c = Config()
    names = {"read": [], "get_config": lambda: c}
    names["load_subconfig"] = names["read"].append
    source = (DEPLOY / "jupyterhub_config.py").read_text("utf-8")
    exec(compile(source, "jupyterhub_config.py", "exec"), names)
    return c, names


def place(monkeypatch, folder, settings):
    """Set the environment of a hub that keeps its things in a folder."""
    pytest.importorskip("pwd", reason="JupyterHub needs Unix users")
    settings = {name: folder / name.lower() for name in ("STATE", "OWN", "RUN")} | settings
    for name in SETTINGS:
        monkeypatch.delenv(f"KERNLAB_HUB_{name}", raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(f"KERNLAB_HUB_{name}", str(value))


def loaded(monkeypatch, folder, **own):
    """Return what the hub reads, with own lines, by the loader that JupyterHub has."""
    place(monkeypatch, folder, {})
    (folder / "own").mkdir()
    for name, lines in own.items():
        write(folder / "own" / f"{name}.py", lines)
    return PyFileConfigLoader("jupyterhub_config.py", path=str(DEPLOY)).load_config()


def write(file, text, mode=0o600):
    file.write_text(text)
    file.chmod(mode)


# --- one machine -------------------------------------------------------------------------------


def test_without_tls_the_hub_listens_on_this_machine_only(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path)
    assert urlsplit(c.JupyterHub.bind_url).hostname == "127.0.0.1"
    assert "ssl_key" not in c.JupyterHub
    assert {"ip", "port", "hub_ip", "hub_bind_url"}.isdisjoint(c.JupyterHub)


def test_with_tls_it_listens_for_everybody(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path, TLS_KEY="a.key", TLS_CERT="a.pem")
    assert c.JupyterHub.bind_url == "https://:443"
    assert (c.JupyterHub.ssl_key, c.JupyterHub.ssl_cert) == ("a.key", "a.pem")


@pytest.mark.parametrize("half", ["TLS_KEY", "TLS_CERT"])
def test_half_of_a_certificate_is_refused(monkeypatch, tmp_path, half):
    with pytest.raises(ValueError, match="both"):
        configured(monkeypatch, tmp_path, **{half: "a"})


def test_nobody_gets_in_whom_the_administrator_did_not_make(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path)
    assert c.JupyterHub.authenticator_class == "pam"
    assert c.PAMAuthenticator.allowed_groups == {"students"}
    assert not c.Authenticator.allow_all
    assert not c.Authenticator.allow_existing_users
    assert not c.LocalAuthenticator.create_system_users
    assert "root" in c.Authenticator.blocked_users
    said = json.dumps(c, default=str).lower()
    assert not {"dummy", "password", "admin_users", "api_token"} & set(re.findall(r"\w+", said))


def test_every_student_has_limits_and_no_say_in_the_server(monkeypatch, tmp_path):
    c, names = configured(monkeypatch, tmp_path)
    assert c.Spawner.mem_limit == names["MEMORY"] == 2**30
    assert c.Spawner.disable_user_config
    assert "--KernelManager.transport=ipc" in c.Spawner.args
    if c.JupyterHub.spawner_class == "localprocess":
        before, after = c.Spawner.cmd[: c.Spawner.cmd.index("--")], c.Spawner.cmd[-1]
        assert before[0] == "prlimit" and f"--data={2**30}" in before
        assert any(word.startswith("--nproc=") for word in before)
        assert c.LocalProcessSpawner.popen_kwargs == {"umask": 0o077}
    else:
        (after,) = c.Spawner.cmd
        assert c.SystemdSpawner.mem_limit == 2**30
        assert c.SystemdSpawner.unit_extra_properties["UMask"] == "0077"
    assert Path(after).is_absolute() and Path(after).name == "jupyterhub-singleuser"


def test_hub_and_image_set_the_same_for_small_kernels(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path)
    (image,) = [rest.split() for word, rest in instructions() if word == "ENV"]
    said = {k: v for k, v in c.Spawner.environment.items() if isinstance(v, str)}
    assert said.items() <= dict(pair.split("=") for pair in image).items()
    assert said["OPENBLAS_NUM_THREADS"] == "1"
    assert said["MALLOC_TRIM_THRESHOLD_"] == said["MALLOC_MMAP_THRESHOLD_"] == str(2**20)


def test_idle_servers_are_stopped_by_a_service_that_may_do_no_more(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path)
    (service,), (role,) = c.JupyterHub.services, c.JupyterHub.load_roles
    assert service["command"][1:3] == ["-m", "jupyterhub_idle_culler"]
    assert role["services"] == [service["name"]]
    assert set(role["scopes"]) == {
        "list:users",
        "read:users:activity",
        "read:servers",
        "delete:servers",
    }


def test_what_the_hub_keeps_is_for_its_own_eyes(monkeypatch, tmp_path):
    c, _ = configured(monkeypatch, tmp_path)
    state = tmp_path / "state"
    assert state.stat().st_mode & 0o777 == 0o700
    for kept in (c.JupyterHub.cookie_secret_file, c.ConfigurableHTTPProxy.pid_file):
        assert Path(kept).parent == state
    assert c.JupyterHub.db_url == f"sqlite:///{state / 'jupyterhub.sqlite'}"


def test_own_lines_are_read_last_and_in_order(monkeypatch, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    for name in ("b.py", "a.py", "notes.txt"):
        write(own / name, "")
    _, names = configured(monkeypatch, tmp_path)
    assert names["read"] == [str(own / "a.py"), str(own / "b.py")]


@pytest.mark.parametrize("name", ["signon.py", "secret", "deep/secret"])
@pytest.mark.parametrize("mode", [0o604, 0o640, 0o602])
def test_a_secret_that_others_can_open_ends_the_start(monkeypatch, tmp_path, name, mode):
    file = tmp_path / "own" / name
    file.parent.mkdir(parents=True)
    write(file, "", mode)
    with pytest.raises(PermissionError, match=f"chmod 600 {file}"):
        configured(monkeypatch, tmp_path)
    file.chmod(0o600)
    configured(monkeypatch, tmp_path)


def test_so_does_the_key_of_the_certificate(monkeypatch, tmp_path):
    key = tmp_path / "hub.key"
    write(key, "", 0o644)
    with pytest.raises(PermissionError, match="chmod 600"):
        configured(monkeypatch, tmp_path, TLS_KEY=key, TLS_CERT="hub.pem")


def culling(c):
    """Return the times of the services that stop servers, and of what ends kernels."""
    words = [w for service in c.JupyterHub.services for w in service.get("command", [])]
    words += c.Spawner.args
    return {w.split("=")[0]: int(w.split("=")[1]) for w in words if w.split("=")[-1].isdigit()}


def test_one_own_line_changes_when_idle_servers_and_kernels_end(monkeypatch, tmp_path):
    c = loaded(monkeypatch, tmp_path, times="c.KernlabHub.idle = 1800")
    assert culling(c) == {
        "--timeout": 1800,
        "--cull-every": 300,
        "--MappingKernelManager.cull_idle_timeout": 1800,
        "--MappingKernelManager.cull_interval": 300,
    }


def test_own_services_come_beside_the_culler_or_in_its_place(monkeypatch, tmp_path):
    lines = 'c.JupyterHub.services.append({"name": "mine"})\nc.Spawner.args.append("--mine")'
    c = loaded(monkeypatch, tmp_path, mine=lines)
    assert {service["name"] for service in c.JupyterHub.services} == {"mine", "idle-culler"}
    assert "--mine" in c.Spawner.args and culling(c)["--timeout"] == 3600
    write(tmp_path / "own" / "mine.py", 'c.JupyterHub.services = [{"name": "idle-culler"}]')
    c = PyFileConfigLoader("jupyterhub_config.py", path=str(DEPLOY)).load_config()
    assert c.JupyterHub.services == [{"name": "idle-culler"}]


# What a student could leave behind: a process in a session of its own, and one that is never the
# same for long: it forks, and its parent ends.
LEFT = """
import os, sys
os.setresuid(*[int(sys.argv[2])] * 3)
if os.fork() == 0:
    os.setsid()
    print("there", flush=True)
    while sys.argv[1] == "forks":
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            pass
    __import__("time").sleep(600)
"""


def alive(process, seconds):
    """Say whether a process or one that it began still holds its output after some seconds."""
    return not select.select([process.stdout], [], [], seconds)[0]


def reaped(monkeypatch, tmp_path, number):
    """Run the hook after a server stopped, as for a user."""
    c, names = configured(monkeypatch, tmp_path)
    monkeypatch.setattr(names["pwd"], "getpwnam", lambda name: student(tmp_path, number))
    names["reap"](SimpleNamespace(user=SimpleNamespace(name="ada")))
    return c, names


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="needs root on Linux, for another user"
)
@pytest.mark.parametrize("way", ["waits", "forks"])
def test_what_left_its_session_ends_with_the_server(monkeypatch, tmp_path, way):
    ada, bob = 64321, 64322  # no users of this machine
    began = [
        subprocess.Popen([sys.executable, "-c", LEFT, how, str(number)], stdout=subprocess.PIPE)
        for number, how in ((ada, way), (bob, "waits"))
    ]
    try:
        for process in began:
            assert process.stdout.readline() == b"there\n"
            process.wait()  # the server is gone, what it began is not
        assert all(alive(process, 0.2) for process in began)
        c, names = reaped(monkeypatch, tmp_path, ada)
        assert not alive(began[0], 20)
        assert alive(began[1], 0.2)
        if c.JupyterHub.spawner_class == "localprocess":
            assert c.Spawner.post_stop_hook is names["reap"]
        else:
            assert c.SystemdSpawner.unit_extra_properties["KillMode"] == "control-group"
    finally:
        for number in (ada, bob):
            reaped(monkeypatch, tmp_path, number)
        for process in began:
            process.stdout.close()


def test_no_process_of_the_system_or_of_the_hub_is_ended(monkeypatch, tmp_path):
    ended = []
    monkeypatch.setattr(subprocess, "run", lambda words, **rest: ended.append(words))
    reaped(monkeypatch, tmp_path, 33)
    monkeypatch.setattr(os, "getuid", lambda: 5000)
    reaped(monkeypatch, tmp_path, 5000)
    assert ended == []


def student(folder, number=None):
    number = os.getuid() if number is None else number
    return SimpleNamespace(pw_name="ada", pw_uid=number, pw_gid=os.getgid(), pw_dir=str(folder))


def spawning(monkeypatch, tmp_path, user):
    """Run the hook before a server starts, as for a user."""
    _, names = configured(monkeypatch, tmp_path)
    names["FIRST_STUDENT"] = min(1000, os.getuid())
    monkeypatch.setattr(names["pwd"], "getpwnam", lambda name: user)
    names["prepare"](SimpleNamespace(user=SimpleNamespace(name="ada")))


def test_home_and_sockets_are_closed_before_the_server_starts(monkeypatch, tmp_path):
    home = tmp_path / "ada"
    home.mkdir(mode=0o755)
    spawning(monkeypatch, tmp_path, student(home))
    assert home.stat().st_mode & 0o777 == 0o700
    (sockets,) = (tmp_path / "run").iterdir()
    assert sockets.name == str(os.getuid())
    assert sockets.stat().st_mode & 0o777 == 0o700


def test_the_path_of_a_socket_is_short_enough(monkeypatch, tmp_path):
    c, names = configured(monkeypatch, tmp_path, RUN="/run/kernlab-hub")
    user = SimpleNamespace(user=SimpleNamespace(name="ada"))
    monkeypatch.setattr(names["pwd"], "getpwnam", lambda name: student(tmp_path, 2**32 - 2))
    folder = c.Spawner.environment["JUPYTER_RUNTIME_DIR"](user)
    assert len(f"{folder}/kernel-{uuid.uuid4()}-ipc-5") <= 107  # man 7 unix


def test_no_server_in_the_home_of_another(monkeypatch, tmp_path):
    home = tmp_path / "ada"
    home.mkdir()
    with pytest.raises(ValueError, match="own folder"):
        spawning(monkeypatch, tmp_path, student(home, os.getuid() + 1))
    link = tmp_path / "link"
    link.symlink_to(home)
    with pytest.raises(ValueError, match="own folder"):
        spawning(monkeypatch, tmp_path, student(link))


def test_no_server_for_a_user_of_the_system(monkeypatch, tmp_path):
    _, names = configured(monkeypatch, tmp_path)
    monkeypatch.setattr(names["pwd"], "getpwnam", lambda name: student(tmp_path, 33))
    with pytest.raises(ValueError, match="user of the system"):
        names["prepare"](SimpleNamespace(user=SimpleNamespace(name="ada")))


def test_requirements_are_of_this_hub():
    lines = (DEPLOY / "requirements.txt").read_text("utf-8").splitlines()
    needed = {r.name: r for r in map(Requirement, (x for x in lines if not x.startswith("#")))}
    assert needed["jupyterhub"].specifier.contains("6.1.1")
    assert not needed["jupyterhub"].specifier.contains("5.5.0")
    assert {"jupyterhub-idle-culler", "nbgitpuller"} < set(needed)


# --- containers --------------------------------------------------------------------------------


def instructions():
    """Return the instructions of the Dockerfile: (word, rest), continued lines joined."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [tuple(line.split(None, 1)) for line in lines]


def test_every_instruction_is_one_and_the_last_user_is_no_root():
    known = {"FROM", "ARG", "RUN", "ENV", "WORKDIR", "COPY", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in instructions()} <= known
    assert instructions()[0] == ("FROM", "python:3.12-slim")
    assert [rest for word, rest in instructions() if word == "USER"] == ["1000"]
    for word, rest in instructions():
        if word in ("ENTRYPOINT", "CMD"):
            assert all(isinstance(part, str) for part in json.loads(rest))
        if word == "RUN":
            shlex.split(rest)


def test_what_is_copied_is_there_and_not_ignored():
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY"]
    names = {name for names in copied for name in names}
    assert names == kept
    assert all((ROOT / name).exists() for name in names)
    assert "*" in ignored


def test_the_image_opens_a_notebook_that_is_there():
    (command,) = [json.loads(rest) for word, rest in instructions() if word == "CMD"]
    (page,) = [word.split("/lab/tree/")[1] for word in command if "/lab/tree/" in word]
    assert (ROOT / page).exists()
    assert not any("token" in word or "password" in word for word in command)


def test_image_and_one_machine_are_installed_from_the_lock_in_the_same_way():
    strip = r"sed -e '/--hash=/d' -e 's/ \\$//' requirements.lock"
    (run,) = [
        rest for word, rest in instructions() if word == "RUN" and "requirements.lock" in rest
    ]
    assert strip in run and strip in README
    light = "pip uninstall --yes rfc3987-syntax"
    assert light in run and light in README
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    lines = [line for line in lock.splitlines() if "--hash=" not in line]
    for line in lines:  # what sed leaves is a list of pins
        pin = Requirement(line.removesuffix(" \\"))
        assert [s.operator for s in pin.specifier] == ["=="]


def test_the_devcontainer_builds_the_same_image():
    where = ROOT / ".devcontainer"
    said = json.loads((where / "devcontainer.json").read_text("utf-8"))
    assert (where / said["build"]["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert (where / said["build"]["context"]).resolve() == ROOT
    users = [rest for word, rest in instructions() if "useradd" in rest]
    assert users[0].split("&&")[0].split()[-1] == said["remoteUser"]
    for file in said["customizations"]["codespaces"]["openFiles"]:
        assert (ROOT / file).exists()


# --- Kubernetes --------------------------------------------------------------------------------


def values():
    return yaml.safe_load((DEPLOY / "kubernetes.yaml").read_text("utf-8"))


def test_the_cluster_is_closed_until_it_is_opened():
    hub, proxy = values()["hub"], values()["proxy"]
    assert hub["config"]["JupyterHub"]["authenticator_class"] == "null"
    assert not hub["config"]["Authenticator"]["allow_all"]
    assert not hub["config"]["JupyterHub"]["admin_access"]
    assert proxy["service"]["type"] == "ClusterIP"
    assert not proxy["https"]["enabled"]
    assert values()["singleuser"]["networkPolicy"]["enabled"]
    assert not values()["singleuser"]["allowPrivilegeEscalation"]


def test_the_cluster_limits_culls_and_keeps_places():
    said = values()
    one = said["singleuser"]
    assert megabytes(one["memory"]["guarantee"]) < megabytes(one["memory"]["limit"])
    assert one["cpu"]["guarantee"] < one["cpu"]["limit"]
    assert said["cull"] == {"enabled": True, "timeout": 3600, "every": 300}
    assert said["scheduling"]["podPriority"]["enabled"]  # else placeholders do not give way
    assert said["scheduling"]["userPlaceholder"]["replicas"] > 0
    page = one["defaultUrl"].removeprefix("/lab/tree/")
    assert (ROOT / page).exists()
    copying = one["lifecycleHooks"]["postStart"]["exec"]["command"][-1]
    workdirs = [rest for word, rest in instructions() if word == "WORKDIR"]
    assert f"{workdirs[0]}/notebooks" in copying
    assert one["storage"]["homeMountPath"] == workdirs[1]


def megabytes(text):
    return float(text[:-1]) * {"M": 1, "G": 1000}[text[-1]]


def test_in_the_stored_crowd_nothing_was_lost():
    with (ROOT / "data" / "results" / "hub.csv").open(encoding="utf-8") as file:
        dragged = [row for row in csv.DictReader(file) if row["minutes"]]
    assert dragged and all(row["failures"] == row["last place missed"] == "0" for row in dragged)


# --- links and words ---------------------------------------------------------------------------


def links():
    return [x for x in re.findall(r"`(https://[^`]*)`", README) if "OWNER" in x]


def test_links_lead_to_notebooks_that_are_there():
    assert links()
    for link in links():
        words = parse_qs(urlsplit(link).query)
        page = (words.get("urlpath") or [urlsplit(link).path])[0]
        assert (ROOT / "notebooks" / page.split("/notebooks/")[1]).exists()


def test_the_git_pull_link_unpacks_to_what_nbgitpuller_asks_for():
    (link,) = [x for x in links() if "git-pull" in x]
    assert urlsplit(link).path == "/hub/user-redirect/git-pull"
    asked = {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}
    assert asked["repo"] == "https://github.com/OWNER/NAME"
    folder = asked["repo"].rsplit("/", 1)[1]  # where nbgitpuller puts it
    assert asked["urlpath"].startswith(f"lab/tree/{folder}/notebooks/")
    assert asked["branch"] == "main"
