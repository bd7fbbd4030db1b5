"""What a simulated agent did wrong on purpose: kept apart, and joined with a run afterwards.

No prompt contains it. A slip is identified by the task's question and all replies up to it: the
same replies to the same question are the same slip.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock

from webvoyager import runs
from webvoyager.models import read_lines
from webvoyager.records import Episode

FILE = "slips.jsonl"


@dataclass(frozen=True)
class Slip:
    """One slip: where it was, its kind, and the reply that would have been right."""

    task: str
    attempt: int
    step: int
    kind: str
    reply: str
    right: str


class Log:
    """The slips among all replies of an endpoint's models, by key."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str]] = {}
        self._lock = Lock()

    def add(self, question: str, replies: Sequence[str], kind: str, right: str) -> None:
        """Record that the last of the replies is a slip."""
        with self._lock:
            self._known[_make_key(question, replies)] = (kind, right)

    def find(self, question: str, replies: Sequence[str]) -> tuple[str, str] | None:
        """The kind of slip that the last reply is, and the right reply; None if it isn't one."""
        return self._known.get(_make_key(question, replies))

    def find_slips(self, episode: Episode) -> list[Slip]:
        """The slips of an episode."""
        task, replies = episode.task, [step.reply for step in episode.steps]
        found = []
        for number, reply in enumerate(replies, 1):
            if known := self.find(task.question, replies[:number]):
                kind, right = known
                found.append(Slip(task.id, episode.attempt, number, kind, reply, right))
        return found


def keep(folder: str | Path, log: Log) -> list[Slip]:
    """Add the slips of a run's episodes to its slips.jsonl, and return everything in that file."""
    known = read(folder) if (Path(folder) / FILE).exists() else []
    found = [slip for episode in runs.load(folder) for slip in log.find_slips(episode)]
    append(folder, [slip for slip in found if slip not in known])
    return read(folder)


def append(folder: str | Path, slips: Iterable[Slip]) -> None:
    """Append slips to a run's slips.jsonl, one line of JSON each."""
    lines = (json.dumps(asdict(slip), ensure_ascii=False) + "\n" for slip in slips)
    with (Path(folder) / FILE).open("a", encoding="utf-8") as file:
        file.write("".join(lines))


def read(folder: str | Path) -> list[Slip]:
    """The slips in a run's slips.jsonl."""
    lines = read_lines(Path(folder) / FILE)
    return [Slip(**json.loads(line)) for _, line in lines]


def _make_key(question: str, replies: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps([question, *replies]).encode()).hexdigest()
