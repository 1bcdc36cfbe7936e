"""Find the tables that come with the book: in the installed package, or in a clone's data/sets.

The wheel carries the folder data/sets as kernlab_helpers/datasets/sets; see pyproject.toml.
"""

import hashlib
from pathlib import Path

from ._fetch import DatasetError

HERE = Path(__file__).resolve()
FOLDERS = (HERE.parent / "sets", HERE.parents[2] / "data" / "sets")


def shipped_table(table, sha256):
    """Return the text of a table, its line ends those of Unix.

    Raises `DatasetError` for a table that is missing or was changed.
    """
    places = [folder / table for folder in FOLDERS]
    path = next(filter(Path.is_file, places), None)
    if path is None:
        looked = "\n".join(f"  {place}" for place in places)
        raise DatasetError(
            f"{table} comes with the book and is missing here. Looked at:\n{looked}\n"
            "Install kernlab-helpers again, or take the folder data/sets from the repository."
        )
    body = path.read_bytes().replace(b"\r\n", b"\n")  # as git writes them on Windows
    found = hashlib.sha256(body).hexdigest()
    if found != sha256:
        raise DatasetError(
            f"{path} is not the table that came with the book: it is cut short or changed.\n"
            f"  sha256 expected {sha256}\n  sha256 found    {found}\n"
            "Take it from the repository again, or install kernlab-helpers again."
        )
    return body.decode("utf-8")
