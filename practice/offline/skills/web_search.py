"""The skill behind the web-search tool: search, read the first results, answer.

Each page is presented as the newest one in an agent's conversation, so that the web agent's rules
can read it. The tool sees plain text: no styles, no scripts, no state, and only as much of a list
as the page shows before any click.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ..endpoint.conversation import Conversation, read_page
from ..endpoint.protocol import Message
from ..endpoint.responses import Finding, Search
from ..endpoint.web import Web
from ..memory.memory import Note
from ..page.entries import SPONSORED, find_entries
from ..page.facts import LOOSE, find_fact, measure
from ..page.markup import Document, Link
from ..page.page import Page
from ..question.words import fold
from ..rules.answer_rules import conclude, last_words, tell_page
from ..rules.list_rules import count, enter_best
from ..rules.moves import Move, quotable
from ..rules.reading_rules import new_notes
from ..rules.search_rules import write_query
from ..rules.situation import Situation, read_situation
from ..rules.table_rules import look_up

ASKED = re.compile(r"^Question: (?P<question>.*?)\nSite: (?P<site>\S+)$", re.M | re.S)
MOST_SEARCHES, MOST_PAGES = 4, 5  # at most: searches for a question, and pages read for each
LEAST_ENTRIES = 3  # a page with this many entries is a list
NOTHING = "I could not find this out."
CANNOT = "I can only search and read, so I did not do this."
Rule = Callable[[Situation], Iterator[Move]]


@dataclass(frozen=True)
class Result:
    """An opened page: the query, the page of results, the page itself and its name."""

    query: str
    results: Page
    page: Page
    name: str


@dataclass(frozen=True)
class Candidate:
    """A possible answer: its page, whether it meets the conditions, and the value that ranks it."""

    text: str
    source: Page | None = None
    meets: bool | None = True
    value: float | None = None


def find(messages: tuple[Message, ...], web: Web) -> Finding:
    """The answer to a prompt's question, with the searches and pages that led to it."""
    text = messages[-1].text
    asked = ASKED.search(text)
    reader = _Reader(web, *asked.group("site", "question")) if asked else _Reader(web, "", text)
    found = reader.answer()
    source = (found.source.address, found.source.title) if found.source else None
    return Finding(found.text, tuple(reader.acts), source, reader.characters)


