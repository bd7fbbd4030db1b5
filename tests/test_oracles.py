"""Every task can be solved by its oracle, through the agent's own views and hands, and wrong answers are refused."""

import json
import re

import pytest
from conftest import opened

from webvoyager import drawing
from webvoyager.browser import Browser
from webvoyager.hands import act
from webvoyager.lab.checking import Number, check, tokens
from webvoyager.practice.miniweb import MiniWeb, World, taskfile
from webvoyager.practice.miniweb.oracle import play
from webvoyager.records import Observation, Task
from webvoyager.views import marked_screenshot

LIMIT = 15  # the steps an agent has
IDS = [json.loads(line)["id"] for line in (taskfile.FOLDER / "miniweb.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def known(web: MiniWeb) -> dict[str, tuple[Task, list]]:
    steps = taskfile.oracles(web.data)
    return {task.id: (task, steps[task.id]) for task in web.tasks()}


@pytest.mark.parametrize("id", IDS)
def test_the_oracle_solves_its_task(id: str, web: MiniWeb, browser: Browser, known: dict) -> None:
    task, steps = known[id]
    read: list[str] = []

    def look(browser: Browser) -> Observation:
        seen = marked_screenshot(browser)
        read.extend(line[4] for line in drawing.page_text(seen.screenshot)["lines"])
        return seen

    answer, taken = play(browser, task.url, steps, look, act)
    state = web.state(task.site, browser.cookies)
    verdict = check(answer, task.answer, task.question, state)
    assert verdict.success, verdict.reason
    assert len(taken) <= LIMIT, f"{len(taken)} steps: {' | '.join(map(str, taken))}"
    assert not unseen(task.answer["rule"], " ".join(read)), "the oracle answers what it has not seen"
    refused(task, state, browser.script("return document.body.innerText"))


def unseen(rule: dict, read: str) -> list:
    """The words a rule asks for that were on no screenshot; numbers may be worked out, words may not."""
    if "any" in rule:
        return min((unseen(each, read) for each in rule["any"]), key=len)
    said = [part if isinstance(part, list) else [part] for part in rule.get("parts", ())]
    words = [[text for text in part if isinstance(text, str)] for part in said if isinstance(part[0], str)]
    return [part for part in words if not any(within(text, read) for text in part)]


def within(part: str, text: str) -> bool:
    wanted, have = tokens(part), tokens(text)
    return any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


def refused(task: Task, state: dict, page: str) -> None:
    """Answers that are none are not accepted, not even with the right state behind them."""
    assert check("", task.answer, task.question, state).success is False
    if "state" in task.answer["rule"]:
        assert check(task.reference, task.answer, task.question, {}).success is False
    if task.answer["rule"].keys() & {"parts", "any"}:
        numbers = ", ".join([*re.findall(r"\d[\d.,:]*", page), *map(str, range(40))])
        other = re.sub(r"\d+", lambda number: str(2 * int(number[0]) + 1), task.reference)
        numeric = any(isinstance(part, int | float | dict) for part in task.answer["rule"].get("parts", ()))
        for wrong in [task.question, f"The answer: {numbers}", "I do not know.", *([other] if numeric else [])]:
            assert check(wrong, task.answer, task.question, state).success is False, wrong


@pytest.mark.parametrize("id", IDS)
def test_the_answer_of_another_task_is_wrong(id: str, known: dict) -> None:
    task, _ = known[id]
    if not task.answer["rule"].keys() & {"parts", "any"}:
        pytest.skip("judged by state alone")
    for other, steps in known.values():
        said = steps[-1][1]
        if other.site == task.site and other.id != id and not told(task.reference) <= set(map(str, tokens(said))):
            assert not check(said, task.answer, task.question, {}).success, f"{other.id}: {said}"


def told(answer: str) -> set[str]:
    """The numbers of an answer, or its words if it has none: what another answer may hold by chance."""
    said = tokens(answer)
    return {str(token) for token in said if isinstance(token, Number)} or set(map(str, said))


@pytest.mark.parametrize("seed", [1, 7])
def test_oracles_hold_in_other_worlds(seed: int) -> None:
    with MiniWeb(World(seed)) as web, opened(web) as browser:
        steps = taskfile.oracles(web.data)
        for task in web.tasks()[seed % 4 :: 4]:
            browser.reset()
            answer, _ = play(browser, task.url, steps[task.id], marked_screenshot, act)
            verdict = check(answer, task.answer, task.question, web.state(task.site, browser.cookies))
            assert verdict.success, f"{task.id}: {verdict.reason}"
