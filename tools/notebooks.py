"""Executes temporary copies of the notebooks, so that no run changes the originals or data/.

    python -m tools.notebooks figures    run notebooks/*.ipynb in order, and copy what they drew to
                                         figures/
    python -m tools.notebooks store      run all, solutions too, and store the outputs in the
                                         notebooks
    … figures 01_page_and_marks          only some, by name
    … figures --keep                     also copy the runs they recorded to data/runs/

A temporary folder has copies of notebooks/ and data/ and an empty figures/mine/, and each notebook
runs in its folder there. So `../data` and `../figures/mine` mean the same as for a person who works
in notebooks/, while nothing outside the temporary folder changes: new runs disappear with it, and
figures/ gets its pictures only from notebooks that ran to the end. A notebook that fails does not
stop the others; the last lines say which failed, and why. The kernel is the Python that runs this;
it uses the offline model whatever keys the machine has, and no IPython profile.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Any

import nbformat
from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from tqdm import tqdm
from traitlets.config import Config

from tools.outputs import OutputError, store

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
# where notebooks draw: git ignores it, so that your figures don't replace those of the kit
MINE = "figures/mine"
# How kernels are reached: by files where the system can. Jupyter looks for free ports before a
# kernel starts, and another process can take one of them before the kernel does.
TRANSPORT = "tcp" if os.name == "nt" else "ipc"


class NotebookError(Exception):
    """A notebook stopped; the message says where and why."""


class ThisPython(AsyncKernelManager):
    """A kernel of the Python that runs this, whatever kernel the machine has registered."""

    transport_encryption = "auto"  # else the kernel prints a warning

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(**get_kernel_dict())


def all_notebooks(names: Iterable[str] = (), pattern: str = "**/*.ipynb") -> list[Path]:
    """The notebooks in order, all or those with these names (with or without ".ipynb")."""
    wanted = {Path(name).stem for name in names}
    paths = [
        path for path in sorted(NOTEBOOKS.glob(pattern)) if ".ipynb_checkpoints" not in path.parts
    ]
    if unknown := wanted - {path.stem for path in paths}:
        raise NotebookError(f"There is no notebook called {', '.join(sorted(unknown))}.")
    return [path for path in paths if not wanted or path.stem in wanted]


@contextmanager
def workplace() -> Iterator[Path]:
    """A temporary folder with copies of notebooks/ and data/, and an empty figures/mine/."""
    with tempfile.TemporaryDirectory(prefix="webvoyager-", ignore_cleanup_errors=True) as folder:
        for name in ("notebooks", "data"):
            shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns(".*"))
        Path(folder, MINE).mkdir(parents=True)
        yield Path(folder)


def run(
    path: Path, place: Path, timeout: float = 600, settings: Mapping[str, Any] | None = None
) -> NotebookNode:
    """Execute a notebook in a `workplace()`; return it with its new outputs.

    `timeout` is in seconds per cell; `settings` are values for names of its settings cell. Raises
    NotebookError at the first cell that fails.
    """
    notebook = nbformat.read(path, as_version=4)
    change_settings(notebook, settings or {})
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    started: list[NotebookNode] = []
    with tqdm(total=len(cells), desc=path.stem, unit="cell", leave=False, disable=None) as bar:
        client = NotebookClient(
            notebook,
            timeout=timeout,
            kernel_manager_class=ThisPython,
            config=configure_kernel(place),
            resources={"metadata": {"path": str((place / path.relative_to(ROOT)).parent)}},
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            on_cell_execute=lambda cell, cell_index: started.append(cell),
            on_cell_executed=lambda cell, cell_index, execute_reply: bar.update(),
        )
        try:
            return client.execute(env=offline_environment(place))
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise NotebookError(
                f"{path.name} stopped at {explain_failure(started, error)}"
            ) from error


def configure_kernel(place: Path) -> Config:
    """How to reach a kernel; its files, if it has some, are in this folder."""
    address = {"ip": str(place / "kernel")} if TRANSPORT == "ipc" else {}
    return Config(ThisPython={"transport": TRANSPORT, **address})


def change_settings(notebook: NotebookNode, settings: Mapping[str, Any]) -> None:
    """Give those names that a notebook's settings cell sets, on a line each, other values."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.source.startswith("# Settings"):
            for name, value in settings.items():
                line = f"{name} = {value!r}"
                cell.source = re.sub(rf"(?m)^{name} = .*$", lambda _, line=line: line, cell.source)


