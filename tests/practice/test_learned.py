"""The learned agent: what it reads from prompts, how it is fitted, and how it plays as a model."""

import json
import math
import zipfile
from dataclasses import replace

import numpy
import pytest

from practice import learned
from practice.learned import (
    choice,
    gold,
    heeding,
    plans,
    reading,
    skill,
    training,
    trust,
    typing,
    valuing,
)
from practice.learned.evaluation import evaluate, summarise
from practice.learned.heeding import Advised
from practice.learned.kinds import Kinds
from practice.learned.passages import find_form
from practice.learned.policy import FORMAT, Policy
from practice.learned.predicting import advise_always, predict
from practice.learned.question import read_question
from practice.learned.state import Done, read_done, say, shape, shape_address
from practice.learned.valuing import Valuer
from practice.miniweb.oracle import play
from practice.offline.endpoint.protocol import Sample
from webvoyager import Environment, Model, agent
from webvoyager.lab import planning, search
from webvoyager.lab.search.trees import Node
from webvoyager.records import Episode, Settings, Task

pytestmark = pytest.mark.slow

WATTS = "How many watts does the {} draw? Answer with the number."


# --- what it reads ---


def test_a_question_is_split_into_its_kind_and_its_values():
    one = read_question(WATTS.format("Brightpot Twin Air Fryer, 8 Quarts"))
    other = read_question(WATTS.format("Halden Hearth Kettle"))
    assert one.kind == other.kind == read_question(WATTS.format("Fennick Turn Grill")).kind
    assert one.phrases == ("brightpot twin air fryer, 8 quarts",)
    assert "watt" in one.kind_words and not one.kind_words & one.values


def test_quoted_words_are_always_values():
    question = read_question('Search Quire for the word "count" and open “All of them”.')
    assert question.phrases == ("quire", "count", "all of them")


@pytest.mark.parametrize(
    "done",
    [
        Done("Click", "link", "Where Otters Cross: Culvert Choice"),
        Done("Type", "searchbox", "Search papers", 'the "best" of 3. Really'),
        Done("Scroll", text="down"),
        Done("GoBack"),
        Done("Wait"),
        Done("Google"),
    ],
    ids=lambda done: done.action,
)
def test_the_done_action_is_read_from_the_thought(done: Done):
    assert read_done(f"Thought: {say(done)} I am 93 % sure.\nAction: …") == done


def test_thoughts_of_other_models_are_not_read():
    assert read_done("Thought: The cart is empty, so I go back.\nAction: GoBack") is None


def test_shapes_replace_the_values_of_a_world():
    values = read_question("Fly to Zurich on Sunday, 12 April 2026.").values
    assert shape("Sunday, 12 April 2026, 43 dollars", values) == "_ # dollar"
    assert shape_address("http://shop.mini/p/halden-hearth?page=2&sort=price") == (
        "shop.mini/p/*?page&sort"
    )


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("$1,204.50", "price"),
        ("66%", "percent"),
        ("14:05", "clock"),
        ("1 h 20 min", "duration"),
        ("Sat, 14 March 2026", "date"),
        ("(7,702)", "number"),
        ("12 reviews", "measure"),
        ("Lowland Wings", "name"),
        ("nothing of the kind", "text"),
    ],
)
def test_the_form_of_a_text_is_found(text: str, form: str):
    assert find_form(text) == form


# --- choosing ---


def test_a_chooser_learns_the_feature_that_decides():
    draw = numpy.random.default_rng(1)
    right, wrong = choice.ids(["right"]), choice.ids(["wrong"])
    examples = []
    for _ in range(60):
        noise = [choice.ids([f"noise {number}"]) for number in draw.integers(0, 9, 4)]
        place = int(draw.integers(4))
        marks = [right if number == place else wrong for number in range(4)]
        candidates = [choice.cross(*pair) for pair in zip(noise, marks, strict=True)]
        both = [
            numpy.concatenate([c, choice.cross(m, m)])
            for c, m in zip(candidates, marks, strict=True)
        ]
        examples.append(choice.Example(both, frozenset([place])))
    chooser = choice.train(examples, bits=12)
    chances = [chooser.probabilities(example.candidates) for example in examples]
    assert all(int(c.argmax()) in e.right for c, e in zip(chances, examples, strict=True))
    assert all(c.sum() == pytest.approx(1) for c in chances)
    again = choice.train(examples, bits=12)
    assert (again.weights == chooser.weights).all()


