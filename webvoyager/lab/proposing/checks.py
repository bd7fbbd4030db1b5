"""What every proposal must pass: a check takes a proposal and returns {check, passed, reason}.

`passed` is None where the check could not tell; `answer` may propose a reference.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from ... import agent, models
from ...environment import Environment
from ...models import Model
from ..failures.signals import GIVES_UP
from ..replies import drop_choices, last_choice
from . import dates
from .pool import Proposal

Check = Callable[[Proposal], dict]
VERDICTS = {word: word for word in ("answerable", "not answerable", "cannot tell")}
ADDRESS = re.compile(r"(?:https?://|www\.)([\w.-]+)")
QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
GOES_ON = re.compile(r"[.?;] (Also|Additionally|In addition|Besides|Furthermore|Separately)\b")


def run_checks(proposal: Proposal, checks: Sequence[Check]) -> Proposal:
    """The proposal with its checks' outcomes; the first that fails makes it unfit and ends them."""
    outcomes: list[dict] = []
    for check in checks:
        outcomes.append(check(proposal))
        if outcomes[-1]["passed"] is False:
            reason = outcomes[-1]["reason"]
            return replace(proposal, checks=tuple(outcomes), status="unfit", reason=reason)
    answers = [outcome["answer"] for outcome in outcomes if "answer" in outcome]
    answer = answers[0] if answers else proposal.answer
    return replace(proposal, checks=tuple(outcomes), answer=answer, status="open")


def one_site(others: Mapping[str, str]) -> Check:
    """A check that the task names no other site (name -> address), and no address elsewhere."""

    def check_sites(proposal: Proposal) -> dict:
        """Which other sites the task names."""
        own = _read_host(proposal.web).removeprefix("www.")
        named = [host for host in ADDRESS.findall(proposal.ques) if not host.endswith(own)]
        for name, address in others.items():
            host = re.escape(_read_host(address).removeprefix("www."))
            # "shop" is a word, "Booking" a name
            by_name = re.escape(name) if name[:1].isupper() else "(?!)"
            if re.search(rf"\b(?:{by_name}|{host})\b", proposal.ques):
                named.append(name)
        reason = f"It names {', '.join(named)}." if named else "It names no other site."
        return _make_outcome("one site", not named, reason)

    return check_sites


def one_thing(proposal: Proposal) -> dict:
    """A check that the task asks for one thing: no second question on something else."""
    words = QUOTED.sub("…", proposal.ques)  # a title may end in a question mark
    questions, second = words.count("?"), GOES_ON.search(words)
    if questions > 1:
        return _make_outcome("one thing", False, f"It asks {questions} questions.")
    if second:
        return _make_outcome("one thing", False, f"It goes on with {second[1]!r}.")
    return _make_outcome("one thing", True, "It asks for one thing.")


def still_ahead(today: date) -> Check:
    """A check that no day of a plan (a flight, a stay) has gone by."""

    def check_dates(proposal: Proposal) -> dict:
        """Which days in the task have gone by."""
        past = ", ".join(found.text for found in dates.gone_by(proposal.ques, today))
        reason = f"{past} has gone by." if past else "No date in it has gone by."
        return _make_outcome("still ahead", not past, reason)

    return check_dates


def answerable(model: Model, today: date) -> Check:
    """A check that asks the model whether the site can answer the task.

    A reply without a verdict tells nothing: `passed` is None.
    """

    def ask_model(proposal: Proposal) -> dict:
        """What the model says of the task."""
        request = models.fill("answerable", proposal=proposal, today=f"{today:%d %B %Y}")
        reply = model.ask([{"role": "user", "content": request}]).text
        verdict = last_choice(reply, "verdict", VERDICTS)
        if verdict is None:
            words = " ".join(reply.split())[:200]
            return _make_outcome("answerable", None, f"The reply has no verdict: {words}")
        passed = {"answerable": True, "not answerable": False}.get(verdict)
        reason = " ".join(drop_choices(reply, "verdict", VERDICTS).split())[:300]
        return _make_outcome("answerable", passed, reason or "The model gives no reason.")

    return ask_model


def tried(
    env: Environment, model: Model, folder: str | Path | None = None, **settings: Any
) -> Check:
    """A check by an agent that tries the task; a person confirms its answer as the reference.

    An agent that finds no answer proves nothing, so it never makes a task unfit. `settings` are
    those of `agent.run`.
    """

    def try_task(proposal: Proposal) -> dict:
        """What an agent makes of the task."""
        episode = agent.run(proposal.task, env, model, folder=folder, **settings)
        steps = f"{len(episode.steps)} steps"
        if episode.stop != "answer" or GIVES_UP.search(episode.answer):
            why = episode.answer or episode.stop
            return _make_outcome(
                "tried", None, f"{model.name} found no answer in {steps}: {why!r}."
            )
        reason = f"{model.name} answered {episode.answer!r} after {steps}."
        answer = {"type": "possible", "ans": episode.answer, "by": model.name}
        return _make_outcome("tried", True, reason, answer=answer)

    return try_task


def _make_outcome(check: str, passed: bool | None, reason: str, **more: object) -> dict:
    return {"check": check, "passed": passed, "reason": reason, **more}


def _read_host(address: str) -> str:
    return address.split("/")[2]
