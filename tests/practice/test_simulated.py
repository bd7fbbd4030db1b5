"""Simulated agents: the way they follow, their slips on purpose, and their opinions."""

from collections import Counter
from dataclasses import replace

import pandas
import pytest

from practice.learned import gold
from practice.offline.endpoint.protocol import ApiError, Message, Sample
from practice.simulated import KINDS, PAPER, Log, Simulated, Skill, Ways, log
from practice.simulated.effects import find_effect
from practice.simulated.opinions import VERDICTS, vote
from practice.simulated.replying import make_reply
from webvoyager import Action, Model, agent, runs, start
from webvoyager.lab import failures, judging, search
from webvoyager.lab.statistics import rates
from webvoyager.models import describe
from webvoyager.records import Episode, Step, Task

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ways() -> Ways:
    return Ways(42)


@pytest.fixture(scope="module")
def trajectories() -> list[Episode]:
    return gold.load_world(42)


@pytest.fixture(scope="module")
def episodes(trajectories):
    """Every tenth gold trajectory, with text in place of pictures."""
    return [
        replace(episode, steps=tuple(map(_without_picture, episode.steps)))
        for episode in trajectories[::10]
    ]


def _without_picture(step: Step) -> Step:
    return replace(step, observation=replace(step.observation, pictured=False))


def make_prompt(task: Task, done, seen) -> tuple[Message, ...]:
    """The prompt of a step as the endpoint reads it."""
    found = []
    for message in agent.messages(task, done, seen):
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts = [part["text"] for part in parts if part["type"] == "text"]
        found.append(Message(message["role"], "\n".join(texts)))
    return tuple(found)


def replay(episode, reply):
    """The prompts along an oracle's way, each with the right reply and the oracle's step."""
    done = []
    for step in episode.steps:
        messages = make_prompt(episode.task, done, step.observation)
        right = reply(messages, Sample("x"))
        yield messages, right, step
        done.append(replace(step, reply=right))


def test_without_slips_the_simulated_agent_follows_the_oracle(ways, episodes):
    right = make_reply(Skill(1.0), ways, Log())
    for episode in episodes:
        for _, reply, step in replay(episode, right):
            found = agent.understand(replace(step, reply=reply, action=None))
            assert found.action == step.action, (episode.task.id, step.index, reply)


@pytest.mark.parametrize("skill", [0.5, 0.8])
def test_slips_occur_at_the_given_rate_and_in_the_given_kinds(ways, episodes, skill):
    slips, right = Log(), make_reply(Skill(1.0), ways, Log())
    slipping = make_reply(Skill(skill, steadiness=0.2), ways, slips)
    kinds, count = Counter(), 0
    for episode in episodes:
        before = []
        for messages, best, _ in replay(episode, right):
            for number in range(16):
                reply = slipping(messages, Sample("x", 42, 1.0, number))
                known = slips.find(episode.task.question, [*before, reply])
                assert (known is None) == (reply == best)
                kinds[known[0] if known else "right"] += 1
                count += 1
            before.append(best)
    assert kinds["right"] / count == pytest.approx(skill, abs=0.04)
    wrong = count - kinds["right"]
    for kind in KINDS:
        assert kinds[kind] / wrong == pytest.approx(PAPER[kind], abs=0.06), kind


def test_the_same_seed_gives_the_same_replies_and_another_seed_different_ones(ways, episodes):
    asked = [
        messages
        for episode in episodes
        for messages, *_ in replay(episode, make_reply(Skill(1.0), ways, Log()))
    ]
    drawn = {
        seed: [make_reply(Skill(0.5, seed=seed), ways, Log())(each, Sample("x")) for each in asked]
        for seed in (0, 0, 1)
    }
    again = [make_reply(Skill(0.5), ways, Log())(each, Sample("y")) for each in asked]
    assert drawn[0] == again != drawn[1]


def test_temperature_and_top_p_have_their_usual_meaning(ways, episodes):
    skill = Skill(0.6, steadiness=0.0)
    reply, right = (make_reply(each, ways, Log()) for each in (skill, Skill(1.0)))
    [messages, best, _] = next(replay(episodes[0], right))
    shares = {}
    for name, how in {
        "hot": (2.0, 1.0),
        "usual": (1.0, 1.0),
        "cool": (0.3, 1.0),
        "top_p": (1.0, 0.5),
    }.items():
        said = [reply(messages, Sample("x", 42, how[0], n, how[1])) for n in range(200)]
        shares[name] = said.count(best) / len(said)
    assert shares["hot"] < shares["usual"] - 0.1 < shares["cool"] - 0.2
    assert shares["usual"] == pytest.approx(0.6, abs=0.1) and shares["top_p"] == 1.0
    assert reply(messages, Sample("x", temperature=0)) == best


