"""The records of the dictionary."""

from dataclasses import dataclass, field
from datetime import date

TOPICS = {
    "nature": "Nature and weather",
    "home": "Food and home",
    "mind": "Mind and feeling",
    "work": "Work and money",
    "travel": "Travel and places",
    "science": "Science",
    "language": "Language and arts",
    "people": "People and society",
}
PARTS = ("noun", "verb", "adjective", "adverb")
LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2")
DECADES = tuple(range(1900, 2030, 10))


@dataclass(frozen=True)
class Sense:
    """One meaning; `label` says where it is used ("informal"), "" if everywhere."""

    definition: str
    label: str
    examples: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Part:
    """A word as one part of speech; `uk` and `us` are IPA without slashes, `forms` as printed."""

    word: str
    name: str
    level: str
    uk: str
    us: str
    forms: str
    senses: tuple[Sense, ...]
    collocations: tuple[str, ...]
    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]

    @property
    def first(self) -> str:
        """The first definition."""
        return self.senses[0].definition


@dataclass(frozen=True, eq=False)
class Entry:
    """A headword; `family` is (part of speech, word), `translations` are by language.

    `uses` counts per million words, by decade.
    """

    word: str
    topic: str
    parts: tuple[Part, ...]
    family: tuple[tuple[str, str], ...]
    translations: dict[str, str]
    origin: str
    lookups: int
    lookups_before: int
    updated: date
    editor: str
    uses: tuple[int, ...]

    @property
    def level(self) -> str:
        """The level of the first part of speech."""
        return self.parts[0].level


@dataclass(frozen=True)
class Language:
    """A language of translations with the words of its page; `rtl` is for right to left."""

    slug: str
    code: str
    name: str
    own_name: str
    heading: str
    word: str
    translation: str
    count: str
    rtl: bool


@dataclass(frozen=True)
class Question:
    """A quiz question; `right` is one of the `options`, `word` the entry with the answer."""

    text: str
    options: tuple[str, ...]
    right: str
    word: str


@dataclass(frozen=True)
class Quiz:
    """Five questions; `average` is readers' mean score in tenths.

    `players` is the number who took it this week.
    """

    slug: str
    title: str
    lead: str
    questions: tuple[Question, ...]
    average: int
    players: int


@dataclass(frozen=True)
class Newcomer:
    """A word that readers sent in; `votes` are counted by choice."""

    slug: str
    word: str
    pronounced: str
    definition: str
    example: str
    week: date
    votes: dict[str, int]


@dataclass(frozen=True)
class Lesson:
    """A grammar page, whose template is named by `slug`; `helpful` is a percentage of `readers`."""

    slug: str
    title: str
    lead: str
    level: str
    reviewed: date
    helpful: int
    readers: int


@dataclass(frozen=True, eq=False)
class Data:
    """The site's data; entries are in alphabetical order, prices in pence."""

    today: date
    entries: tuple[Entry, ...]
    languages: tuple[Language, ...]
    daily: dict[date, Entry]
    quizzes: tuple[Quiz, ...]
    newcomers: tuple[Newcomer, ...]
    lessons: tuple[Lesson, ...]
    monthly: int
    yearly: int
    by_word: dict[str, Entry] = field(init=False)
    ranking: tuple[Entry, ...] = field(init=False)
    places_before: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        before = sorted(self.entries, key=lambda entry: -entry.lookups_before)
        ranking = tuple(sorted(self.entries, key=lambda entry: -entry.lookups))
        object.__setattr__(self, "by_word", {entry.word: entry for entry in self.entries})
        object.__setattr__(self, "ranking", ranking)
        object.__setattr__(
            self, "places_before", {entry.word: n for n, entry in enumerate(before, 1)}
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every headword as every part of speech, in alphabetical order."""
        return tuple(part for entry in self.entries for part in entry.parts)

    def place(self, entry: Entry) -> int:
        """A word's place in this week's ranking, from 1."""
        return self.ranking.index(entry) + 1
