"""Sentences from scripts: "[a|b]" is a choice, "{name}" a fact of the chain of events."""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ...kit.formats import capitalised
from ...kit.people import draw_names
from .news_catalogue import kinds, read
from .records import Chain, Newsroom, Story

CHOICE = re.compile(r"\[([^\[\]]*)\]")
PLAIN = ("year", "founded", "hull")  # numbers that are written without commas
CORRECTED = 0.22  # share of the stories that end with a correction


@dataclass(frozen=True)
class Article:
    """The text of a story: (tag, text) blocks, the correction or "", the readers' comments."""

    blocks: tuple[tuple[str, str], ...]
    correction: str
    wrong: int
    comments: tuple[tuple[str, str], ...]


def write(text: str, facts: Mapping[str, object], rng: random.Random) -> str:
    """A script's text with its choices made and its facts filled in."""
    while CHOICE.search(text):
        text = CHOICE.sub(lambda found: rng.choice(found[1].split("|")), text)
    words = {name: _write_number(name, value) for name, value in facts.items()}
    return capitalised(text.format_map(words))


def split_choices(text: str) -> list[str]:
    """The alternatives of a text that separates them by "|", except within brackets."""
    return re.split(r"\|(?![^\[\]]*\])", text)


def _write_number(name: str, value: object) -> object:
    return f"{value:,}" if isinstance(value, int) and name not in PLAIN else value


def day_facts(chain: Chain, part: int) -> dict[str, str]:
    """The days of a chain as its stories name them; `today` is the weekday of one part."""
    days = {f"d{n}": f"{when.day} {when:%B}" for n, when in enumerate(chain.times)}
    return days | {"today": f"{chain.times[part]:%A}"}


@lru_cache(maxsize=200)
def article(newsroom: Newsroom, slug: str) -> Article:
    """The whole text of a story; the same whenever it is asked for."""
    story = newsroom.by_slug[slug]
    rng = newsroom.world.random(f"news/{story.chain.key}/{story.part}/text")
    facts = {**story.chain.facts, **day_facts(story.chain, story.part)}
    script, prose = kinds()[story.chain.kind], read("prose.json")
    episode, headings = script["episodes"][story.part], prose["headings"]

    def heading(name: str) -> tuple[str, str]:
        return "h2", write(rng.choice(headings[name]), facts, rng)

    blocks = [("p", write(text, facts, rng)) for text in episode["paras"]]
    if story.part:
        recaps = [write(script["episodes"][n]["recap"], facts, rng) for n in range(story.part)]
        opening, closing = (write(text, facts, rng) for text in prose["past"])
        blocks += [heading("past"), ("p", f"{opening} {' '.join(recaps)}"), ("p", closing)]
    for name, count in (("voices", 5 if story.part else 6), ("walk", 4)):
        blocks += [heading(name), *_write_pool(rng, facts, name, count)]
    background = rng.sample(script["background"], 4)
    blocks += [heading("background"), *(("p", write(text, facts, rng)) for text in background)]
    blocks.append(("p", write(rng.choice(prose["town"]), facts, rng)))
    ending = f"{write(episode['next'], facts, rng)} {write(rng.choice(prose['close']), facts, rng)}"
    blocks += [heading("next"), ("p", ending)]
    correction, wrong = _write_correction(rng, story, facts)
    return Article(tuple(blocks), correction, wrong, _write_comments(rng, facts))


def _write_pool(rng: random.Random, facts: Mapping, pool: str, count: int) -> list[tuple[str, str]]:
    """Some paragraphs of a pool, each about somebody else in the town."""
    prose, blocks = read("prose.json"), []
    jobs = rng.sample(prose["jobs"], count)
    for text, name, job in zip(
        rng.sample(prose[pool], count), draw_names(rng, count), jobs, strict=True
    ):
        local = {"local": name, "local2": name.split(" ", 1)[1], "job": job}
        blocks.append(("p", write(text, {**facts, **local}, rng)))
    return blocks


def _write_correction(rng: random.Random, story: Story, facts: Mapping) -> tuple[str, int]:
    """The correction of a first story and the number that it takes back; ("", 0) for most."""
    name, what = kinds()[story.chain.kind]["correction"]
    right = facts[name]
    wrong = right + rng.choice((2, 3, 4, 5, 7, 9))
    if story.part or rng.random() > CORRECTED:
        return "", 0
    said = {"what": what, "wrong": wrong, "right": right}
    return write(read("prose.json")["correction"], said, rng), wrong


def _write_comments(rng: random.Random, facts: Mapping) -> tuple[tuple[str, str], ...]:
    """What readers wrote under a story: (name, text); nothing if comments are closed."""
    texts = rng.sample(read("prose.json")["comments"], rng.choice((0, 0, 3, 4, 5, 6)))
    names = draw_names(rng, len(texts))
    return tuple((name, write(text, facts, rng)) for name, text in zip(names, texts, strict=True))
