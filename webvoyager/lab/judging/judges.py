"""Whether an episode solved its task, as a model judges it: the paper's judge, and a stricter one.

A judge is any function from an episode to a Verdict, such as `checking.grade` or one that you
write. `judge_run` has several judges assess a run and stores their verdicts in its verdicts.jsonl.
"""

import re
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pandas

from ... import drawing, models, runs
from ...models import Model, Reply
from ...records import Episode, EpisodeError, Observation, Verdict, sum_costs
from ..replies import has_label, last_choice
from ..workers import side_by_side
from .tables import table

Judge = Callable[[Episode], Verdict]
SUCCESS = ("success", "successful", "a success", "pass", "passed")
NO_SUCCESS = ("not success", "not successful", "not a success", "no success", "unsuccessful")
FAILURE = ("failure", "failed", "a failure", "fail", "not pass", "not passed")
WORDS = dict.fromkeys(SUCCESS, True) | dict.fromkeys(NO_SUCCESS + FAILURE, False)
WHOSE = "(?:(?:my|our|final|overall) )*"
FINDING = "(?:result|outcome|evaluation|judge?ment|assessment|conclusion|decision|status)"
CLAUSE = r"(?:(?!\b(?:if|unless|whether)\b)[^.?!\n]){1,400}?"  # without a condition
SO = (
    rf"(?:{FINDING}\W+)?(?:(?:(?:{CLAUSE}[,;] (?:and )?)?(?:so|thus|hence|therefore|consequently)"
    r"|overall|finally|as a result|in (?:conclusion|summary)"
    rf"|(?:based on|given|since|because|considering|due to)\b{CLAUSE}(?=,)),? )?"
)
IS = (
    r"(?:is|was|(?:must|should|can|has to) be(?= [a-z]+ed ))(?: (?:therefore|thus|hence|clearly"
    r"|considered|evaluated|judged|rated|marked|deemed|classified|graded|to be|as|a))*"
)
LABEL = (  # of the line or the sentence that gives the verdict
    rf"{WHOSE}verdict(?: is\b)?|{SO}the {WHOSE}(?:verdict(?: is\b|(?=\W*(?:[:：]|$)))"
    rf"|(?:task|episode|{FINDING}) {IS}(?=\W*(?:{'|'.join(WORDS)})\b))"
)
LAST_LABEL = f"(?:(?:the )?{WHOSE}(?:{FINDING}|answer)|therefore)?"  # where no line has that one
POINT = re.compile(r"^[^\w\n]*\d+[.):][^\w\n]+(\S.*)$", re.M)
POINT_LABEL = "(?:key )?point {}"  # of the line that gives the verdict on a point
MET = {"met": True, "not met": False, "unmet": False}
SCORE_LABEL = "(?:(?:the|my|final|relevance) )*(?:score|rating)(?: is)?"
SCORES = {f"{n}{of}": n for n in range(1, 6) for of in ("", "/5", " / 5", " of 5", " out of 5")}
PAPER = ("judge", "judge_episode")
KEY_POINTS = ("key_points", "key_points_screenshot", "key_points_verdict", "judge_episode")
RELEVANT = 3  # from this score on, the judge by key points sees a screenshot


def judge(
    episode: Episode, model: Model, k: int | None = None, prompts: models.Prompts = ()
) -> Verdict:
    """The paper's judge: a model sees the task, the answer and the last `k` screenshots.

    With `k` None it sees all of them. The model is asked at temperature 0. An episode without an
    answer has failed, and no model is asked. `success` is None (unscored) for a fault, when one of
    those screenshots is missing or damaged, and when no verdict can be read. Raises EpisodeError
    when the model cannot be asked. See the paper's section 5.2; its Table 2 has k = 1, 2, 3, all.

    prompts/judge.md puts the paper's prompt in our words. `prompts` are yours in its place
    (`models.read_prompts`): the paper's own is SYSTEM_PROMPT in evaluation/auto_eval.py of
    MinorJerry/WebVoyager on GitHub; save it as a file and give {"judge": Path(file)}.
    """
    own = models.read_prompts(prompts)
    name, shown = name_judge(model, k, own), last(episode, k)
    if verdict := without_asking(episode, shown, name):
        return verdict
    asking = _Asking(episode, model, name, own)
    reply = asking.ask("judge", asking.describe(shown), shown)
    return asking.conclude(read_verdict(reply), reply.strip(), PAPER, len(shown))


