"""Learning from failures: a memory that finds those most like the present situation.

This is the paper's experiential learning (WebExperT): wrong steps in the training tasks fill the
pool M, which is frozen at inference. The agent gets the lessons of the k failures whose embeddings
are nearest; in the paper, k = 1 does best (Figure 5). The paper's encoder is DeBERTa-v3-base; here
it is the embedding model of an endpoint.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy

from ...agent import Advise
from ...models import Model
from ...records import Advice, Observation, Step, Task
from .action_words import say_step
from .failure_pool import Pool
from .trials import Failure, describe_situation

BATCH = 256  # texts in one request for embeddings


class Memory:
    """Finds the failures most like a situation: `memory(task, done, observation)` gives lessons.

    It does not see what is added to the pool later. Each failure is embedded once, by
    `model.embed`: its question, the actions before it and its plan. Raises ValueError when the pool
    holds a failure of a test task (see `leaks`) or has fewer than `k` failures, and EpisodeError
    when the endpoint has no embeddings.
    """

    def __init__(
        self, pool: Pool, model: Model, k: int = 1, *, test_tasks: Sequence[Task] = ()
    ) -> None:
        self.failures, self.k, self._model = pool.failures, k, model
        if not 1 <= k <= len(self.failures):
            raise ValueError(
                f"k must be from 1 to the pool's {len(self.failures)} failures, not {k}."
            )
        if found := leaks(self.failures, test_tasks):
            raise ValueError(
                f"The pool holds {len(found)} failures of test tasks, first that of {found[0].task}"
                f" of seed {found[0].seed}, {found[0].question!r}. Make a Pool without those that"
                " leaks(pool.failures, test_tasks) lists."
            )
        self._vectors = self._embed([failure.situation for failure in self.failures])
        self.__name__ = f"experience, k={k}, {len(self.failures)} failures"

    def __call__(
        self, task: Task, done: Sequence[Step], observation: Observation, plan: str = ""
    ) -> tuple[str, ...]:
        """The reflections of the `k` nearest failures that have one, nearest first.

        `plan` is the present plan, by default the one in the last step's advice. Raises ValueError
        when no failure has a reflection.
        """
        if not any(failure.reflection for failure in self.failures):
            raise ValueError(
                f"None of the {len(self.failures)} failures has a reflection: write them with"
                " fill_pool(pool, model)."
            )
        lessons = (each.reflection for each in self._rank(task, done, plan) if each.reflection)
        return tuple(dict.fromkeys(islice(lessons, self.k)))

    def retrieve(self, task: Task, done: Sequence[Step], plan: str = "") -> tuple[Failure, ...]:
        """The `k` failures nearest to a situation, with or without a reflection.

        Of equally near failures, the earlier comes first. Failures of this very question or task
        are left out.
        """
        return tuple(islice(self._rank(task, done, plan), self.k))

    def _rank(self, task: Task, done: Sequence[Step], plan: str) -> Iterator[Failure]:
        """The failures of other tasks, nearest first (by cosine)."""
        last = done[-1].advice if done else None
        plan = plan or (last.plan if last else "")
        actions = [say_step(step) for step in done]
        now = self._embed([describe_situation(task.question, actions, plan)])[0]
        similarities = (self._vectors @ now).round(9)  # so that equal texts are equally near
        own = set(leaks(self.failures, [task]))
        for index in numpy.argsort(-similarities, kind="stable"):
            if self.failures[index] not in own:
                yield self.failures[index]

    def _embed(self, texts: Sequence[str]) -> numpy.ndarray:
        """The embeddings of the texts as rows, each of length 1."""
        batches = (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))
        rows = [row for batch in batches for row in self._model.embed(batch)]
        found = numpy.array(rows, dtype=float)
        length = numpy.linalg.norm(found, axis=-1, keepdims=True)
        return found / numpy.where(length == 0, 1, length)

    def __repr__(self) -> str:
        return f"Memory({self.__name__})"


def leaks(failures: Iterable[Failure], test_tasks: Iterable[Task]) -> list[Failure]:
    """The failures that would give a test task away: those with its question, or of the same task.

    Questions are the same when their words are; tasks are the same when site, id and seed are. To
    exclude these failures, make a Pool of the others.
    """
    known = set()
    for task in test_tasks:
        known.add(tuple(re.findall(r"\w+", task.question.casefold())))
        known.add((task.site, task.id, str(task.extra.get("web_seed"))))
    return [
        failure
        for failure in failures
        if (failure.site, failure.task, str(failure.seed)) in known
        or tuple(re.findall(r"\w+", failure.question.casefold())) in known
    ]


def lessons_only(memory: Memory) -> Advise:
    """Advise an agent with the memory's lessons and no plan: `agent.run(…, advise=…)`.

    The lessons were written earlier; only the seconds spent on finding them are counted.
    """

    def advise(task: Task, done: Sequence[Step], observation: Observation) -> Advice | None:
        """The lessons for this step; None if there are none."""
        start = time.perf_counter()
        lessons = memory(task, done, observation)
        seconds = round(time.perf_counter() - start, 3)
        return Advice(lessons=lessons, made_by="experience", seconds=seconds) if lessons else None

    advise.__name__ = memory.__name__
    return advise
