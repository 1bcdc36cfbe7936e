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
        _refuse_damaged(placed, file, "")
        return placed
    try:
        import pooch
    except ImportError:  # as in the browser's Python
        raise DatasetError(
            f"{file.path} was not placed in a folder that KERNLAB_DATA names, and pooch, which "
            "looks for it elsewhere, is not installed. Install pooch, or place the file by hand: "
            f"save\n  {file.url or 'the file of its owner (see the card)'}\nas {file.path} in a "
            "folder of yours, and set the environment variable KERNLAB_DATA to that folder before "
            "Python starts."
        ) from None
    cached = Path(pooch.os_cache("kernlab")) / file.path
    advice = _advice(file, placed, cached)
    if file.url:
        _retrieve(file, cached, advice)
    elif os.path.isfile(cached):
        _refuse_damaged(cached, file, advice)
    else:
        raise DatasetError(f"{file.path} is not on this computer and no archive offers it.{advice}")
    return cached


def _retrieve(file, cached, advice):
    """Download a file to its place in the cache, unless it is there and right."""
    import pooch

    try:
        with _silent(pooch.get_logger()):
            pooch.retrieve(
                file.url,
                known_hash=f"sha256:{file.sha256}",
                fname=cached.name,
                path=cached.parent,
                downloader=lambda url, target, _: _download(file, target),
            )
    except (OSError, ValueError) as error:  # what requests raises is one of the two
        with contextlib.suppress(OSError):  # an empty folder made for this file; others are kept
            cached.parent.rmdir()
        reason = _reason(error, file, cached.parent)
        raise DatasetError(f"{file.path} could not be downloaded: {reason}.{advice}") from error


class _WrongFileError(ValueError):
    """What an archive sent is not the expected file; the argument is its sha256."""


def _download(file, target):
    """Write what the archive sends to `target`; unlike pooch's own way it closes the connection."""
    import requests

    with requests.get(file.url, stream=True, timeout=TIMEOUT) as answer:
        answer.raise_for_status()
        with open(target, "wb") as stream:
            for piece in answer.iter_content(chunk_size=2**16):
                stream.write(piece)
    received = _sha256(target)
    if received != file.sha256:
        raise _WrongFileError(received)


def _reason(error, file, folder):
    """Say in plain words why a download failed."""
    from requests import exceptions as web

    match error:
        case web.HTTPError():
            answer = f"{error.response.status_code} {error.response.reason}"
            return f"the archive answered {answer} for {file.url}"
        case web.Timeout():
            return f"the archive did not answer in time ({file.url})"
        case web.ChunkedEncodingError() | web.ContentDecodingError():
            return f"the download broke off before the end ({file.url})"
        case web.ConnectionError():
            return f"no connection to {file.url} ({type(error).__name__}; is there a network?)"
        case _WrongFileError():
            return (
                f"what came from {file.url}\nis not the expected file and was thrown away:\n"
                f"  sha256 expected {file.sha256}\n  sha256 received {error}\n"
                "It may be incomplete, or a login page or a proxy answered. If the archive has a "
                "new version, mend\nits line in kernlab_helpers/datasets/catalogue.toml"
            )
        case web.RequestException() | ValueError():
            return f"the request for {file.url} failed: {error}"
        case _:
            return f"it cannot be kept in the folder {folder} ({error})"


def _refuse_damaged(path, file, advice):
    """Raise `DatasetError` unless a file that was found is the expected one."""
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
    """Return the places looked at, and how to place the file by hand."""
    first = f"{placed} (KERNLAB_DATA)" if placed else "the folder KERNLAB_DATA names: it is not set"
    get = "get it from its owner (see the card)"
    if file.url:
        get = f"download {file.url}\n  in a browser"
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