def offline_environment(place: Path) -> dict[str, str]:
    """The kernel's environment: the offline model, our package, and none of the user's settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OPENAI_", "WEBVOYAGER_"))
    }
    return kept | {
        # empty, so that no .env file sets them
        "OPENAI_API_KEY": "",
        "OPENAI_BASE_URL": "",
        "WEBVOYAGER_MODEL": "",
        "WEBVOYAGER_RECORD": "",
        "WEBVOYAGER_REPLAY": "",
        "PYTHONPATH": str(ROOT),
        "IPYTHONDIR": str(place / "ipython"),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    }


def explain_failure(started: list[NotebookNode], error: Exception) -> str:
    """Which cell failed, its source, and the last line of the traceback."""
    reason = str(error)
    if isinstance(error, CellExecutionError):
        reason = f"{error.ename}: {error.evalue}"
    source = started[-1].source if started else "(its kernel did not start)"
    return f"code cell {len(started)}:\n\n{indent(source, '    ')}\n\n{reason.strip()}"


def make_figures(names: Iterable[str] = (), keep: bool = False) -> list[str]:
    """Run the notebooks and copy what they drew to figures/.

    With `keep`, also copy the runs they recorded. Returns the names of the files written. Raises
    NotebookError if none draws anything, or if any fails; what the others drew is written before.
    """
    drawn: set[str] = set()
    with workplace() as place:

        def collect(path: Path, notebook: NotebookNode | None) -> None:
            if notebook:
                drawn.update(file.name for file in (place / MINE).iterdir())
                shutil.copytree(place / MINE, ROOT / "figures", dirs_exist_ok=True)
            shutil.rmtree(place / MINE)
            (place / MINE).mkdir()

        failed = run_each(all_notebooks(names, "*.ipynb"), place, collect)
        if keep:
            shutil.copytree(place / "data" / "runs", ROOT / "data" / "runs", dirs_exist_ok=True)
    if drawn:
        print("figures/:", ", ".join(sorted(drawn)))
    else:
        failed.append("No notebook that ran to its end wrote anything to figures/.")
    if failed:
        raise NotebookError("\n\n".join(failed))
    return sorted(drawn)


def store_outputs(names: Iterable[str] = ()) -> None:
    """Run the notebooks and store the outputs in each that runs to its end."""
    with workplace() as place:

        def keep(path: Path, notebook: NotebookNode | None) -> None:
            if notebook:
                store(path, notebook, private=(str(ROOT), str(place)))

        failed = run_each(all_notebooks(names), place, keep)
    if failed:
        raise NotebookError("\n\n".join(failed))


def run_each(
    paths: Iterable[Path],
    place: Path,
    then: Callable[[Path, NotebookNode | None], None],
    settings: Mapping[str, Any] | None = None,
) -> list[str]:
    """Run notebooks one after the other; `then` is called with each result, None if it failed.

    Prints a line for each. Returns why notebooks failed; a failure does not stop the others.
    """
    failed = []
    for path in paths:
        since, notebook = time.monotonic(), None
        try:
            notebook = run(path, place, settings=settings)
        except NotebookError as error:
            failed.append(str(error))
        failure = "" if notebook else "  FAILED"
        print(f"{path.stem:24} {time.monotonic() - since:6.1f} s{failure}", flush=True)
        then(path, notebook)
    return failed


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "store"])
    parser.add_argument("names", nargs="*", help="notebooks, by name; all if none is given")
    parser.add_argument("--keep", action="store_true", help="copy the recorded runs to data/runs/")
    wanted = parser.parse_args()
    try:
        if wanted.command == "store":
            store_outputs(wanted.names)
        else:
            make_figures(wanted.names, wanted.keep)
    except (NotebookError, OutputError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
