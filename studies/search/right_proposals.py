"""How often an agent proposes the oracle's action, in each state on the oracle's way.

An oracle is played in a real browser, and in each state the agent is asked as in a search.
`python -m studies.search.searches proposals` stores the table in data/search/proposals-42.csv.
"""

from collections.abc import Sequence
from dataclasses import replace

import pandas

from practice.miniweb import MiniWeb
from practice.miniweb.oracle import play
from tools.oracles import open_browser
from webvoyager import Model, agent
from webvoyager.browser import Browser
from webvoyager.environment import Environment
from webvoyager.lab.judging.checking import check
from webvoyager.lab.running import side_by_side
from webvoyager.lab.search import Branches, branch, identify
from webvoyager.records import Step, Task


def list_states(
    web: MiniWeb, model: Model, tasks: Sequence[Task], browsers: int = 2
) -> pandas.DataFrame:
    """One row per state on the oracles' ways: the rank of the right action among the proposals.

    The columns are task, site, model, step (from 1), steps, proposals (how many different actions
    were proposed), right_action and right_answer: the ranks of the oracle's action and of an answer
    that the checker accepts. The most frequent proposal has rank 1; missing if not proposed.
    """
    oracles = web.oracles()

    def visit(browser: Browser, task: Task) -> list[dict]:
        way = play(Environment(browser), task, oracles[task.id])
        state = web.state(task.site, browser.cookies)
        return read_way(model, task, way, state)

    found = side_by_side(lambda: open_browser(web), visit, tasks, browsers, "states")
    rows = [row for way in found for row in way]
    return pandas.DataFrame(rows).astype({"right_action": "Int64", "right_answer": "Int64"})


def read_way(model: Model, task: Task, way: Sequence[Step], state: dict) -> list[dict]:
    """The rows of `list_states` for one task; `state` is the site's state at the end.

    The prompt has the oracle's steps without thoughts. An agent that keeps notes in its thoughts,
    as the rules do, has none here, so its share of right answers is a lower bound.
    """
    taken = [replace(step, reply=f"Action: {step.action}") for step in way]
    rows = []
    for place, step in enumerate(taken):
        prompt = agent.messages(task, taken[:place], step.observation)
        found = branch(model, prompt, step.observation, index=place + 1)
        answer = find_answer(found, task, state if place == len(taken) - 1 else None)
        right = answer if step.answered else find_action(found, step)
        row = {"task": task.id, "site": task.site, "model": model.name}
        row |= {"step": place + 1, "steps": len(taken), "proposals": len(found.steps)}
        rows.append(row | {"right_action": right, "right_answer": answer})
    return rows


def find_action(found: Branches, wanted: Step) -> int | None:
    """The rank of an action among the proposals, from 1; None if it was not proposed.

    A click on another link to the same address is the same action.
    """
    for place, step in enumerate(found.steps, 1):
        if identify(step) == identify(wanted) or _find_link(step) == _find_link(wanted) != "":
            return place
    return None


def find_answer(found: Branches, task: Task, state: dict | None) -> int | None:
    """The rank of the first right answer among the proposals, from 1; None if there is none."""
    for place, step in enumerate(found.steps, 1):
        if step.answered and check(step.action.text, task.answer, task.question, state).success:
            return place
    return None


def _find_link(step: Step) -> str:
    """The address of the link that a step clicks, "" for any other step."""
    action = step.action
    is_click = action.name == "Click" and isinstance(action.label, int)
    return step.observation.mark(action.label).href if is_click else ""
