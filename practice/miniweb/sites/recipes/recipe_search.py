"""Recipe search: the query read from an address, and the recipes that match it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from werkzeug.datastructures import MultiDict

from ...kit.lists import address, choice, page_number
from ...kit.text_search import fold, with_most_words
from .data import DIETS, Data, Recipe

TIMES = (15, 30, 45, 60)
RATINGS = (4.0, 4.5)
SORTS: dict[str, tuple[str, Callable[[Recipe], tuple]]] = {
    "rating": ("Highest rated", lambda recipe: (-recipe.rating, -recipe.ratings)),
    "ratings": ("Most ratings", lambda recipe: (-recipe.ratings,)),
    "newest": ("Newest first", lambda recipe: (date.max - recipe.published,)),
    "quickest": ("Quickest first", lambda recipe: (recipe.total, recipe.title)),
}
BRITISH_WORDS = {
    "arugula": "rocket",
    "chili": "chilli",
    "cilantro": "coriander",
    "eggplant": "aubergine",
    "garbanzo": "chickpea",
    "lasagna": "lasagne",
    "scallion": "spring onion",
    "shrimp": "prawn",
    "yogurt": "yoghurt",
    "zucchini": "courgette",
}
STOP_WORDS = frozenset({
    "a", "an", "and", "best", "dish", "dishes", "easy", "for", "in", "of", "on", "recipe",
    "recipes", "the", "to", "with",
})  # fmt: skip


@dataclass(frozen=True)
class Query:
    """A search or filtered list.

    `within` is the most minutes in total, `rating` the lowest rating; 0 means any.
    """

    words: str = ""
    category: str = ""
    within: int = 0
    diets: tuple[str, ...] = ()
    rating: float = 0
    sort: str = ""
    page: int = 1

    @classmethod
    def read(cls, args: MultiDict[str, str], category: str = "") -> "Query":
        """Read a query from an address; invalid values are ignored."""
        times, ratings = {str(t): t for t in TIMES}, {f"{r:g}": r for r in RATINGS}
        return cls(
            words=" ".join(args.get("q", "").split())[:80],
            category=category or args.get("category", ""),
            within=times.get(args.get("time", ""), 0),
            diets=tuple(diet for diet in DIETS if diet in args.getlist("diet")),
            rating=ratings.get(args.get("rating", ""), 0),
            sort=choice(args, "sort", SORTS),
            page=page_number(args),
        )

    def address(self, path: str, **changes: object) -> str:
        """The address of this query with `changes` applied."""
        asked = {**self.__dict__, **changes}
        pairs = [
            ("q", asked["words"]),
            ("category", asked["category"] if path == "/search" else ""),
            ("time", asked["within"]),
            *(("diet", diet) for diet in asked["diets"]),
            ("rating", f"{asked['rating']:g}" if asked["rating"] else ""),
            ("sort", asked["sort"]),
            ("page", asked["page"] if asked["page"] != 1 else ""),
        ]
        return address(path, pairs)


@dataclass(frozen=True)
class Index:
    """The words of every recipe with their weights; built once per site."""

    data: Data
    weights: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for recipe in self.data.recipes:
            self.weights[recipe.slug] = _weigh_words(recipe)

    def find(self, query: Query) -> list[Recipe]:
        """All recipes that match, in the order of the query's `sort`.

        By default the best match comes first, then the editors' order.
        """
        found = [
            recipe for recipe in self._find_matching(query.words) if _fits_query(recipe, query)
        ]
        return sorted(found, key=SORTS[query.sort][1]) if query.sort else found

    def _find_matching(self, words: str) -> list[Recipe]:
        wanted = tokens(words)
        if not wanted:
            return list(self.data.recipes)
        scores = {
            recipe: [self._score_word(recipe, word) for word in wanted]
            for recipe in self.data.recipes
        }
        return sorted(
            with_most_words(scores),
            key=lambda recipe: -sum(scores[recipe]) - (tokens(recipe.title) == wanted) * 100,
        )

    def _score_word(self, recipe: Recipe, word: str) -> int:
        weights = self.weights[recipe.slug]
        return weights.get(word) or max(
            (weight for known, weight in weights.items() if known.startswith(word)), default=0
        )


def tokens(text: str) -> list[str]:
    """The significant words, in this site's British English, without accents and plural endings."""
    words = [
        word
        for part in re.findall(r"[a-z]+", fold(text))
        for word in BRITISH_WORDS.get(part, part).split()
    ]
    significant = [word for word in words if word not in STOP_WORDS] or words
    return [
        re.sub(r"(?<=\w\w)(?:(?<=o)es|s)$", "", word) if len(word) > 3 else word
        for word in significant
    ]


def _weigh_words(recipe: Recipe) -> dict[str, int]:
    foods = " ".join(line.name() for line in recipe.ingredients)
    places = (
        (1, recipe.lead),
        (2, foods),
        (4, " ".join(recipe.diets)),
        (4, recipe.cuisine),
        (4, recipe.category.title),
    )
    weights = {word: weight for weight, text in places for word in tokens(text)}
    return {**weights, **dict.fromkeys(tokens(recipe.title), 9)}


def _fits_query(recipe: Recipe, query: Query) -> bool:
    return (
        query.category in ("", recipe.category.slug)
        and (not query.within or recipe.total <= query.within)
        and recipe.rating >= query.rating
        and set(query.diets) <= set(recipe.diets)
    )
