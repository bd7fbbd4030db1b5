"""Failed trials: actions in words, and failures from wrong predictions and failed episodes."""

from dataclasses import replace

import pytest
from failing import PAGE, TASK, failure, step
from hypothesis import given
from hypothesis import strategies as some

from webvoyager import Episode, Task
from webvoyager.lab.failures.labels import AGREED, Label
from webvoyager.lab.planning.action_words import Deed, read, say, say_history, say_step
from webvoyager.lab.planning.gold_steps import GoldStep, steps
from webvoyager.lab.planning.metrics import Prediction
from webvoyager.lab.planning.reflection_scores import mistake
from webvoyager.lab.planning.slow import Plan
from webvoyager.lab.planning.trials import from_episodes, from_predictions
from webvoyager.records import Advice, Step, Verdict

NAMES = some.text(
    some.characters(exclude_categories=("C", "Z"), exclude_characters='"”'), min_size=1
)


def episode(*played: Step, stop: str = "answer", attempt: int = 1, task: Task = TASK) -> Episode:
    return Episode(task, played, stop, "m", attempt=attempt)


# --- actions in words ---


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        (step(1, "Click", 0), 'Click the link "Recipes"'),
        (step(1, "Type", 1, "Zurich"), 'Type "Zurich" into the textbox "Where to?"'),
        (step(1, "Type", 2, "One way"), 'Select "One way" in the combobox "Trip"'),
        (step(1, "Select", 2, "One way"), 'Select "One way" in the combobox "Trip"'),
        (step(1, "Click", 4), 'Click the button "Schedule" (2 of 3)'),
        (step(1, "Click", 6), "Click the button without a name"),
        (step(1, "Click", 99), "Click an element that is not there"),
        (step(1, "Scroll", "WINDOW", "down"), "Scroll down"),
        (step(1, "GoBack"), "Go back"),
        (step(1, "Google"), "Open the search engine"),
        (step(1, "ANSWER", None, 'It is\n"42"'), 'Answer "It is ”42”"'),
        (Step(1, PAGE, reply="?"), "Name no action that could be read"),
    ],
)
def test_a_step_is_described_in_words(taken, words):
    assert say_step(taken) == words


def test_gold_steps_and_an_agents_steps_are_described_alike():
    """Otherwise failures from training could not be compared with what an agent does."""
    played = [
        step(1, "Click", 0),
        step(2, "Type", 1, "Zurich -> CLICK"),
        step(3, "Type", 2, "One way"),
        step(4, "Scroll", "WINDOW", "down"),
        step(5, "GoBack"),
        step(6, "Click", 6),
        step(7, "ANSWER", None, "42"),
    ]
    history = steps([episode(*played)])[-1].history
    assert [say_history(entry) for entry in history] == [say_step(each) for each in played[:-1]]
    assert say_history("what nobody can read") == "what nobody can read"


@given(NAMES, NAMES, some.sampled_from(["CLICK", "TYPE", "SELECT", "ANSWER"]))
def test_a_description_is_split_into_its_parts(name, value, operation):
    element = f'the link "{name}" (2 of 3)'
    deed = read(say(operation, element, value))
    has = {"CLICK": (element, name, ""), "ANSWER": ("", "", value)}
    assert deed == Deed(operation.capitalize(), *has.get(operation, (element, name, value)))


# --- where failures come from ---

GOLD = GoldStep(TASK, 2, PAGE, ("[link]  Recipes -> CLICK",), "TYPE", "Zurich", (1,))


def make_prediction(label, operation, value="", index=2) -> Prediction:
    return Prediction("flights--0", index, label, operation, value)