@dataclass
class _Reader:
    """One question: what was searched, opened and noted for it so far."""

    web: Web
    site: str
    question: str
    acts: list[Search | str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    opened: list[Result] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    characters: int = 0

    def answer(self) -> Candidate:
        """Search and read until a page gives a sure answer; else give the best that was found."""
        for query in self._list_queries():
            if found := self._search_web(query):
                return found
        if self._build_situation().question.command:
            return Candidate(CANNOT)
        return self._choose_candidate() or self._report_known()

    def _list_queries(self) -> Iterator[str]:
        """The queries to try: named items not yet read, then key words, then the question."""
        tried: set[str] = set()
        while len(tried) < MOST_SEARCHES:
            now = self._build_situation()
            items = [item for item in now.goal.items if not now.is_settled(item)]
            wanted = (*items, write_query(now), re.sub(r'["“”]', "", self.question))
            query = next((each for each in wanted if each and each not in tried), "")
            if not query:
                return
            tried.add(query)
            yield query

    def _search_web(self, query: str) -> Candidate | None:
        """Search the question's site, else the whole web, and read; the answer if it is sure."""
        host = urlsplit(self.site).netloc
        # the engine does not index its own pages
        about_engine = host == urlsplit(self.web.engine).netloc
        narrowed = query if about_engine or not host else f"{query} site:{host}"
        for words in dict.fromkeys((narrowed, query)):
            found = self.web.search(words)
            links = _list_results(found, self.web) if found else []
            self.acts.append(Search(words, tuple(link.url for link in links)))
            if links:
                break
        if found is None:
            return None
        results = self._parse_page(found)
        if about_engine and (
            text := _find_answer(self._build_situation((query, results)), tell_page, count)
        ):
            return Candidate(text, results)
        return self._read_results(query, results, links[:MOST_PAGES])

    def _read_results(self, query: str, results: Page, links: list[Link]) -> Candidate | None:
        """Open the results one by one until the question is answered, or one more item is read."""
        began, settled = len(self.opened), self._count_settled()
        for link in links:
            page = self.web.open(link.url)
            if page is None or page.address in self.acts:
                continue
            self.acts.append(page.address)
            shown = self._parse_page(page)
            self.opened.append(Result(query, results, shown, shown.titles[0] or link.name))
            if found := self._read_result(self.opened[-1]):
                return found
            if self._count_settled() > settled:
                return None
        return next(filter(None, map(self._read_loosely, self.opened[began:])), None)

    def _read_result(self, result: Result) -> Candidate | None:
        """Read a page as a list, then as the page of one thing; the answer if it is sure."""
        page = result.page
        now = self._build_situation((result.query, result.results), ("", page))
        text = _find_answer(
            now, look_up, *([enter_best] if len(find_entries(page)) >= LEAST_ENTRIES else [])
        )
        if text:
            return Candidate(text, page)
        now = self._build_situation((result.query, result.results), (result.name, page))
        self.notes += new_notes(now)
        return self._judge_page(now) or _make_candidate(_find_answer(now, tell_page), page)

    def _judge_page(self, now: Situation) -> Candidate | None:
        """The answer of a page about one thing, if it is sure; others are kept as candidates."""
        moves = list(conclude(now))
        if not moves or (len(moves) > 1 and not now.goal.items):  # no answer, or a doubtful one
            return None
        order, body = now.question.order, now.kind.body
        value = measure(order.label, order.kind, body) if order else None
        keeps = now.goal.keeps_conditions(body)
        candidate = Candidate(_read_answer(moves[0]), now.page, keeps, value)
        if now.goal.items or (keeps and not order):
            return candidate
        self.candidates.append(candidate)
        return None

    def _read_loosely(self, result: Result) -> Candidate | None:
        """Read a page again, and accept labels that fit less well."""
        now = self._build_situation((result.query, result.results), (result.name, result.page))
        if not now.goal.items or not now.kind.subject:
            return None
        for need in now.missing(now.kind.subject):
            if fact := find_fact(need, now.kind.body, LOOSE):
                self.notes.append(Note(quotable(now.kind.subject), need.words, fact.value))
        now = self._build_situation((result.query, result.results), (result.name, result.page))
        return _make_candidate(_find_answer(now, conclude), result.page)

    def _choose_candidate(self) -> Candidate | None:
        """The candidate that meets the conditions and comes first in the wanted order."""
        order = self._build_situation().question.order
        fitting = [each for each in self.candidates if each.meets is not False]
        fitting = [each for each in fitting if each.meets] or fitting
        ranked = [each for each in fitting if each.value is not None]
        if order and ranked:
            return (max if order.most else min)(ranked, key=lambda each: each.value)
        return next(iter(fitting), None)

    def _report_known(self) -> Candidate:
        """What was noted about the items, or the name asked for; else that nothing was found.

        The rule `last_words` always gives a name if it has one; here a name counts only if the
        question asks for it.
        """
        first = self.opened[0] if self.opened else None
        turns = [(first.query, first.results), (first.name, first.page)] if first else []
        now = self._build_situation(*turns)
        known = any(note.item in now.goal.items for note in self.notes)
        if first and (known or (now.question.wants_name and not now.goal.items)):
            return Candidate(_find_answer(now, last_words), first.page)
        return Candidate(NOTHING)

    def _count_settled(self) -> int:
        now = self._build_situation()
        return sum(map(now.is_settled, now.goal.items))

    def _parse_page(self, page: Document) -> Page:
        self.characters += len(page.outline)
        text = f"Address: {page.address}\nTitle: {page.title}\nElements:\n{page.outline}"
        return read_page(Message("user", text))

    def _build_situation(self, *turns: tuple[str, Page]) -> Situation:
        """The situation after a search and, if given, a page opened by its name."""
        start = Page(address=self.site)
        noted = " ".join(map(str, self.notes))
        replies = [f"Thought: {noted}\nAction: Wait"]
        for act, (words, _) in zip(("Type [0]; {}", "Click [0]"), turns, strict=False):
            why = f'I open "{quotable(words)}".' if words and "Click" in act else "I look."
            replies.append(f"Thought: {why}\nAction: {act.format(words)}")
        pages = (start, start, *(page for _, page in turns))
        return read_situation(Conversation(self.question, pages, tuple(replies), steps_left=1))


def _list_results(page: Document, web: Web) -> list[Link]:
    """The links of a result page that lead away from the search engine, without advertisements."""
    engine = urlsplit(web.engine).netloc
    away = [link for link in page.links if urlsplit(link.url).netloc not in ("", engine)]
    free = [link for link in away if not {*map(fold, link.around)} & {*SPONSORED}]
    return list({link.url: link for link in free}.values())


def _find_answer(now: Situation, *rules: Rule) -> str:
    """The first answer that one of the rules gives, "" if none does."""
    moves = (move for rule in rules for move in rule(now))
    return next((_read_answer(move) for move in moves if move.action.startswith("ANSWER")), "")


def _read_answer(move: Move) -> str:
    return move.action.removeprefix("ANSWER; ")


def _make_candidate(text: str, page: Page) -> Candidate | None:
    return Candidate(text, page) if text else None
