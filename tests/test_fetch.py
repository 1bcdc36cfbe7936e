"""Getting a data file: every place, every way to fail, and nothing half-written left behind."""

import hashlib
import http.server
import socket
import sys
import threading
from pathlib import Path

import pytest

from kernlab_helpers.datasets import _fetch
from kernlab_helpers.datasets._catalogue import File
from kernlab_helpers.datasets._fetch import DatasetError, fetch

BODY = b"1,2,3\n" * 5000


def file(url=None, body=BODY):
    return File("toy/toy.data", hashlib.sha256(body).hexdigest(), url)


def files_below(folder):
    return [path for path in Path(folder).rglob("*") if not path.is_dir()]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, no KERNLAB_DATA, no proxy between the test and the loopback."""
    pooch = pytest.importorskip("pooch")
    folder = tmp_path / "cache"
    monkeypatch.setattr(pooch, "os_cache", lambda project: folder)
    monkeypatch.delenv("KERNLAB_DATA", raising=False)
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(_fetch, "TIMEOUT", (2, 1))
    return folder


@pytest.fixture
def archive():
    """A server on the loopback; the path of the request says how it behaves."""
    asked = []

    class Archive(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            if self.path == "/missing":
                return self.send_error(404)
            if self.path == "/broken":
                return self.send_error(500)
            body = {"/login": b"<html>Please log in</html>", "/short": BODY[:-7]}.get(
                self.path, BODY
            )
            self.send_response(200)
            if self.path != "/unsized":
                self.send_header("Content-Length", str(len(body) + 9 * (self.path == "/cut")))
            self.end_headers()
            if self.path == "/silent":
                return release.wait(5)
            return self.wfile.write(body[: 100 if self.path == "/unsized" else None])

        def log_message(self, *args):
            pass

    release = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Archive)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    server.address = f"http://127.0.0.1:{server.server_port}"
    server.asked = asked
    yield server
    release.set()
    server.shutdown()
    server.server_close()


def test_a_good_download_is_kept_and_not_asked_for_again(archive, cache, capfd):
    toy = file(archive.address + "/good")
    path = fetch(toy)
    assert path == cache / "toy" / "toy.data"
    assert path.read_bytes() == BODY
    assert fetch(toy) == path
    assert archive.asked == ["/good"]
    assert files_below(cache) == [path]
    assert capfd.readouterr() == ("", "")


def test_pooch_is_silent_only_while_it_works(archive, cache):
    logger = pytest.importorskip("pooch").get_logger()
    level = logger.level
    fetch(file(archive.address + "/good"))
    assert logger.level == level


FAULTS = {
    "/missing": "404 Not Found",
    "/broken": "500",
    "/cut": "broke off before the end",
    "/short": "sha256 expected",
    "/unsized": "sha256 expected",
    "/login": "sha256 expected",
    "/silent": "connection|in time",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_answer_is_told_and_leaves_nothing(fault, archive, cache):
    toy = file(archive.address + fault)
    with pytest.raises(DatasetError, match=FAULTS[fault]) as caught:
        fetch(toy)
    message = str(caught.value)
    for needed in (toy.path, toy.sha256, toy.url, str(cache / toy.path), "KERNLAB_DATA", "by hand"):
        assert needed in message
    assert archive.asked == [fault]  # bounded: no second try
    assert files_below(cache) == []
    assert not (cache / "toy").exists()


def test_a_wrong_checksum_is_printed_beside_the_right_one(archive, cache):
    toy = file(archive.address + "/login")
    with pytest.raises(DatasetError) as caught:
        fetch(toy)
    received = hashlib.sha256(b"<html>Please log in</html>").hexdigest()
    assert f"sha256 expected {toy.sha256}" in str(caught.value)
    assert f"sha256 received {received}" in str(caught.value)
    assert "catalogue.toml" in str(caught.value)


def test_no_network_is_told(cache):
    with socket.socket() as held:  # bound and never listening: the connection is refused
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}/toy.data"
        with pytest.raises(DatasetError, match=r"no connection to .* is there a network"):
            fetch(file(url))
    assert files_below(cache) == []


def test_an_address_that_is_none_is_told(cache):
    with pytest.raises(DatasetError, match="failed"):
        fetch(file("nonsense://toy"))
    with pytest.raises(DatasetError, match="failed"):
        fetch(file("http://"))
    assert files_below(cache) == []


def test_a_cache_that_is_a_file_is_told(archive, cache):
    cache.write_text("in the way")
    with pytest.raises(DatasetError, match=r"cannot be kept in the folder .*cache"):
        fetch(file(archive.address + "/good"))
    assert files_below(cache.parent) == [cache]


def test_a_read_only_cache_is_told(archive, cache, monkeypatch):
    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied", str(cache))

    # The tests may run as root, whom no permission bit stops.
    monkeypatch.setattr("os.makedirs", refuse)
    with pytest.raises(DatasetError, match=r"cannot be kept .*Permission denied"):
        fetch(file(archive.address + "/good"))
    assert files_below(cache.parent) == []


def test_a_full_disk_is_told(archive, cache, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.move", full)
    with pytest.raises(DatasetError, match=r"cannot be kept .*No space left"):
        fetch(file(archive.address + "/good"))
    assert files_below(cache) == []


def test_an_interrupt_leaves_nothing_half_written(archive, cache, monkeypatch):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(_fetch, "_sha256", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch(file(archive.address + "/good"))
    assert files_below(cache) == []


def place(folder, body=BODY):
    path = folder / "toy" / "toy.data"
    path.parent.mkdir(parents=True)
    path.write_bytes(body)
    return path


def test_kernlab_data_comes_first(archive, cache, tmp_path, monkeypatch):
    monkeypatch.setenv("KERNLAB_DATA", str(tmp_path / "mine"))
    path = place(tmp_path / "mine")
    place(cache)
    assert fetch(file(archive.address + "/good")) == path
    assert archive.asked == []


def test_the_cache_comes_second(archive, cache, tmp_path, monkeypatch):
    monkeypatch.setenv("KERNLAB_DATA", str(tmp_path / "mine"))
    path = place(cache)
    assert fetch(file(archive.address + "/good")) == path
    assert archive.asked == []


@pytest.mark.parametrize("folder", ["", "mine"])
def test_what_is_missing_in_kernlab_data_is_downloaded(
    folder, archive, cache, tmp_path, monkeypatch
):
    monkeypatch.setenv("KERNLAB_DATA", folder and str(tmp_path / folder))
    assert fetch(file(archive.address + "/good")).read_bytes() == BODY
    assert archive.asked == ["/good"]


def test_a_file_without_address_that_is_nowhere_lists_every_place(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("KERNLAB_DATA", str(tmp_path / "mine"))
    with pytest.raises(DatasetError, match="no archive offers it") as caught:
        fetch(file())
    for place_ in (tmp_path / "mine" / "toy/toy.data", cache / "toy/toy.data"):
        assert str(place_) in str(caught.value)


def test_a_file_without_address_is_found_in_the_cache(cache):
    path = place(cache)
    assert fetch(file()) == path


@pytest.mark.parametrize("body", [BODY[:-1], BODY.replace(b"\n", b"\r\n"), b""])
def test_a_damaged_file_in_kernlab_data_is_refused(body, archive, cache, tmp_path, monkeypatch):
    monkeypatch.setenv("KERNLAB_DATA", str(tmp_path / "mine"))
    path = place(tmp_path / "mine", body)
    toy = file(archive.address + "/good")
    with pytest.raises(DatasetError, match="not the expected file") as caught:
        fetch(toy)
    for needed in (str(path), toy.sha256, hashlib.sha256(body).hexdigest()):
        assert needed in str(caught.value)
    assert path.read_bytes() == body  # the user's own file is never touched


def test_a_damaged_file_in_the_cache_is_downloaded_again(archive, cache):
    path = place(cache, BODY[:-1])
    assert fetch(file(archive.address + "/good")) == path
    assert path.read_bytes() == BODY


def test_a_damaged_file_in_the_cache_stays_if_the_download_fails(archive, cache):
    path = place(cache, BODY[:-1])
    with pytest.raises(DatasetError, match="404"):
        fetch(file(archive.address + "/missing"))
    assert files_below(cache) == [path]


def test_a_damaged_file_in_the_cache_without_address_is_refused(cache):
    place(cache, BODY[:-1])
    with pytest.raises(DatasetError, match="not the expected file"):
        fetch(file())


def test_without_pooch_the_way_by_hand_is_told(tmp_path, monkeypatch):
    """The browser's Python has no pooch; a file that was placed is found all the same."""
    monkeypatch.setitem(sys.modules, "pooch", None)
    monkeypatch.delenv("KERNLAB_DATA", raising=False)
    toy = file("https://archive.invalid/toy.data")
    with pytest.raises(DatasetError, match="pooch") as caught:
        fetch(toy)
    for needed in (toy.path, toy.url, "KERNLAB_DATA", "by hand"):
        assert needed in str(caught.value)
    path = place(tmp_path)
    monkeypatch.setenv("KERNLAB_DATA", str(tmp_path))
    assert fetch(toy) == path
