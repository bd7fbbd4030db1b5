"""Questions answered by stories: figures in their prose, corrections, pictures, authors."""

from ....kit.steps import WAIT, link, press
from ....kit.tasks import SiteTask, task
from ..news_catalogue import kinds
from ..records import Newsroom
from ..section_pages import most_read
from .newsroom_steps import REFUSE, complete_chains, describe, first_article, open_story


def corrected(room: Newsroom) -> SiteTask:
    """The wrong figure that a correction at the end of a story takes back."""
    chains = [c for kind in ("wind", "trial", "outbreak") for c in complete_chains(room, kind)]
    chain = next(chain for chain in chains if first_article(room, chain).correction)
    wrong, what = first_article(room, chain).wrong, kinds()[chain.kind]["correction"][1]
    ques = (
        f"Northlight got something wrong at first when it reported on {describe(chain)}. What did "
        f"it originally give as {what}?"
    )
    return task(ques, str(wrong), {"parts": [wrong]}, [*REFUSE, *open_story(room, chain, 0)])


def higher_rise(room: Newsroom) -> SiteTask:
    """Which of two strikes ended with the higher rise."""
    one, *others = complete_chains(room, "strike")
    other = next(c for c in others if c.facts["agreed"] != one.facts["agreed"])
    best, rest = sorted((one, other), key=lambda chain: -chain.facts["agreed"])
    first, second = sorted((one, other), key=lambda chain: chain.thing)
    ques = (
        f"Who ended up with the bigger pay rise in percent, the {first.facts['low']} of "
        f"{first.town.name} or the {second.facts['low']} of {second.town.name}?"
    )
    rule = {"parts": [best.thing], "not": [rest.thing]}
    oracle = [*REFUSE, *open_story(room, first, 3), *open_story(room, second, 3)]
    return task(ques, best.thing, rule, oracle, golden=True)


def read_most(room: Newsroom) -> SiteTask:
    """Who wrote a story of the list that comes late, and since when he or she is there."""
    rank = room.world.random("news/asked/rank").randrange(2, 6)
    story = most_read(room)[rank - 1]
    who = story.author
    ques = (
        f"I'm curious about the person behind number {rank} on Northlight's most-read list: what's "
        "their name and in which year did they join Northlight?"
    )
    oracle = [*REFUSE, WAIT, link(story.headline), link(who.name)]
    rule = {"parts": [who.name, who.joined]}
    return task(ques, f"{who.name}, {who.joined}", rule, oracle, start="/most-read")


def majority(room: Newsroom) -> SiteTask:
    """A difference of two figures; the story is to be saved."""
    chain = complete_chains(room, "bill")[0]
    ahead, slug = chain.facts["yes"] - chain.facts["no"], room.of_chain[chain.key][3].slug
    ques = (
        f"By how many votes more than its opponents had did the {chain.thing} Bill pass the "
        "Assembly? Save that report for me as well, I want to read it tonight."
    )
    rule = {"parts": [ahead], "state": [{"path": "saved", "equals": [slug]}]}
    oracle = [*REFUSE, *open_story(room, chain, 3), press("Save for later")]
    return task(ques, f"{ahead} votes", rule, oracle)


def hull(room: Newsroom) -> SiteTask:
    """A number that is painted on a ship in a picture."""
    chain = complete_chains(room, "ferry")[0]
    number = f"SK {chain.facts['hull']}"
    ques = (
        f"What registration does the ferry {chain.thing} carry on its hull in the picture with "
        f"Northlight's first report from {chain.town.name}?"
    )
    rule = {"parts": [[number, number[3:]]]}
    oracle = [*REFUSE, *open_story(room, chain, 0)]
    return task(ques, number, rule, oracle, golden=True, needs_vision=True)
