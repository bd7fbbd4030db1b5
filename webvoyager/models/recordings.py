"""Recordings: a model's calls and answers in one file, to replay without asking again.

A call is known by what was asked: the kind of call, the model's name, the settings and the words of
the messages. The pictures in them count only by their places, so a run that was recorded on another
machine replays here. If the same was asked several times, the answers come in the same order.
"""

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock

from ..records import EpisodeError
from .chat import writable
from .refusals import EMBEDDING

FORMAT = 1
PICTURE = "[picture]"
AROUND = 40  # characters shown on either side of a difference


@dataclass(frozen=True)
class Call:
    """What a model was asked: "chat", "search" or "embedding", its name, settings and messages."""

    kind: str
    model: str
    settings: dict[str, Any]
    messages: tuple[str, ...]  # each with its role, and PICTURE in place of each picture

    @property
    def key(self) -> str:
        """A digest of all of it."""
        return _digest([self.kind, self.model, self.settings, self.messages])


def make_call(
    kind: str, model: str, settings: dict[str, Any], messages: Sequence[dict[str, Any] | str]
) -> Call:
    """A call with messages in OpenAI's format, or with plain texts."""
    known = {name: value for name, value in sorted(settings.items()) if value is not None}
    texts = []
    for message in messages:
        if isinstance(message, str):
            texts.append(writable(message))
            continue
        content = message["content"]
        if not isinstance(content, str):
            content = "\n".join(part.get("text", PICTURE) for part in content)
        texts.append(writable(f"{message['role']}:\n{content}"))
    return Call(kind, model, known, tuple(texts))


@dataclass(frozen=True)
class Line:
    """A line of a recording; `messages` are digests, and `texts` has those that are new."""

    format: int
    endpoint: str  # without port or key
    kind: str
    model: str
    settings: dict[str, Any]
    messages: tuple[str, ...]
    texts: dict[str, str]
    key: str
    number: int  # of earlier calls with this key
    answer: Any


@dataclass
class Tape:
    """The lines of a recording's file, read once; damaged ones are left out and counted."""

    lines: dict[tuple[str, int], Line] = field(default_factory=dict)  # by key and number
    texts: dict[str, str] = field(default_factory=dict)  # messages by their digests
    damaged: int = 0

    @property
    def endpoint(self) -> str:
        """The address of the recorded model."""
        return next((line.endpoint for line in reversed(self.lines.values())), "")

    @property
    def models(self) -> list[str]:
        """The names of the models that were asked, without those for embeddings."""
        lines = self.lines.values()
        return [*dict.fromkeys(line.model for line in lines if line.kind != EMBEDDING)]


class Recording:
    """Keeps a model's calls in the file `record`, and answers them from the file `replay`.

    With `record` alone every call is asked and kept; of two answers to the same call the newer one
    counts, so recording again refreshes a file. With `replay` alone nothing is asked, and a call
    that the file lacks raises EpisodeError. With both, such a call is asked and kept. Threads and
    processes may write one file. Raises ValueError if `replay` isn't a recording.
    """

    def __init__(self, record: str | Path | None = None, replay: str | Path | None = None) -> None:
        self.record = None if record is None else Path(record)
        self.replay = None if replay is None else Path(replay)
        self._tape: Tape | None = None
        texts = self.tape.texts
        self._written = set(texts) if self.record == self.replay else set()
        self._asked: Counter[str] = Counter()  # how often each call was made so far
        self._lock = threading.Lock()

    @property
    def tape(self) -> Tape:
        """What is replayed, read once in each process; empty for a file that is begun now."""
        if self._tape is None:
            begins = self.replay == self.record and self.replay and not self.replay.exists()
            self._tape = Tape() if self.replay is None or begins else read_tape(self.replay)
        return self._tape

    def answer(self, call: Call, endpoint: str, ask: Callable[[], Any]) -> Any:
        """The recorded answer to a call, or that of `ask`, which is then kept.

        `endpoint` is the address to record. Raises EpisodeError for a call that the recording
        lacks, if nothing may be asked.
        """
        if self.record is None and self.replay is None:
            return ask()
        with self._lock:
            number = self._asked[call.key]
            self._asked[call.key] += 1
        if found := self.tape.lines.get((call.key, number)):
            return found.answer
        if self.record is None:
            raise EpisodeError(f"The recording {self.replay} {explain_miss(self.tape, call)}")
        answer = ask()
        with self._lock:
            digests = tuple(map(_digest, call.messages))
            texts = dict(zip(digests, call.messages, strict=True))
            new = {key: text for key, text in texts.items() if key not in self._written}
            about = (FORMAT, endpoint, call.kind, call.model, call.settings)
            _append(self.record, Line(*about, digests, new, call.key, number, answer))
            self._written |= new.keys()
        return answer

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_lock": None, "_tape": None, "_written": set()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = {**state, "_lock": threading.Lock()}


