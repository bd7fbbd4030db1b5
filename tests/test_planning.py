"""Planning: slow and fast thinking, reading plans, and advice in the loop.

The endpoint is scripted; the offline model plans for real pages of the mini web.
"""

import io
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image
from serving import completion

from practice.offline import Offline
from practice.offline.endpoint.protocol import Message, Picture, Sample
from practice.offline.skills import SKILLS, keypoints, path, plan, reply
from webvoyager import Model, Task, agent, models, views
from webvoyager.lab.planning.advising import adaptive, follow
from webvoyager.lab.planning.fast import familiarity, fast
from webvoyager.lab.planning.lists import list_items, number_lines
from webvoyager.lab.planning.slow import Plan, prompt, slow
from webvoyager.records import Mark, Observation

PROMPTS = sorted(Path(models.__file__).parents[1].joinpath("prompts").glob("*.md"))
PROFILE = Task(
    id="profile--0", site="profile", url="http://profile.test/",
    question="Add my birthday, January 5, 1980, and a peanut allergy to my profile.",
)  # fmt: skip
KEYPOINTS = ("Month: January", "Day: 5", "Year: 1980", "Allergy: peanut")
STEPS = ('Select "January" in "Month"', 'Select "5" in "Day"', 'Click the button "Save"')


def page(*marks: Mark, notes: tuple[str, ...] = (), title: str = "Profile") -> Observation:
    """A page with these marks, and a blank picture."""
    png = io.BytesIO()
    Image.new("RGB", (320, 240), "white").save(png, "PNG")
    text = "\n".join(mark.line for mark in marks)
    return Observation(PROFILE.url, title, marks, text, notes, image=png.getvalue())


def mark(label: int, tag: str, name: str, **more: object) -> Mark:
    top = 30 + 40 * label
    return Mark(label, tag, "", name, ((20, top, 200, 24),), (0, top, 20, 16), **more)


FORM = page(
    mark(0, "select", "Month", options=("January", "February")),
    mark(1, "select", "Day", options=("4", "5")),
    mark(2, "button", "Save"),
    notes=("A message appeared.",),
)


def system(asked: dict) -> str:
    return asked["messages"][0]["content"]


def user(asked: dict) -> str:
    """The text of the newest message of a request."""
    return asked["messages"][-1]["content"][0]["text"]


def say(words: str) -> str:
    return f"Thought: so\nAction: {words}"


# --- slow thinking ---


def test_slow_thinking_takes_three_prompts_each_with_the_previous_result(model, endpoint):
    route = KEYPOINTS[::-1]
    thoughts = "1. The month has a list.\n2. So has the day.\n\n**Plan:**\n"
    endpoint.replies = [
        number_lines(KEYPOINTS),
        number_lines(route),
        thoughts + number_lines(STEPS),
    ]
    planner = slow(model)
    made = planner(PROFILE, FORM)
    assert (made.keypoints, made.path, made.steps) == (KEYPOINTS, route, STEPS)
    names = ("plan_keypoints", "plan_path", "plan_reasoning")
    assert [system(asked) for asked in endpoint.asked] == [models.fill(name) for name in names]
    for asked in endpoint.asked:
        kinds = [part["type"] for part in asked["messages"][1]["content"]]
        assert kinds == ["text", "image_url"], "each prompt must show the numbered screenshot"
        assert models.fenced(PROFILE.question, "task") in user(asked)
        assert '[0]: <select> "Month"' in user(asked) and "- A message appeared." in user(asked)
    given_keypoints = models.fenced(number_lines(KEYPOINTS), "keypoints")
    given_path = models.fenced(number_lines(route), "path")
    assert [given_keypoints in user(asked) for asked in endpoint.asked] == [False, True, False]
    assert [given_path in user(asked) for asked in endpoint.asked] == [False, False, True]
    assert planner.__name__ == "slow(keypoints, path)"
    assert made.made_by == "slow(keypoints, path) by m" and made.cost is None and made.seconds > 0
    assert made.usage == {"prompt_tokens": 300, "completion_tokens": 30}
    assert made.replies[2].startswith("1. The month") and made.complaints == ()
    assert made.text.splitlines()[2] == '3. Click the button "Save"'


