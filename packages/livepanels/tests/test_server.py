"""The server extension: TCP_NODELAY on kernel websockets, enabled where livepanels is installed."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from livepanels import server

KEY = "kernel_websocket_connection_class"


def load(connection):
    application = SimpleNamespace(web_app=SimpleNamespace(settings={KEY: connection}))
    (point,) = server._jupyter_server_extension_points()
    assert point == {"module": "livepanels.server"}
    server._load_jupyter_server_extension(application)
    return application.web_app.settings[KEY]


def test_the_stock_connection_is_replaced():
    assert load(ZMQChannelsWebsocketConnection) is server.PromptConnection


def test_another_connection_is_left_alone():
    class Other(ZMQChannelsWebsocketConnection):
        pass

    assert load(Other) is Other


def test_the_socket_gets_nodelay_before_it_connects(monkeypatch):
    done = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: done.append("on"))
    connection = server.PromptConnection.__new__(server.PromptConnection)
    handler = SimpleNamespace(set_nodelay=done.append)
    monkeypatch.setattr(server.PromptConnection, "websocket_handler", handler)
    connection.connect()
    assert done == [True, "on"]


def test_it_is_light():
    """It runs in every server of a hub: NumPy and what stands on it would cost each some 30 MB."""
    code = (
        "import sys, livepanels.server\n"
        "heavy = {'numpy', 'scipy', 'sklearn', 'matplotlib', 'pandas', 'ipywidgets', 'IPython'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout == "[]\n", run.stderr


def test_the_words_that_switch_it_off_name_it():
    assert f"--sys-prefix {server.__name__}\n" in server.__doc__


@pytest.mark.slow
def test_it_is_enabled_by_the_installation():
    place = Path(sys.prefix) / "etc/jupyter/jupyter_server_config.d/livepanels.json"
    if not place.exists():
        pytest.skip("livepanels is not installed in this Python")
    shipped = json.loads(Path(server.__file__).with_name("server.json").read_text())
    assert json.loads(place.read_text()) == shipped
    words = [sys.executable, "-m", "jupyter", "server", "extension", "list"]
    run = subprocess.run(words, capture_output=True, text=True, timeout=60)
    listed = run.stdout + run.stderr
    assert "livepanels.server" in listed


VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


def test_an_export_of_a_notebook_that_was_run_and_saved_has_the_pictures():
    """As File > Save and Export makes it; else a script stands there that asks a foreign host."""
    exporters = pytest.importorskip("nbconvert")
    from nbformat import v4
    from traitlets.config import Config

    view = {"model_id": "m", "version_major": 2, "version_minor": 0}
    still = {"image/png": "QUJD", "text/plain": "t = 1", VIEW: view}
    kept = {"model_name": "AnyModel", "model_module": "anywidget", "state": {}}
    cell = v4.new_code_cell("panel", outputs=[v4.new_output("display_data", still)])
    notebook = v4.new_notebook(cells=[cell])
    notebook.metadata["widgets"] = {STATE: {"version_major": 2, "state": {"m": kept}}}
    ours = Config()
    server._load_jupyter_server_extension(
        SimpleNamespace(web_app=SimpleNamespace(settings={"config": ours}))
    )
    for config, count in ((Config(), 0), (ours, 1)):
        page, _ = exporters.HTMLExporter(config=config).from_notebook_node(notebook)
        assert page.count("data:image/png;base64,QUJD") == count
    usual = exporters.HTMLExporter().default_config["NbConvertBase"]["display_data_priority"]
    others = [one for one in usual if one != VIEW]
    assert [one for one in server.PRIORITY if one in others] == others, "no other is moved"


def test_an_order_that_somebody_chose_for_exports_stays():
    from traitlets.config import Config

    config = Config({"NbConvertBase": {"display_data_priority": ["text/plain"]}})
    server._load_jupyter_server_extension(
        SimpleNamespace(web_app=SimpleNamespace(settings={"config": config}))
    )
    assert config.NbConvertBase.display_data_priority == ["text/plain"]