def test_a_question_of_an_unknown_kind_matches_no_known_kind():
    kinds = Kinds.learn([WATTS.format("Halden Hearth Kettle"), "Who coaches the Brass Herons?"])
    assert len(kinds.known) == 2
    assert kinds.find(read_question(WATTS.format("Fennick Turn Grill")))
    assert kinds.find(read_question("Book a table for two at the Blue Net tonight.")) == ""
    assert kinds.likeness(read_question("Who coaches the Otters?")) == 1


# --- fitting, on a few oracles of the mini web ---

TASKS = ("papers--16", "words--0", "recipes--17")


@pytest.fixture(scope="module")
def trajectories(web, browser) -> list[Episode]:
    """Three oracles of the mini web, as gold trajectories of a world that is not the test world."""
    oracles, found = web.oracles(), []
    for task in web.tasks(*TASKS):
        elsewhere = replace(task, extra={**task.extra, "web_seed": 7})
        steps = play(Environment(browser), elsewhere, oracles[task.id])
        found.append(Episode(elsewhere, steps, "answer", gold.ORACLE, Settings()))
    return found


@pytest.fixture(scope="module")
def planner() -> plans.EmpiricalPlanner:
    """A planner that knows one plan."""
    return plans.fit([(SAVED.format("Apple Pie"), plan_of("Apple Pie"))], bits=12)


@pytest.fixture(scope="module")
def valuer(trajectories) -> Valuer:
    """A value function for which one kind of question has failed and the others have succeeded."""
    return valuing.fit([(e, e.task.id != "papers--16") for e in trajectories])


@pytest.fixture(scope="module")
def policy(trajectories) -> Policy:
    """A policy fitted to these three trajectories."""
    return training.fit(trajectories)


def test_the_explained_weights_are_those_that_decided(policy, trajectories):
    state = next(gold.read_states(trajectories[0])).state
    (first, chosen), (second, _) = policy.weigh_actions(state)[:2]
    table = policy.explain(state)
    assert table.columns[0].startswith(f"{chosen.action} [{chosen.label}]")
    assert table.sum().diff().iloc[-1] == pytest.approx(math.log(second / first), abs=1e-3)
    differences = table.fillna(0).diff(axis="columns").iloc[:, -1].abs()
    assert differences.is_monotonic_decreasing
    assert differences[table.notna().all(axis=1)].max() == 0  # a feature of both has one weight


def test_a_policy_reproduces_its_training_data(policy, trajectories):
    summary = summarise(evaluate(policy, trajectories))
    assert summary["steps"] == 1 and summary["answers"] == 1
    assert policy.about["worlds"] == [7] and policy.about["trajectories"] == len(TASKS)


