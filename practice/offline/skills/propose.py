"""The skill of proposing tasks: examples with one thing changed, or questions about a page shown.

It doesn't know the sites. It changes the item, the order or a limit of an example, or asks for a
labelled value or the first entry of a list. It cannot know whether a task has an answer.
"""

import random
import re
from collections.abc import Iterator
from itertools import zip_longest

from ..endpoint.conversation import read_page
from ..endpoint.protocol import Message, Sample
from ..page.entries import find_entries
from ..page.labels import find_pairs
from ..page.page import Page
from ..question.names import find_names
from ..question.quantities import find_quantities
from ..question.words import contains_phrase, content, fold

NAME = "proposing tasks"
COUNT = re.compile(r"^Write (\d+) new tasks", re.M)
EXAMPLE = re.compile(r"^- (.+)$", re.M)
OPPOSITES = (
    ("cheapest", "most expensive"),
    ("highest", "lowest"),
    ("oldest", "newest"),
    ("shortest", "longest"),
    ("most", "fewest"),
    ("largest", "smallest"),
    ("first", "last"),
    ("more", "fewer"),
    ("lightest", "heaviest"),
    ("earliest", "latest"),
    ("under", "over"),
    ("or less", "or more"),
    ("at least", "at most"),
)
RANKED = {
    "money": ("highest price", "lowest price"),
    "minutes": ("longest time", "shortest time"),
    "rating": ("highest rating", "lowest rating"),
    "review": ("most ratings", "fewest ratings"),
}
# The share of an example's words that the other item's page must have; with fewer, the task would
# ask for something that isn't there.
LEAST = 0.5


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for tasks."""
    return system.startswith("You write tasks for a web agent")


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """As many tasks as asked for, or fewer if the rules find no more.

    The ways of writing them take turns.
    """
    users = [message for message in messages if message.role == "user"]
    asked = users[-1].text
    pages = [read_page(message) for message in users[:-1]]
    examples = EXAMPLE.findall(asked.partition("The website:")[0])
    draw = random.Random(f"{sample.digest}/{sample.seed}/{sample.index}")
    ways = [
        [*way(examples, pages)] for way in (other_items, other_conditions, properties, superlatives)
    ]
    for found in ways:
        draw.shuffle(found)
    turns = [task for turn in zip_longest(*ways) for task in turn if task and task not in examples]
    count = COUNT.search(asked)
    wanted = list(dict.fromkeys(turns))[: int(count[1]) if count else 5]
    return (
        "\n".join(f"Task: {task}" for task in wanted) or "I see nothing on these pages to ask for."
    )


def other_items(examples: list[str], pages: list[Page]) -> Iterator[str]:
    """Examples about an item, asked about another item.

    The page of the other item has enough of the example's words.
    """
    shown = [(item, _fold_lines(page)) for page in pages for item in _list_items(page)]
    for example in examples:
        names = [name for name in find_names(example) if example.count(name) == 1]
        if len(names) != 1:
            continue
        words = content(example.replace(names[0], " "))
        for item, text in shown:
            there = sum(contains_phrase(text, word) for word in words)
            if fold(item) != fold(names[0]) and there >= LEAST * len(words):
                yield example.replace(names[0], item)


def other_conditions(examples: list[str], pages: list[Page]) -> Iterator[str]:
    """An example with the opposite order, or with another limit."""
    for example in examples:
        plain = example
        for name in find_names(example):
            plain = plain.replace(name, "§" * len(name))
        for pair in OPPOSITES:
            for here, instead in (pair, pair[::-1]):
                if len(found := [*re.finditer(rf"\b{here}\b", plain)]) == 1:
                    yield example[: found[0].start()] + instead + example[found[0].end() :]
        for number in find_quantities(plain):
            limit = re.match(
                r" ?(?:or (?:less|more|higher|fewer)|at most|at least)", fold(plain)[number.end :]
            )
            digits = re.search(r"\d+(?:\.\d+)?", plain[number.start : number.end])
            if limit and digits:
                at = number.start + digits.start()
                yield example[:at] + _change_number(digits[0]) + example[at + len(digits[0]) :]


def properties(examples: list[str], pages: list[Page]) -> Iterator[str]:
    """Questions that ask for a labelled number on the page of an item."""
    for page in pages:
        links = {fold(element.name) for element in page.elements}
        for pair in find_pairs(page.body) if (item := _find_subject(page)) else ():
            label = pair.label.strip(" :")
            named = (
                0 < len(label.split()) < 5
                and label[:1].isupper()
                and fold(label) not in {*links, fold(item)}
            )
            if named and pair.sure > 0.7 and find_quantities(pair.value):
                yield f'What does the page of "{item}" give as its {_lower_label(label)}?'


def superlatives(examples: list[str], pages: list[Page]) -> Iterator[str]:
    """Questions that ask for the entry of a list with the highest or the lowest value."""
    for page in pages:
        entries = [entry for entry in find_entries(page) if not entry.sponsored]
        heading = page.headings[0].text if page.headings else page.titles[0]
        kinds = [{number.kind for number in find_quantities(entry.text)} for entry in entries]
        for kind, phrases in RANKED.items():
            if len(entries) > 2 and sum(kind in found for found in kinds) > len(entries) / 2:
                for phrase in phrases:
                    yield f'Which entry of the list "{heading}" has the {phrase}, and what is it?'


def _list_items(page: Page) -> list[str]:
    """The items on a page: what it is about, else the entries of its list."""
    about = [item] if (item := _find_subject(page)) else []
    return about or [entry.title for entry in find_entries(page) if len(entry.title) < 80]


def _find_subject(page: Page) -> str:
    """What a page is about: its largest heading that is also in its title; not the site's name."""
    own = [line.text for line in page.headings if fold(line.text) in fold(page.title)]
    return next((words for words in own if fold(words) != fold(page.titles[-1])), "")


def _fold_lines(page: Page) -> str:
    return fold(" ".join(line.text for line in page.lines))


def _change_number(digits: str) -> str:
    """Another round number near a limit: 45 becomes 30, 4.5 becomes 4.0."""
    if "." in digits:
        return f"{max(float(digits) - 0.5, 0.5):.1f}"
    number = int(digits)
    if 1 < number < 10:
        return str(number - 1)
    if number < 1000:
        return str(max(5, round(number * 2 / 3 / 5) * 5))
    return str(number)


def _lower_label(label: str) -> str:
    """A label as written within a sentence: "Prep time" becomes "prep time", "PDF" stays."""
    return label[0].lower() + label[1:] if label[1:2].islower() else label
