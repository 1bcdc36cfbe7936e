"""Try the book that computes in the page: serve the site, open a chapter in Chromium, run it.

What needs no network is tried always: the kernel starts, the wheels of the site are imported.
NumPy and what is compiled comes from Pyodide's own address; without it the trial says so.
"""

import contextlib
import functools
import http.server
import threading

from tools import machines

__all__ = ["Lite", "main", "served"]

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PATIENCE = 180_000  # milliseconds; the first visit brings some 50 MB
PURE = "import anywidget, ipywidgets, lazy_loader, psygnal; print('here')"
OURS = "import kernlab_helpers as kh; print(kh.order_t(kh.linear(kh.load('iris').X), 1).shape)"
BEGIN = """() => {
  const app = window.jupyterapp;
  if (!app || !app.shell.currentWidget || !app.shell.currentWidget.sessionContext) return false;
  const kernel = app.shell.currentWidget.sessionContext.session?.kernel;
  return kernel?.status === "idle";
}"""
ASK = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false });
  let said = "";
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") said += content.text;
    if (header.msg_type === "error") said += `${content.ename}: ${content.evalue}`;
  };
  await future.done;
  return said.trim();
}"""
RUN_ALL = """async () => {
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
  const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  return cells.flatMap(cell => cell.model.type !== "code" ? [] :
    cell.model.sharedModel.getOutputs().filter(one => one.output_type === "error")
      .map(one => `${one.ename}: ${one.evalue}`));
}"""


def main(site, chapter, tell=print):
    """Try a site; return 0 if all of it went well, 1 if something did not."""
    if not (site / "lab" / "index.html").exists():
        tell("kernlab: there is no JupyterLite yet: `python3 run.py lite` builds it")
        return 1
    place = machines.browser()
    if not place:
        tell(f"kernlab: {machines.NO_BROWSER}")
        return 1
    path = next(iter(sorted((site / "files" / "notebooks").glob(f"{chapter}*.ipynb"))), None)
    if path is None:
        tell(f"kernlab: the site has no chapter {chapter}*")
        return 1
    with served(site) as address, Lite(place, address, path.name) as lite:
        return trial(lite, tell)


def trial(lite, tell):
    """Ask one thing after the other; return 0 if all went well."""
    tell(f"the kernel is idle: Python {lite.ask('import sys; print(sys.version.split()[0])')}")
    said = lite.ask(PURE)
    tell(f"the wheels of the site: {said}")
    if said != "here":
        return 1
    said = lite.ask(OURS)
    tell(f"the package: {said}")
    if said != "(150, 150)":
        tell("NumPy, SciPy, matplotlib and scikit-learn come from Pyodide's address, which needs")
        tell("the public network; everything before this line worked without it.")
        return 1
    errors = lite.page.evaluate(RUN_ALL)
    panels = lite.page.locator(".livepanel").count()
    tell("\n".join([f"the chapter ran; panels in view: {panels}; errors: {len(errors)}", *errors]))
    return int(bool(errors) or not panels)


@contextlib.contextmanager
def served(folder, handler=None):
    """Serve a folder on this computer; give its address."""
    handler = functools.partial(handler or Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        """Keep the terminal for what the trial says."""


class Lite:
    """A chapter of the site in a browser, its kernel idle.

    Parameters
    ----------
    browser : str
        The path of a Chromium.
    address : str
        Where the site is served.
    notebook : str
        The name of the chapter's file.
    offline : bool, default False
        Whether every other host is out of reach.
    """

    def __init__(self, browser, address, notebook, *, offline=False):
        self.where = f"{address}/lab/index.html?path=notebooks/{notebook}"
        self.place, self.address, self.offline = browser, address, offline
        self.refused = []  # addresses of other hosts that were asked for
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        """Open the chapter and wait until its kernel is idle."""
        from playwright.sync_api import sync_playwright

        player = self.stack.enter_context(sync_playwright())
        browser = player.chromium.launch(executable_path=self.place, args=FLAGS)
        self.stack.callback(browser.close)
        context = browser.new_context(service_workers="allow")
        if self.offline:
            context.route(lambda url: not url.startswith(self.address), self.refuse)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(self.where, wait_until="commit")
        self.page.wait_for_function(BEGIN, polling=200)
        return self

    def __exit__(self, *_):
        """Close the browser."""
        self.stack.close()

    def refuse(self, route):
        """Let a request to another host fail."""
        self.refused.append(route.request.url)
        route.abort()

    def ask(self, code):
        """Run code in the kernel; return what it says."""
        return self.page.evaluate(ASK, code)