def judge_by_key_points(
    episode: Episode, model: Model, k: int | None = None, prompts: models.Prompts = ()
) -> Verdict:
    """A stricter judge, like WebJudge: an episode succeeds if it meets all key points of its task.

    The model lists the task's key points, rates each of the last `k` screenshots (None: all), and
    says for each point whether it was met, given the actions, the answer, the screenshots rated
    RELEVANT or better or not readably, and the last one. Unscored in the same cases as `judge`, and
    when no key points can be read. `prompts` are yours in place of KEY_POINTS
    (`models.read_prompts`). From "An Illusion of Progress?" (2025).
    """
    own = models.read_prompts(prompts)
    name, seen = _name_key_points(model, own), last(episode, k)
    if verdict := without_asking(episode, seen, name):
        return verdict
    asking = _Asking(episode, model, name, own)

    # first the key points
    reply = asking.ask("key_points", models.fenced(episode.task.question, "task"))
    points = [point.strip() for point in POINT.findall(reply)]
    if not points:
        reason = f"No key points could be read in this reply:\n{reply.strip()}"
        return asking.conclude(None, reason, KEY_POINTS[:1], 0)

    # then how relevant each screenshot is
    shown = []
    for observation in seen:
        request = asking.describe([observation], points)
        score = read_score(asking.ask("key_points_screenshot", request, [observation]))
        if score is None or score >= RELEVANT or observation is seen[-1]:
            shown.append(observation)

    # then a verdict on each point
    reply = asking.ask("key_points_verdict", asking.describe(shown, points), shown)
    listed = "\n".join(f"{number}. {point}" for number, point in enumerate(points, 1))
    success = read_points(reply, len(points))
    return asking.conclude(success, f"{listed}\n\n{reply.strip()}", KEY_POINTS, len(shown))


@dataclass
class _Asking:
    """A judge who asks a model about an episode, and what was replied so far."""

    episode: Episode
    model: Model
    judge: str  # its name
    own: models.Own
    replies: list[Reply] = field(default_factory=list)

    def describe(self, shown: Sequence[Observation], points: Sequence[str] = ()) -> str:
        """The request: the task, the actions, the answer, the key points, and web searches."""
        episode, own = self.episode, self.own
        about = {"points": points, "actions": actions_in_words(episode), "shown": len(shown)}
        text = models.fill("judge_episode", own, episode=episode, **about)
        searches = [step.observation for step in episode.steps if not step.observation.browsed]
        return text + "".join(models.fill("judge_search", own, search=each) for each in searches)

    def ask(self, prompt: str, request: str, shown: Sequence[Observation] = ()) -> str:
        """The reply to a request with these screenshots, by a prompt's instructions."""
        style, images = self.episode.settings.style, models.task_images(self.episode.task)
        pictures = [models.screenshot(observation, style) for observation in shown]
        content: list[dict] = [{"type": "text", "text": request}, *images, *pictures]
        messages: list[dict] = [
            {"role": "system", "content": models.fill(prompt, self.own)},
            {"role": "user", "content": content},
        ]
        self.replies.append(self.model.ask(messages, temperature=0))
        return self.replies[-1].text

    def conclude(
        self, success: bool | None, reason: str, prompts: Sequence[str], screenshots: int
    ) -> Verdict:
        """The verdict, with the prompts, tokens, dollars and seconds that it took."""
        if "judge_episode" in prompts and not self.episode.browsed:
            prompts = (*prompts, "judge_search")
        return Verdict(
            self.episode.task.id,
            success,
            reason,
            self.judge,
            self.episode.attempt,
            model=self.model.name,
            prompts=models.prompt_hashes(*prompts, own=self.own),
            screenshots=screenshots,
            tokens=sum(sum(reply.usage.values()) for reply in self.replies),
            cost=sum_costs(reply.cost for reply in self.replies),
            seconds=round(sum(reply.seconds for reply in self.replies), 3),
        )


def panel(
    model: Model, ks: Sequence[int | None] = (1, 2, 3, None), prompts: models.Prompts = ()
) -> dict[str, Judge]:
    """The judges of the paper's Table 2 by name, one per `k`, and the judge by key points.

    `prompts` are yours in place of theirs (`models.read_prompts`); the names say which.
    """
    own = models.read_prompts(prompts)
    judges: dict[str, Judge] = {
        name_judge(model, k, own): partial(judge, model=model, k=k, prompts=own) for k in ks
    }
    key_points = partial(judge_by_key_points, model=model, prompts=own)
    return judges | {_name_key_points(model, own): key_points}


def name_judge(model: Model, k: int | None, own: models.Own = ()) -> str:
    """The name of the paper's judge: "gpt-5.4, k=3", "gpt-5.4, all, own judge 3fa2b1"."""
    return f"{model.name}, {'all' if k is None else f'k={k}'}{models.own_suffix(own, PAPER)}"


def _name_key_points(model: Model, own: models.Own) -> str:
    return f"{model.name}, key points{models.own_suffix(own, KEY_POINTS)}"


