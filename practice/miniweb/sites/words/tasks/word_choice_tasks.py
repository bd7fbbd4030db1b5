"""Questions that ask for one word out of many, or for a sum: filters, orders, charts."""

from itertools import combinations, product

from ....kit.steps import SCROLL_DOWN, choose_option, link, press
from ....kit.tasks import SiteTask, task
from ..entry_pages import RANKS_PER_PAGE
from ..pages import pounds
from ..records import DECADES, LEVELS, TOPICS, Data, Entry, Part
from .word_steps import find, look_up, others, pick


def climber(data: Data) -> SiteTask:
    """The largest climb within the ranking's first page."""
    top = data.ranking[:RANKS_PER_PAGE]
    climbed = {entry: data.places_before[entry.word] - data.place(entry) for entry in top}
    few = next(n for n in range(RANKS_PER_PAGE, 2, -1) if _has_one_best(climbed, top[:n]))
    best = max(top[:few], key=lambda entry: climbed[entry])
    return task(
        f"Of the first {few} words in Verbarium's ranking of this week's look-ups, which has gone "
        "up by the most places since last week, and by how many?",
        f"{best.word}, by {climbed[best]} places",
        {"parts": [best.word, climbed[best]], "not": others(top[:few], best)},
        [link("Most looked up"), SCROLL_DOWN],
    )


def _has_one_best(climbed: dict[Entry, int], among: tuple[Entry, ...]) -> bool:
    steps = sorted((climbed[entry] for entry in among), reverse=True)
    return steps[0] > steps[1] and steps[0] > 0


def only_one(data: Data) -> SiteTask:
    """A level, a part of speech and a topic that only one word has."""
    rows = [(entry, part) for entry in data.ranking for part in entry.parts]
    for level, name, topic in product(reversed(LEVELS), ("noun", "adjective", "verb"), TOPICS):
        fit = [
            entry
            for entry, part in rows
            if (part.level, part.name, entry.topic) == (level, name, topic)
        ]
        wider = [entry for entry, part in rows if (part.name, entry.topic) == (name, topic)]
        if len(fit) == 1 and len(wider) > 3:
            break
    else:
        raise AssertionError("No three conditions leave one word.")
    return task(
        f"Verbarium has exactly one {name} of level {level} (as a {name}) in the topic "
        f"“{TOPICS[topic]}”. Which word?",
        fit[0].word,
        {"parts": [fit[0].word], "not": others(wider, fit[0])},
        find(level=level, part_of_speech=name, topic=TOPICS[topic]),
    )


def _find_parts(data: Data, level: str, name: str) -> list[tuple[Entry, Part]]:
    return [
        (entry, part)
        for entry in data.entries
        for part in entry.parts
        if (part.level, part.name) == (level, name)
    ]


def most_wanted(data: Data) -> SiteTask:
    """The most looked up word of a filtered list; it isn't the first in the alphabet."""
    for name, level in product(("noun", "verb"), ("B2", "B1", "C1", "A2")):
        here = [entry for entry, _ in _find_parts(data, level, name)]
        best = max(here, key=lambda entry: entry.lookups, default=None)
        if len(here) > 3 and best is not here[0]:
            break
    else:
        raise AssertionError("No level's most looked up word differs from its first.")
    return task(
        f"Which of the {name}s that Verbarium puts at level {level} is looked up most this week, "
        "and how many times?",
        f"{best.word}, {best.lookups:,}",
        {"parts": [best.word, best.lookups], "not": others(here, best)},
        find(level=level, part_of_speech=name, order="Most looked up"),
    )


def latest(data: Data) -> SiteTask:
    """The most recently updated entry of a topic, and its editor."""
    topic = pick(data, lambda entry: len(entry.parts) > 1, 4).topic
    here = [entry for entry in data.entries if entry.topic == topic]
    newest = max(here, key=lambda entry: entry.updated)
    return task(
        f"Which of Verbarium's entries on the topic “{TOPICS[topic]}” was updated most recently, "
        "and by which editor?",
        f"{newest.word}, by {newest.editor}",
        {"parts": [newest.word, newest.editor.split()[1]], "not": others(here, newest)},
        [
            *find(topic=TOPICS[topic], order="Recently updated"),
            link(newest.word),
            press("About this entry"),
        ],
    )


def difference(data: Data) -> SiteTask:
    """The difference between two numbers, each on its page."""
    more, less = data.ranking[9], data.ranking[31]
    gap = more.lookups - less.lookups
    return task(
        f"How many more look-ups has “{more.word}” had on Verbarium this week than “{less.word}”?",
        f"{gap:,}",
        {"parts": [gap]},
        [look_up(more.word), look_up(less.word)],
    )


def saving(data: Data) -> SiteTask:
    """The difference between two ways to pay for a year."""
    saved = 12 * data.monthly - data.yearly
    return task(
        "How much cheaper is a year of Verbarium Plus if it is paid yearly rather than month by "
        "month?",
        pounds(saved),
        {"parts": [saved / 100]},
        [link("Plus")],
    )


def peak(data: Data) -> SiteTask:
    """The highest bar of a chart that is a picture."""
    entry = pick(data, lambda entry: True, 17)
    top = max(entry.uses)
    decade = DECADES[entry.uses.index(top)]
    assert entry.uses.count(top) == 1
    return task(
        f"According to Verbarium's frequency chart, in which decade was “{entry.word}” used most, "
        "and how many times per million words?",
        f"In the {decade}s, {top} times",
        {"parts": [decade, top]},
        [look_up(entry.word), link("Frequency")],
        needs_vision=True,
    )


def taller_bar(data: Data) -> SiteTask:
    """Two words in one chart, and a decade in which the rarer one was used more."""
    for entry, other in combinations(data.ranking[20:40], 2):
        gaps = [a - b for a, b in zip(entry.uses, other.uses, strict=True)]
        if max(gaps) > 14 and sum(gaps) < -60:
            break
    else:
        raise AssertionError("No two words have charts that cross clearly.")
    decade = DECADES[gaps.index(max(gaps))]
    return task(
        f"Let Verbarium draw “{other.word}” and “{entry.word}” in one frequency chart. Which of "
        f"the two was used more in the {decade}s?",
        entry.word,
        {"parts": [entry.word], "not": [other.word]},
        [
            look_up(other.word),
            link("Frequency"),
            choose_option("Compare with", entry.word),
            press("Draw the chart"),
        ],
        needs_vision=True,
    )


MAKERS = {  # each maker with the site features its task exercises
    climber: "pagination",
    only_one: "filters",
    most_wanted: "filters sorting",
    latest: "sorting accordion",
    difference: "sticky-header",
    saving: "nag",
    peak: "raster-chart",
    taller_bar: "raster-chart",
}
