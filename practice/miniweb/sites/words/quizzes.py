"""Quizzes: the questions, their options and their order are drawn from the world."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any

from ...world import World
from .records import Entry, Part, Question, Quiz

LENGTH = 5


def quizzes(world: World, entries: Sequence[Entry], rows: list[dict[str, Any]]) -> Iterator[Quiz]:
    """Make one quiz per row; no two have the same average."""
    averages = world.random("words/averages").sample(range(21, 46), len(rows))
    for row, average in zip(rows, averages, strict=True):
        chance = world.random(f"words/quiz/{row['slug']}")
        questions = tuple(_draw_questions(chance, entries, row["kinds"]))
        yield Quiz(
            row["slug"], row["title"], row["lead"], questions, average, chance.randrange(300, 4000)
        )


def _draw_questions(
    chance: Random, entries: Sequence[Entry], kinds: list[str]
) -> Iterator[Question]:
    """Draw five questions about five words, taking the kinds in turn."""
    order = iter(chance.sample(entries, len(entries)))
    for kind, _ in zip(cycle(kinds), range(LENGTH), strict=False):
        ask, fits = KINDS[kind]
        yield ask(chance, next(entry for entry in order if fits(entry)), entries)


def _ask_meaning(chance: Random, entry: Entry, entries: Sequence[Entry]) -> Question:
    others = _draw_others(chance, entry, entries)
    text = f"Which word means “{entry.parts[0].first}”?"
    return _mix_options(chance, text, entry.word, [other.word for other in others], entry)


def _ask_synonym(chance: Random, entry: Entry, entries: Sequence[Entry]) -> Question:
    part = entry.parts[0]
    wrong = [other.parts[0].synonyms[0] for other in _draw_others(chance, entry, entries, part)]
    return _mix_options(
        chance,
        f"Which is nearest in meaning to “{entry.word}” ({part.name})?",
        part.synonyms[0],
        wrong,
        entry,
    )


def _ask_antonym(chance: Random, entry: Entry, entries: Sequence[Entry]) -> Question:
    part = entry.parts[0]
    wrong = [other.parts[0].antonyms[0] for other in _draw_others(chance, entry, entries, part)]
    return _mix_options(
        chance,
        f"Which is the opposite of “{entry.word}” ({part.name})?",
        part.antonyms[0],
        wrong,
        entry,
    )


def _ask_sound(chance: Random, entry: Entry, entries: Sequence[Entry]) -> Question:
    others = [other.word for other in _draw_others(chance, entry, entries)]
    return _mix_options(
        chance,
        f"Which word sounds like this in the UK: /{entry.parts[0].uk}/?",
        entry.word,
        others,
        entry,
    )


def _ask_origin(chance: Random, entry: Entry, entries: Sequence[Entry]) -> Question:
    others = [other.word for other in _draw_others(chance, entry, entries)]
    origin = entry.origin.split(";")[0]
    return _mix_options(
        chance, f"Which word has this history: “{origin}”?", entry.word, others, entry
    )


def _draw_others(
    chance: Random, entry: Entry, entries: Sequence[Entry], part: Part | None = None
) -> list[Entry]:
    """Draw three words of other topics.

    Given a part, they are of the same part of speech, have antonyms, and share no synonym or
    antonym with it.
    """
    fit = [each for each in entries if each.topic != entry.topic]
    if part:
        taken = {entry.word, *part.synonyms, *part.antonyms}
        fit = [each for each in fit if each.parts[0].name == part.name and each.parts[0].antonyms]
        fit = [
            each for each in fit if not taken & {*each.parts[0].synonyms, *each.parts[0].antonyms}
        ]
    return chance.sample(fit, 3)


def _is_common(entry: Entry) -> bool:
    """Whether its part of speech has enough words to choose wrong options from."""
    return entry.parts[0].name in ("noun", "adjective")


def _mix_options(chance: Random, text: str, right: str, wrong: list[str], entry: Entry) -> Question:
    options = chance.sample([right, *wrong], 4)
    assert len(set(options)) == 4
    return Question(text, tuple(options), right, entry.word)


KINDS: dict[str, tuple[Callable[..., Question], Callable[[Entry], bool]]] = {
    "meaning": (_ask_meaning, lambda entry: True),
    "synonym": (_ask_synonym, lambda entry: _is_common(entry)),
    "antonym": (_ask_antonym, lambda entry: _is_common(entry) and bool(entry.parts[0].antonyms)),
    "sound": (_ask_sound, lambda entry: True),
    "origin": (_ask_origin, lambda entry: bool(entry.origin)),
}
