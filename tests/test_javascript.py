"""The JavaScript: types, rules, and the private names of Sphinx that the book's script changes."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")


@pytest.fixture(scope="module")
def javascript():
    """Fetch the programs that check; without node or a network they are left out, never in CI."""
    try:
        from tools import javascript

        javascript.fetched()
    except (ImportError, OSError, RuntimeError) as error:
        if CI:
            raise
        pytest.skip(f"THE JAVASCRIPT WAS NOT CHECKED: {str(error).splitlines()[0]}")
    return javascript


@pytest.mark.parametrize("name", ["types", "rules"])
def test_the_javascript_has(javascript, name):
    assert javascript.checked(name) == ""


@pytest.mark.slow
def test_a_wrong_type_and_a_broken_rule_are_found(javascript, tmp_path, monkeypatch):
    """The checks would not pass whatever they are given."""
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @param {number} a */\nfunction f(a) {}\nvar unused = f('one');\n")
    settings = tmp_path / "tsconfig.json"
    settings.write_text(
        f'{{"extends": "{(javascript.PINNED / "tsconfig.json").as_posix()}",'
        f' "include": ["{wrong.as_posix()}"]}}'
    )
    script, *_ = javascript.CHECKS["types"]
    monkeypatch.setitem(javascript.CHECKS, "types", [script, "--project", str(settings)])
    assert "TS2345" in javascript.checked("types")
    monkeypatch.setattr(javascript, "ROOT", tmp_path)  # eslint checks what lies below
    config = javascript.CHECKS["rules"][:3]
    monkeypatch.setitem(javascript.CHECKS, "rules", [*config, "wrong.js"])
    assert "no-var" in javascript.checked("rules")


def test_the_lock_file_names_no_registry():
    lock = (ROOT / "tools" / "js" / "package-lock.json").read_text("utf-8")
    assert '"integrity"' in lock
    assert not re.search(r"https?://[^\"]*\.tgz", lock)


def test_sphinx_has_the_names_that_the_book_changes():
    """Else a search of the book would quote formulas twice, or ask a disk for pages."""
    sphinx = pytest.importorskip("sphinx")
    theirs = Path(sphinx.__file__).parent / "themes" / "basic" / "static"
    search = (theirs / "searchtools.js").read_text("utf-8")
    assert "DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY" in search
    assert re.search(r"^const Search = \{", search, re.MULTILINE)
    assert re.search(r"\n  htmlToText: \(\w+, anchor\) =>", search)
    assert "Search.htmlToText(" in search
    assert "...Search.performTermsSearch(searchTerms" in search