def read_tape(file: str | Path) -> Tape:
    """The calls in a file; raises ValueError if it has none, or is of another format."""
    file, tape = Path(file), Tape()
    if not file.is_file():
        raise ValueError(f"There is no recording {file}: make one with Model(record=…).")
    for data in file.read_bytes().splitlines():
        try:
            line = msgspec.json.decode(data, type=Line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            tape.damaged += 1
            continue
        if line.format > FORMAT:
            raise ValueError(
                f"{file} was recorded by a newer version of this kit (format {line.format}; this"
                f" one reads {FORMAT}): update the kit."
            )
        tape.lines[line.key, line.number] = line
        tape.texts |= line.texts
    if not tape.lines:
        raise ValueError(f"{file} isn't a recording, or is damaged from its first call on.")
    return tape


def recorded_model(file: str | Path) -> str:
    """The name of the model that a recording is of.

    Raises ValueError if the file isn't a recording, or several models were asked.
    """
    names = read_tape(file).models
    if len(names) != 1:
        raise ValueError(
            f"{file} is of several models ({', '.join(names)}): set WEBVOYAGER_MODEL to one."
        )
    return names[0]


def explain_miss(tape: Tape, call: Call) -> str:
    """Say that a recording has no answer to a call, and how it differs from the nearest one."""
    lost = f" ({tape.damaged} of its lines are damaged)" if tape.damaged else ""
    start = f"has no answer to this call{lost}"
    if known := sum(key == call.key for key, _ in tape.lines):
        return f"{start}: it was recorded {known} times and is asked for once more."
    others = [line for line in tape.lines.values() if line.model == call.model]
    if not others:
        return f"{start}: it has calls to {', '.join(tape.models)}, none to {call.model}."
    digests = tuple(map(_digest, call.messages))

    def count_same(line: Line) -> tuple[int, int]:
        alike = (line.kind == call.kind) + (line.settings == call.settings)
        return _count_same(line.messages, digests), alike

    nearest = max(others, key=count_same)
    same, _ = count_same(nearest)
    start += ". The nearest one"
    if same < len(nearest.messages) and same < len(digests):
        texts = (tape.texts.get(nearest.messages[same], ""), call.messages[same])
        at = _count_same(*texts)
        had, has = (" ".join(text[max(0, at - AROUND) : at + AROUND].split()) for text in texts)
        found = f"it has {_cite(had)}, and this one {_cite(has)}"
        return f"{start} differs in message {same + 1}: {found}."
    if len(nearest.messages) > len(digests):
        return f"{start} goes on after message {same}, where this one ends."
    if len(nearest.messages) < len(digests):
        return f"{start} ends after message {same}, where this one goes on."
    if nearest.kind != call.kind:
        return f"{start} is of another kind: {nearest.kind}, not {call.kind}."
    names = sorted(nearest.settings.keys() | call.settings.keys())
    values = [(name, nearest.settings.get(name), call.settings.get(name)) for name in names]
    named = ", ".join(f"{name} {was!r}, not {now!r}" for name, was, now in values if was != now)
    return f"{start} has other settings: {named}."


def _count_same(first: Sequence[str], second: Sequence[str]) -> int:
    """How many items two sequences begin with in common."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))


def _cite(words: str) -> str:
    return f"“…{words}…”" if words else "nothing"


def _digest(data: Any) -> str:
    written = json.dumps(data, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    return hashlib.sha256(written).hexdigest()[:20]


def _append(file: Path, line: Line) -> None:
    """Add a line, even after one that was torn by a crash."""
    data = json.dumps(asdict(line), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_name(f".{file.name}.lock")), file.open("ab+") as opened:
        if opened.tell():
            opened.seek(-1, 2)
            data = b"\n" * (opened.read(1) != b"\n") + data
        opened.write(data)
