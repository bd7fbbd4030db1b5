"""Oracles solve the tasks through the agent's own observations and actions.

Wrong answers are refused.

`make oracles` plays all oracles, in any world. The tests play, for each site, the one that covers
the most features per step, and one in another world: where a site's pages no longer fit its
oracles, most of its tasks fail at once.
"""

import pytest

from practice.miniweb import MiniWeb, World, sites
from tools.oracles import open_browser, other_names, other_numbers, play_oracle
from webvoyager.browser import Browser
from webvoyager.lab.judging.answer_tokens import Number, tokens
from webvoyager.lab.judging.checking import check
from webvoyager.records import Mark, Observation, Task

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("oracles"),
]  # one worker makes all tasks once


@pytest.fixture(scope="module")
def known(web: MiniWeb) -> dict[str, tuple[Task, list]]:
    steps = web.oracles()
    return {task.id: (task, steps[task.id]) for task in web.tasks()}


@pytest.mark.parametrize("site", sites.names())
def test_the_oracle_solves_its_task(site: str, web: MiniWeb, browser: Browser, known: dict) -> None:
    own = [(task, steps) for task, steps in known.values() if task.site == site]
    task, steps = max(own, key=lambda each: len(each[0].extra["features"]) / len(each[1]))
    assert play_oracle(web, browser, task, steps).wrong == "", task.id  # it resets the world first


def test_the_answer_of_another_task_is_wrong(known: dict) -> None:
    """Each task is compared with every third one."""
    accepted = []
    for task, _ in known.values():
        if not task.answer["rule"].keys() & {"parts", "any"}:
            continue  # checked by the site's state alone
        for other, steps in [*known.values()][::3]:
            said = steps[-1][1]
            if (
                other.site != task.site
                or other == task
                or find_key_tokens(task.reference) <= set(map(str, tokens(said)))
            ):
                continue
            if check(said, task.answer, task.question, {}).success:
                accepted.append((task.id, other.id, said))
    assert not accepted


def find_key_tokens(answer: str) -> set[str]:
    """The numbers of an answer, or its words if it has none.

    Another answer may contain them by chance.
    """
    said = tokens(answer)
    return {str(token) for token in said if isinstance(token, Number)} or set(map(str, said))


def test_prices_and_names_of_neighbours_are_tested_as_wrong_answers() -> None:
    """A neighbouring price exposes a rule with a tolerance of a tenth.

    A name that shares a word with the right one competes with it: that is left to a judge.
    """
    rule = {"parts": [["Alder United", "United"], {"number": 12.5, "tolerance": 0.1}]}
    task = Task(
        id="t--0",
        site="t",
        url="http://t.mini/",
        question="Which?",
        answer={"type": "golden", "ans": "Alder United, $12.50"},
    )
    task.answer["rule"] = rule
    prices = list(other_numbers(task, {}, "12 of 40: $12.50, 12.5, $12.4999, $13 and $7.25"))
    assert prices == ["Alder United, $13", "Alder United, $7.25"]
    links = {
        "Alder United": "/team/alder?week=3",
        "Crow United": "/team/crow",
        "Help": "/help",
        "United": "/team/alder",
    }
    marks = tuple(Mark(n, "a", "link", text, (), href=links[text]) for n, text in enumerate(links))
    names = list(other_names(task, [Observation("http://t.mini/", "", marks, "")]))
    assert names == ["Crow United, $12.50"]
    assert check(prices[0], task.answer).success is True
    assert [check(name, task.answer).success for name in names] == [None]
    rule["parts"] = ["Alder United", 12.5]
    assert not any(check(wrong, task.answer).success for wrong in (*prices, *names))


def test_each_choice_of_a_reference_is_varied_alone_and_years_by_years() -> None:
    rule = {"any": [{"parts": ["Soup", 22]}, {"parts": ["Hummus", 2020]}]}
    task = Task(
        id="recipes--1",
        site="recipes",
        url="http://t.mini/",
        question="Suggest one dish and its number.",
        answer={"type": "possible", "ans": "Soup, 22 / Hummus, 2020", "rule": rule},
    )
    wrongs = list(other_numbers(task, {}, "22 or 20, 06:00 in 2019 and 2020"))
    assert wrongs[0] == "Soup, 20" and wrongs[-1] == "Hummus, 2019"
    assert not any(check(wrong, task.answer).success for wrong in wrongs)


def test_oracles_solve_tasks_of_another_world() -> None:
    with MiniWeb(World(7)) as web, open_browser(web) as browser:
        steps = web.oracles("flights")  # one site; `make oracles` plays all
        [task] = web.tasks(min(steps, key=lambda id: len(steps[id])))
        assert play_oracle(web, browser, task, steps[task.id]).wrong == "", task.id
