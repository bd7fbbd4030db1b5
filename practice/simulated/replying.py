"""What the simulated agent replies to each kind of prompt: acting, values, verdicts, categories."""

import re
from collections.abc import Callable
from functools import lru_cache

from ..offline.endpoint.conversation import Conversation, read_conversation
from ..offline.endpoint.protocol import ApiError, Message, Sample
from ..offline.page.page import Page
from ..offline.skills.judge import read_fenced
from .acting import Option, choose, list_options
from .log import Log
from .opinions import VALUES, VERDICTS, vote
from .skill import KINDS, Skill
from .standing import find_standing
from .truth import is_right, rate_state
from .ways import Way, Ways, compare, describe

AGENT = ("Click", "Type", "Scroll", "ANSWER")  # the actions that the agent's prompt lists
VALUE_LEAD = "You watch a web agent at work and say how far"
JUDGE_LEAD = "You judge whether a web agent did"
CATEGORY_LEAD = "You study why web agents fail"
CATEGORIES = dict(
    zip(
        KINDS,
        ("Navigation Stuck", "Visual Grounding Issue", "Hallucination", "Prompt Misalignment"),
        strict=True,
    )
)
LEAST_SIMILARITY = 0.3  # least similarity of the first page to one that the oracle saw
STEP = re.compile(r"^Step (\d+)\n(?:.*\n)*?Thought: (.*)\nAction: (.*)$", re.MULTILINE)
SKILLS = "acting as the web agent, valuing states, judging answers, naming why an episode failed"

Reply = Callable[[tuple[Message, ...], Sample], str]


def make_reply(skill: Skill, ways: Ways, log: Log) -> Reply:
    """A function that replies to a prompt and records its slips in the log."""

    @lru_cache(maxsize=4)  # the samples of one request differ only in what they draw
    def weigh(messages: tuple[Message, ...]) -> tuple[list[Option], str, Conversation]:
        talk = read_conversation(messages)
        return *_find_options(skill, ways, talk), talk

    @lru_cache(maxsize=4)
    def rate(asked: Message) -> tuple[str, str]:
        return _rate_state(ways, asked)

    def act(messages: tuple[Message, ...], sample: Sample) -> str:
        options, key, talk = weigh(messages)
        chosen = choose(options, sample, key)
        if chosen.kind:
            log.add(talk.question, [*talk.replies, chosen.reply], chosen.kind, options[0].reply)
        return chosen.reply

    def reply(messages: tuple[Message, ...], sample: Sample) -> str:
        """One reply. Raises ApiError if the question isn't a task of this world."""
        system = messages[0].text
        if system.startswith(VALUE_LEAD):
            state, truth = rate(messages[-1])
            status = vote(skill, state, truth, VALUES, sample)
            return f"I was shown {len(messages[-1].pictures)} pages.\nStatus: {status}"
        if system.startswith(JUDGE_LEAD):
            return _judge(skill, ways, messages[-1], sample)
        if system.startswith(CATEGORY_LEAD):
            return _categorise(skill, ways, log, messages[-1], sample)
        if all(word in system for word in AGENT):
            return act(messages, sample)
        return f"I am a simulated agent, not a language model. I have only these skills: {SKILLS}."

    return reply


def _find_options(skill: Skill, ways: Ways, talk: Conversation) -> tuple[list[Option], str]:
    """The possible replies to a conversation, and a key for the draw."""
    way = _find_way(ways, talk.question)
    page = talk.pages[-1]
    if not talk.replies and not _knows_page(way, page):
        raise ApiError(
            f"The first page is not that of world {ways.seed}. This simulated agent knows no other"
            f" world: call start() with seed={ways.seed}.",
            code="other_world",
        )
    options = list_options(skill, find_standing(way, talk))
    key = f"{skill.seed}/{way.task.id}/{page.address}/{len(talk.replies)}/{talk.replies[-1:]}"
    return options, key


def _knows_page(way: Way, page: Page) -> bool:
    """Whether the oracle saw a page like this one; a request for consent may come later."""
    looks, first = describe(page.elements), way.stops[0]
    seen = [first, *(stop for stop in way.stops if stop.address == page.address)]
    return any(compare(looks, stop.looks) >= LEAST_SIMILARITY for stop in seen)


def _rate_state(ways: Ways, asked: Message) -> tuple[str, str]:
    """A key for the state that a prompt shows, and the truth about it."""
    fenced = read_fenced(asked.text)
    way = _find_way(ways, fenced.get("task", ""))
    answer, actions = fenced.get("answer", ""), fenced.get("actions", "")
    truth = rate_state(way, answer, actions, fenced.get("address", ""))
    return f"value/{way.task.id}/{actions}/{answer}", truth


def _judge(skill: Skill, ways: Ways, asked: Message, sample: Sample) -> str:
    fenced = read_fenced(asked.text)
    way = _find_way(ways, fenced.get("task", ""))
    answer = fenced.get("answer", "")
    newest = asked.pictures[-1].page if asked.pictures else None
    lines = [line[4] for line in (newest or {}).get("lines", ())]
    right = is_right(way, answer, fenced.get("actions"), lines)
    state = f"verdict/{way.task.id}/{answer}"
    verdict = vote(skill, state, VERDICTS[not right], VERDICTS, sample)
    return f"The answer is {answer!r}.\nVerdict: {verdict}"


def _categorise(skill: Skill, ways: Ways, log: Log, asked: Message, sample: Sample) -> str:
    question = re.search(r"^Task: (.*)$", asked.text, re.MULTILINE)
    way = _find_way(ways, question[1] if question else "")
    steps = STEP.findall(asked.text)
    replies, first = [], None
    for number, thought, action in steps:
        replies.append(f"Thought: {thought}\nAction: {action}")
        known = log.find(way.task.question, replies)
        first = first or (known and (int(number), known[0]))
    step, kind = first or (len(steps), KINDS[0])
    names = [*CATEGORIES.values()]
    category = vote(skill, f"why/{way.task.id}/{len(steps)}", CATEGORIES[kind], names, sample)
    return f"I read {len(steps)} steps.\nStep: {step}\nCategory: {category}"


def _find_way(ways: Ways, question: str) -> Way:
    way = ways.find(question)
    if way is None:
        raise ApiError(
            f"A simulated agent knows only the practice tasks of world {ways.seed}, and"
            f" {question[:80]!r} isn't one of them.",
            code="no_practice_task",
        )
    return way
