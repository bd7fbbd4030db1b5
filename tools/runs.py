"""Makes data/runs/ anew: every task of the mini web, played by the offline model. Call it again to go on.

python -m tools.runs            all tasks under the default seed
python -m tools.runs --seed 1   under another seed, into data/runs/offline-1
"""

import argparse
import io
from pathlib import Path

from PIL import Image, PngImagePlugin
from tqdm import tqdm

from webvoyager import drawing
from webvoyager.lab import batch, figures

RUNS = Path(__file__).resolve().parents[1] / "data" / "runs"
COLOURS = 128  # of stored screenshots: a third of the bytes, and still what one reads


def lighter(folder: Path) -> None:
    """Store the run's screenshots in few colours, so that the repository stays small; the page's text stays in them."""
    for file in tqdm(sorted(folder.rglob("step-*.png")), desc="pictures"):
        png = file.read_bytes()
        image = Image.open(io.BytesIO(png))
        if image.mode == "P":
            continue
        info = PngImagePlugin.PngInfo()
        info.add_itxt(drawing.PAGE_TEXT, image.info.get(drawing.PAGE_TEXT, "{}"), zip=True)
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True, pnginfo=info)


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=42, help="the mini web's world")
    parser.add_argument("--workers", type=int, default=2, help="browsers side by side")
    wanted = parser.parse_args()
    folder = RUNS / f"offline-{wanted.seed}"
    table = batch.play(folder, model="offline-rules", seed=wanted.seed, workers=wanted.workers)
    lighter(folder)
    print(figures.summary(table).to_string())


if __name__ == "__main__":
    main()