@pytest.mark.parametrize(
    ("kept", "asked", "name"),
    [
        ({"keypoints": False, "path": False}, ["reasoning"], "slow(plan alone)"),
        ({"path": False}, ["keypoints", "reasoning"], "slow(keypoints)"),
        ({"keypoints": False}, ["path", "reasoning"], "slow(path)"),
        ({}, ["keypoints", "path", "reasoning"], "slow(keypoints, path)"),
    ],
)
def test_an_ablation_omits_only_its_prompt(model, endpoint, kept, asked, name):
    endpoint.replies = ["1. found here"]
    planner = slow(model, **kept)
    made = planner(PROFILE, FORM)
    prompts = [models.fill(f"plan_{part}") for part in asked]
    assert [system(each) for each in endpoint.asked] == prompts and planner.__name__ == name
    assert bool(made.keypoints) == ("keypoints" in asked) and bool(made.path) == ("path" in asked)
    assert ("found here" in user(endpoint.asked[-1])) == (len(asked) > 1)


def test_examples_and_lessons_are_in_the_prompt_for_the_plan_alone(model, endpoint):
    endpoint.replies = ["1. found here"]
    example = ("Add my address.", ("Click the link “Address”", "Type it"))
    planner = slow(model, examples=[example], lessons=["Next time, I will look twice.", "And ask."])
    planner(PROFILE, FORM)
    assert planner.__name__ == "slow(keypoints, path, 1 example, 2 lessons)"
    shown = [
        "Task: Add my address.\nPlan:\n1. Click the link “Address”\n2. Type it" in user(asked)
        and models.fenced("1. Next time, I will look twice.\n2. And ask.", "lessons") in user(asked)
        for asked in endpoint.asked
    ]
    assert shown == [False, False, True]


def test_a_planner_sends_and_names_prompts_of_ones_own(model, endpoint):
    endpoint.replies = ["1. found here"]
    own = {"plan_path": "Which way?", "plan_state": "Go: {{ task.question }}", "judge": "Unused."}
    planner = slow(model, keypoints=False, prompts=own)
    planner(PROFILE, FORM)
    assert [system(each) for each in endpoint.asked] == [
        "Which way?",
        models.fill("plan_reasoning"),
    ]
    assert user(endpoint.asked[0]) == f"Go: {PROFILE.question}"
    assert re.fullmatch(
        r"slow\(path\), own plan_path \w{6}, own plan_state \w{6}", planner.__name__
    )


def test_a_plan_survives_json_and_its_html_is_escaped():
    made = Plan(
        ("Bio: <script>",), ("<i>",), ("Click “A & B”",), "slow() by m", {"prompt_tokens": 1}, None,
        1.5, ("reply",), ("The reply <b> holds no list.",), "Is <u> ok?",
    )  # fmt: skip
    assert Plan.from_json(json.loads(json.dumps(made.to_json()))) == made
    shown = made._repr_html_()
    assert all(f"<b>{title}</b>" in shown for title in ("Key points", "Path", "Plan"))
    assert "Bio: &lt;script&gt;" in shown and "A &amp; B" in shown and "Is &lt;u&gt; ok?" in shown
    assert "<script" not in shown and "<u>" not in shown and "The reply &lt;b&gt;" in shown


# --- reading lists ---


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1. Click\n2. Type", ("Click", "Type")),
        ("Sure!\n\n1) Click\n\n2) Type\n\nNote: prices change.", ("Click", "Type")),
        ("- Click\n* Type\n• Answer", ("Click", "Type", "Answer")),
        ("**1.** Click **Save**\n**2. Type**", ("Click Save", "Type")),
        ("Step 1: Click\n**Step 2**: Type\n### Step 3 - Answer", ("Click", "Type", "Answer")),
        ("1. Click\n1. Type\n1. Answer", ("Click", "Type", "Answer")),
        ("1. one\n2. two\n\n1. Click\n2. Type", ("Click", "Type")),
        ("- month\n- day\n\nPlan:\n- Click\n- Type", ("Click", "Type")),
        ("1. a\n2. b\n**Final plan:**\n- Click", ("Click",)),
        ("1. Fill in:\n   - Click\n   then type\n2. Save", ("Fill in: Click then type", "Save")),
        ("  1. Click\n  2. Type", ("Click", "Type")),
        ("1. From: 12 April\n12 April is a Sunday", ("From: 12 April",)),
        ("Plan:\n", ()),
        ("I would click and then type.", ()),
        ("4.5 stars\n12 April 2026", ()),
        ("一、点击\n二、输入", ()),
        ("", ()),
    ],
)
def test_lists_are_read_as_people_write_them(text, items):
    assert list_items(text) == items


@pytest.mark.slow
@given(some.lists(some.from_regex(r"[A-Z][a-z “”:,]{0,20}[a-z]", fullmatch=True), max_size=12))
def test_a_written_list_is_read_back_unchanged(items):
    assert list_items(number_lines(items)) == tuple(" ".join(item.split()) for item in items)