def test_the_same_trajectories_give_the_same_bytes(policy, trajectories, tmp_path):
    policy.save(tmp_path / "one.zip")
    training.fit(trajectories).save(tmp_path / "other.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()
    stored = Policy.load(tmp_path / "one.zip")
    states = [g.state for episode in trajectories for g in gold.read_states(episode)]
    assert [stored.propose(state)[0].action for state in states] == [
        policy.propose(state)[0].action for state in states
    ]


def test_the_test_world_is_refused(trajectories):
    own = [replace(e, task=replace(e.task, extra={"web_seed": 42})) for e in trajectories]
    with pytest.raises(ValueError, match="World 42 is the test world: leave it out"):
        training.fit(own)


def test_a_policy_with_other_features_says_how_to_train_it_again(policy, tmp_path):
    file = tmp_path / "old.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("about.json", json.dumps({"format": FORMAT - 1, "kinds": []}))
    for broken in (file, tmp_path / "missing.zip"):
        with pytest.raises(
            ValueError, match=r"train it again with `python -m studies\.learned_agent\.train`"
        ):
            Policy.load(broken)


def test_words_of_the_question_can_be_typed(trajectories):
    episode = next(e for e in trajectories if e.task.id == "recipes--17")
    state = next(gold.read_states(episode)).state
    field = next(e for e in state.page.elements if e.name == "Search recipes")
    texts = {words.text for words in typing.list_texts(state, field)}
    assert "Falafel Plates with Tahini" in texts or episode.task.question.split('"')[1] in texts


def test_the_right_answer_can_be_read_from_the_pages(trajectories):
    for episode in trajectories:
        *_, last = gold.read_states(episode)
        assert training.find_parts(episode.task, reading.list_sources(last.state)) is not None


# --- asked as a model ---


def test_the_learned_model_plays_a_task_in_the_agents_loop(
    policy, planner, valuer, trajectories, env
):
    task = next(e.task for e in trajectories if e.task.id == "words--0")
    with learned.serve(policy, planner, valuer) as server:
        model = Model(skill.NAME, server.base_url, "none", 0.0, max_tokens=None, page_text=True)
        episode = agent.run(task, env, model)
        assert model.check().name == skill.NAME
    assert episode.stop == "answer", episode.stop
    assert [step.action.name for step in episode.steps] == [
        step.action.name for step in trajectories[1].steps
    ]
    assert "% sure" in episode.steps[0].thought


def test_samples_are_drawn_by_their_probabilities(policy, trajectories):
    state = next(gold.read_states(trajectories[0])).state
    moves = policy.propose(state)
    assert sum(move.probability for move in moves) == pytest.approx(1)
    drawn = [skill.draw(moves, Sample("d", 1, 1.0, index)) for index in range(400)]
    share = sum(move is moves[0] for move in drawn) / len(drawn)
    assert share == pytest.approx(moves[0].probability, abs=0.1)
    assert skill.draw(moves, Sample("d", 1, 0, 5)) is moves[0]


def test_the_learned_model_plans_when_asked(policy, planner, valuer, env):
    task = Task(
        id="t", site="recipes", url="http://recipes.mini/", question=SAVED.format("Plum Cake")
    )
    with learned.serve(policy, planner, valuer) as server:
        model = Model(skill.NAME, server.base_url, "none", 0.0, page_text=True)
        plan = planning.fast(model)(task, env.reset(task))
    assert list(plan.steps) == plan_of("Plum Cake") and not plan.complaints


def test_the_learned_model_values_states_of_a_search(policy, planner, valuer, trajectories):
    with learned.serve(policy, planner, valuer) as server:
        model = Model(skill.NAME, server.base_url, "none")
        found = {}
        for episode in trajectories:
            first, second = episode.steps[:2]
            node = Node(1, action=str(first.action), steps=(first,), observation=second.observation)
            found[episode.task.id] = search.by_model(model)(episode.task, node)
    assert found["papers--16"].score < 0.2 < 0.8 < found["words--0"].score
    assert len(found["words--0"].scores) == 20 and "succeeded" in found["words--0"].reasons[0]


def test_the_learned_model_says_what_it_cannot_do(policy, planner, valuer):
    with learned.serve(policy, planner, valuer) as server:
        model = Model(skill.NAME, server.base_url, "none")
        said = model.ask([{"role": "user", "content": "Write a poem."}]).text
    assert said.startswith("I am a learned policy, not a language model.")


# --- heeding advice ---


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ('Type "Zurich" into "Where to?"', Advised("Type", "where to?", "", "zurich")),
        ("Type “Zurich” into the combobox “Where to?”", Advised("Type", "where to?", "combobox", "zurich")),
        ('Click the link "Reviews"', Advised("Click", "reviews", "link")),
        ('Select "Economy" in "Cabin"', Advised("Type", "cabin", "", "economy")),
        ("Answer with what the question asks for.", Advised("ANSWER")),
        ("Go back to the results", Advised("GoBack")),
        ("Think about it", Advised()),
    ],
)  # fmt: skip
def test_an_action_is_read_from_words(words: str, action: Advised):
    assert heeding.read_action(words) == action


