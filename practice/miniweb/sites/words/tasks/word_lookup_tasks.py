"""Questions answered by one page, once it is found."""

from datetime import timedelta

from ....kit.answer_variants import date_variants
from ....kit.steps import SCROLL_DOWN, choose_option, link, press
from ....kit.tasks import SiteTask, task
from ..entry_pages import RANKS_PER_PAGE
from ..pages import day
from ..records import Data
from ..word_search import find_matches, find_similar
from .word_steps import look_up, others, pick

TWO_WAYS = ("herb", "laboratory", "leisure", "privacy", "route", "schedule", "tomato", "vase")
MISSPELLED = {
    "rythm": "rhythm",
    "recipie": "recipe",
    "souvenier": "souvenir",
    "labratory": "laboratory",
    "shedule": "schedule",
    "nieghbour": "neighbour",
    "vacine": "vaccine",
    "accurrate": "accurate",
    "thuder": "thunder",
}
BROKEN = {
    "telescop": "telescope",
    "experimnt": "experiment",
    "wildernes": "wilderness",
    "volunter": "volunteer",
}
# Pixels: a row of a language's list, the space above the first row, one scroll.
ROW, LINES, SCREEN = 45.5, 300, 512


def word_of_today(data: Data) -> SiteTask:
    """Today's word of the day and its level."""
    entry = data.daily[data.today]
    return task(
        "What is Verbarium's word of the day today, and at which level (A1 to C2) does it put the "
        "word?",
        f"{entry.word}, {entry.level}",
        {"parts": [entry.word, entry.level]},
        [link("Word of the day")],
    )


def word_of_a_day(data: Data) -> SiteTask:
    """The word of a day two months ago."""
    first = min(data.daily)
    when = first + timedelta(6 + data.entries[0].lookups % 20)
    entry, months = data.daily[when], sorted({day.replace(day=1) for day in data.daily})
    beside = [data.daily[when + timedelta(days)] for days in (-1, 1)]
    return task(
        f"Which word was Verbarium's word of the day on {when.day} {when:%B %Y}?",
        entry.word,
        {"parts": [entry.word], "not": others(beside, entry)},
        [
            link("Word of the day"),
            link("Calendar of earlier words"),
            *(link(f"{month:%B %Y}") for month in months[-2::-1]),
        ],
    )


def word_at_place(data: Data) -> SiteTask:
    """A row of the ranking's second page."""
    place = RANKS_PER_PAGE + 4 + data.entries[1].lookups % 12
    entry = data.ranking[place - 1]
    beside = [data.ranking[place - 2], data.ranking[place]]
    return task(
        "In Verbarium's ranking of the words most looked up this week, which word is in place "
        f"{place}?",
        entry.word,
        {"parts": [entry.word], "not": others(beside, entry)},
        [link("Most looked up"), link("Page 2"), SCROLL_DOWN],
    )


def suggested(data: Data) -> SiteTask:
    """The last suggestion of the empty search box."""
    entry = data.ranking[4]
    return task(
        "When one clicks into Verbarium's empty search box, it offers five words. Which is the "
        "last of them, and how many look-ups did that word have last week?",
        f"{entry.word}, {entry.lookups_before:,}",
        {"parts": [entry.word, entry.lookups_before]},
        [["Click", "combobox", "Look up a word"], ["Click", "option", entry.word]],
    )


def american(data: Data) -> SiteTask:
    """A US pronunciation that differs from the UK one."""
    entry = pick(data, lambda entry: entry.word in TWO_WAYS)
    us, uk = entry.parts[0].us, entry.parts[0].uk
    ways = [us, us.replace(".", ""), us.lstrip("ˈˌ"), us.replace(".", "").lstrip("ˈˌ")]
    return task(
        f"How does Verbarium write the US pronunciation of the noun “{entry.word}” in phonetic "
        "symbols?",
        f"/{us}/",
        {"parts": [ways], "not": [uk]},
        [look_up(entry.word)],
        golden=True,
    )


def arabic(data: Data) -> SiteTask:
    """A translation that reads from right to left."""
    entry = pick(
        data,
        lambda entry: entry.topic in ("nature", "home", "travel") and entry.word != "abroad",
        3,
    )
    answer = entry.translations["arabic"]
    return task(
        f"What does Verbarium give as the Arabic for “{entry.word}”? Answer in Arabic script.",
        answer,
        {"parts": [answer]},
        [choose_option("Dictionary to search", "English–Arabic"), look_up(entry.word)],
        golden=True,
    )


def from_greek(data: Data) -> SiteTask:
    """A translation looked up in reverse, down a long list."""
    middle = data.entries[14:40]
    entry = pick(data, lambda entry: entry in middle and " " not in entry.translations["greek"], 2)
    scrolls = int(max(0, LINES + ROW * data.entries.index(entry) - 700) // SCREEN + 1)
    return task(
        "For which English word does Verbarium's English–Greek dictionary give "
        f"“{entry.translations['greek']}”?",
        entry.word,
        {"parts": [entry.word]},
        [link("Bilingual"), link("English–Greek"), *[SCROLL_DOWN] * scrolls],
        golden=True,
    )


def thunderclap(data: Data) -> SiteTask:
    """A row of a grammar table."""
    return task(
        "According to Verbarium's grammar page on countable and uncountable nouns, how does one "
        "speak of one single “thunder”?",
        "a clap of thunder",
        {"parts": ["clap of thunder"]},
        [link("Grammar"), link("Countable and uncountable nouns")],
        golden=True,
    )


def misspelled(data: Data) -> SiteTask:
    """A misspelled word, and the word suggested for it."""
    entry = pick(data, lambda entry: entry.word in MISSPELLED.values())
    typed = next(wrong for wrong, right in MISSPELLED.items() if right == entry.word)
    assert not find_matches(data, typed) and find_similar(data, typed)[0] is entry
    place = data.place(entry)
    return task(
        f"Search Verbarium for “{typed}”. Which word does it suggest first, and which place does "
        "that word hold among the words most looked up this week?",
        f"{entry.word}, number {place}",
        {"parts": [entry.word, place]},
        [look_up(typed), link(entry.word)],
    )


def broken(data: Data) -> SiteTask:
    """A broken link to an entry."""
    entry = pick(data, lambda entry: entry.word in BROKEN.values())
    typed = next(wrong for wrong, right in BROKEN.items() if right == entry.word)
    assert find_similar(data, typed)[0] is entry
    return task(
        "This link to an entry of Verbarium seems to be broken. Find the entry that was meant: on "
        "which date was it last updated?",
        day(entry.updated),
        {"parts": [date_variants(entry.updated)]},
        [link(entry.word), press("About this entry")],
        start=f"/dictionary/{typed}",
    )


MAKERS = {  # each maker with the site features its task exercises
    word_of_today: "calendar",
    word_of_a_day: "calendar",
    word_at_place: "pagination",
    suggested: "suggestions",
    american: "sticky-header",
    arabic: "scoped-search right-to-left other-script",
    from_greek: "long-list other-script",
    thunderclap: "reference-table",
    misspelled: "did-you-mean",
    broken: "not-found accordion",
}
