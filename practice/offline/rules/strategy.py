"""The skill of the web agent: go through the rules in order and make the first move proposed.

The order of RULES is the whole strategy. Each rule looks at the situation and proposes moves, or
none.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from ..endpoint.conversation import read_conversation
from ..endpoint.protocol import Message, Sample
from ..memory.memory import Note
from . import (
    answer_rules,
    command_rules,
    filter_rules,
    list_rules,
    reading_rules,
    search_rules,
    section_rules,
    wander_rules,
)
from .form_rules import fill_in
from .moves import Move, scroll, with_notes
from .ranking_rules import rank_parts
from .situation import Situation, read_situation
from .table_rules import look_up

NAME = "acting as the web agent"
RULES: tuple[Callable[[Situation], Iterator[Move]], ...] = (
    search_rules.dismiss,  # close what covers the page
    fill_in,  # a form that asks for a trip: places, days
    command_rules.set_up,  # fill in and choose what the question says
    look_up,  # a table that holds the answer
    answer_rules.conclude,  # everything is known, or done: answer
    answer_rules.last_words,  # no step is left: answer with the best so far
    command_rules.press,  # press the button for a command, on the right page
    reading_rules.read_on,  # the right page, but something is missing
    list_rules.count,  # how many there are, once the list is narrowed
    answer_rules.tell_section,  # a part of the page with the name of what is asked about
    list_rules.enter_named,  # a link to what the question names
    answer_rules.tell_page,  # a page that answers the question
    section_rules.enter_section,  # a section of the site
    section_rules.explore,  # a section or tab the question speaks of
    search_rules.search_first,  # type the words into the search box
    filter_rules.narrow,  # filters and the order of the list
    list_rules.enter_best,  # the entry of the list that fits best
    rank_parts,  # the best of several things that this page describes
    list_rules.look_further,  # scroll down, or turn to the next page
    wander_rules.open_found,  # the pages that a search found
    wander_rules.wander,  # the other pages of the site, one after the other
    search_rules.retreat,  # go back
    search_rules.give_up,
)


def is_asked(system: str) -> bool:
    """Whether a system prompt describes the web agent, judging by the actions it lists."""
    return all(word in system for word in ("Click", "Type", "Scroll", "ANSWER"))


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """Thought and action for the newest observation; further samples may take other moves."""
    notes, moves = _find_notes_and_moves(messages)
    return str(with_notes(notes, sample.pick(moves)))


@lru_cache(maxsize=1)  # the samples of one request differ only in what they pick
def _find_notes_and_moves(messages: tuple[Message, ...]) -> tuple[list[Note], list[Move]]:
    """The new notes, and the moves, the best first."""
    now = read_situation(read_conversation(messages))
    # Values are right only once the colour, the number and so on are chosen.
    unready = next(command_rules.set_up(now), None)
    return [] if unready else reading_rules.new_notes(now), propose_moves(now)


def propose_moves(now: Situation, most: int = 5) -> list[Move]:
    """The first `most` moves of all rules in order, each action once."""
    found: dict[str, Move] = {}
    for rule in RULES:
        for move in rule(now):
            found.setdefault(move.action, move)
        if len(found) >= most:
            break
    return list(found.values())[:most] or [
        scroll("I see nothing else to do, so I look around.", "up")
    ]
