"""Failed trials for tests: a task, a page, steps on it, and failures."""

from webvoyager import Action, Mark, Observation, Task
from webvoyager.lab.planning.failure_pool import Pool
from webvoyager.lab.planning.trials import Failure
from webvoyager.records import Step

TASK = Task(
    id="flights--0",
    site="flights",
    url="http://flights.mini/",
    question="What does a flight from Amsterdam to Zurich cost?",
    extra={"web_seed": 1},
)


def mark(label: int, tag: str, role: str, text: str, **more) -> Mark:
    return Mark(label, tag, role, text, ((10, 30 * label, 80, 20),), **more)


MARKS = (
    mark(0, "a", "link", "Recipes", href="/recipes"),
    mark(1, "input", "textbox", "Where to?"),
    mark(2, "select", "combobox", "Trip", options=("Round trip", "One way")),
    mark(3, "button", "button", "Schedule"),
    mark(4, "button", "button", "Schedule"),
    mark(5, "button", "button", "Schedule"),
    mark(6, "button", "button", ""),
)
PAGE = Observation("http://flights.mini/", "Flights", MARKS, "")


def step(index: int, name: str, label=None, text: str = "", **more) -> Step:
    return Step(index, PAGE, action=Action(name, label, text), **more)


def failure(question: str = TASK.question, **more) -> Failure:
    given = {"actions": (), "plan": "", "done": 'Click the link "Recipes"', **more}
    origin = {"task": "flights--0", "seed": 1, "site": "flights", **given}
    return Failure(question=question, **origin)


FIELD = 'Type "Zurich" into the textbox "Where to?"'
TYPED = failure(right=FIELD)
GOOD = "I clicked the link instead of typing Zurich. Next time, I will read each field's label."


def make_pool(*failures: Failure) -> Pool:
    pool = Pool()
    pool.add(*failures)
    return pool


def make_task_asking(question: str) -> Task:
    return Task(id="own", site="own", url="http://own.mini/", question=question)
