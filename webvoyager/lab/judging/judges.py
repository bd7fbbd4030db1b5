"""Whether an episode solved its task, as a model judges it: the paper's judge, and a stricter one
by key points.

A judge is a function from an episode to a Verdict, as `checking.grade` and a judge of your own are.
`judge_run` has several of them look at a run; what they say stands side by side in its
verdicts.jsonl.
"""

import re
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas
from tqdm.auto import tqdm

from ... import models, runs
from ...models import Model, Reply
from ...records import Episode, EpisodeError, Observation, Verdict

Judge = Callable[[Episode], Verdict]
VERDICT = re.compile(r"^\W*(?:final |my )?verdict\b\W*(.*?)\W*$", re.M | re.I)
WORDS = {
    **dict.fromkeys(("success", "successful", "a success"), True),
    **dict.fromkeys(
        ("not success", "not successful", "not a success", "no success", "unsuccessful"), False
    ),
    **dict.fromkeys(("failure", "failed", "a failure"), False),
}
POINT = re.compile(r"^\W*\d+[.):]\W+(\S.*)$", re.M)
MET = re.compile(r"^\W*(?:Key )?Point (\d+)\W+(NOT MET|UNMET|MET)\W*$", re.M | re.I)
SCORE = re.compile(r"^\W*Score\W+([1-5])\b(?:\s*/\s*5)?\W*$", re.M | re.I)
KEY_POINTS = ("key_points", "key_points_screenshot", "key_points_verdict", "judge_episode")
RELEVANT = 3  # from this score on a screenshot is shown to the judge by key points


def judge(episode: Episode, model: Model, k: int | None = None) -> Verdict:
    """The paper's judge: the task, the answer and the last `k` screenshots (None: all), asked at
    temperature 0.

    Without an answer an episode has failed, and nobody is asked. `success` is None (unscored) for a
    fault, where a screenshot of those was not kept, and where no verdict can be read. EpisodeError
    where the model cannot be asked. Section 5.2 of the paper; its Table 2 has k = 1, 2, 3 and all.
    """
    name, shown = name_judge(model, k), last(episode, k)
    if verdict := without_asking(episode, shown):
        return replace(verdict, judge=name)
    reply = model.ask(_talk("judge", _told(episode, shown), shown, episode), temperature=0)
    verdict = Verdict(
        episode.task.id, read_verdict(reply.text), reply.text.strip(), name, episode.attempt
    )
    return _signed(verdict, model, ("judge", "judge_episode"), len(shown), [reply])


def judge_by_key_points(episode: Episode, model: Model, k: int | None = None) -> Verdict:
    """A stricter judge, in the manner of WebJudge: key points, the screenshots that matter, a
    verdict for each point.

    The model lists what the task demands, rates each of the last `k` screenshots (None: all), and
    says for each point whether it was met, seeing the actions, the answer, the screenshots rated
    RELEVANT or better, and the last one. Success is all points met. The same cases as in `judge`
    are unscored. From "An Illusion of Progress?" (2025).
    """
    name, seen = f"{model.name}, key points", last(episode, k)
    if verdict := without_asking(episode, seen):
        return replace(verdict, judge=name)
    task = models.fenced(episode.task.question, "task")
    asked = [model.ask(_talk("key_points", task, (), episode), temperature=0)]
    points = [words.strip() for words in POINT.findall(asked[0].text)]
    if not points:
        reason = f"No key points could be read in this reply:\n{asked[0].text.strip()}"
        return _signed(
            Verdict(episode.task.id, None, reason, name, episode.attempt),
            model,
            KEY_POINTS[:1],
            0,
            asked,
        )
    for observation in seen:
        talk = _talk(
            "key_points_screenshot", _told(episode, [observation], points), [observation], episode
        )
        asked.append(model.ask(talk, temperature=0))
    matter = [read_score(reply.text) >= RELEVANT for reply in asked[1:]]
    shown = [
        each for each, matters in zip(seen, matter, strict=True) if matters or each is seen[-1]
    ]
    asked.append(
        model.ask(
            _talk("key_points_verdict", _told(episode, shown, points), shown, episode),
            temperature=0,
        )
    )
    listed = "\n".join(f"{number}. {point}" for number, point in enumerate(points, 1))
    success, reason = (
        read_points(asked[-1].text, len(points)),
        f"{listed}\n\n{asked[-1].text.strip()}",
    )
    verdict = Verdict(episode.task.id, success, reason, name, episode.attempt)
    return _signed(verdict, model, KEY_POINTS, len(shown), asked)


