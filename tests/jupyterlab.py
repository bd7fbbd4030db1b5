"""A JupyterLab of its own, used as a person does: run a cell, click, type, press keys, reload,
restart.

    with JupyterLab(folder) as lab:
        notebook = lab.run("display(viewer.show(episode))")
        notebook.press("Next")                      # a button, by its words
        notebook.wait_for("Step 2")                 # words that show

Nothing of the user's own settings is read, nothing outside this machine is asked, and nothing stays
behind.
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

from webvoyager import Browser

ROOT = Path(__file__).parents[1]
EYES = Path(__file__).with_suffix(".js").read_text("utf-8")
PATIENCE = 180.0  # seconds; a busy machine takes long to start a kernel
SETTINGS = {  # of the lab, by plugin: no news, no checks, no surprises
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
    "apputils-extension/themes": {"theme": "JupyterLab Light"},
}


# of the one notebook: what a test wants run, with its own display(…)
CELL = 'exec(open("cell.py").read())'


def wait(condition: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """What the condition returns as soon as that is true; AssertionError that says what did not
    come in time.
    """
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"In {seconds:.0f} seconds there came no {what}."
        time.sleep(0.1)
    return found


class JupyterLab:
    """A JupyterLab that serves `folder` on a free port of this machine until close(); a context
    manager.

    One notebook of one cell is opened once and serves all tests, with one kernel: loading the lab,
    and starting a kernel, takes far longer than what is tested.
    """

    def __init__(self, folder: Path, theme: str = "JupyterLab Light") -> None:
        self.folder, self._home = (
            folder,
            TemporaryDirectory(prefix="jupyterlab-", ignore_cleanup_errors=True),
        )
        home = Path(self._home.name)
        for plugin, settings in {**SETTINGS, "apputils-extension/themes": {"theme": theme}}.items():
            file = home / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(settings))
        self._token = secrets.token_hex(16)
        self._log = (home / "log.txt").open("w+")
        self._server = subprocess.Popen(
            _command(folder),
            env=_environment(home, self._token),
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self.port = wait(lambda: self._find_port(home / "runtime"), "JupyterLab")
        self.browser = Browser(viewport=(1280, 800), allow=[f"127.0.0.1:{self.port}"])
        self._notebook: Notebook | None = None

    def _find_port(self, runtime: Path) -> int:
        assert self._server.poll() is None, (
            f"JupyterLab ended: {Path(self._log.name).read_text()[-2000:]}"
        )
        files = list(runtime.glob(f"jpserver-{self._server.pid}.json"))
        text = files[0].read_text() if files else ""
        return json.loads(text)["port"] if text.endswith("}") else 0

    def run(self, *code: str) -> "Notebook":
        """The notebook, in which this code has run in place of what ran before."""
        (self.folder / "cell.py").write_text("\n".join(code), encoding="utf-8")
        self._notebook = self._notebook or self._open()
        self._notebook.run_all()
        return self._notebook

    def _open(self) -> "Notebook":
        cell = nbformat.v4.new_code_cell(CELL)
        kernel = {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        }
        nbformat.write(
            nbformat.v4.new_notebook(cells=[cell], metadata=kernel), self.folder / "shown.ipynb"
        )
        return Notebook(
            self.browser, f"http://127.0.0.1:{self.port}/lab/tree/shown.ipynb?token={self._token}"
        )

    def close(self) -> None:
        """End the browser and the lab with its kernels, by their own process ids, and remove their
        files.
        """
        self.browser.close()
        self._server.terminate()  # it ends its kernels first
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
    """A notebook before a person's eyes; what is looked for is found by the words that show."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        browser.open(address)
        self.wait_until_idle()

    # --- looking ---------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The words of all outputs, as they show."""
        return self._ask("outputs")

    @property
    def pictures(self) -> list[str]:
        """The sources of the pictures in the outputs, loaded and showing, in their order."""
        return self._ask("pictures")

    def screenshot(self, path: Path | None = None) -> bytes:
        """A PNG of the whole window, also written to `path`."""
        png = self.browser.screenshot()
        if path:
            path.write_bytes(png)
        return png

    def wait_for(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until the outputs show these words."""
        wait(lambda: words in self.text, f"{words!r} in the outputs", seconds)

    def wait_until_idle(self) -> None:
        """Wait until the kernel is there and no cell of the notebook runs or waits to run."""
        wait(lambda: self._ask("idle"), "idle kernel")

    # --- doing -----------------------------------------------------------------------------------

    def run_all(self) -> None:
        """Run > Run All Cells, to the end; AssertionError where a cell fails."""
        self.choose("Edit", "Clear Outputs of All Cells")
        wait(lambda: not self._ask("ran"), "empty cells")
        self.choose("Run", "Run All Cells")
        wait(lambda: self._ask("ran") or self._ask("failed"), "end of the cells")
        self.wait_until_idle()
        assert not self._ask("failed"), self._ask("failed")

    def restart(self) -> None:
        """Kernel > Restart Kernel…, and yes; the outputs stay as they are."""
        self.choose("Kernel", "Restart Kernel…")
        self._click("button", "Restart")
        wait(lambda: not self._ask("place", "button", "Restart"), "end of the question")
        self.wait_until_idle()

    def save(self) -> None:
        """File > Save Notebook, until it is on the disk."""
        self.choose("File", "Save Notebook")
        wait(lambda: self._ask("saved"), "saved notebook")

    def reload(self) -> None:
        """Load the whole page anew, as F5 does; the kernel lives on."""
        self.browser.cdp("Page.reload")
        self.browser.settle()
        self.wait_until_idle()

    def choose(self, menu: str, item: str) -> None:
        """An entry of one of the menus at the top."""
        self._click("menu", menu)
        self._click("item", item)

    def press(self, button: str) -> None:
        """Click the button with these words on it or as its tooltip, or with an icon of this name
        ("play").
        """
        self._click("button", button)

    def focus(self, kind: str, name: str = "") -> None:
        """Click into the "slider", "field" or "list" of this name; the first one where none is
        given.
        """
        self._click(kind, name)

    def type(self, field: str, words: str) -> None:
        """Write into the text field of this name, in place of what it holds."""
        self._click("field", field)
        self.browser.press("CONTROL", "a")
        self.browser.keys(words)

    def select(self, field: str, option: str) -> None:
        """Choose an option of the drop-down or list of this name."""
        wait(lambda: self._ask("select", field, option), f"option {option!r} of {field!r}")

    def pick(self, line: str) -> None:
        """Click a line of a list that shows, by words in it."""
        self._click("line", line)

    def keys(self, *names: str) -> None:
        """Press keys one after the other, by their names: keys("ARROW_RIGHT", "ARROW_RIGHT")."""
        for name in names:
            self.browser.press(name)

    def _click(self, kind: str, name: str) -> None:
        x, y = wait(lambda: self._ask("place", kind, name), f"{kind} {name!r}")
        self.browser.click(x, y)

    def _ask(self, *question: str) -> Any:
        return self.browser.script(EYES, *question)


def _command(folder: Path) -> list[str]:
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": 0,
        "ServerApp.root_dir": folder,
        "ServerApp.open_browser": False,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        sys.executable,
        "-m",
        "jupyterlab",
        *root,
        *(f"--{name}={value}" for name, value in options.items()),
    ]


def _environment(home: Path, token: str) -> dict[str, str]:
    """Nothing of the user's own: no settings, no keys, no data; the kernels know this package."""
    mine = ("JUPYTER", "IPYTHON", "OPENAI_", "WEBVOYAGER_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    names = (
        "JUPYTER_CONFIG",
        "JUPYTER_DATA",
        "JUPYTER_RUNTIME",
        "JUPYTERLAB_SETTINGS",
        "JUPYTERLAB_WORKSPACES",
    )
    places = {f"{name}_DIR": str(home / name.split("_")[1].lower()) for name in names}
    more = {"IPYTHONDIR": str(home / "ipython"), "PYTHONPATH": str(ROOT), "JUPYTER_TOKEN": token}
    return kept | places | more
