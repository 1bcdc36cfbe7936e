"""Find a data file: in the folder KERNLAB_DATA, else in the user's cache, else in its archive.

Whatever is found is checked against the sha256 of the catalogue. A download reaches its place in
the cache only when it is whole and right, so nothing half-written is ever left behind.
"""

import contextlib
import hashlib
import os
from pathlib import Path

TIMEOUT = (10, 30)  # seconds to connect, and between two pieces of the file; there is no retry


class DatasetError(OSError):
    """A data file is missing, damaged or cannot be kept; the message says what to do."""


def fetch(file):
    """Return the path of a checked copy of `file` (a `File` of the catalogue).

    Raises `DatasetError` if there is none: it lists the places looked at and what to do by hand.
    """
    folder = os.environ.get("KERNLAB_DATA")
    placed = Path(folder).expanduser() / file.path if folder else None
    if placed and os.path.isfile(placed):
        _check(placed, file, "")
        return placed

    import pooch

    cached = Path(pooch.os_cache("kernlab")) / file.path
    advice = _advice(file, placed, cached)
    if os.path.isfile(cached):
        if _sha256(cached) == file.sha256:
            return cached
        if file.url is None:
            _check(cached, file, advice)
    if file.url is None:
        raise DatasetError(f"{file.path} is not on this computer and no archive offers it.{advice}")
    _download(file, cached, advice)
    return cached


def _download(file, cached, advice):
    import pooch

    received = []

    def get(url, target, owner):
        answers = []
        hooks = {"response": lambda answer, **_: answers.append(answer)}
        try:
            pooch.HTTPDownloader(timeout=TIMEOUT, hooks=hooks)(url, target, owner)
        finally:
            for answer in answers:  # pooch leaves the connection of a failed download open
                answer.close()
        received.append(_sha256(target))

    store = pooch.create(
        path=cached.parent,
        base_url="",
        registry={cached.name: f"sha256:{file.sha256}"},
        urls={cached.name: file.url},
    )
    try:
        with _silent(pooch.get_logger()):
            store.fetch(cached.name, downloader=get)
    except (OSError, ValueError) as error:  # what requests raises is an OSError too
        with contextlib.suppress(OSError):  # an empty folder made for this file; others are kept
            cached.parent.rmdir()
        reason = _reason(error, file, cached, received)
        raise DatasetError(f"{file.path} could not be downloaded: {reason}.{advice}") from error


def _reason(error, file, cached, received):
    """Say in plain words why the download failed."""
    from requests import exceptions as web

    if isinstance(error, web.HTTPError):
        answer = f"{error.response.status_code} {error.response.reason}"
        return f"the archive answered {answer} for {file.url}"
    if isinstance(error, web.Timeout):
        return f"the archive did not answer in time ({file.url})"
    if isinstance(error, (web.ChunkedEncodingError, web.ContentDecodingError)):
        return f"the download broke off before the end ({file.url})"
    if isinstance(error, web.ConnectionError):
        return f"no connection to {file.url} ({type(error).__name__}; is there a network?)"
    if isinstance(error, web.RequestException) or (isinstance(error, ValueError) and not received):
        return f"the request for {file.url} failed: {error}"
    if isinstance(error, OSError):
        return f"it cannot be kept in the folder {cached.parent} ({error})"
    return (
        f"what came from {file.url}\nis not the expected file and was thrown away:\n"
        f"  sha256 expected {file.sha256}\n  sha256 received {received[0]}\n"
        "It may be incomplete, or a login page or a proxy answered. If the archive has a new "
        "version, mend\nits line in kernlab_helpers/catalogue.toml"
    )


def _check(path, file, advice):
    found = _sha256(path)
    if found != file.sha256:
        raise DatasetError(
            f"{path} is not the expected file: it is cut short, changed (line ends count) or "
            f"another version.\n"
            f"  sha256 expected {file.sha256}\n  sha256 found    {found}\n"
            f"Replace it by a good copy{f' of {file.url}' if file.url else ''}, or take it away."
            f"{advice}"
        )


def _advice(file, placed, cached):
    first = f"{placed} (KERNLAB_DATA)" if placed else "the folder KERNLAB_DATA names: it is not set"
    get = (
        f"download {file.url}\n  in a browser"
        if file.url
        else "get it from its owner (see the card)"
    )
    return (
        f"\nLooked at:\n  {first}\n  {cached} (cache)\n  {file.url or 'no archive has it'}"
        f"\nTo place it by hand: {get} and save it as\n  {cached}\n"
        f"or as {file.path} in a folder of yours, and set the environment variable KERNLAB_DATA\n"
        f"to that folder before Python starts. Its sha256 must be\n  {file.sha256}"
    )


def _sha256(path):
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextlib.contextmanager
def _silent(logger):
    """Keep pooch from writing into a notebook's output."""
    level = logger.level
    logger.setLevel("ERROR")
    try:
        yield
    finally:
        logger.setLevel(level)
