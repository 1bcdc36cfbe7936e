"""The JavaScript checked as the Python is: types from its JSDoc by tsc, rules by eslint.

Both stand pinned in tools/js, whose lock file names no registry; they are fetched once.
"""

import shutil
import subprocess
from pathlib import Path

from tools.book import npm

__all__ = ["CHECKS", "checked", "fetched"]

ROOT = Path(__file__).resolve().parents[1]
PINNED = ROOT / "tools" / "js"
HOME = ROOT / "build" / "cache" / "js"
#: Everything that is written in JavaScript.
FOLDERS = [
    "packages/livepanels",
    "packages/classroom",
    "tools/book",
    "tools/js",
    "tests",
]
TSC, ESLINT = "typescript/bin/tsc", "eslint/bin/eslint.js"
#: The checks by name.
CHECKS = {
    "types": [TSC, "--project", str(PINNED / "tsconfig.json")],
    "rules": [ESLINT, "--config", str(HOME / "eslint.config.mjs"), *FOLDERS],
}


def fetched(home=HOME):
    """Return the folder of the pinned programs; fetch them where the lock file is another one.

    Raises
    ------
    tools.book.npm.NpmError
        They did not come, as without a network.
    """
    lock = (PINNED / "package-lock.json").read_text("utf-8")
    here = home / "fetched.json"
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc", "eslint.config.mjs"):
        shutil.copy(PINNED / name, home / name)
    if not here.exists() or here.read_text("utf-8") != lock:
        npm.install_locked(home)
        here.write_text(lock, "utf-8")
    return home / "node_modules"


def checked(name, home=HOME):
    """Return what a check has to say, nothing where all is well."""
    script, *words = CHECKS[name]
    command = [npm.node(), str(fetched(home) / script), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip() if done.returncode else ""
