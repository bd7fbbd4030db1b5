"""The environment: reset and step lead from one observation to the next, and say what happened."""

from dataclasses import replace

import pytest
from driving import make_action, names

from webvoyager import Action, Browser, Environment, Settings, actions, views
from webvoyager.records import EpisodeError

VISITS = """<title>Visits</title><button onclick="count()">Count</button> <b id=out></b><script>
const count = () => { localStorage.n = Number(localStorage.n ?? 0) + 1; show(); };
const show = () => { out.textContent = `Pressed ${localStorage.n ?? 0} times`; };
show();</script>"""
LIST = """<ul id=list><li>Limes <button>Take</button><li>Plums <button>Take</button></ul><script>
list.onclick = event => { document.title = event.target.parentNode.innerText; };
const add = words => list.insertAdjacentHTML('afterbegin', `<li>${words} <button>Take</button>`);
</script>"""


@pytest.fixture
def counter_task(task, own_page):
    """A task at a page that counts clicks in the browser's storage."""
    return replace(task, url=own_page(VISITS))


def test_reset_starts_a_fresh_world_and_returns_the_first_observation(env, counter_task):
    first = env.reset(counter_task)
    assert first is env.observation and names(first) == ["Count"] and first.notes == ()
    env.step(Action("Click", 0))
    assert "Pressed 1 times" in env.reset(counter_task, fresh=False).words
    assert (
        env.reset(counter_task.url, fresh=False) == env.observation
        and "Pressed 1 times" in env.observation.words
    )
    again = env.reset(counter_task)
    assert again == first and again.screenshot == first.screenshot


def test_step_returns_the_observation_after_an_action(env, counter_task):
    before = env.reset(counter_task)
    after = env.step(Action("Click", 0))
    assert after is env.observation and "Pressed 1 times" in after.words
    assert after.notes == ('New on the page: "Pressed 1 times".',) and after.error == ""
    assert "Pressed 0 times" in before.words  # the earlier observation is unchanged
    assert env.seconds["act"] > 0 < env.seconds["observe"]


def test_an_impossible_action_changes_nothing_and_is_reported_once(env, counter_task):
    before = env.reset(counter_task)
    after = env.step(Action("Click", 99))
    assert after.error.startswith("There is no element [99]")
    assert after.notes == (f"Your last action failed: {after.error}",)
    assert after.words == before.words and after.marks == before.marks
    assert env.step() == after and env.observation.error == after.error  # nothing is new since
    pressed = env.step(Action("Click", 0))
    assert pressed.error == "" and "Pressed 1 times" in pressed.words
    assert not any("failed" in note for note in pressed.notes)


def test_a_refusal_does_nothing_and_says_why(env, counter_task):
    env.reset(counter_task)
    before = env.step(Action("Click", 0))
    after = env.refuse("It is not asked for.")
    assert after.error == "It is not asked for."
    assert after.notes == ("Your last action failed: It is not asked for.",)
    assert after.words == before.words and env.seconds["act"] == 0
    assert env.step(Action("ANSWER", text="x")).notes == ("Nothing changed.",)


def test_an_action_refers_to_the_numbers_of_the_observation_it_was_chosen_from(env, own_page):
    seen = env.reset(own_page(LIST), fresh=False)
    env.browser.script("add('Figs'); add('Dates')")
    assert len(env.step().marks) == len(seen.marks) + 2
    limes = Action("Click", 0)  # by now [0] is another element
    after = env.step(limes, seen)
    assert after.title == "Limes Take", after.notes
    assert any("Figs" in note for note in after.notes)  # has appeared since it was chosen
    after = env.step(limes)
    assert after.title == "Dates Take" and not any("Figs" in note for note in after.notes)


def test_opening_an_address_keeps_the_world_and_an_unreachable_one_ends_the_episode(
    env, counter_task, pages
):
    env.reset(counter_task)
    env.step(Action("Click", 0))
    opened = env.reset(f"{pages}/second.html", fresh=False)
    assert (opened.title, opened.notes) == ("Second", ())  # no action led there
    assert "Pressed 1 times" in env.reset(counter_task.url, fresh=False).words
    for start in ("http://127.0.0.1:38999/", replace(counter_task, url="http://127.0.0.1:38999/")):
        with pytest.raises(EpisodeError, match="nothing listens"):
            env.reset(start)


def test_a_step_without_a_look_does_not_observe_and_a_look_does_not_act(env, counter_task):
    first = env.reset(counter_task)
    assert env.step(Action("Click", 0), look=False) == first
    env.step(Action("Click", 0), first, look=False)
    assert env.observation is first
    seen = env.step()
    assert "Pressed 2 times" in seen.words and seen == env.step()
    assert "no element [99]" in env.step(Action("Click", 99), look=False).error
    assert env.observation is not first and not env.observation.error


@pytest.mark.slow
def test_a_browser_that_is_gone_ends_the_episode(counter_task):
    with Browser() as browser:
        env = Environment(browser)
        env.reset(counter_task)
        with pytest.raises(EpisodeError, match="crashed"):
            browser.cdp("Page.crash")
        for use in (lambda: env.step(Action("Click", 0)), env.step):
            with pytest.raises(EpisodeError, match="crashed"):
                use()


def test_the_settings_of_an_episode_name_the_view_and_the_actions(browser):
    assert Environment(browser).settings() == Settings()
    env = Environment(browser, views.accessibility_tree, [*actions.PAPER, "Hover"])
    wanted = {"view": "accessibility_tree", "allowed": (*actions.PAPER, "Hover")}
    assert env.settings(max_steps=3) == Settings(**wanted, max_steps=3)
    with pytest.raises(ValueError, match="max_steps must be at least 1"):
        env.settings(max_steps=0)
    with pytest.raises(TypeError, match="patience"):
        env.settings(patience=3)


def test_it_observes_by_its_view_and_keeps_tabs_if_there_is_an_action_for_them(browser, task):
    env = Environment(browser, views.accessibility_tree, actions.EXTENDED)
    seen = env.reset(task)
    assert (seen.view, seen.pictured) == ("accessibility_tree", False)
    after = env.step(make_action(seen, "Click", "Second in a new window"))
    assert any("tab" in note.casefold() for note in after.notes), after.notes
    assert env.step(Action("Tab", None, "0")).title == "Start"
    env = Environment(browser)
    after = env.step(make_action(env.reset(task), "Click", "Second in a new window"))
    assert after.title == "Second" and not any("tab" in note.casefold() for note in after.notes)


def test_a_step_before_the_first_observation_observes_first(browser, own_page):
    env = Environment(browser)
    browser.open(own_page("<title>First</title><button onclick='document.title=1'>Go</button>"))
    assert env.step(Action("Click", 0)).title == "1"


def test_the_actions_decide_whether_an_opened_page_keeps_tabs(browser, own_page):
    page = own_page("<title>One</title><a target=_blank href='about:blank'>On</a>")
    for actions_, kept in ((actions.EXTENDED, True), (actions.PAPER, False)):
        Environment(browser, actions=actions_).reset(page)
        assert browser.tabs is kept
