"""The book on the web: chapters as pages whose panels play recordings; see ``__main__``."""
