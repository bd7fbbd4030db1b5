"""What every proposal must pass: each check is asked about a proposal and returns {check, passed,
reason}.

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
from . import dates
from .pool import Proposal

Check = Callable[[Proposal], dict]
VERDICT = re.compile(r"^\W*Verdict:\W*(NOT ANSWERABLE|ANSWERABLE|CANNOT TELL)\W*$", re.M | re.I)
ADDRESS = re.compile(r"(?:https?://|www\.)([\w.-]+)")
QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
GOES_ON = re.compile(r"[.?;] (Also|Additionally|In addition|Besides|Furthermore|Separately)\b")


def check(proposal: Proposal, checks: Sequence[Check]) -> Proposal:
    """The proposal with the outcome of each check; the first that fails makes it unfit, and ends
    them.
    """
    made: list[dict] = []
    for each in checks:
        made.append(each(proposal))
        if made[-1]["passed"] is False:
            return replace(proposal, checks=tuple(made), status="unfit", reason=made[-1]["reason"])
    answer = next((outcome["answer"] for outcome in made if "answer" in outcome), proposal.answer)
    return replace(proposal, checks=tuple(made), answer=answer, status="open")


def one_site(others: Mapping[str, str]) -> Check:
    """A check that the task names none of the other sites (name -> address), and no foreign
    address.
    """

    def _look(proposal: Proposal) -> dict:
        own = _host(proposal.web).removeprefix("www.")
        named = [host for host in ADDRESS.findall(proposal.ques) if not host.endswith(own)]
        for name, address in others.items():
            host = re.escape(_host(address).removeprefix("www."))
            # "shop" is a word, "Booking" a name
            by_name = re.escape(name) if name[:1].isupper() else "(?!)"
            named += [name] if re.search(rf"\b(?:{by_name}|{host})\b", proposal.ques) else []
        return _outcome(
            "one site",
            not named,
            f"It names {', '.join(named)}." if named else "It names no other site.",
        )

    return _look


def one_thing(proposal: Proposal) -> dict:
    """A check that the task asks for one thing: no second question that has nothing to do with the
    first.
    """
    words = QUOTED.sub("…", proposal.ques)  # a title may end in a question mark
    asked, second = words.count("?"), GOES_ON.search(words)
    if asked > 1 or second:
        reason = f"It asks {asked} questions." if asked > 1 else f"It goes on with {second[1]!r}."
        return _outcome("one thing", False, reason)
    return _outcome("one thing", True, "It asks for one thing.")


def still_ahead(today: date) -> Check:
    """A check that no day of a plan (a flight, a stay) has gone by."""

    def _look(proposal: Proposal) -> dict:
        past = ", ".join(found.text for found in dates.gone_by(proposal.ques, today))
        return _outcome(
            "still ahead",
            not past,
            f"{past} has gone by." if past else "No date in it has gone by.",
        )

    return _look


def answerable(model: Model, today: date) -> Check:
    """A check that asks the model whether the site can answer the task; a reply without a verdict
    tells nothing.
    """

    def _look(proposal: Proposal) -> dict:
        asked = models.fill("answerable", proposal=proposal, today=f"{today:%d %B %Y}")
        reply = model.ask([{"role": "user", "content": asked}]).text
        verdicts = VERDICT.findall(reply)
        if not verdicts:
            return _outcome(
                "answerable", None, f"The reply has no verdict: {' '.join(reply.split())[:200]}"
            )
        reason = " ".join(VERDICT.sub("", reply).split())[:300]
        passed = {"ANSWERABLE": True, "NOT ANSWERABLE": False}.get(verdicts[-1].upper())
        return _outcome("answerable", passed, reason or "The model gives no reason.")

    return _look


def tried(
    env: Environment, model: Model, folder: str | Path | None = None, **settings: Any
) -> Check:
    """A check by an agent that tries the task; its answer becomes the proposed reference, for a
    person to confirm.

    An agent that finds no answer proves nothing, so it never makes a task unfit. `settings` are
    those of `agent.run`.
    """

    def _look(proposal: Proposal) -> dict:
        episode = agent.run(proposal.task, env, model, folder=folder, **settings)
        took = f"{len(episode.steps)} steps"
        if episode.stop != "answer" or GIVES_UP.search(episode.answer):
            why = episode.answer or episode.stop
            return _outcome("tried", None, f"{model.name} found no answer in {took}: {why!r}.")
        answer = {"type": "possible", "ans": episode.answer, "by": model.name}
        return _outcome(
            "tried", True, f"{model.name} answered {episode.answer!r} after {took}.", answer=answer
        )

    return _look


def _outcome(check: str, passed: bool | None, reason: str, **more: object) -> dict:
    return {"check": check, "passed": passed, "reason": reason, **more}


def _host(address: str) -> str:
    return address.split("/")[2]
