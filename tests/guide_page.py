"""The Python blocks of docs/other_agents.md, for the tests of both its halves."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "other_agents.md"


def read_example(number: int) -> str:
    """The page's block of this number, from 0."""
    return re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)[number]
