"""A server setting: send small messages of the kernel websocket at once.

The stock server leaves Nagle's algorithm on, so a small message may wait for the acknowledgement of
the one before it, up to 40 ms on Linux. A panel is a conversation of small messages. The setting
ships with the package (``jupyter_server_config.d/kernlab.json``), so ``run.py lab`` and every hub
that installs Kernlab has it; without it panels work, more slowly. To switch it off::

    jupyter lab --ServerApp.kernel_websocket_connection_class=\
jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["PromptConnection"]


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The stock connection between a kernel and a page, with TCP_NODELAY set."""

    def connect(self):
        """Connect as the stock class does, after switching Nagle's algorithm off."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
