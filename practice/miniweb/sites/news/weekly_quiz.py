"""The quiz of the week: numbers from the stories of the past days."""

from collections import namedtuple
from datetime import timedelta
from functools import lru_cache

from .article_prose import write
from .news_catalogue import kinds
from .records import Newsroom

QUESTIONS = 6
WEEK = timedelta(days=9)
# Four numbers to choose from, of which one is right, and the chain of events they are about.
Question = namedtuple("Question", "text options right chain")


@lru_cache(maxsize=4)
def quiz(newsroom: Newsroom) -> list[Question]:
    """The questions of this week, each about another kind of event."""
    rng, questions = newsroom.world.random("news/quiz"), []
    chains = newsroom.chains.values()
    recent = {chain.kind: chain for chain in chains if newsroom.now - chain.times[0] < WEEK}
    for kind in rng.sample(sorted(recent), QUESTIONS):
        text, fact = kinds()[kind]["quiz"]
        right = recent[kind].facts[fact]
        step = 1 + right // 90
        wrong = [right + step * n for n in (-3, -2, -1, 1, 2, 3, 4) if right + step * n > 0]
        words = write(text, recent[kind].facts, rng)
        options = sorted([right, *rng.sample(wrong, 3)])
        questions.append(Question(words, options, right, recent[kind]))
    return questions