@pytest.mark.parametrize(
    ("prediction", "done", "kind"),
    [
        (make_prediction(0, "CLICK"), 'Click the link "Recipes"', "element"),
        (make_prediction(1, "CLICK"), 'Click the textbox "Where to?"', "operation"),
        (make_prediction(1, "TYPE", "Bern"), 'Type "Bern" into the textbox "Where to?"', "value"),
        (make_prediction(None, "ANSWER", "42"), 'Answer "42"', "answered too early"),
        (make_prediction(None, "CLICK"), "Click an element that is not there", "element"),
        (make_prediction(None, ""), "Name no action that could be read", "operation"),
        (make_prediction(None, "SCROLL", "down"), "Scroll down", "operation"),
    ],
)
def test_a_wrong_prediction_is_a_failure_with_its_situation(prediction, done, kind):
    plan = Plan(steps=("Type Zurich.", "Answer."))
    [found] = from_predictions([GOLD], [prediction], [plan])
    assert found == failure(
        actions=('Click the link "Recipes"',),
        plan="1. Type Zurich.\n2. Answer.",
        done=done,
        right='Type "Zurich" into the textbox "Where to?"',
        page=("http://flights.mini/", "Flights"),
    )
    assert mistake(found) == kind
    assert found.situation.splitlines()[:2] == [TASK.question, 'Click the link "Recipes"']


def test_a_step_without_a_known_right_element_has_no_right_action():
    [found] = from_predictions([replace(GOLD, targets=())], [make_prediction(1, "TYPE", "Zurich")])
    assert found.right == "" and mistake(found) == ""


def test_predictions_of_other_steps_are_refused():
    with pytest.raises(ValueError, match="1 steps, 0 predictions and 1 plans"):
        from_predictions([GOLD], [])
    with pytest.raises(ValueError, match="1 steps, 1 predictions and 0 plans"):
        from_predictions([GOLD], [make_prediction(0, "CLICK")], [])
    with pytest.raises(ValueError, match="put both in the same order"):
        from_predictions([GOLD], [make_prediction(0, "CLICK", index=3)])


PLAYED = (
    step(1, "Click", 0, advice=Advice("1. Search.")),
    step(2, "Scroll", "WINDOW", "down"),
    step(3, "ANSWER", None, "42 dollars"),
)


def test_an_episode_that_was_judged_a_failure_fails_at_its_last_step():
    episodes = [episode(*PLAYED), episode(*PLAYED, attempt=2), episode(*PLAYED, attempt=3)]
    verdicts = [
        Verdict(TASK.id, True, "yes", "first"),
        Verdict(TASK.id, False, "It costs 50.", "second"),
        Verdict(TASK.id, None, "no idea", "first", attempt=2),
        Verdict(TASK.id, True, "yes", "first", attempt=3),
    ]
    [found] = from_episodes(episodes, verdicts)
    assert found == failure(
        actions=('Click the link "Recipes"', "Scroll down"),
        done='Answer "42 dollars"',
        cause="It costs 50.",
        page=("http://flights.mini/", "Flights"),
    )


def label(outcome: str, rater: str = "ann", **more) -> Label:
    return Label(TASK.id, 1, rater, outcome, **more)


@pytest.mark.parametrize(
    ("success", "labels", "cause", "before"),
    [
        (True, [label("failure", category="Hallucination", step=1)], "Hallucination", 0),
        (False, [label("failure", note="Far off.", step=9)], "Far off.", 2),
        (False, [label("success")], None, None),
        (False, [label("cannot tell")], "no", 2),
        (True, [label("failure"), label("success", AGREED)], None, None),
        (None, [label("failure", note="Wrong city.", step=2)], "Wrong city.", 1),
        (False, [label("failure", "m", category="Blocked", by="model", step=2)], "Blocked", 1),
        (True, [label("failure", "m", category="Blocked", by="model")], None, None),
        (
            False,
            [label("failure", note="Mine."), label("failure", "m", note="Its.", by="model")],
            "Mine.",
            2,
        ),
    ],
)
def test_a_persons_label_outranks_the_verdict_and_names_the_step(success, labels, cause, before):
    found = from_episodes([episode(*PLAYED)], [Verdict(TASK.id, success, "no", "m")], labels)
    assert [one.cause for one in found] == ([cause] if cause else [])
    assert [len(one.actions) for one in found] == ([before] if cause else [])
    assert [one.plan for one in found] == ["1. Search." * (before == 0)] * len(found)
