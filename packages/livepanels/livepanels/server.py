"""A server extension: small messages leave at once, and exports have the pictures of panels.

The stock server leaves Nagle's algorithm on for the kernel websocket, so a small message may wait
for the acknowledgement of the one before it, up to 40 ms on Linux. A panel exchanges many small
messages with its kernel. The extension sets TCP_NODELAY. It is enabled where this package is
installed (``etc/jupyter/jupyter_server_config.d/livepanels.json``), so a server of one user and a
hub whose image has the package use it; panels work without it, more slowly. To switch it off::

    jupyter server extension disable --sys-prefix livepanels.server

A notebook that was run and saved holds a panel twice, as a widget and as a picture. *File > Save
and Export* takes the widget, for which the page would ask a foreign host. Here it takes the
picture, wherever an output has both.

It runs in the server of every student of a hub, so it must stay light: nothing here may import
NumPy or anything that does.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["PromptConnection"]

#: What an export takes of an output, the first that is there: nbconvert's own order, in which the
#: widget would be the first.
PRIORITY = [
    "application/javascript",
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "text/vnd.mermaid",
    "text/latex",
    "image/png",
    "image/jpeg",
    "application/vnd.jupyter.widget-view+json",
    "text/plain",
]


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The stock connection between a page and a kernel, with TCP_NODELAY set."""

    def connect(self):
        """Connect as the stock class does, after switching Nagle's algorithm off."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    """Use the connection and the order, unless the server was told to use others."""
    settings = server.web_app.settings
    if "config" in settings:
        settings["config"].NbConvertBase.setdefault("display_data_priority", PRIORITY)
    if settings.get("kernel_websocket_connection_class") is ZMQChannelsWebsocketConnection:
        settings["kernel_websocket_connection_class"] = PromptConnection
