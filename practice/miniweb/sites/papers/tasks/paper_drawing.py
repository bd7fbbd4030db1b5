"""What the tasks are built from: papers, each drawn once, oracle steps, parts of a rule."""

import random
import re
from collections.abc import Callable

from ....kit.steps import Step, link, press, search_for
from ..paper_index import words
from ..records import Data, Paper

COMMON = frozenset(
    words(
        "about above admit after among before behind being below better between change cheap "
        "during early every fifty first found large nobody other second seeing should since small "
        "study their there these three through under until where which while without worth"
    )
)


class Draw:
    """Draws papers that meet a condition, none twice, none that were withdrawn."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.rng = random.Random(f"papers/tasks/{'/'.join(paper.id for paper in data.papers)}")
        self.used: set[str] = set()

    def paper(self, fits: Callable[[Paper], bool] = lambda paper: True) -> Paper:
        """A paper that fits; raises IndexError if there is none."""
        papers = [
            p for p in self.data.papers if not p.withdrawn and p.id not in self.used and fits(p)
        ]
        found = self.rng.choice(papers)
        self.used.add(found.id)
        return found


def open_paper(paper: Paper) -> list[Step]:
    """From any page to a paper's abstract page."""
    return [search_for("Search papers", paper.title), link(paper.title)]


def save_paper(paper: Paper) -> list[Step]:
    """From any page to a saved paper."""
    return [*open_paper(paper), press("Save to reading list")]


def number(text: str | int) -> int | float:
    """A number as a rule has it, from how a page writes it."""
    plain = str(text).replace(",", "")
    return float(plain) if "." in plain else int(plain)


def titles(paper: Paper) -> list[str]:
    """The ways to name a paper: its title, or the part before the colon or question mark."""
    return list(dict.fromkeys([paper.title, re.split(r"[:?]", paper.title)[0]]))


def topics(paper: Paper) -> list[str]:
    """The words one would search for: longer words of the title, in lower case, as indexed."""
    found = re.findall(r"[a-z]{5,}", paper.title.lower())
    return [word for word in dict.fromkeys(found) if words(word) == [word] and word not in COMMON]


def hours(hour: int) -> list[str]:
    """The ways to write a full hour of the afternoon."""
    noon = ["noon"] if hour == 12 else []
    return [
        f"{hour}:00",
        f"{(hour - 1) % 12 + 1} pm",
        f"{(hour - 1) % 12 + 1}:00 pm",
        f"{hour} UTC",
        *noon,
    ]
