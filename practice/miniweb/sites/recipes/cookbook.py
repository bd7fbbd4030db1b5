"""Reads the cookbook, one Markdown file per category, into drafts that each world completes."""

import re
from dataclasses import dataclass
from pathlib import Path

from .ingredients import Food, Ingredient, read_ingredient, read_pantry

FOLDER = Path(__file__).parent / "cookbook"
HEADER = re.compile(
    r"(.+?) \| prep (\d+), cook (\d+)(?:, rest (\d+))? \| serves (\d+) or (\d+) \| (.+)"
)


@dataclass(frozen=True)
class Category:
    """A chapter of the cookbook."""

    slug: str
    title: str
    lead: str


@dataclass(frozen=True)
class Draft:
    """A recipe before a world fixes its numbers.

    `prep` is approximate, `cook` is the cooking time in minutes beyond the times in the steps,
    `serves` holds the two possible numbers of servings. Where a step says "bake for {40} minutes",
    a world may choose a slightly longer or shorter time.
    """

    title: str
    category: Category
    cuisine: str
    prep: int
    cook: int
    rest: int
    serves: tuple[int, int]
    picture: str
    lead: str
    ingredients: tuple[Ingredient, ...]
    steps: tuple[str, ...]
    tip: str


def read() -> tuple[tuple[Category, ...], tuple[Draft, ...]]:
    """All categories and all drafts, in the order of the files."""
    pantry = read_pantry()
    chapters = [_read_chapter(path, pantry) for path in sorted(FOLDER.glob("*.md"))]
    drafts = (draft for _, chapter in chapters for draft in chapter)
    return tuple(category for category, _ in chapters), tuple(drafts)


def _read_chapter(path: Path, pantry: dict[str, Food]) -> tuple[Category, list[Draft]]:
    head, *recipes = path.read_text(encoding="utf-8").split("\n## ")
    title, lead = head.removeprefix("# ").split("\n", 1)
    category = Category(path.stem.split("-")[1], title.strip(), lead.strip())
    return category, [_read_draft(recipe, category, pantry) for recipe in recipes]


def _read_draft(text: str, category: Category, pantry: dict[str, Food]) -> Draft:
    title, header, lead, *lines = text.strip().splitlines()
    cuisine, prep, cook, rest, few, many, picture = HEADER.fullmatch(header).groups()
    return Draft(
        title=title,
        category=category,
        cuisine=cuisine,
        prep=int(prep),
        cook=int(cook),
        rest=int(rest or 0),
        serves=(int(few), int(many)),
        picture=picture,
        lead=lead,
        ingredients=tuple(
            read_ingredient(line[2:], pantry) for line in lines if line.startswith("- ")
        ),
        steps=tuple(line.split(". ", 1)[1] for line in lines if re.match(r"\d+\. ", line)),
        tip=next(line[2:] for line in lines if line.startswith("> ")),
    )