def test_marks_and_steps_raise_the_rate_of_slips(ways):
    skill = Skill(0.8, per_mark=0.02, per_step=0.3)
    assert skill.mean_slips(60, 4) == pytest.approx(0.2)
    assert skill.mean_slips(160, 4) > 0.6 and skill.mean_slips(60, 12) > 0.7
    assert Skill(1.0, per_mark=9).mean_slips(999, 99) == 0.0


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"steps": 1.5}, "`steps` must be a number from 0 to 1, not 1.5"),
        ({"votes": "high"}, "`votes` must be a number from 0 to 1"),
        ({"per_mark": float("nan")}, "`per_mark` must be a finite number"),
        ({"shares": {"navigation": 0.5}}, "add up to 1, not 0.5"),
        ({"shares": {"blindness": 1.0}}, "There is no slip 'blindness'"),
        ({"shares": {"navigation": 2, "grounding": -1}}, "numbers from 0 to 1"),
    ],
)
def test_invalid_settings_are_refused(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        Skill(**settings)


def test_unknown_questions_and_other_worlds_are_refused(ways, episodes):
    reply = make_reply(Skill(), ways, Log())
    task, seen = episodes[0].task, episodes[0].steps[0].observation
    with pytest.raises(ApiError, match="knows only the practice tasks of world 42"):
        reply(make_prompt(replace(task, question="Who am I?"), [], seen), Sample("x"))
    with pytest.raises(ApiError, match="The first page is not that of world 42"):
        reply(make_prompt(task, [], replace(seen, marks=(), text="")), Sample("x"))
    with pytest.raises(FileNotFoundError, match=r"record_gold 77"):
        Ways(77)
    with pytest.raises(ValueError, match="have the same name"):
        Simulated([Skill(), Skill(votes=0.5)])


@pytest.mark.parametrize("edited", ["", "Thought: Hm.", "Action: Click [999]", "[x](http://x)"])
def test_an_edited_conversation_starts_the_path_again(ways, episodes, edited):
    reply = make_reply(Skill(1.0), ways, Log())
    episode = next(each for each in episodes if len(each.steps) > 3)
    first = episode.steps[0].observation
    right = reply(make_prompt(episode.task, [], first), Sample("x"))
    done = [replace(episode.steps[0], reply=edited, error="Nothing was done.")]
    assert reply(make_prompt(episode.task, done, first), Sample("x")) == right


def test_the_agent_goes_back_from_a_page_off_its_path(ways, episodes):
    reply = make_reply(Skill(1.0), ways, Log())
    own = next(each for each in episodes if len(each.steps) > 3)
    other = next(each for each in episodes if each.task.site != own.task.site)
    done = [
        replace(
            own.steps[0],
            reply=reply(make_prompt(own.task, [], own.steps[0].observation), Sample("x")),
        )
    ]
    said = reply(make_prompt(own.task, done, other.steps[-1].observation), Sample("x"))
    assert said.endswith("Action: GoBack")


def test_slips_are_stored_beside_a_run_and_are_in_no_prompt(env, web, tmp_path):
    task = next(task for task in web.tasks() if task.id == "shop--0")
    skill = Skill(0.3, seed=3)
    with Simulated([skill]) as served:
        model = Model(skill.name, served.base_url, "none", page_text=True)
        episode = agent.run(task, env, model, folder=tmp_path, max_steps=6)
        kept = log.keep(tmp_path, served.log)
    assert kept == log.read(tmp_path) == served.log.find_slips(episode) and kept
    assert log.keep(tmp_path, Log()) == kept  # another agent's empty log removes none
    assert {slip.kind for slip in kept} <= set(KINDS)
    for slip in kept:
        assert episode.steps[slip.step - 1].reply == slip.reply != slip.right
    prompt = str(make_prompt(task, episode.steps[:-1], episode.steps[-1].observation))
    assert not any(word in prompt for word in ("slip", "hallucination", "misalignment", "oracle"))
    assert runs.table(tmp_path).model.iloc[0] == "simulated-0.3"


# --- opinions ---


def measure_votes(skill: Skill, votes: int, states: int = 400) -> float:
    """The share of states for which the majority of this number of votes is right."""
    right = 0
    for state in range(states):
        said = [
            vote(skill, f"state {state}", "SUCCESS", VERDICTS, Sample("x", 42, 1.0, number))
            for number in range(votes)
        ]
        right += said.count("SUCCESS") > votes / 2
    return right / states


@pytest.mark.parametrize("bias", [0.0, 0.2, 1.0])
def test_twenty_votes_beat_one_as_far_as_the_bias_allows(bias):
    skill = Skill(votes=0.7, bias=bias)
    one, many = measure_votes(skill, 1), measure_votes(skill, 21)
    assert one == pytest.approx(0.7, abs=0.06)
    if bias == 1:
        assert many == one
    else:
        assert many > one + (0.2 if bias == 0 else 0.02)


def test_values_verdicts_and_categories_come_from_the_same_endpoint(env, web, tmp_path):
    skill = Skill(1.0, votes=1.0)
    task = next(task for task in web.tasks() if task.id == "shop--0")
    with Simulated([skill]) as served:
        model = Model(skill.name, served.base_url, "none", page_text=True)
        done = agent.run(task, env, model, folder=tmp_path)
        wrong = replace(done.steps[-1], action=Action("ANSWER", text="12 watts"))
        missed = replace(done, steps=(*done.steps[:-1], wrong))
        assert judging.judge(done, model).success is True
        assert judging.judge(missed, model).success is False
        value = search.by_model(model, samples=3)
        start = search.Node(0, observation=done.steps[0].observation)
        assert value(task, start).score == 0.5
        label = failures.categorise(missed, model)
    assert label.category in failures.PAPER_CATEGORIES
    assert served.log.find_slips(done) == []


# --- named everywhere ---


def test_a_simulated_agent_is_described_and_not_compared_with_others(tmp_path):
    model = Model("simulated-0.8", "http://127.0.0.1:9/v1", "none")
    assert model.about["what"] == "simulated agent: follows the answer key, slips on purpose"
    assert describe("simulated-0.8-sure").endswith(model.about["what"])
    assert model.rate == (0, 0)
    assert Model("simulated-0.8", "https://example.com/v1", "none").rate is None
    row = {"task": "shop--0", "attempt": 1, "stop": "answer", "success": True}
    table = pandas.DataFrame([row | {"model": "offline-rules"}, row | {"model": model.name}])
    with pytest.raises(ValueError, match=r"Simulated agents \(simulated-0\.8\) follow the answer"):
        rates.scored(table)
    assert len(rates.scored(table[1:])) == 1


def test_a_simulated_agent_is_started_by_its_name(web):
    with start("simulated-0.75", seed=42) as kit:
        task = kit.web.tasks("words")[0]
        assert agent.run(task, kit.env, kit.model, max_steps=2).model == "simulated-0.75"
    with pytest.raises(ValueError, match="`steps` must be a number from 0 to 1, not 7"):
        start("simulated-7")


# --- effects of slips ---


def test_a_slip_counts_only_if_its_effect_was_seen_and_not_undone(ways, trajectories):
    oracle = next(each for each in trajectories if each.task.id == "shop--9")
    other = next(each for each in trajectories if each.task.id == "recipes--4")
    way, first, second = ways.find(oracle.task.question), *oracle.steps[:2]
    elsewhere = replace(other.steps[1], index=2)

    def find(*steps, success=False, at=1):
        numbered = tuple(replace(step, index=n) for n, step in enumerate(steps, 1))
        slip = log.Slip("shop--9", 1, at, "navigation", "", "")
        return find_effect(slip, Episode(oracle.task, numbered, "answer"), way, success)

    answer = replace(oracle.steps[-1], observation=first.observation)
    assert find(first, second) == "harmless"
    assert find(first, elsewhere, first, second) == "recovered"
    assert find(first, elsewhere, success=True) == "recovered"
    assert find(first, elsewhere) == "fault"
    assert find(first, second, elsewhere, first, at=2) == "fault", "going back is not recovery"
    assert find(answer) == "fault" and find(answer, success=True) == "harmless"
