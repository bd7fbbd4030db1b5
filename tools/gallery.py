"""Draws all figures of runs, yours or the kit's.

    python -m tools.gallery                          the kit's runs, into figures/gallery/
    python -m tools.gallery data/runs/mine           a run of yours, into figures/mine/mine/
    python -m tools.gallery data/runs/mine data/runs/offline-42
                                                     several runs beside each other

It says what each figure that cannot be drawn would need. From Python, one call does the same:
`figures.gallery("data/runs/mine", into="somewhere")`.
"""

import argparse
import sys
import time
from pathlib import Path

from webvoyager.lab import figures

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "figures"
OURS = ["offline-42", "offline-42-accessibility_tree", "offline-42-marked_with_text"]


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="*", help="run folders (default: the kit's own)")
    parser.add_argument("--into", type=Path, help="the folder that gets the figures")
    wanted = parser.parse_args()
    folders = [Path(each) for each in wanted.runs] or [ROOT / "data" / "runs" / n for n in OURS]
    name = "+".join(folder.resolve().name for folder in folders)
    into = wanted.into or (FIGURES / "mine" / name if wanted.runs else FIGURES / "gallery")
    start = time.perf_counter()
    try:
        found = figures.gallery(*folders, into=into)
    except (FileNotFoundError, ValueError) as reason:
        sys.exit(str(reason))
    missing = found[found["missing"] != ""]
    print(f"{len(found) - len(missing)} figures in {into}, {time.perf_counter() - start:.0f} s.")
    print("Open its index.html in a browser.")
    for row in missing.itertuples():
        print(f"Not drawn: {row.figure}. {row.missing}")


if __name__ == "__main__":
    main()