def test_a_reply_without_a_list_gives_an_empty_plan_with_a_complaint(model, endpoint):
    endpoint.replies = [number_lines(KEYPOINTS), "", "I am  sorry, " + "but no. " * 20]
    with pytest.warns(UserWarning, match="empty reply"):
        made = slow(model)(PROFILE, FORM)
    assert made.keypoints == KEYPOINTS and (made.path, made.steps, made.text) == ((), (), "")
    assert made.complaints[0] == "The reply for the path is empty."
    assert made.complaints[1].startswith("The reply for the plan holds no list: “I am sorry, but")
    assert made.complaints[1].endswith("…”.") and len(made.complaints[1]) < 140
    shown = models.fenced(number_lines(KEYPOINTS), "keypoints")
    assert shown in user(endpoint.asked[2]), "without a path, the prompt must hold the key points"


# --- fast thinking ---


def test_fast_thinking_takes_one_prompt(model, endpoint):
    endpoint.replies = [number_lines(STEPS)]
    planner = fast(model)
    made = planner(PROFILE, FORM)
    assert [system(asked) for asked in endpoint.asked] == [models.fill("plan_fast")]
    assert (made.keypoints, made.path, made.steps) == ((), (), STEPS)
    assert planner.__name__ == "fast" and made.made_by == "fast by m"
    asked = prompt("plan_fast", PROFILE, FORM)  # the prompt that a small model is trained on
    assert user(endpoint.asked[0]) == asked[1]["content"][0]["text"]


EXAMPLES = [
    ("What does a flight from Oslo to Rome cost?", ["Type “Rome”"]),
    ("Add my address and my birthday to my profile.", ["Click “Profile”"]),
]


def test_familiarity_is_the_similarity_of_the_nearest_question():
    known = familiarity([question for question, _ in EXAMPLES])
    same = known(replace(PROFILE, question=EXAMPLES[0][0]))
    other = known(replace(PROFILE, question="Whose goal was it?"))
    assert same == pytest.approx(1) and other == 0 and 0 < known(PROFILE) < 1
    with pytest.raises(ValueError, match="at least one"):
        familiarity([])


# --- advice in the loop ---


class Scripted:
    """A planner that returns the given plans one after the other and counts its calls."""

    def __init__(self, name: str, *plans: str) -> None:
        self.__name__, self.plans, self.asked = name, list(plans), 0

    def __call__(self, task: Task, observation: Observation) -> Plan:
        self.asked += 1
        words = self.plans.pop(0) if len(self.plans) > 1 else self.plans[0]
        complaints = () if words else ("The reply for the plan is empty.",)
        spent = {"usage": {"prompt_tokens": 7}, "cost": 0.25, "seconds": 2.0}
        steps = tuple(filter(None, [words]))
        return Plan(steps=steps, made_by=self.__name__, complaints=complaints, **spent)


def test_a_plan_is_made_once_per_episode_and_is_in_every_prompt(env, model, endpoint, task):
    def memory(task: Task, done: list, seen: Observation) -> list[str]:
        return [f"Lesson {len(done) + 1}."]

    planner = Scripted("slow", "Look below")
    advise = follow(planner, memory)
    for episode in range(2):  # nothing may be left over from the first episode
        endpoint.asked.clear()
        endpoint.replies = [say("Scroll down"), say("Scroll down"), say("ANSWER; x")]
        played = agent.run(task, env, model, advise=advise)
        sent = [user(asked) for asked in endpoint.asked]
        assert planner.asked == episode + 1
        assert all(models.fenced("1. Look below", "plan") in text for text in sent)
        assert [f"Lesson {number}." in sent[number - 1] for number in (1, 2, 3)] == [True] * 3
        assert "Lesson 1." not in sent[1]
        advice = [step.advice for step in played.steps]
        assert [each.cost for each in advice] == [0.25, 0.0, 0.0]
        assert [bool(each.usage) for each in advice] == [True, False, False]
        assert advice[0].seconds >= 2 > advice[1].seconds
        assert {each.made_by for each in advice} == {"slow"}
        assert played.steps[0].usage["prompt_tokens"] == 107
        assert played.settings.advice == "slow with memory"
    assert follow(planner).__name__ == "slow"


