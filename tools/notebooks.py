"""Executes temporary copies of the notebooks, so that no run changes the originals or data/.

    python -m tools.notebooks figures    run the lessons and the studies, two at a time, and copy
                                         what they drew to figures/
    python -m tools.notebooks store      run all, solutions too, and store the outputs in the
                                         notebooks
    … figures 01_page_and_marks search   only some, by name
    … figures --keep                     also copy the runs they recorded to data/runs/

Each notebook runs in a temporary folder with a copy of data/ and an empty figures/mine/. So
`../data` and `../figures/mine` mean the same as for a person who works in notebooks/, while nothing
outside that folder changes: new runs disappear with it, and figures/ gets its pictures only from
notebooks that ran to the end. A notebook that fails does not stop the others; the last lines say
which failed, and why. The kernel is the Python that runs this; it uses the offline model whatever
keys the machine has, and no IPython profile.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
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
from traitlets.config import Config

from tools.outputs import OutputError, store

ROOT = Path(__file__).resolve().parents[1]
LESSONS, STUDIES = "notebooks/*.ipynb", "studies/*/*.ipynb"
SOLUTIONS = "notebooks/solutions/*.ipynb"
AT_ONCE = 2  # notebooks that run side by side; most have a browser, which keeps a core busy
TICK = 5  # seconds from one line of progress to the next
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


def all_notebooks(
    names: Iterable[str] = (), kinds: Sequence[str] = (LESSONS, STUDIES, SOLUTIONS)
) -> list[Path]:
    """The notebooks of these kinds in order, all or those with these names (without ".ipynb")."""
    wanted = {Path(name).stem for name in names}
    paths = [path for kind in kinds for path in sorted(ROOT.glob(kind))]
    if unknown := wanted - {path.stem for path in paths}:
        raise NotebookError(f"There is no notebook called {', '.join(sorted(unknown))}.")
    return [path for path in paths if not wanted or path.stem in wanted]


@contextmanager
def workplace(data: Path = ROOT / "data", *, link: bool = False) -> Iterator[Path]:
    """A temporary folder with a copy of `data`, or a link to it, and an empty figures/mine/."""
    with tempfile.TemporaryDirectory(prefix="webvoyager-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        if link:
            (place / "data").symlink_to(data, target_is_directory=True)
        else:
            shutil.copytree(data, place / "data", ignore=shutil.ignore_patterns(".*"))
        (place / MINE).mkdir(parents=True)
        yield place


def run(
    path: Path,
    place: Path,
    timeout: float = 600,
    settings: Mapping[str, Any] | None = None,
    watch: Callable[[int, int], None] = lambda done, cells: None,
) -> NotebookNode:
    """Execute a notebook in a `workplace()`; return it with its new outputs.

    `timeout` is in seconds per cell; `settings` are values for names of its settings cell; `watch`
    is called after each cell with how many are done, and of how many. Raises NotebookError at the
    first cell that fails.
    """
    notebook = nbformat.read(path, as_version=4)
    change_settings(notebook, settings or {})
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    started: list[NotebookNode] = []
    here = (place / path.relative_to(ROOT)).parent
    here.mkdir(parents=True, exist_ok=True)
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_manager_class=ThisPython,
        config=configure_kernel(place),
        resources={"metadata": {"path": str(here)}},
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        on_cell_execute=lambda cell, cell_index: started.append(cell),
        on_cell_executed=lambda cell, cell_index, execute_reply: watch(len(started), len(cells)),
    )
    try:
        return client.execute(env=offline_environment(place))
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise NotebookError(f"{path.name} stopped at {explain_failure(started, error)}") from error


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
        "TMPDIR": str(place),
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
    """Run the lessons and studies and copy what they drew to figures/.

    With `keep`, also copy the runs they recorded. Returns the names of the files written. Raises
    NotebookError if none draws anything, or if any fails; what the others drew is written before.
    """
    drawn: set[str] = set()

    def collect(path: Path, notebook: NotebookNode, place: Path) -> None:
        drawn.update(file.name for file in (place / MINE).iterdir())
        shutil.copytree(place / MINE, ROOT / "figures", dirs_exist_ok=True)
        if keep:
            shutil.copytree(place / "data" / "runs", ROOT / "data" / "runs", dirs_exist_ok=True)

    failed = run_each(all_notebooks(names, (LESSONS, STUDIES)), collect)
    if drawn:
        print("figures/:", ", ".join(sorted(drawn)))
    else:
        failed.append("No notebook that ran to its end wrote anything to figures/.")
    if failed:
        raise NotebookError("\n\n".join(failed))
    return sorted(drawn)


def store_outputs(names: Iterable[str] = ()) -> None:
    """Run the notebooks and store the outputs in each that runs to its end."""

    def keep(path: Path, notebook: NotebookNode, place: Path) -> None:
        store(path, notebook, private=(str(ROOT), str(place)))

    if failed := run_each(all_notebooks(names), keep):
        raise NotebookError("\n\n".join(failed))


def run_each(
    paths: Sequence[Path],
    then: Callable[[Path, NotebookNode, Path], None],
    settings: Mapping[str, Any] | None = None,
) -> list[str]:
    """Run notebooks, AT_ONCE side by side; `then` is called with each that ran, and its workplace.

    Prints a line for each, and how far they are every few seconds. Returns why notebooks failed; a
    failure does not stop the others.
    """
    began = time.monotonic()
    doing: dict[str, str] = {}

    def play(path: Path, data: Path) -> str:
        since, name, failure = time.monotonic(), "/".join(path.parts[-2:]), ""

        def watch(done: int, cells: int) -> None:
            doing[name] = f"{path.stem} {done}/{cells}"

        doing[name] = f"{path.stem} starts"
        with workplace(data, link=True) as place:
            try:
                then(path, run(path, place, settings=settings, watch=watch), place)
            except NotebookError as error:
                failure = str(error)
        del doing[name]
        print(f"{path.stem:24} {time.monotonic() - since:6.1f} s{'  FAILED' if failure else ''}")
        return failure

    # the longest first, so that no core waits for one at the end
    paths = sorted(paths, key=lambda path: len(nbformat.read(path, 4).cells), reverse=True)
    with workplace() as shared, ThreadPoolExecutor(AT_ONCE) as pool:
        played = [pool.submit(play, path, shared / "data") for path in paths]
        waiting: set[Future[str]] = set(played)
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=TICK)
                if not done:
                    running = ", ".join(doing.values())
                    print(f"  {time.monotonic() - began:4.0f} s: {running}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return [failure for future in played if (failure := future.result())]


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