def panel(model: Model, ks: Sequence[int | None] = (1, 2, 3, None)) -> dict[str, Judge]:
    """The judges of the paper's Table 2 by name, one for each number of screenshots, and the one by
    key points.
    """
    judges: dict[str, Judge] = {name_judge(model, k): partial(judge, model=model, k=k) for k in ks}
    return judges | {f"{model.name}, key points": partial(judge_by_key_points, model=model)}


def name_judge(model: Model, k: int | None) -> str:
    """What the paper's judge is called with so many screenshots: "gpt-5.4, k=3", "gpt-5.4, all"."""
    return f"{model.name}, {'all' if k is None else f'k={k}'}"


def judge_run(
    folder: str | Path, judges: Mapping[str, Judge], workers: int = 4
) -> pandas.DataFrame:
    """Have each of the judges, by name, look at each episode of a run; the table of its verdicts.

    Every verdict is kept as it comes, under the name given here; call again after an interruption,
    and what is there is passed over. Faults of the run are no results and not judged. An episode
    that a judge cannot be asked about is left for the next call, with a warning; what no other call
    would escape (a wrong key, no credit) ends all at once.
    """
    there = {(verdict.judge, verdict.task, verdict.attempt) for verdict in runs.verdicts(folder)}
    episodes = [episode for episode in runs.load(folder) if not episode.stop.startswith("error")]
    asked = [(name, episode) for name in judges for episode in episodes]
    waiting = [each for each in asked if (each[0], each[1].task.id, each[1].attempt) not in there]
    stopped, faults, costs = threading.Event(), [], []

    def look(name: str, episode: Episode) -> Verdict | str | None:
        """The verdict; a sentence where this one cannot be judged; nothing where all was
        stopped.
        """
        try:
            return None if stopped.is_set() else replace(judges[name](episode), judge=name)
        except EpisodeError as error:
            if error.for_all:
                stopped.set()
                raise
            return f"{episode.task.id} by {name} ({error})"

    with (
        tqdm(total=len(waiting), desc=Path(folder).name, disable=None) as bar,
        ThreadPoolExecutor(workers) as pool,
    ):
        try:
            for future in as_completed([pool.submit(look, *each) for each in waiting]):
                found = future.result()
                if isinstance(found, Verdict):
                    runs.add_verdicts(folder, found)
                    costs.append(found.cost)
                elif found:
                    faults.append(found)
                bar.update()
                bar.set_postfix_str("cost unknown" if None in costs else f"${sum(costs):.2f}")
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)
    if faults:
        warnings.warn(
            f"{len(faults)} could not be judged; call again for them: {'; '.join(faults[:3])}",
            stacklevel=2,
        )
    return table(folder)


def table(folder: str | Path) -> pandas.DataFrame:
    """The verdicts of a run, one row each: as `tabled`."""
    return tabled(runs.verdicts(folder))


def tabled(verdicts: Iterable[Verdict]) -> pandas.DataFrame:
    """One row per verdict, the newest of each judge on an attempt: task, attempt, judge, success
    and what it took.

    `screenshots` is how many the judge was shown: 0 where it was decided without asking.
    """
    columns = [
        "task",
        "attempt",
        "judge",
        "success",
        "reason",
        "model",
        "screenshots",
        "tokens",
        "cost",
        "seconds",
    ]
    newest = {(verdict.task, verdict.attempt, verdict.judge): verdict for verdict in verdicts}
    rows = [{name: getattr(verdict, name) for name in columns} for verdict in newest.values()]
    return pandas.DataFrame(rows, columns=columns).astype({"success": "boolean"})