def test_a_plan_without_steps_gives_no_advice_and_the_record_says_why(env, model, endpoint, task):
    endpoint.replies = [say("Scroll down"), say("ANSWER; x")]
    planner = Scripted("fast", "")
    played = agent.run(task, env, model, advise=follow(planner))
    assert planner.asked == 1 and not any("<plan-" in user(asked) for asked in endpoint.asked)
    assert [step.advice.plan for step in played.steps] == ["", ""]
    why = "fast: no plan. The reply for the plan is empty."
    assert [step.advice.made_by for step in played.steps] == [why, why]
    assert played.steps[0].usage["prompt_tokens"] == 107, "the failed plan's tokens must be counted"


def test_a_familiar_task_begins_with_fast_thinking_and_any_other_with_slow(task):
    quick, thorough = Scripted("fast", "at a glance"), Scripted("slow", "with care")
    known = familiarity([EXAMPLES[0][0]])
    advise = adaptive(quick, thorough, known)
    familiar = replace(task, question=EXAMPLES[0][0])
    assert advise(familiar, [], FORM).made_by == "fast" and thorough.asked == 0
    assert advise(task, [], FORM).made_by == "slow" and quick.asked == 1
    assert advise.__name__ == "adaptive(fast, slow, 0.5)"
    assert adaptive(quick, thorough, known, 0)(task, [], FORM).made_by == "fast"
    with pytest.raises(ValueError, match=r"from 0 to 1, not 1\.5"):
        adaptive(quick, thorough, known, 1.5)


def test_slow_thinking_is_repeated_once_per_stretch_of_steps_without_effect(
    env, model, endpoint, task
):
    def nothing(asked: dict) -> tuple:
        lines = user(asked).splitlines()
        number = next(line for line in lines if '"Does nothing"' in line).split("]")[0].lstrip("[")
        return (200, completion(say(f"Click [{number}]")), {})

    stuck_twice_twice = [nothing, nothing, say("Scroll down"), say("Click [99]"), say("ANSWER; x")]
    endpoint.replies = stuck_twice_twice
    quick, thorough = (
        Scripted("fast", "at a glance"),
        Scripted("slow", "with care", "from the start", "again"),
    )
    advise = adaptive(quick, thorough, lambda task: 1.0)
    played = agent.run(task, env, model, advise=advise)
    plans = [step.advice.plan for step in played.steps]
    assert plans == [
        "1. at a glance",
        "1. with care",
        "1. with care",
        "1. with care",
        "1. from the start",
    ]
    assert (quick.asked, thorough.asked) == (1, 2)
    assert [step.advice.cost for step in played.steps] == [0.25, 0.25, 0.0, 0.0, 0.25]
    assert [step.advice.made_by for step in played.steps] == ["fast", *["slow"] * 4]


# --- the offline model ---


def ask(name: str, question: str, *elements: str, **found: tuple[str, ...]) -> tuple[str, ...]:
    """The items of the offline rules' reply to a prompt about a page with these elements."""
    seen = Observation("http://site.test/", "A site", (), "\n".join(elements))
    task = Task(id="0", site="site", url=seen.url, question=question)
    asked = prompt(name, task, seen, Plan(**found))
    shown = Picture(1024, 768, {"lines": [], "marks": [], "viewport": [1024, 768]})
    text = asked[1]["content"][0]["text"]
    messages = (Message("system", asked[0]["content"]), Message("user", text, (shown,)))
    assert reply(messages, Sample()) == reply(messages, Sample(index=3, temperature=0))
    return list_items(reply(messages, Sample()))


FERRY = (
    "What does the cheapest one way ferry from Port Ellen (PEL) to Oban (OBA) on Monday, 4 May 2026"
    " cost for two adults, at most $50? Do not book anything. Answer with the line and the price"
)
FORM_ELEMENTS = (
    '[0]: <a> "Home";',
    '[1]: <select> "Journey", value "Return", options "Return | One way";',
    '[2]: <input type="text" role="combobox"> "From", value "Port Ellen PEL", collapsed;',
    '[3]: <input type="text" role="combobox"> "To", collapsed;',
    '[4]: <button> "Departure", collapsed;',
    '[5]: <button> "Find ferries";',
)


def test_key_points_are_what_the_question_requires():
    assert ask("plan_keypoints", FERRY, *FORM_ELEMENTS) == (
        "From: Port Ellen (PEL)",
        "To: Oban (OBA)",
        "Departure: Monday, 4 May 2026",
        "Journey: One way",
        "Adults: 2",
        "Detail: ferry",
        "Price: at most $50",
        "Order: cheapest",
        "Do not: book anything",
        "Answer: the line and the price",
    )