def test_a_lesson_says_what_was_wrong_and_what_is_right():
    lesson = (
        'In this attempt, I was unsuccessful. I clicked the link "Home" instead of typing "figs"'
        ' into the textbox "Search": the wrong element. Next time, I will compare the names.'
    )
    wrong, right = heeding.read_lesson(lesson)
    assert wrong == Advised("Click", "home", "link")
    assert right == Advised("Type", "search", "textbox", "figs")


def test_the_place_in_a_plan_is_after_the_completed_steps():
    plan = '1. Click the button "Menu"\n2. Click the link "Teams"\n3. Click the link "Foxes"'
    steps = heeding.read_plan(plan)
    menu, teams = Done("Click", "button", "Menu"), Done("Click", "link", "Teams")
    assert heeding.find_place(steps, []) == 0
    assert heeding.find_place(steps, [menu]) == 1
    assert heeding.find_place(steps, [Done("Scroll", text="down"), menu, teams]) == 2
    assert heeding.find_place(steps, [teams]) == 2  # a plan's step that was skipped is passed over


def test_a_policy_learns_how_far_to_trust_a_plan(trajectories):
    known, new = trajectories[:2], trajectories[2:]
    kinds = training.fit(known)
    failures = trust.make_rehearsal(kinds, known, trajectories, most=3)
    heed = trust.learn_to_heed(failures)
    trusting = Policy(kinds.kinds, {**kinds.choosers, "heed": heed})
    plan = "\n".join(planning.golden_plan(new[0]))
    wanted, advised = predict(trusting, new, advise_always(plan))
    _, alone = predict(trusting, new)
    scores = [planning.metrics.means(planning.metrics.score(wanted, p)) for p in (advised, alone)]
    assert scores[0]["step_success"] > scores[1]["step_success"]


# --- plans at a glance ---

SAVED = 'Save "{}" to my recipe box.'
COACH = "Who coaches the {}?"


def plan_of(name: str) -> list[str]:
    return [f'Type "{name}" into "Search"', f'Click the link "{name}"', 'Click "Save"', plans.END]


def test_a_planner_puts_the_values_of_a_new_question_into_the_plan():
    pairs = [(SAVED.format(name), plan_of(name)) for name in ("Lentil Soup", "Apple Pie")]
    pairs += [
        (COACH.format(name), ['Click "Teams"', f'Click the link "{name}"', plans.END])
        for name in ("Brass Herons", "Nova Otters")
    ]
    planner = plans.fit(pairs, bits=14)
    assert list(planner.plan(SAVED.format("Onion Tart"))) == plan_of("Onion Tart")
    assert planner.plan(COACH.format("Loon Lake Foxes"))[1] == 'Click the link "Loon Lake Foxes"'


def test_what_was_learned_shows_itself_in_one_line(policy, valuer):
    planner = plans.fit([(SAVED.format("Apple Pie"), plan_of("Apple Pie"))], bits=12)
    assert repr(planner) == f"EmpiricalPlanner({len(planner.templates)} kinds of step)"
    assert repr(policy) == f"Policy(3 kinds of question, trained on {policy.about['steps']} steps)"
    assert repr(replace(policy, about={})) == "Policy(3 kinds of question)"
    assert repr(valuer) == "Valuer(3 kinds of question)"


def test_a_planner_is_stored_and_read(tmp_path):
    planner = plans.fit([(SAVED.format("Apple Pie"), plan_of("Apple Pie"))], bits=12)
    planner.save(tmp_path / "plans.zip")
    stored = plans.EmpiricalPlanner.load(tmp_path / "plans.zip")
    assert stored.plan(SAVED.format("Plum Cake")) == planner.plan(SAVED.format("Plum Cake"))
    (tmp_path / "plans.zip").write_bytes(b"torn")
    with pytest.raises(ValueError, match="cannot be used as a planner"):
        plans.EmpiricalPlanner.load(tmp_path / "plans.zip")
