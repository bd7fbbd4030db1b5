"""A gallery: all figures of one or several runs in a folder, with their tables and a web page."""

from collections.abc import Iterable
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ... import models
from .lacking import find_sentence
from .material import Material
from .plates import PLATES, Plate
from .styling import save

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
_COLUMNS = ["figure", "see", "missing"]


def gallery(
    *folders: str | Path, into: str | Path, only: Iterable[str] | None = None
) -> pandas.DataFrame:
    """Draw all figures that the runs have data for into the folder `into`.

    Each becomes NAME.png, NAME.svg and NAME.csv, the table that it shows; index.html shows them
    all. A second call writes the same bytes. Returns one row per figure: its name, what to see in
    it and, if it could not be drawn, what is missing. `only` chooses figures by name. Raises
    ValueError for an unknown name or a run without episodes.
    """
    material, chosen = Material(folders), _choose_plates(only)
    into = Path(into)
    into.mkdir(parents=True, exist_ok=True)
    rows = [(plate.name, plate.see, _draw_plate(plate, material, into)) for plate in chosen]
    found = pandas.DataFrame(rows, columns=_COLUMNS)
    _write_page(found, material, into)
    return found


def _choose_plates(only: Iterable[str] | None) -> list[Plate]:
    names = [plate.name for plate in PLATES]
    wanted = names if only is None else list(only)
    if unknown := [name for name in wanted if name not in names]:
        raise ValueError(f"There is no figure {unknown[0]!r}; choose from {', '.join(names)}.")
    return [plate for plate in PLATES if plate.name in wanted]


def _draw_plate(plate: Plate, material: Material, into: Path) -> str:
    """Write one figure and its table; return "", or the reason why it cannot be drawn."""
    try:
        ax, table = plate.draw(material)
        lacking = find_sentence(ax)
    except ValueError as reason:  # a sentence about what the runs lack
        lacking = str(reason)
    if lacking:
        for suffix in ("png", "svg", "csv"):  # from an earlier call that could draw it
            (into / f"{plate.name}.{suffix}").unlink(missing_ok=True)
        plt.close("all")
        return lacking
    save(ax, into / f"{plate.name}.png")
    save(ax, into / f"{plate.name}.svg", close=True)
    table.to_csv(into / f"{plate.name}.csv", index=False, float_format="%.6g", lineterminator="\n")
    return ""


def _write_page(found: pandas.DataFrame, material: Material, into: Path) -> None:
    names = material.episodes["model"].unique()
    page = TEMPLATES.get_template("gallery.html").render(
        drawn=found[found["missing"] == ""].to_dict("records"),
        missing=found[found["missing"] != ""].to_dict("records"),
        runs=[folder.name for folder in material.folders],
        models=[models.describe(name) for name in names],
    )
    (into / "index.html").write_text(page, encoding="utf-8", newline="\n")
