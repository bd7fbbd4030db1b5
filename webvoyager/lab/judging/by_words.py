"""A judge without a model: do the words of the pages that were seen support the answer?

It looks for each number and name of the answer on the pages of the episode, and checks whether such
a page also shows the names in the question, and whether a page confirms what the task asks to be
done. It reads the words of every page, not the last k pictures, and shares no rule with the offline
model, so that the two don't err for the same reason.
"""

import re
from collections.abc import Sequence

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
    if verdict := without_asking(episode, (), WORDS):
        return verdict
    pages = [step.observation for step in episode.steps if step.observation.browsed]
    if not pages:
        return Verdict(episode.task.id, None, NO_PAGES, WORDS, episode.attempt)
    against = _find_objection(episode.task.question, episode.answer, pages)
    reason = against or "Nothing on the pages speaks against the answer."
    return Verdict(episode.task.id, not against, reason, WORDS, episode.attempt)


def _find_objection(question: str, answer: str, pages: Sequence[Observation]) -> str:
    """The first thing that speaks against the answer, as a sentence; "" if nothing does."""
    asked = question.lower()
    if GIVES_UP.search(answer.lower()):
        return "The answer says that it was not found."
    if ASKS_NUMBER.search(asked) and not list_numbers(answer) - list_numbers(question):
        return "The question asks for a number, and the answer has none."
    new = {each for each in list_values(answer) if _fold(each) not in _fold(question)}
    if not new and ("?" in question or re.search(r"\b(?:tell|give|answer|say)\b", asked)):
        return "The answer only says what the question says."
    if SEVERAL.search(asked) and not re.search(r",|;| and | & ", answer):
        return "The question asks for several things, and the answer names one."

    # a number or name of the answer is on no page
    is_computed = COMPUTED.search(asked)
    values = list_names(answer) if is_computed else list_values(answer)
    for value in sorted(values):
        if value.lower() not in asked and not any(_shows(page, value) for page in pages):
            return f"No page shows {value}."

    # no page that shows something new in the answer shows a name in the question
    names = {name for name in list_names(question) if " " in name}
    with_answer = [page for page in pages if any(_shows(page, value) for value in new)]
    on_one_page = any(_shows(page, name) for page in with_answer for name in names)
    if names and new and not is_computed and not on_one_page:
        return f"The pages that show the answer do not name {min(names)}."

    words = [" ".join((*page.words, *page.notes)).lower() for page in pages[1:]]
    if ORDERS.search(asked.replace("please ", "")) and not any(map(DONE.search, words)):
        return "No page confirms that it was done."
    return ""


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


def _shows(page: Observation, value: str) -> bool:
    """Whether the page's words contain a value: a number as a whole, a name in any case."""
    words = _fold(" ".join((page.title, *page.words)))
    return bool(re.search(rf"(?<![\w.,]){re.escape(_fold(value))}(?!\w|[.,]\d)", words))


def _fold(text: str) -> str:
    """A text in lower case, with plain apostrophes and single spaces."""
    return " ".join(text.lower().replace("’", "'").split())
