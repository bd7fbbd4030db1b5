"""What a reader adds in a notebook: an action and a drawing style of their own, in a stored run."""

import subprocess
import sys

import pytest
from driving import find

from webvoyager import Action, Environment, actions, agent, drawing, runs
from webvoyager.drawing import Style
from webvoyager.records import ActionError

PAPER_AND_ONE = [*actions.PAPER, "Outline"]


def outline(browser, action, seen):
    """Draw a line around an element; as a cell of a notebook would define it."""
    mark = seen.mark(action.label)
    if action.text not in ("red", "blue"):
        raise ActionError(f"[{mark.label}] can be outlined in red or blue.")
    browser.script(f"document.title = 'outlined in {action.text}: {mark.text}'")


@pytest.fixture
def own_action():
    """An action `Outline [n]; colour`, registered for one test."""
    spec = actions.ActionSpec(
        "Outline", "draw a line around n", actions.MARK, "colour", hand=outline
    )
    actions.register(spec)
    yield spec
    del actions.TABLE["Outline"]


def test_an_action_of_one_s_own_reaches_the_prompt_the_parser_and_the_page(
    browser, own_action, model, endpoint, task, tmp_path
):
    env = Environment(browser, actions=PAPER_AND_ONE)
    label = find(env.reset(task), "Second page").label
    said = (f"Outline [{label}]; green", f"outline [{label}]; red", "ANSWER; done")
    endpoint.replies = [f"Thought: so\nAction: {words}" for words in said]
    episode = agent.run(task, env, model, folder=tmp_path / "run")
    assert "- Outline [n]; colour: draw a line around n." in str(endpoint.asked[0])
    first, second, last = episode.steps
    assert first.error == f"[{label}] can be outlined in red or blue."
    assert (second.action, second.error) == (Action("Outline", label, "red"), "")
    assert last.observation.title == "outlined in red: Second page"
    assert read_elsewhere(tmp_path / "run") == f"{PAPER_AND_ONE} {episode.steps[1].action}"


def test_click_and_scroll_stay_the_paper_s_beside_an_action_of_one_s_own(own_action):
    assert actions.specs(PAPER_AND_ONE)["Click"] == actions.TABLE["Click"]
    assert actions.specs([*PAPER_AND_ONE, "Hover"])["Click"].optional


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (actions.ActionSpec("Click", "x", hand=outline), "Click is one of the kit's actions"),
        (actions.ActionSpec("click", "x", hand=outline), "click is one of the kit's actions"),
        (actions.ActionSpec("Go on", "x", hand=outline), "named by letters alone, not 'Go on'"),
        (actions.ActionSpec("Outline", "x"), "needs a function that carries it out"),
    ],
)
def test_an_action_that_cannot_work_is_refused_when_it_is_registered(spec, complaint):
    with pytest.raises(ValueError, match=complaint):
        actions.register(spec)


def test_an_environment_says_which_actions_there_are(browser):
    with pytest.raises(ValueError, match=r"There is no action 'Outline'; choose from Click, Type"):
        Environment(browser, actions=PAPER_AND_ONE)


def test_a_style_of_one_s_own_is_stored_with_the_run(env, model, endpoint, task, tmp_path):
    green = Style(("#00aa00",), width=4, dash=0)
    endpoint.replies = ["Thought: so\nAction: ANSWER; done"]
    episode = agent.run(task, env, model, folder=tmp_path / "run", style=green)
    drawn = drawing.address(episode.steps[0].observation.marked(green))
    assert drawn in str(endpoint.asked[0]["messages"][-1]["content"])
    assert runs.load(tmp_path / "run")[0].settings.style == green
    assert read_elsewhere(tmp_path / "run", "style") == repr(green)


def read_elsewhere(folder, setting: str = "") -> str:
    """What another process, which knows nothing of this one, reads of the run."""
    what = f"episode.settings.{setting}" if setting else "list(episode.settings.allowed)"
    more = "" if setting else ", episode.steps[1].action"
    program = (
        f"from webvoyager import runs; [episode] = runs.load({str(folder)!r});"
        f"print({what}{more}, end='')"
    )
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
