"""Stored episodes are performed again in a real browser, and branched where they went wrong."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from doors import Chooser, Shop
from flask import Flask

from practice.loopback import Loopback
from webvoyager import Environment, Task, agent, changes, runs
from webvoyager.lab import reliving
from webvoyager.lab.planning import follow
from webvoyager.lab.planning.slow import Plan
from webvoyager.lab.reliving import find_difference, find_origin, relive
from webvoyager.lab.retracing import counterpart, same
from webvoyager.records import Action, ActionError, Episode, EpisodeError, Mark, Observation, Step
from webvoyager.views import accessibility_tree

FURTHER = {"Start": ['Click "Red door"'], "red": ['Click "Further in"']}
THROUGH_RED = FURTHER | {"red inner": ["ANSWER; nothing"]}
THROUGH_BLUE = {"Start": ['Click "Blue door"'], "blue": ["ANSWER; heliotrope"]}
CARDS = (
    "<title>Start</title><div><h2>Tea</h2><p>From Assam <button onclick=\"document.title='Tea'\">"
    "Add</button></div><div><h2>Soup</h2><p>With leek <button onclick=\"document.title='Soup'\">"
    "Add</button></div>"
)


class Site:
    """A site of one page, whose HTML a test may change between two visits."""

    def __init__(self) -> None:
        self.html = CARDS
        app = Flask("site")
        app.get("/")(lambda: self.html)
        self.served = Loopback(app)
        self.task = Task(
            id="cards--0", site="cards", url=f"{self.served.url}/", question="Add soup."
        )


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.served.close()


@pytest.fixture
def red(shop: Shop, env: Environment, model, endpoint) -> Episode:
    """An episode of three steps: through the red door, further in, and an answer."""
    endpoint.replies = [Chooser(THROUGH_RED)]
    return agent.run(shop.task, env, model)


def click(env: Environment, task: Task, name: str, nth: int = 0) -> Episode:
    """An episode of one step: a click on the mark of that name, or on a later one of that name."""
    seen = env.reset(task)
    mark = [mark for mark in seen.marks if mark.text == name][nth]
    step = Step(1, seen, f"Action: Click [{mark.label}]", "", Action("Click", mark.label))
    return Episode(task, (agent.take(step, env),), "max_steps")


# --- re-living ---


def test_an_episode_goes_as_recorded_without_asking_a_model(red, env, endpoint):
    asked = len(endpoint.asked)
    relived = relive(red, env)
    assert relived.same and relived.summary == "All 3 steps went as recorded."
    assert env.step().title == "red inner" and len(endpoint.asked) == asked
    assert relived.table()["now"].tolist() == [str(step.action) for step in red.steps]
    assert relived.table()["mark_found"].tolist() == [True, True, None]
    assert [step.now.cost for step in relived.steps] == [0.0, 0.0, 0.0]


def test_re_living_can_end_at_the_page_of_a_step(red, env):
    relived = relive(red, env, until=2)
    assert env.observation.title == "red" and relived.same
    assert [step.done for step in relived.steps] == [True, False]
    with pytest.raises(ValueError, match="from 1 to 4, not 9"):
        relive(red, env, until=9)


def test_a_mark_is_found_by_what_it_is_when_its_number_has_changed(site, env):
    played = click(env, site.task, "Add", nth=1)
    site.html = "<title>Start</title><a href='#new'>News</a>" + CARDS
    [step] = relive(played, env).steps
    assert env.step().title == "Soup" and step.mark_found and not step.same_page
    assert (str(step.then.action), str(step.now.action)) == ("Click [1]", "Click [2]")
    assert step.now.reply.endswith("Action: Click [2]")
    assert step.difference == 'The link "News" is new.'


def test_of_two_marks_alike_the_one_in_the_same_card_is_taken(site, env):
    played = click(env, site.task, "Add", nth=1)
    tea, soup = CARDS.removeprefix("<title>Start</title>").split("</div>")[:2]
    site.html = f"<title>Start</title>{soup}</div>{tea}</div>"
    relived = relive(played, env)
    assert env.step().title == "Soup" and not relived.same
    site.html = f"<title>Start</title>{tea}</div>"
    relived = relive(played, env)
    assert relived.summary == 'Step 1 differs: "Add" is not on this page any more.'
    assert not relived.steps[0].mark_found and env.step().title == "Start"


def test_a_link_that_leads_elsewhere_now_is_found_if_it_is_the_only_one():
    def page(*hrefs: str) -> Observation:
        marks = [
            Mark(label, "a", "link", "More", ((0, 0, 9, 9),), href=href, identity={"around": href})
            for label, href in enumerate(hrefs)
        ]
        return Observation("http://here.mini/", "Here", tuple(marks), "")

    step = Step(1, page("/more?visit=1"), action=Action("Click", 0))
    assert counterpart(step, page("/more?visit=2")).label == 0
    with pytest.raises(ActionError, match='"More" is not on this page any more'):
        counterpart(step, page("/more?visit=2", "/more?visit=3"))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda html: html.replace("Start</title>", "Shop</title>"), 'The title is "Shop", not'),
        (lambda html: html.replace("Assam", "Ceylon"), 'The page says "From Ceylon'),
        (lambda html: f"{html}<p>Closed today", 'The words "Closed today" are new.'),
        (lambda html: f"{html}<input aria-label=Search>", 'The textbox "Search" is new.'),
        (lambda html: f"{html}<div style=height:3000px></div>", "The page has another length."),
    ],
    ids=["title", "words", "more words", "field", "length"],
)
def test_the_first_difference_is_said_in_one_sentence(site, env, change: Callable, sentence: str):
    played = click(env, site.task, "Add", nth=1)
    site.html = change(CARDS)
    relived = relive(played, env)
    assert relived.first_difference.difference.startswith(sentence)
    assert env.step().title == "Soup", "a page that differs does not end it"


def test_a_difference_is_found_exactly_if_two_pages_are_not_the_same(site, env):
    site.html = (
        f"{CARDS}<input aria-label=Search value=tea><label><input type=checkbox> Vegan</label>"
    )
    seen = env.reset(site.task)
    field, box = seen.marks[2:4]
    others = [
        replace(seen, marks=(*seen.marks[:2], changed, box))
        for changed in (replace(field, value="soup"), replace(field, disabled=True), field)
    ]
    others += [
        replace(seen, url="http://there.mini/"),
        replace(seen, marks=seen.marks[:3]),
        replace(seen, marks=(*seen.marks[:3], replace(box, checked=True))),
        replace(seen, marks=seen.marks[::-1]),
        replace(seen, lines=seen.lines[:-1]),
        replace(seen, lines=seen.lines[::-1]),
        replace(seen, scroll=(1.5, 0.0)),
        replace(seen, text="another view", view="accessibility_tree", notes=("A note.",)),
    ]
    sentences = [find_difference(seen, other) for other in others]
    assert [bool(words) for words in sentences] == [not same(seen, other) for other in others]
    assert sentences[0] == 'The textbox "Search" holds "soup", not "tea".'
    assert sentences[4] == 'The checkbox "Vegan" is missing.'
    assert sentences[6] == "The elements are in another order."
    assert sentences[-3] == "The words are in another order."
    assert sentences[-2] == "The page is scrolled 1.5 screens down, not 0."


def test_an_action_that_failed_then_may_fail_again(site, env):
    failed = click(env, site.task, "Add")
    first = replace(failed.steps[0], action=Action("Click", 99), error="There is no element [99].")
    unreadable = replace(first, index=2, action=None, error="Your reply had no action.")
    relived = relive(replace(failed, steps=(first, unreadable)), env)
    assert [step.done for step in relived.steps] == [True, True]
    assert relived.same and relived.table()["mark_found"].tolist() == [False, None]
    covered = replace(failed.steps[0], error="It is covered.")
    relived = relive(replace(failed, steps=(covered,)), env)
    assert relived.summary == "Step 1 differs: Click [0] failed then and could be done now."


def test_an_action_that_fails_only_now_ends_it(site, env):
    played = click(env, site.task, "Add")
    played = replace(played, steps=(*played.steps, replace(played.steps[0], index=2)))
    site.html = CARDS.replace("<button", "<button disabled", 1)
    relived = relive(played, env)
    assert len(relived.steps) == 1 and not relived.steps[0].done and not relived.same
    assert relived.summary == 'Step 1 differs: The button "Add" is disabled.'
    assert "1 more step was not re-lived." in relived._repr_html_()


def test_what_may_have_changed_a_server_is_repeated_only_in_a_sandbox(shop, env):
    played = click(env, shop.task, "Add to cart")
    assert played.steps[0].writes and list(shop.carts.values()) == [1]
    relived = relive(played, env)
    assert not relived.steps[0].done and "only in a sandbox" in relived.summary
    assert list(shop.carts.values()) == [1]
    assert relive(played, env, sandbox=True).steps[0].done and len(shop.carts) == 2


def test_an_episode_without_a_browser_cannot_be_relived(red, env):
    searched = replace(red, settings=replace(red.settings, view="web_search"))
    with pytest.raises(ValueError, match="was a web search"):
        relive(searched, env)


def test_a_stored_episode_of_the_practice_web_goes_as_recorded(web, env):
    [stored] = runs.load("data/runs/offline-42/recipes--15")
    relived = relive(stored, env)
    assert all(step.done for step in relived.steps), relived.summary
    assert env.observation.url == stored.steps[-1].observation.url


def test_pages_are_compared_by_their_words_if_a_picture_was_not_kept(red):
    seen = red.steps[0].observation
    gone = replace(seen, image=Path("gone.png"))
    assert seen.words and changes.unchanged(gone, seen)
    assert not changes.unchanged(replace(gone, lines=()), seen)


# --- branching ---


def test_a_branch_goes_on_from_a_step_with_a_hint(red, env, model, endpoint, tmp_path):
    red = runs.record(iter(red.steps), tmp_path / "first", task=red.task, model="m")
    endpoint.replies = [Chooser(THROUGH_BLUE | {"red": ['Click "Start"']})]
    before = len(endpoint.asked)
    made = reliving.branch(red, 2, env, model, hint="Try blue.", folder=tmp_path / "hinted")
    assert made.answer == "heliotrope" and len(made.steps) == 4
    assert made.steps[0].action == red.steps[0].action
    asked = endpoint.asked[before:]
    assert len(asked) == 3, "the first step is not asked for again"
    assert "Try blue." in str(asked[0]["messages"][-1]) and "Red door" in str(asked[0]["messages"])
    assert made.settings.advice == "hint"
    [loaded] = runs.load(tmp_path / "hinted")
    assert loaded == made and str(find_origin(loaded)) == "branch of first/doors--0/1 at step 2"
    assert find_origin(red) is None


def test_no_branch_is_made_where_the_page_has_changed(site, env, model, endpoint, tmp_path):
    played = click(env, site.task, "Add", nth=1)
    site.html = CARDS.replace("Assam", "Ceylon")
    endpoint.replies = ["Thought: so\nAction: ANSWER; done"]
    with pytest.raises(EpisodeError, match=r"No branch was made\. Step 1 differs: The page says"):
        reliving.branch(played, 2, env, model, folder=tmp_path / "run")
    assert not endpoint.asked and not (tmp_path / "run").exists()
    made = reliving.branch(played, 2, env, model, lenient=True)
    assert made.answer == "done" and made.steps[1].observation.title == "Soup"
    site.html = "<title>Start</title>"
    with pytest.raises(EpisodeError, match=r'"Add" is not on this page any more\.$'):
        reliving.branch(played, 2, env, model, lenient=True)


def test_another_view_shows_the_agent_its_whole_past(red, env, model, endpoint):
    before = len(endpoint.asked)
    made = reliving.branch(red, 3, Environment(env.browser, accessibility_tree), model)
    assert made.settings.view == "accessibility_tree" and made.answer == "nothing"
    assert [step.observation.view for step in made.steps] == ["accessibility_tree"] * 3
    asked = endpoint.asked[before]["messages"]
    assert not any("image_url" in str(message) for message in asked)


def test_another_prompt_takes_the_place_of_the_episode_s(red, env, model, endpoint):
    changed = {"agent": "You browse. {{ actions }}"}
    made = reliving.branch(red, 3, env, model, prompts=changed)
    assert endpoint.asked[-1]["messages"][0]["content"].startswith("You browse.")
    assert dict(made.settings.prompts) == changed
    again = reliving.branch(made, 3, env, model)
    assert again.settings.prompts == made.settings.prompts, "what isn't given stays as it was"


def test_a_planner_begins_at_the_branch_and_a_hint_joins_its_lessons(red, env, model, endpoint):
    def planner(task: Task, observation: Observation) -> Plan:
        return Plan(steps=("Look.",), made_by="by hand")

    before = len(endpoint.asked)
    made = reliving.branch(red, 2, env, model, advise=follow(planner), hint="Try blue.")
    assert made.settings.advice == "planner with hint"
    assert [step.advice and step.advice.lessons for step in made.steps] == [
        None,
        ("Try blue.",),
        ("Try blue.",),
    ]
    assert "1. Look." in str(endpoint.asked[before]["messages"][-1])


def test_an_episode_that_ran_out_of_steps_can_go_on(shop, env, model, endpoint):
    endpoint.replies = [Chooser(THROUGH_RED)]
    short = agent.run(shop.task, env, model, max_steps=2)
    with pytest.raises(ValueError, match="max_steps=2 leaves no step from step 3 on"):
        reliving.branch(short, 3, env, model)
    made = reliving.branch(short, 3, env, model, max_steps=5)
    assert made.answer == "nothing" and len(made.steps) == 3
