"""What a proposal must pass: a check takes a proposal and returns {check, passed, reason}.

`passed` is None if the check could not tell; `answer` may propose a reference. `named` looks a
task's names up and `tried` lets agents try it; both can err.
"""

import re
from calendar import day_name
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from ... import agent
from ...environment import Environment
from ...models import Model
from ..failures.signals import GIVES_UP
from ..judging.answer_tokens import Number, same, tokens
from . import dates, similarity
from .pool import Proposal

Check = Callable[[Proposal], dict]
ADDRESS = re.compile(r"(?:https?://|www\.)([\w.-]+)")
QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
NAMED = re.compile(r'"([^"]{2,150})"|“([^”]{2,150})”')
_CAPITAL = r"[A-Z][\w'’-]*"
CAPITALISED = re.compile(rf"(?<![.?!:] )\b{_CAPITAL}(?: (?:& |of (?:the )?)?{_CAPITAL})+")
DATE = re.compile(rf"\b(?:{'|'.join((*day_name, *dates.MONTHS))})\b")
NO_ANSWER = re.compile(
    r"\b(?:no (?:such|answer|results?|information|match\w*)|unavailable|unknown|n/a|sorry"
    r"|not (?:found|available|known|given|shown|listed|possible)|unable to|I (?:do not|don't) know"
    r"|does(?: not|n't) (?:exist|have|say|show|give|list))\b|^\W*(?:done|finished|ok)\W*$",
    re.I,
)
GOES_ON = re.compile(r"[.?;] (Also|Additionally|In addition|Besides|Furthermore|Separately)\b")


def run_checks(proposal: Proposal, checks: Sequence[Check]) -> Proposal:
    """The proposal with the outcomes of its checks; they end with the first that makes it unfit."""
    outcomes: list[dict] = []
    for check in checks:
        outcomes.append(check(proposal))
        if outcomes[-1]["passed"] is False:
            reason = outcomes[-1]["reason"]
            return replace(proposal, checks=tuple(outcomes), status="unfit", reason=reason)
    answers = [outcome["answer"] for outcome in outcomes if "answer" in outcome]
    answer = next((each for each in answers if not gives_up(each["ans"])), proposal.answer)
    return replace(proposal, checks=tuple(outcomes), answer=answer, status="open")


def one_site(others: Mapping[str, str]) -> Check:
    """A check that the task names no other site (name -> address), and no address elsewhere."""

    def check_sites(proposal: Proposal) -> dict:
        """Which other sites the task names."""
        own = _read_host(proposal.web).removeprefix("www.")
        named = [host for host in ADDRESS.findall(proposal.ques) if not host.endswith(own)]
        for name, address in others.items():
            host = re.escape(_read_host(address).removeprefix("www."))
            # "shop" is an ordinary word, "Booking" a name
            by_name = re.escape(name) if name[:1].isupper() else "(?!)"
            if re.search(rf"\b(?:{by_name}|{host})\b", proposal.ques):
                named.append(name)
        reason = f"It names {', '.join(named)}." if named else "It names no other site."
        return _make_outcome("one site", not named, reason)

    return check_sites


def one_thing(proposal: Proposal) -> dict:
    """A check that the task asks for one thing, without a second question."""
    words = QUOTED.sub("…", proposal.ques)  # a title may end in a question mark
    questions, second = words.count("?"), GOES_ON.search(words)
    if questions > 1:
        return _make_outcome("one thing", False, f"It asks {questions} questions.")
    if second:
        return _make_outcome("one thing", False, f"It goes on with {second[1]!r}.")
    return _make_outcome("one thing", True, "It asks for one thing.")


def still_ahead(today: date) -> Check:
    """A check that no day of a plan (a flight, a stay) has passed."""

    def check_dates(proposal: Proposal) -> dict:
        """Which days in the task have passed."""
        past = ", ".join(found.text for found in dates.find_past(proposal.ques, today))
        reason = f"{past} has gone by." if past else "No date in it has gone by."
        return _make_outcome("still ahead", not past, reason)

    return check_dates


