"""The agent loop: observe, ask, act, until the answer (section 3.2). Read this file first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from . import actions, models, runs
from .environment import Environment
from .models import Model
from .records import (
    ActionError,
    Advice,
    Choices,
    Episode,
    EpisodeError,
    Observation,
    Settings,
    Step,
    Task,
    sum_costs,
)

Advise = Callable[[Task, Sequence[Step], Observation], Advice | None]  # asked before every step
DEFAULTS = Settings()


def go_on(
    task: Task,
    done: Sequence[Step],
    env: Environment,
    model: Model,
    settings: Settings = DEFAULTS,
    advise: Advise | None = None,
) -> Iterator[Step]:
    """Yield the steps that follow those already done; the browser must show where these led."""
    done = list(done)
    while len(done) < settings.max_steps and not settings.limit(done):
        advice = advise(task, done, env.observation) if advise else None
        step = think(task, done, env.observation, model, settings, advice)
        try:
            step = take(step, env)
        except EpisodeError as error:  # the reply is paid for: keep it before the episode ends
            yield replace(step, error=str(error), writes=env.writes)
            raise
        yield step
        if step.answered:
            return
        done.append(step)


def think(
    task: Task,
    done: Sequence[Step],
    observation: Observation,
    model: Model,
    settings: Settings = DEFAULTS,
    advice: Advice | None = None,
) -> Step:
    """Ask the model what to do now, and return its reply as a step that is not carried out yet.

    The step's usage, cost and seconds include those of the advice.
    """
    reply = model.ask(messages(task, done, observation, settings, advice))
    step = Step(
        index=len(done) + 1,
        observation=observation,
        reply=reply.text,
        usage=reply.usage,
        cost=reply.cost,
        seconds={"ask": round(reply.seconds, 3)},
        reasoning=reply.reasoning,
        cut=reply.cut,
        instead=reply.insteads[0],
        advice=advice,
    )
    return understand(_book_advice(step), settings.allowed)


def understand(step: Step, allowed: Sequence[str] = actions.PAPER) -> Step:
    """Read a thought and an action from a step's reply.

    If the reply cannot be read or was cut short, there is no action, and `error` says why.
    """
    complaint = complain_of_reply(step)
    try:
        thought, action = actions.parse(step.reply, allowed)
    except ActionError as error:
        return replace(step, error=f"{complaint} {error}".lstrip())
    if step.cut and action.text and step.reply.rstrip().endswith(action.text):
        return replace(step, error=complaint)
    return replace(step, thought=thought, action=action)


def complain_of_reply(step: Step) -> str:
    """Tell the model that its reply reached max_tokens, was empty, or why; "" if none of it."""
    if step.cut:
        length = step.usage.get("completion_tokens", 0)
        return (
            f"Your reply was cut short after {length} tokens: "
            "think less, and come to the action sooner."
        )
    if step.instead:
        return f"Your reply was {step.instead}."
    return "" if step.reply.strip() else "Your reply was empty."


def take(step: Step, env: Environment) -> Step:
    """Carry out a step; `env.observation` then shows the result. ANSWER leaves the page alone.

    If the action cannot be done, the step's `error` and the next observation say why.
    """
    seconds = {"observe": env.seconds["observe"], **step.seconds, "act": 0.0}
    if step.answered:
        return replace(step, seconds=seconds)
    seen = env.step(step.action) if step.action else env.refuse(step.error)
    seconds |= {"act": env.seconds["act"]}
    return replace(step, error=seen.error, seconds=seconds, writes=env.writes)


def messages(
    task: Task,
    done: Sequence[Step],
    observation: Observation,
    settings: Settings = DEFAULTS,
    advice: Advice | None = None,
) -> list[dict]:
    """The prompt: a view of the record.

    It has every thought and action, and the last `keep_images` observations in full. Advice comes
    before the newest observation.
    """
    own = settings.prompts
    system = models.fill("agent", own, actions=actions.prompt(settings.allowed))
    system += models.fill("final_answer", own) if settings.final_answer else ""
    talk: list[dict] = [{"role": "system", "content": system}]
    seen = [*(step.observation for step in done), observation]
    for index, shown in enumerate(seen):
        parts = _show(shown, index + 1, index >= len(seen) - settings.keep_images, settings)
        if advice and index == len(done):
            parts[0]["text"] = models.fill("advice", own, advice=advice) + parts[0]["text"]
        if index == 0:
            question = models.fill("task", own, question=task.question, url=task.url)
            parts[0]["text"] = question + parts[0]["text"]
            parts[1:1] = models.task_images(task)
        talk.append({"role": "user", "content": parts})
        if index < len(done):
            reply = done[index].reply if done[index].reply.strip() else "(no reply)"
            talk.append({"role": "assistant", "content": reply})
    return talk


def _show(observation: Observation, index: int, in_full: bool, settings: Settings) -> list[dict]:
    """An observation as parts of a message: in full, or only its notes."""
    above, below = observation.scroll
    room = (f"{below} screens of the page lie below, {above} above.",) if above or below else ()
    pictured = in_full and observation.pictured
    text = models.fill(
        "observation",
        settings.prompts,
        index=index,
        max_steps=settings.max_steps,
        observation=observation,
        shown=in_full,
        notes=(*observation.notes, *room),
        lost=pictured and not observation.kept,
    )
    picture = [models.screenshot(observation, settings.style)]
    return [{"type": "text", "text": text}, *(picture if pictured and observation.kept else [])]


def steps(
    task: Task,
    env: Environment,
    model: Model,
    *,
    advise: Advise | None = None,
    **settings: Unpack[Choices],
) -> Iterator[Step]:
    """Yield the steps of an episode one by one, until ANSWER, `max_steps` or another limit.

    An action that cannot be done costs a step, and the model learns why; an EpisodeError ends the
    loop. ValueError if the cost is limited but the model's price is unknown.
    """
    chosen = _choose_settings(env, model, advise, settings)
    env.reset(task, chosen.fresh)
    yield from go_on(task, (), env, model, chosen, advise)


def run(
    task: Task,
    env: Environment,
    model: Model,
    *,
    folder: str | Path | None = None,
    advise: Advise | None = None,
    watch: runs.Watch | None = None,
    **settings: Unpack[Choices],
) -> Episode:
    """Play one episode and record each step in the run `folder`.

    `advise` gives the agent a plan or lessons (lab/planning). `watch`, such as `runs.print_step`,
    is called with each step as it comes; Ctrl-C then ends the episode. All episodes of a run share
    their settings, so ValueError if `folder` was made with others. A fault, such as a lost browser
    or a refusing endpoint, ends it with "error: …" in `.stop`.
    """
    chosen = _choose_settings(env, model, advise, settings)
    walk = steps(task, env, model, advise=advise, **settings)
    return runs.record(walk, folder, task=task, model=model.about, settings=chosen, watch=watch)


def _choose_settings(
    env: Environment, model: Model, advise: Advise | None, settings: Choices
) -> Settings:
    chosen = env.settings(**settings, advice=name_adviser(advise))
    if chosen.max_episode_cost is not None:
        models.require_price(model, "limit max_episode_tokens")
    return chosen


def name_adviser(advise: Advise | None) -> str:
    """The adviser's name as a run records it; "" if nobody advises."""
    return getattr(advise, "__name__", type(advise).__name__) if advise else ""


def _book_advice(step: Step) -> Step:
    """Add the advice's usage, cost and seconds to the step's."""
    if step.advice is None or not step.advice.seconds:
        return step
    names = dict.fromkeys([*step.usage, *step.advice.usage])
    usage = {name: step.usage.get(name, 0) + step.advice.usage.get(name, 0) for name in names}
    cost = sum_costs((step.cost, step.advice.cost))
    seconds = {"advise": round(step.advice.seconds, 3), **step.seconds}
    return replace(step, usage=usage, cost=cost, seconds=seconds)
