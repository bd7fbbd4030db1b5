"""Runs the notebooks that read a run on a run of yours.

    python -m tools.own_run data/runs/mine                 all of them
    python -m tools.own_run data/runs/mine 05_judging      only some, by name

Each lesson and study that has a `RUN` among its settings is executed in a temporary folder with
`RUN` set to your run; nothing is played, and your run is only read. What a notebook would need and
your run lacks is left out, with a sentence in its place. The executed notebooks go to
build/notebooks/, what they drew goes to figures/mine/.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tools import notebooks
from tools.notebooks import ROOT, NotebookError

SETTING = r"(?m)^{} = .*$"
SKIPPED = "Skipped: "


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("names", nargs="*", help="notebooks, by name; all that read a run if none")
    wanted = parser.parse_args()
    into = ROOT / "build" / "notebooks" / wanted.run.resolve().name
    try:
        skipped = run_on(wanted.run, into, wanted.names)
    except NotebookError as error:
        sys.exit(str(error))
    print(f"Open the notebooks in {into.relative_to(ROOT)}.")
    for name, sentences in skipped.items():
        print(f"{name} left out:" if sentences else f"{name} is complete.")
        print("".join(f"  {sentence}\n" for sentence in sentences), end="")


def run_on(run: Path, into: Path, names: list[str] | None = None) -> dict[str, list[str]]:
    """Execute the notebooks on a run, into a folder; return what each left out.

    Raises NotebookError if there is no such run, or if a notebook fails; those that ran to their
    end are written before.
    """
    if not run.is_dir():
        raise NotebookError(f"There is no run in {run}.")
    into.mkdir(parents=True, exist_ok=True)
    drawn = ROOT / notebooks.MINE / run.resolve().name
    skipped = {}

    def keep(path: Path, notebook: NotebookNode, place: Path) -> None:
        nbformat.write(notebook, into / path.name)
        skipped[path.stem] = list_skipped(notebook)
        shutil.copytree(place / notebooks.MINE, drawn, dirs_exist_ok=True)

    every = notebooks.all_notebooks(names or (), (notebooks.LESSONS, notebooks.STUDIES))
    settings = {"RUN": str(run.resolve()), "PLAY": False}
    if failed := notebooks.run_each([path for path in every if reads_run(path)], keep, settings):
        raise NotebookError("\n\n".join(failed))
    return skipped


def reads_run(path: Path) -> bool:
    """Whether a notebook has a run among its settings."""
    notebook = nbformat.read(path, as_version=4)
    return any(re.search(SETTING.format("RUN"), cell.source) for cell in notebook.cells)


def list_skipped(notebook: NotebookNode) -> list[str]:
    """The sentences on what a notebook left out, printed or drawn, in order, each once."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    texts = (o.get("text", o.get("data", {}).get("text/plain", "")) for o in outputs)
    lines = (line for text in texts for line in text.splitlines())
    return list(
        dict.fromkeys(line.removeprefix(SKIPPED) for line in lines if line.startswith(SKIPPED))
    )


if __name__ == "__main__":
    main()