def named(env: Environment, engine: str = "") -> Check:
    """A check that the search engine finds each name of the task on the task's own site.

    `engine` is the address to which a query is added, by default that of the browser's search
    engine. A name that is not found makes the task unfit; a task without names is left open.
    """
    address = engine or f"{env.browser.search_engine}search?q="

    def look_up_names(proposal: Proposal) -> dict:
        """Which names of the task the search engine does not find."""
        names, missing = find_names(proposal.ques), []
        host = _read_host(proposal.web)
        within = "" if host == _read_host(address) else f" site:{host}"
        for name in names:
            query = f'"{name.replace(chr(34), " ")}"{within}'
            page = env.reset(address + quote_plus(query), fresh=False)
            hosts = {_read_host(mark.href) for mark in page.marks if "://" in mark.href}
            if not (host in hosts if within else hosts - {host}):  # the engine's site finds others
                missing.append(name)
        if missing:
            where = f"The search engine finds no page of {host} with"
            return _make_outcome("named", False, f"{where} {', '.join(map(repr, missing))}.")
        if not names:
            return _make_outcome("named", None, "It names nothing that can be looked up.")
        return _make_outcome("named", True, f"{host} has {', '.join(map(repr, names))}.")

    return look_up_names


def find_names(question: str) -> list[str]:
    """The names in a question: titles that it quotes, and capitalised words in a row.

    A title has two or more capitalised words. Dates and the first word of a sentence don't count.
    """
    matches = NAMED.finditer(question)
    quoted = [next(filter(None, match.groups())).strip(" ,.?") for match in matches]
    titles = [words for words in quoted if len(re.findall(rf"\b{_CAPITAL}", words)) > 1]
    rest = NAMED.sub("…", question)
    runs = [match[0] for match in CAPITALISED.finditer(rest[:1].lower() + rest[1:])]
    return [*dict.fromkeys([*titles, *(run for run in runs if not DATE.search(run))])]


def tried(
    env: Environment,
    models: Sequence[Model],
    folder: str | Path | None = None,
    **settings: Any,
) -> Check:
    """A check by two or more agents that try the task, each alone: it passes if they agree.

    Their answer is a proposal for the reference. This check never makes a task unfit: `passed` is
    None if an agent finds no answer or gives up, or if the agents disagree, since that proves
    nothing, and if the task asks for an act, which no answer can show. `settings` are those of
    `agent.run`. Raises ValueError for fewer than two models.
    """
    if len(models) < 2:
        raise ValueError("One attempt proves nothing: give two models, or one under two seeds.")

    def try_task(proposal: Proposal) -> dict:
        """Whether the agents answer the task, and agree."""
        if similarity.kind(proposal.ques) == "an act":
            return _make_outcome("tried", None, "It asks for an act, which no answer shows.")
        answers: list[str] = []
        for model in models:
            episode = agent.run(proposal.task, env, model, folder=folder, **settings)
            steps = f"{model.name} after {len(episode.steps)} steps"
            if episode.stop != "answer" or gives_up(episode.answer):
                why = f"{steps}: no answer ({episode.answer or episode.stop!r})."
                return _make_outcome("tried", None, why)
            if answers and not agree(answers[0], episode.answer):
                why = f"{steps}: {episode.answer!r}, and not {answers[0]!r}."
                return _make_outcome("tried", None, why)
            answers.append(episode.answer)
        by = " and ".join(model.name for model in models)
        answer = {"type": "possible", "ans": answers[0], "by": by}
        return _make_outcome("tried", True, f"{by} answer {answers[0]!r}.", answer=answer)

    return try_task


def gives_up(answer: str) -> bool:
    """Whether an answer gives nothing: it is empty, only "done", or says that nothing was found."""
    return not tokens(answer) or bool(GIVES_UP.search(answer) or NO_ANSWER.search(answer))


def agree(first: str, second: str) -> bool:
    """Whether two answers say the same: the same numbers, and all words of the shorter one."""
    few, many = sorted((tokens(first), tokens(second)), key=len)
    numbers = [[token for token in each if isinstance(token, Number)] for each in (few, many)]
    return len(numbers[0]) == len(numbers[1]) and all(
        any(same(token, other) for other in many) for token in few
    )


def _make_outcome(check: str, passed: bool | None, reason: str, **more: object) -> dict:
    return {"check": check, "passed": passed, "reason": reason, **more}


def _read_host(address: str) -> str:
    return address.split("/")[2]