def test_the_path_follows_the_page_and_ends_with_the_answer():
    points = ask("plan_keypoints", FERRY, *FORM_ELEMENTS)
    route = ask("plan_path", FERRY, *FORM_ELEMENTS, keypoints=points)
    names = [point.partition(":")[0] for point in route]
    assert names[:4] == ["Journey", "From", "To", "Departure"] and names[-1] == "Answer"
    assert Counter(route) == Counter(points), "every key point must be on the path once"


def test_the_plan_fills_in_the_form_before_the_list_and_skips_set_fields():
    route = ask(
        "plan_path", FERRY, *FORM_ELEMENTS, keypoints=ask("plan_keypoints", FERRY, *FORM_ELEMENTS)
    )
    assert ask("plan_reasoning", FERRY, *FORM_ELEMENTS, path=route) == (
        "Select “One way” in “Journey”",
        "Type “Oban” into “To”",
        "Click the option “Oban (OBA)”",
        "Click the button “Departure”",
        "Click “Monday, 4 May 2026” in the calendar",
        "Click the button “Find ferries”",
        "Set the adults to “2” where a page asks for it",
        "Choose “ferry” where a page offers it",
        "Keep what has this, by a filter where there is one: Price: at most $50",
        "Sort so that the “cheapest” comes first, or compare the entries",
        "Leave this undone: book anything",
        "Answer with: the line and the price",
    )


def test_without_a_path_the_plan_has_only_steps_for_fields_of_the_page():
    alone = ask("plan_reasoning", FERRY, *FORM_ELEMENTS)
    assert alone == ask("plan_fast", FERRY, *FORM_ELEMENTS)
    assert "Type “Oban” into “To”" in alone and alone[-1].startswith("Answer with")
    assert not any("$50" in step or "cheapest" in step for step in alone)
    points = ask("plan_path", FERRY, *FORM_ELEMENTS)
    assert [point.partition(":")[0] for point in points] == [
        "Journey", "From", "To", "Departure", "Answer"
    ]  # fmt: skip


def test_the_plan_of_a_command_ends_when_the_page_shows_that_it_is_done():
    search = '[0]: <input type="search"> "Search";'
    steps = ask("plan_fast", 'Save "Plum Cake" to my recipe box.', search)
    assert steps[0] == "Type “Plum Cake” into “Search”"
    assert steps[-1] == "Answer once the page shows that it is done"


def test_each_prompt_asks_for_one_skill():
    ours = {
        "plan_keypoints": keypoints,
        "plan_path": path,
        "plan_reasoning": plan,
        "plan_fast": plan,
    }
    for file in PROMPTS:
        words = file.read_text("utf-8")
        asked = [skill for skill in SKILLS if skill.is_asked(words)]
        if file.stem in ours:
            assert asked == [ours[file.stem]], file.stem
        else:
            assert not {keypoints, path, plan} & {*asked}, file.stem


@pytest.fixture(scope="module")
def rules():
    with Offline() as served:
        yield Model("offline-rules", served.base_url, "none", page_text=True)


@pytest.mark.parametrize("view", [views.marked_screenshot, views.accessibility_tree])
def test_the_offline_model_plans_for_an_unknown_page(web, browser, rules, view):
    task = Task(
        id="flight", site="flights", url="http://flights.mini/",
        question="What does the cheapest one-way flight from Amsterdam (AMS) to Vienna (VIE) on Sunday,"
        " 12 April 2026 cost for one adult in economy?",
    )  # fmt: skip
    browser.reset()
    browser.open(task.url)
    seen = view(browser)
    made = slow(rules)(task, seen)
    assert all(word in made.text for word in ("“One way”", "“Vienna”", "“Sunday, 12 April 2026”"))
    assert "“Where to?”" in made.text and made.steps[-1] == "Answer with: price"
    order = [point.partition(":")[0] for point in made.path]
    assert order[:5] == ["Trip", "Cabin", "From", "To", "Departure"]
    assert made.complaints == ()
    assert made == replace(slow(rules)(task, seen), seconds=made.seconds), "runs must repeat"
    assert made.steps != fast(rules)(task, seen).steps


def test_the_offline_model_advises_an_agent(web, env, rules):
    task = Task(
        id="hummus",
        site="recipes",
        url="http://recipes.mini/",
        question='How long does "Silky Hummus" take?',
    )
    played = agent.run(task, env, rules, advise=follow(slow(rules)), max_steps=2)
    plans = {step.advice.plan for step in played.steps}
    assert len(plans) == 1 and "Type “Silky Hummus” into “Search recipes”" in plans.pop()
    assert played.steps[0].seconds["advise"] > 0 and "advise" not in played.steps[1].seconds
    assert played.settings.advice == "slow(keypoints, path)"
