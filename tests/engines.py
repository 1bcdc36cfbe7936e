"""Browsers of another engine than Chromium's, for tests that ask whether all say the same."""

import json
import os

import firefox
import pytest
import webkit

ENGINES = {  # the class, how one is found, and what to install
    "firefox": (firefox.Firefox, firefox.found, "firefox-esr, or name one in KERNLAB_FIREFOX"),
    "webkit": (webkit.WebKit, webkit.found, "webkit2gtk-driver and xvfb"),
}


def engine(request, tmp_path_factory):
    """Give a browser of another engine that can reach no host."""
    kind, found, packages = ENGINES[request.param]
    if found() is None:
        words = f"{request.param.upper()} WAS NOT TRIED: install {packages}"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(words)
    browser = kind(tmp_path_factory.mktemp(request.param))
    yield browser
    browser.close()


other_engine = pytest.fixture(engine, scope="module", params=ENGINES)
# WebKit's process grows with each JupyterLab that it has shown, until it crashes
new_engine = pytest.fixture(engine, params=ENGINES)


def plain(said):
    """Return what a panel says as one text; engines break lines at other places."""
    return " ".join(json.dumps(said).replace("\\n", " ").split())
