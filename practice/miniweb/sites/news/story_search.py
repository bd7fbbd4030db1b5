"""Search of the stories: by words, section and age."""

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from ...kit.formats import slug
from ...kit.text_search import with_most_words
from .news_catalogue import kinds
from .records import Newsroom, Story


@lru_cache(maxsize=4)
def _word_index(newsroom: Newsroom) -> dict[str, tuple[list[str], list[str]]]:
    """The words of each story's headline, and of what else describes it, by slug."""
    index = {}
    for story in newsroom.stories:
        chain = story.chain
        named = f"{chain.thing} {chain.town.name} {kinds()[chain.kind]['title']} {chain.kind}"
        rest = f"{story.standfirst} {named} {story.author.name} {story.section}"
        index[story.slug] = _words(story.headline), _words(rest)
    return index


def _words(text: str) -> list[str]:
    return list(filter(None, slug(text).split("-")))


def search(
    newsroom: Newsroom, words: str, section: str = "", age: str = "", sort: str = ""
) -> Sequence[Story]:
    """The stories with the words, or else the most of them; "" is no condition.

    `age` is in days; `sort` is "new", "old" or "", the best first.
    """
    youngest = newsroom.now - timedelta(days=int(age or 999))
    found = [s for s in newsroom.stories if section in ("", s.section) and s.when >= youngest]
    if typed := _words(words):
        index = _word_index(newsroom)
        scores = {s: [_score(word, *index[s.slug]) for word in typed] for s in found}
        best = set(with_most_words(scores))
        found = [story for story in found if story in best]
        found.sort(key=lambda story: -sum(scores[story]))
    if sort:
        found.sort(key=lambda story: (story.when, story.slug), reverse=sort == "new")
    return found


def _score(word: str, headline: list[str], rest: list[str]) -> int:
    return 3 * (word in headline) + (word in rest)
