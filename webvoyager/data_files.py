"""Where the package's data is: tasks, prices, and the papers' numbers."""

from importlib import metadata
from pathlib import Path


def find_data() -> Path:
    """The clone's folder data/ or, where pip installed the package, the copy that came with it."""
    clone = Path(__file__).parents[1] / "data"
    if (clone / "prices.csv").is_file():
        return clone
    installed = (
        file for each in metadata.distributions(name="webvoyager") for file in each.files or ()
    )
    prices = next((file for file in installed if file.name == "prices.csv"), None)
    return Path(str(prices.locate())).parent if prices else clone


DATA = find_data()