# --- what a judge is shown ---


def last(episode: Episode, k: int | None) -> list[Observation]:
    """The last `k` observations, None for all. ValueError for a `k` under 1."""
    if k is not None and k < 1:
        raise ValueError(f"A judge needs a screenshot or more, or None for all: not k={k}.")
    return [step.observation for step in episode.steps][-(k or len(episode.steps)) :]


def without_asking(episode: Episode, shown: Sequence[Observation]) -> Verdict | None:
    """The verdict on an episode that no judge need be asked about, None where one must be."""
    lost = sum(not observation.kept for observation in shown)
    success, reason = None, ""
    if episode.stop.startswith("error"):
        reason = f"No result: {episode.stop}"
    elif not episode.answer.strip():
        limit = episode.settings.max_steps
        success = False
        reason = (
            "The answer is empty."
            if episode.stop == "answer"
            else f"No answer was given within {limit} steps."
        )
    elif lost:
        reason = (
            f"{lost} of the {len(shown)} screenshots to judge by {'was' if lost == 1 else 'were'}"
            " not kept."
        )
    return (
        Verdict(episode.task.id, success, reason, "", episode.attempt, cost=0.0) if reason else None
    )


def actions_in_words(episode: Episode) -> str:
    """What the agent did, a line for each step: the action, what it was done to, and what went
    wrong.
    """
    lines = []
    for step in episode.steps:
        marks = {mark.label: mark for mark in step.observation.marks}
        mark = marks.get(step.action.label) if step.action else None
        target = f' (<{mark.tag}> "{mark.text}")' if mark else ""
        lines.append(
            f"{step.index}."
            f" {step.action or 'no action'}{target}{f' failed: {step.error}' * bool(step.error)}"
        )
    return "\n".join(lines)


def _told(episode: Episode, shown: Sequence[Observation], points: Sequence[str] = ()) -> str:
    slots = {"points": points, "actions": actions_in_words(episode), "shown": len(shown)}
    return models.fill("judge_episode", episode=episode, **slots)


def _talk(prompt: str, request: str, shown: Sequence[Observation], episode: Episode) -> list[dict]:
    pictures = [models.screenshot(observation, episode.settings.style) for observation in shown]
    given = [{"type": "image_url", "image_url": {"url": image}} for image in episode.task.images]
    content = [{"type": "text", "text": request}, *given, *pictures]
    return [
        {"role": "system", "content": models.fill(prompt)},
        {"role": "user", "content": content},
    ]


# --- what it replied ---


def read_verdict(reply: str) -> bool | None:
    """The verdict of the last line that gives one; None where that cannot be read, or where none
    does.
    """
    found = VERDICT.findall(reply) or [
        line.strip(" \t*_.`\"'") for line in reply.strip().splitlines()[-1:]
    ]
    return WORDS.get(" ".join(found[-1].lower().split())) if found else None


def read_score(reply: str) -> int:
    """How relevant a screenshot is, 1 to 5; RELEVANT where that cannot be read, so that nothing is
    lost.
    """
    found = SCORE.findall(reply)
    return int(found[-1]) if found else RELEVANT


def read_points(reply: str, count: int) -> bool | None:
    """Whether all points are met; the last verdict on a point binds. None where one of them has
    none.
    """
    found = {int(number): words.upper() == "MET" for number, words in MET.findall(reply)}
    if not count or any(number not in found for number in range(1, count + 1)):
        return None
    return all(found[number] for number in range(1, count + 1))


def _signed(
    verdict: Verdict,
    model: Model,
    prompts: Sequence[str],
    screenshots: int,
    replies: Sequence[Reply],
) -> Verdict:
    """The verdict with what gave it, and what it took."""
    costs = [reply.cost for reply in replies]
    return replace(
        verdict,
        model=model.name,
        prompts=models.prompt_hashes(*prompts),
        screenshots=screenshots,
        tokens=sum(sum(reply.usage.values()) for reply in replies),
        cost=None if None in costs else sum(costs),
        seconds=round(sum(reply.seconds for reply in replies), 3),
    )
