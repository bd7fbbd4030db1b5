"""The skill of the web agent: look at the scene, go through the rules in order, do what the first that fits says.

The order of RULES is the whole strategy. Each rule looks at the scene and proposes moves, or none.
"""

from collections.abc import Callable, Iterator

from . import (
    concluding,
    daybook,
    departures,
    engine,
    entering,
    exploring,
    fares,
    folded,
    form,
    narrowing,
    offers,
    searching,
    tabular,
    telling,
    wayfinding,
)
from .moves import Move, noting, scroll
from .protocol import Sample, Turn
from .reading import conversation
from .scene import Scene, scene

NAME = "acting as the web agent"
RULES: tuple[Callable[[Scene], Iterator[Move]], ...] = (
    searching.leave_address,  # an e-mail address where one is asked for
    searching.dismiss,  # close what covers the page
    engine.tell_result,  # what the search page has worked out
    engine.tell_spelling,  # how it would spell a word
    daybook.read_calendar,  # what the days of a calendar say
    form.fill_form,  # a journey or a stay: places, days, people
    folded.switch_on,  # a switch that is to be on
    fares.choose_fare,  # the fare that is to be chosen
    offers.tell_offer,  # the room or fare with the terms that are asked for
    telling.by_row,  # the row that the question names
    entering.set_up,  # fill in and choose what the question says
    tabular.look_up,  # a table that holds the answer
    concluding.conclude,  # all is known, or done: answer
    concluding.last_words,  # no step is left: answer with the best so far
    entering.press,  # do what is to be done, on the right page
    entering.give_up_entry,  # an entry that does not keep the conditions is left again
    entering.look_after,  # done: see what came of it
    telling.by_form,  # a value that shows by its form what it is
    telling.both_named,  # a line about the two that the question names
    telling.by_calendar,  # a day's entry
    wayfinding.turn_tab,  # a part of the thing's page
    wayfinding.suggested,  # another spelling
    wayfinding.enter_owner,  # the page of whom a list belongs to
    concluding.read_on,  # the right page, but not all is in view
    folded.open_filters,  # filters that are folded away
    narrowing.count,  # how many there are, once the list is narrowed
    entering.enter_named,  # a link to what the question names
    entering.tell,  # a page or sentence that answers the question
    searching.consult,  # pages of information
    folded.search_all,  # everything a form lists
    entering.enter_section,  # a section of the site
    exploring.explore,  # a section or tab the question speaks of
    searching.search_first,  # type the words into the search box
    searching.search_other,  # nothing was found: other words
    narrowing.narrow,  # filters and the order of the list
    departures.tell_row,  # the row of a journey that fits best
    entering.enter_best,  # the entry of the list that fits best
    narrowing.show_all,  # a section that shows nothing
    narrowing.look_further,  # further down, the next page
    entering.follow,  # a link that speaks of what is asked
    searching.search_again,  # other words
    searching.retreat,  # back, or elsewhere
)


def asked(system: str) -> bool:
    """Whether a system prompt describes the web agent: the actions it lists."""
    return all(word in system for word in ("Click", "Type", "Scroll", "ANSWER"))


def reply(turns: tuple[Turn, ...], sample: Sample) -> str:
    """Thought and action for the newest observation; further samples are the other moves the rules propose."""
    now = scene(conversation(turns))
    moves = proposals(now)
    unready = next(entering.set_up(now), None)  # values hold only once the colour, the number … are chosen
    return str(noting([] if unready else concluding.new_facts(now), sample.pick(moves)))


def proposals(now: Scene, most: int = 5) -> list[Move]:
    """The moves of all rules in order, each action once, none that was in vain a moment ago."""
    found: dict[str, Move] = {}
    for rule in RULES:
        for move in rule(now):
            found.setdefault(move.action, move)
        if len(found) >= most:
            break
    return list(found.values())[:most] or [scroll("I see nothing else to do, so I look around.", "up")]
