"""A judge without a model: do the words of the pages that were seen support the answer?

It looks for each number and name of the answer on the pages of the episode, and checks whether such
a page also shows the names in the question, and whether a page confirms what the task asks to be
done. It reads the words of every page, not the last k pictures, and shares no rule with the offline
model, so that the two don't err for the same reason.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...records import Episode, Observation, Verdict
from .judges import without_asking

WORDS = "words on the pages"
GIVES_UP = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|unable to|did not|not)"
    r" (?:find|found|stated|determine|see|open)"
)
NO_PAGES = "A web search shows no page whose words could be read."
NUMBER = re.compile(r"\d[\d,.:]*")
FIRST_WORDS = re.compile(  # of questions: their capitals don't belong to a name
    r"^(?:Of|Which|In|The|What|Where|For|Find|How|Look|On|At|Who|When|Give|Put|Search|Open|Use|From"
    r"|Save|Add|Book|Answer|Change|Create|Follow|This|Let|Compare|Change) "
)
NAMED = re.compile(r"\b[A-Z][\w’'-]*(?: (?:(?:of|the|and|de|for|in|to|a|an|&) )*[A-Z][\w’'-]*)*")
QUOTED = re.compile(r"[“\"]([^”\"]{3,80})[”\"]")
ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|long|old|far|often|heavy|late)\b|\bwhat time\b|\b(?:what|which) date\b"
    r"|\bwhen (?:is|was|did|does)\b|\b(?:what|which) (?:is|was|were|are|does|would) [^.?]*\b"
    r"(?:price|total|temperature|date|percent|percentage|rating|year|cost)\b"
    r"|\b(?:give|with|tell me|say) the [^.?]*\b(?:price|total|number|date|kilograms|cost|time)\b"
)
COMPUTED = re.compile(
    r"\bdifference|\btogether\b|\bin all\b|\bby how"
    r"|\bhow (?:many|much) (?:\w+ )?(?:more|less|longer|fewer|dearer|cheaper|higher)\b"
)
SEVERAL = re.compile(r"\b(?:both of|(?:the|which|are) (?:two|three|four|five)\b)")
ORDERS = re.compile(
    r"(?:^|[.:,;] (?:then )?|\b(?:and|then) )(?:put|add|save|sign|subscribe|create|change|book"
    r"|reserve|follow|make|remove|apply|switch|set|cancel|rate|write|send|order)\b"
)
DONE = re.compile(
    r"\b(?:added|saved|subscribed|signed up|created|updated|booked|reserved|confirmed|removed"
    r"|following|applied|thank you|thanks|is in your|are in your|sent)\b"
)


def judge_by_words(episode: Episode) -> Verdict:
    """Success, unless the answer gives up or the words of the pages speak against it.

    A fault is unscored, and so is a web search, which shows no page. No model is asked, and no
    pictures are needed: every stored step has its words.
    """
    if verdict := without_asking(episode, ()):
        return replace(verdict, judge=WORDS)
    pages = [step.observation for step in episode.steps if step.observation.browsed]
    if not pages:
        return Verdict(episode.task.id, None, NO_PAGES, WORDS, episode.attempt)
    found = (check(episode.task.question, episode.answer, pages) for check in CHECKS)
    against = next(filter(None, found), "")
    reason = against or "Nothing on the pages speaks against the answer."
    return Verdict(episode.task.id, not against, reason, WORDS, episode.attempt)


def _check_giving_up(question: str, answer: str, pages: Sequence[Observation]) -> str:
    return "The answer says that it was not found." if GIVES_UP.search(answer.lower()) else ""


def _check_number(question: str, answer: str, pages: Sequence[Observation]) -> str:
    is_lacking = ASKS_NUMBER.search(question.lower()) and not (
        list_numbers(answer) - list_numbers(question)
    )
    return "The question asks for a number, and the answer has none." if is_lacking else ""


def _check_new_words(question: str, answer: str, pages: Sequence[Observation]) -> str:
    new = _list_new(question, answer)
    asks = "?" in question or re.search(r"\b(?:tell|give|answer|say)\b", question.lower())
    return "The answer only says what the question says." if asks and not new else ""


def _check_several(question: str, answer: str, pages: Sequence[Observation]) -> str:
    is_lacking = SEVERAL.search(question.lower()) and not re.search(r",|;| and | & ", answer)
    return "The question asks for several things, and the answer names one." if is_lacking else ""


def _check_seen(question: str, answer: str, pages: Sequence[Observation]) -> str:
    """A number or name of the answer is on no page."""
    values = list_names(answer) if COMPUTED.search(question.lower()) else list_values(answer)
    unseen = [each for each in sorted(values) if not any(_shows(page, each) for page in pages)]
    unseen = [each for each in unseen if each.lower() not in question.lower()]
    return f"No page shows {unseen[0]}." if unseen else ""


def _check_same_page(question: str, answer: str, pages: Sequence[Observation]) -> str:
    """No page that shows something new in the answer shows a name in the question."""
    names = {name for name in list_names(question) if " " in name}
    new = _list_new(question, answer)
    if COMPUTED.search(question.lower()):
        return ""
    with_answer = [page for page in pages if any(_shows(page, value) for value in new)]
    if not names or not new or any(_shows(page, name) for page in with_answer for name in names):
        return ""
    return f"The pages that show the answer do not name {min(names)}."


def _check_confirmed(question: str, answer: str, pages: Sequence[Observation]) -> str:
    if not ORDERS.search(question.lower().replace("please ", "")):
        return ""
    words = [" ".join((*page.words, *page.notes)).lower() for page in pages[1:]]
    return "" if any(map(DONE.search, words)) else "No page confirms that it was done."


CHECKS: tuple[Callable[[str, str, Sequence[Observation]], str], ...] = (
    _check_giving_up,
    _check_number,
    _check_new_words,
    _check_several,
    _check_seen,
    _check_same_page,
    _check_confirmed,
)


def list_numbers(text: str) -> set[str]:
    """The numbers in a text, as they are written."""
    return {number.rstrip(".,:") for number in NUMBER.findall(text)}


def list_names(text: str) -> set[str]:
    """The quoted texts, and the capitalised words in a row.

    A single word at the start of a sentence doesn't count, since it is always capitalised.
    """
    plain = QUOTED.sub(" ", text)
    starts = {match.start(1) for match in re.finditer(r"(?:^|[.?!:] )(\w)", plain)}
    found = [each for each in NAMED.finditer(plain) if " " in each[0] or each.start() not in starts]
    names = {FIRST_WORDS.sub("", re.sub("['’]s$", "", each[0])) for each in found}
    return names | set(QUOTED.findall(text))


def list_values(text: str) -> set[str]:
    """The names and numbers of a text."""
    return list_names(text) | list_numbers(text)


def _list_new(question: str, answer: str) -> set[str]:
    """The values of an answer that are not in the question."""
    return {
        each
        for each in list_values(answer)
        if _lower_and_straighten(each) not in _lower_and_straighten(question)
    }


def _shows(page: Observation, value: str) -> bool:
    """Whether the page's words contain a value: a number as a whole, a name in any case."""
    return (
        re.search(
            rf"(?<![\w.,]){re.escape(_lower_and_straighten(value))}(?!\w|[.,]\d)", _join_words(page)
        )
        is not None
    )


def _join_words(page: Observation) -> str:
    return _lower_and_straighten(" ".join((page.title, *page.words)))


def _lower_and_straighten(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())
