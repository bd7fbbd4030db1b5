"""The loop: observe, ask, act, until the answer (the paper's section 3.2). The file to read
first.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import actions, hands, models, outcomes, runs, views
from .browser import Browser
from .models import Model
from .records import ActionError, Episode, EpisodeError, Observation, Outcome, Settings, Step, Task

View = Callable[[Browser], Observation]
PAPER = Settings()


def run(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    folder: str | Path | None = None,
    view: View = views.marked_screenshot,
    **settings: Any,
) -> Episode:
    """One episode from the task's address to its end, recorded in the run `folder` after every
    step.

    `settings` are the fields of Settings (max_steps, keep_images, …); a run has one set of them,
    another is refused. A fault (browser gone, endpoint refuses) ends the episode with "error: …" in
    `.stop`.
    """
    chosen = Settings(view.__name__, **settings)
    walk = steps(task, browser, model, view=view, **settings)
    return runs.record(walk, folder, task=task, model=model.about, settings=chosen)


def steps(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    view: View = views.marked_screenshot,
    **settings: Any,
) -> Iterator[Step]:
    """The steps of an episode, one at a time; it ends after ANSWER, `max_steps` or another limit of
    Settings.

    `settings` are the fields of Settings. What the agent cannot do (ActionError) is told to it and
    costs a step; EpisodeError ends the loop. ValueError where dollars are limited and the model's
    price is not known.
    """
    chosen = Settings(view.__name__, **settings)
    if chosen.max_episode_cost is not None and model.rate is None:
        raise ValueError(
            f"The price of {model} is not known: add it to data/prices.csv, or limit"
            " max_episode_tokens."
        )
    if chosen.fresh:
        browser.reset()
    browser.tabs = "Tab" in chosen.allowed
    outcome = browser.open(task.url)
    done: list[Step] = []
    for index in range(1, chosen.max_steps + 1):
        if chosen.limit(done):
            return
        clock = _Clock()
        observation = observe(browser, outcome, view)
        clock.lap("observe")
        reply = model.ask(messages(task, done, observation, chosen))
        clock.lap("ask")
        about_reply = {
            "usage": reply.usage,
            "cost": reply.cost,
            "reasoning": reply.reasoning,
            "cut": reply.cut,
        }
        step = Step(index, observation, reply.text, seconds=clock.laps, **about_reply)
        try:
            step = understand(step, chosen.allowed)
            outcome = hands.act(browser, step.action, observation)
        except ActionError as error:
            step = replace(step, error=str(error))
            outcome = hands.outcome(browser, observation, step.error)
        except EpisodeError as error:  # what was paid for is kept before the episode ends
            yield replace(step, error=str(error))
            raise
        clock.lap("act")
        yield step
        if step.action and step.action.name == "ANSWER":
            return
        done.append(step)


def observe(
    browser: Browser, outcome: Outcome, view: View = views.marked_screenshot
) -> Observation:
    """What the page shows now, with notes on what the last action led to; looking again gives the
    same.
    """
    seen = view(browser)
    log = browser.log
    # what happened while looking, too
    outcome = replace(outcome, notes=(*outcome.notes, *log[outcome.logged :]))
    return replace(seen, notes=outcomes.notes(outcome, seen), logged=len(log))


def understand(step: Step, allowed: Sequence[str] = actions.PAPER) -> Step:
    """The step with its reply read as thought and action; ActionError where it cannot be read, or
    was cut too soon.
    """
    try:
        thought, action = actions.parse(step.reply, allowed)
    except ActionError as error:
        raise ActionError(" ".join(filter(None, (_cut_or_empty(step), str(error))))) from None
    if step.cut and action.text and step.reply.rstrip().endswith(action.text):
        raise ActionError(_cut_or_empty(step))
    return replace(step, thought=thought, action=action)


def messages(
    task: Task, done: Sequence[Step], observation: Observation, settings: Settings = PAPER
) -> list[dict]:
    """The prompt as a view of the record: all thoughts and actions, the last `keep_images`
    observations in full.
    """
    talk = [
        {
            "role": "system",
            "content": models.fill("agent", actions=actions.prompt(settings.allowed)),
        }
    ]
    seen = [*(step.observation for step in done), observation]
    for index, shown in enumerate(seen):
        parts = _shown(shown, index + 1, index >= len(seen) - settings.keep_images, settings)
        if index == 0:
            parts[0]["text"] = (
                models.fill("task", question=task.question, url=task.url) + parts[0]["text"]
            )
            parts[1:1] = [
                {"type": "image_url", "image_url": {"url": image}} for image in task.images
            ]
        talk.append({"role": "user", "content": parts})
        if index < len(done):
            talk.append({"role": "assistant", "content": done[index].reply or "(no reply)"})
    return talk


def _shown(observation: Observation, index: int, in_full: bool, settings: Settings) -> list[dict]:
    above, below = observation.scroll
    room = (f"{below} screens of the page lie below, {above} above.",) if above or below else ()
    pictured = in_full and observation.pictured
    slots = {
        "index": index,
        "max_steps": settings.max_steps,
        "observation": observation,
        "shown": in_full,
    }
    slots |= {"notes": (*observation.notes, *room), "lost": pictured and not observation.kept}
    text = {"type": "text", "text": models.fill("observation", **slots)}
    return (
        [text, models.screenshot(observation, settings.style)]
        if pictured and observation.kept
        else [text]
    )


def _cut_or_empty(step: Step) -> str:
    """What is told of a reply that reached max_tokens, or says nothing; "" of any other."""
    if step.cut:
        length = step.usage.get("completion_tokens", 0)
        return (
            f"Your reply was cut short after {length} tokens: think less, and come to the action"
            " sooner."
        )
    return "" if step.reply.strip() else "Your reply was empty."


class _Clock:
    """The seconds each part of a step took, by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._at = time.perf_counter()

    def lap(self, name: str) -> None:
        """Put the seconds since the last lap, or the beginning, under this name."""
        now = time.perf_counter()
        self.laps[name], self._at = round(now - self._at, 3), now
