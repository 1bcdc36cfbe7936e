"""Put the chapters into the wheel, without their outputs: 0.3 MB instead of 11.

Hatch calls this when it builds the wheel. `kernlab copy FOLDER` gives them to the user, who runs
them; the stored pictures are those of the repository and of the book on the web.
"""

import json
import shutil
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "kernlab_course/notebooks"


def without_outputs(text):
    """Return a notebook's text as of one that has not been run."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


class NotebooksHook(BuildHookInterface):
    """The hook of the wheel."""

    def initialize(self, version, build_data):
        """Write the chapters aside and name them."""
        self.folder = Path(tempfile.mkdtemp())
        if version == "editable":  # a clone has them
            return
        for path in sorted(Path(self.root, "notebooks").glob("[0-9][0-9]_*.ipynb")):
            aside = self.folder / path.name
            aside.write_text(without_outputs(path.read_text("utf-8")), "utf-8")
            build_data["force_include"][str(aside)] = f"{PLACE}/{path.name}"

    def finalize(self, version, build_data, artifact_path):
        """Forget them."""
        shutil.rmtree(self.folder, ignore_errors=True)