def judge_run(
    folder: str | Path,
    judges: Mapping[str, Judge],
    workers: int = 4,
    attempts: Collection[tuple[str, int]] | None = None,
) -> pandas.DataFrame:
    """Have each of the named judges assess each episode of a run; return the table of verdicts.

    With `attempts`, pairs of a task's id and an attempt, only those. Each verdict is stored at
    once, under the judge's name given here; after an interruption, call again, and only what is
    missing is judged. Faults are not results and are not judged. An episode that cannot be judged
    now is left for the next call, with a warning; an error that would affect all other calls too (a
    wrong key, no credit) stops at once. Raises TypeError when a judge returns something
    other than a Verdict.
    """
    known = {(verdict.judge, verdict.task, verdict.attempt) for verdict in runs.verdicts(folder)}
    episodes = [episode for episode in runs.load(folder) if not episode.stop.startswith("error")]
    waiting = [
        (name, episode)
        for name in judges
        for episode in episodes
        if (name, episode.task.id, episode.attempt) not in known
        and (attempts is None or (episode.task.id, episode.attempt) in attempts)
    ]

    def judge_one(_: None, pair: tuple[str, Episode]) -> Verdict | str:
        """The verdict, or a sentence that says why there is none for now."""
        name, episode = pair
        try:
            verdict = judges[name](episode)
            if not isinstance(verdict, Verdict):
                raise TypeError(f"The judge {name!r} returned {verdict!r:.80}, not a Verdict.")
            return replace(verdict, judge=name)
        except EpisodeError as error:
            if error.for_all:
                raise
            return f"{episode.task.id} by {name} ({error})"

    def keep(result: Verdict | str) -> None:
        """Store a verdict as soon as it arrives."""
        if isinstance(result, Verdict):
            runs.add_verdicts(folder, result)

    def describe_costs(results: Sequence[Verdict | str]) -> str:
        cost = sum_costs(result.cost for result in results if isinstance(result, Verdict))
        return "cost unknown" if cost is None else f"${cost:.2f}"

    name = Path(folder).name
    results = side_by_side(nullcontext, judge_one, waiting, workers, name, describe_costs, keep)
    faults = [result for result in results if isinstance(result, str)]
    if faults:
        warnings.warn(
            f"{len(faults)} could not be judged; call again to retry: {'; '.join(faults[:3])}",
            stacklevel=2,
        )
    return table(folder)


# --- what a judge is shown ---


def last(episode: Episode, k: int | None) -> list[Observation]:
    """The last `k` observations (None: all), without web searches.

    A web search shows no page: it is judged by its answer and by what was searched. Raises
    ValueError when `k` is less than 1.
    """
    if k is not None and k < 1:
        raise ValueError(f"A judge needs at least one screenshot, or k=None for all, not k={k}.")
    shown = [step.observation for step in episode.steps][-(k or len(episode.steps)) :]
    return [observation for observation in shown if observation.browsed]


def without_asking(episode: Episode, shown: Sequence[Observation], judge: str) -> Verdict | None:
    """The verdict on an episode that needs no judge; None if a judge must be asked."""
    success, reason = None, ""
    lost = sum(not seen.kept for seen in shown)
    if episode.stop.startswith("error"):
        reason = f"No result: {episode.stop}"
    elif not episode.answer.strip():
        success, reason = False, "The answer is empty."
        if episode.stop != "answer":
            reason = f"No answer was given within {episode.settings.max_steps} steps."
    elif lost:
        were = "was" if lost == 1 else "were"
        reason = f"{lost} of the {len(shown)} screenshots to judge by {were} not kept."
    elif damaged := sum(not drawing.readable(seen.screenshot) for seen in shown):
        reason = f"{damaged} of the {len(shown)} screenshots to judge by cannot be read."
    if not reason:
        return None
    return Verdict(episode.task.id, success, reason, judge, episode.attempt, cost=0.0)


def actions_in_words(episode: Episode) -> str:
    """What the agent did, one line per step: the action, its target, and what went wrong."""
    lines = []
    for step in episode.steps:
        label = step.action.label if step.action else None
        mark = next((mark for mark in step.observation.marks if mark.label == label), None)
        target = f' (<{mark.tag}> "{mark.text}")' if mark else ""
        error = f" failed: {step.error}" if step.error else ""
        lines.append(f"{step.index}. {step.action or 'no action'}{target}{error}")
    return "\n".join(lines)


# --- what the judge replied ---


def read_verdict(reply: str) -> bool | None:
    """The verdict on the last line that gives one, else on the last line; None if there is none.

    A line, a sentence such as "Therefore, the task is NOT SUCCESS because …", or a field of JSON.
    Also None when the verdict is not plain: doubted, crossed out, quoted, or one of several.
    """
    return last_choice(reply, LABEL if has_label(reply, LABEL) else LAST_LABEL, WORDS)


def read_score(reply: str) -> int | None:
    """How relevant a screenshot is, 1 to 5, on the last line with a score; None if unreadable."""
    return last_choice(reply, SCORE_LABEL, SCORES)


def read_points(reply: str, count: int) -> bool | None:
    """Whether all points are met; None if one has no verdict. The last on a point counts."""
    met = [last_choice(reply, POINT_LABEL.format(n), MET) for n in range(1, count + 1)]
    return None if not count or None in met else all(met)
