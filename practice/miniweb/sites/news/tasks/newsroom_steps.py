"""Building blocks of the tasks: the way past the privacy wall, to a story, and its choice."""

from ....kit.steps import WAIT, Step, link, press, search_for
from ..article_prose import Article, article, write
from ..news_catalogue import kinds
from ..records import PARTS, Chain, Newsroom

REFUSE = [WAIT, press("Reject all")]


def complete_chains(newsroom: Newsroom, kind: str) -> list[Chain]:
    """The chains of a kind that have come to their end, in an order of the world's own."""
    chains = [c for c in newsroom.chains.values() if c.kind == kind and len(c.times) == PARTS]
    return newsroom.world.random(f"news/asked/{kind}").sample(chains, len(chains))


def describe(chain: Chain) -> str:
    """A chain as a question names it: "the strike of the dairy drivers in Corrie"."""
    text = write(kinds()[chain.kind]["about"], chain.facts, None)
    return text[0].lower() + text[1:]


def first_article(newsroom: Newsroom, chain: Chain) -> Article:
    """The text of a chain's first story."""
    return article(newsroom, newsroom.of_chain[chain.key][0].slug)


def open_story(newsroom: Newsroom, chain: Chain, part: int) -> list[Step]:
    """The steps that search for a story and open it."""
    story = newsroom.of_chain[chain.key][part]
    words = f"{chain.thing} {chain.town.name}"
    return [search_for("Search Northlight", words), link(story.headline)]
