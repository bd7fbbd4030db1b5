"""A private JupyterLab that tests use as a person would: run, click, type, reload, restart.

    with JupyterLab(folder) as lab:
        notebook = lab.run("display(viewer.show(episode))")
        notebook.press("Next step")                 # a button, by its label
        notebook.wait_for("Step 2")                 # text that is visible

It ignores the user's own settings, makes no requests beyond this machine and leaves no files.
"""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import nbformat

from tools.notebooks import TRANSPORT
from webvoyager import Browser

ROOT = Path(__file__).parents[1]
SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")
PATIENCE = 100.0  # seconds; starting a kernel takes long on a busy machine
SETTINGS = {  # the lab's, by plugin: no news, no update checks
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
    "apputils-extension/themes": {"theme": "JupyterLab Light"},
}
CELL = 'exec(open("cell.py").read())'  # the notebook's only cell; each test writes its own cell.py


def wait(condition: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Wait for a condition and return its value. Raises AssertionError if it takes too long."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"There was no {what} within {seconds:.0f} seconds."
        time.sleep(0.1)
    return value


class JupyterLab:
    """A JupyterLab that serves `folder` on a free port of this machine; a context manager.

    All tests share one notebook of one cell, and its kernel: loading the lab and starting a kernel
    take far longer than the tests themselves.
    """

    def __init__(self, folder: Path, theme: str = "JupyterLab Light") -> None:
        self.folder = folder
        self._home = TemporaryDirectory(prefix="jupyterlab-", ignore_cleanup_errors=True)
        home = Path(self._home.name)
        for plugin, settings in {**SETTINGS, "apputils-extension/themes": {"theme": theme}}.items():
            file = home / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(settings))
        self._token = secrets.token_hex(16)
        self._log = (home / "log.txt").open("w+")
        output = {"stdout": self._log, "stderr": subprocess.STDOUT}
        environment = _make_environment(home, self._token)
        self._server = subprocess.Popen(_make_command(folder), env=environment, **output)
        self.port = wait(lambda: self._find_port(home / "runtime"), "JupyterLab")
        self.browser = Browser(viewport=(1280, 720), allow=[f"127.0.0.1:{self.port}"])
        self._notebook: Notebook | None = None

    def _find_port(self, runtime: Path) -> int:
        if self._server.poll() is not None:
            raise AssertionError(f"JupyterLab ended: {Path(self._log.name).read_text()[-2000:]}")
        files = list(runtime.glob(f"jpserver-{self._server.pid}.json"))
        text = files[0].read_text() if files else ""
        return json.loads(text)["port"] if text.endswith("}") else 0

    def run(self, *code: str) -> "Notebook":
        """Run this code in the notebook, in place of what it held before."""
        (self.folder / "cell.py").write_text("\n".join(code), encoding="utf-8")
        self._notebook = self._notebook or self._open()
        self._notebook.run_all()
        return self._notebook

    def _open(self) -> "Notebook":
        return self._open_cell("shown.ipynb", nbformat.v4.new_code_cell(CELL))

    def open_stored(self, html: str) -> "Notebook":
        """Open a notebook with this stored output, which JupyterLab does not trust."""
        output = nbformat.v4.new_output("display_data", {"text/html": html})
        self._notebook = None  # the next `run` opens its notebook again
        return self._open_cell("stored.ipynb", nbformat.v4.new_code_cell("1", outputs=[output]))

    def _open_cell(self, name: str, cell: nbformat.NotebookNode) -> "Notebook":
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})
        nbformat.write(notebook, self.folder / name)
        # a workspace of its own, which restores no other notebook beside it
        lab = f"http://127.0.0.1:{self.port}/lab/workspaces/{Path(name).stem}"
        return Notebook(self.browser, f"{lab}/tree/{name}?token={self._token}")

    def close(self) -> None:
        """Stop the browser, and the lab with its kernels; remove their files."""
        self.browser.close()
        self._server.terminate()  # stops its kernels first
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._log.close()
        self._home.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Notebook:
    """An open notebook, used through what a person can see."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        browser.open(address)
        self.wait_until_idle()
        if self._ask("files"):
            browser.press("CONTROL", "b")  # hides the list of files
            wait(lambda: not self._ask("files"), "notebook without the list of files")

    # --- looking ---

    @property
    def text(self) -> str:
        """The visible text of all outputs."""
        return self._ask("outputs")

    @property
    def pictures(self) -> list[str]:
        """The sources of the loaded and visible pictures in the outputs, in order."""
        return self._ask("pictures")

    @property
    def widths(self) -> list[int]:
        """The widths of the visible pictures in the outputs, in pixels."""
        return self._ask("widths")

    @property
    def fits(self) -> bool:
        """Whether the output fits the window without scrolling."""
        return self._ask("fits")

    def screenshot(self, path: Path | None = None) -> bytes:
        """A PNG of the whole window, also written to `path`."""
        png = self.browser.screenshot()
        if path:
            path.write_bytes(png)
        return png

    def wait_for(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until the outputs show this text."""
        wait(lambda: words in self.text, f"{words!r} in the outputs", seconds)

    def wait_until_idle(self) -> None:
        """Wait until the kernel is connected and no cell is running or waiting to run."""
        wait(lambda: self._ask("idle"), "idle kernel")

    # --- doing ---

    def run_all(self) -> None:
        """Choose Run All Cells and wait for the end. Raises AssertionError if a cell fails."""
        self.choose("Edit", "Clear Outputs of All Cells")
        wait(lambda: not self._ask("ran"), "empty cells")
        self.choose("Run", "Run All Cells")
        wait(lambda: self._ask("ran") or self._ask("failed"), "end of the cells")
        self.wait_until_idle()
        assert not self._ask("failed"), self._ask("failed")

    def restart(self) -> None:
        """Choose Restart Kernel… and confirm; the outputs stay."""
        self.choose("Kernel", "Restart Kernel…")
        self._click("button", "Restart")
        wait(lambda: not self._ask("place", "button", "Restart"), "end of the question")
        self.wait_until_idle()

    def save(self) -> None:
        """Choose Save Notebook and wait until it is on disk."""
        self.choose("File", "Save Notebook")
        wait(lambda: self._ask("saved"), "saved notebook")

    def reload(self) -> None:
        """Reload the page, as F5 does; the kernel keeps running."""
        self.browser.cdp("Page.reload")
        self.browser.settle()
        self.wait_until_idle()

    def choose(self, menu: str, item: str) -> None:
        """Choose an item of one of the menus at the top."""
        self._click("menu", menu)
        self._click("item", item)

    def press(self, button: str) -> None:
        """Click the button with this label, tooltip or icon ("play")."""
        self._click("button", button)

    def focus(self, kind: str, name: str = "") -> None:
        """Click into the "slider", "field" or "list" of this name, by default into the first."""
        self._click(kind, name)

    def type(self, field: str, words: str) -> None:
        """Replace the content of the text field of this name."""
        self._click("field", field)
        self.browser.press("CONTROL", "a")
        self.browser.keys(words)

    def select(self, field: str, option: str) -> None:
        """Choose an option of the drop-down or list of this name."""
        wait(lambda: self._ask("select", field, option), f"option {option!r} of {field!r}")

    def pick(self, line: str) -> None:
        """Click a visible line of a list, by some of its text."""
        self._click("line", line)

    def keys(self, *names: str) -> None:
        """Press keys one after the other, by their names: keys("ARROW_RIGHT", "ARROW_RIGHT")."""
        for name in names:
            self.browser.press(name)

    def _click(self, kind: str, name: str) -> None:
        x, y = wait(lambda: self._ask("place", kind, name), f"{kind} {name!r}")
        self.browser.click(x, y)

    def _ask(self, *question: str) -> Any:
        return self.browser.script(SCRIPT, *question)


def _make_command(folder: Path) -> list[str]:
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": 0,
        "ServerApp.root_dir": folder,
        "ServerApp.open_browser": False,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
        "KernelManager.transport": TRANSPORT,
    }
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    flags = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "jupyterlab", *root, *flags]


def _make_environment(home: Path, token: str) -> dict[str, str]:
    """The environment without the user's settings, keys and data; kernels find this package."""
    private = ("JUPYTER", "IPYTHON", "OPENAI_", "WEBVOYAGER_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(private)}
    return kept | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": str(ROOT),
        "JUPYTER_TOKEN": token,
    }
