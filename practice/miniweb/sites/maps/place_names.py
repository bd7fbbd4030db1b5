"""The names of the places, the same in every world: namesakes and chains among them."""

from collections.abc import Iterator
from random import Random

from ...kit.people import draw_names
from .map_catalogue import read


def list_names() -> Iterator[tuple[str, str, str]]:
    """The kind, the name and the chain ("" if none) of every place."""
    rng, stems = Random("compasso/names"), read("stems.txt")
    people = iter(draw_names(rng, 400))
    for code, kind in read("kinds.json").items():
        for chain, number in kind["chains"].items():
            yield from [(code, chain, chain)] * number
        single = kind["count"] - sum(kind["chains"].values())
        patterns = [(stem, noun) for noun in kind["nouns"] for stem in stems]
        for stem, noun in rng.sample(patterns, min(single, len(patterns))):
            yield code, noun.format(stem=stem, person=next(people) if "{person" in noun else ""), ""
