"""Building blocks of the tasks: papers drawn from the data, oracle steps, answer parts."""

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
    """Draws papers that meet a condition, never twice and never withdrawn ones."""

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
    """The steps from any page to a paper's abstract page."""
    return [search_for("Search papers", paper.title), link(paper.title)]


def save_paper(paper: Paper) -> list[Step]:
    """The steps that save a paper, from any page."""
    return [*open_paper(paper), press("Save to reading list")]


def number(text: str | int) -> int | float:
    """Convert a number as a page writes it to one for an answer rule."""
    plain = str(text).replace(",", "")
    return float(plain) if "." in plain else int(plain)


def titles(paper: Paper) -> list[str]:
    """The ways to name a paper: its title, or the part before the colon or question mark."""
    return list(dict.fromkeys([paper.title, re.split(r"[:?]", paper.title)[0]]))


def topics(paper: Paper) -> list[str]:
    """The title's words worth searching for: lower case, five letters or more, as indexed."""
    found = re.findall(r"[a-z]{5,}", paper.title.lower())
    return [word for word in dict.fromkeys(found) if words(word) == [word] and word not in COMMON]


def hours(hour: int) -> list[str]:
    """The ways to write a full hour from noon on."""
    noon = ["noon"] if hour == 12 else []
    return [
        f"{hour}:00",
        f"{(hour - 1) % 12 + 1} pm",
        f"{(hour - 1) % 12 + 1}:00 pm",
        f"{hour} UTC",
        *noon,
    ]
