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
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..records import EpisodeError
from .refusals import EMBEDDING
from .replies import writable

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
    kind: str, model: str, settings: dict[str, Any], messages: Sequence[dict | str]
) -> Call:
    """A call with messages in OpenAI's format, or with plain texts."""
    known = {name: value for name, value in sorted(settings.items()) if value is not None}
    return Call(kind, model, known, tuple(map(_write_message, messages)))


@dataclass
class Tape:
    """The calls in a recording's file, read once; damaged lines are left out and counted."""

    endpoint: str = ""  # of the recorded model, without port or key
    answers: dict[tuple[str, int], Any] = field(default_factory=dict)  # by key and number
    calls: dict[str, Call] = field(default_factory=dict)  # by key
    texts: dict[str, str] = field(default_factory=dict)  # messages by their digests
    damaged: int = 0

    @property
    def models(self) -> list[str]:
        """The names of the models that were asked, without those for embeddings."""
        calls = self.calls.values()
        return [*dict.fromkeys(call.model for call in calls if call.kind != EMBEDDING)]


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
        self._tape: Tape | None = self._read_tape()
        self._written = set(self._tape.texts) if self.record == self.replay else set()
        self._asked: Counter[str] = Counter()  # how often each call was made so far
        self._lock = threading.Lock()

    @property
    def tape(self) -> Tape:
        """What is replayed; in another process it is read again."""
        if self._tape is None:
            self._tape = self._read_tape()
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
        found = self.tape.answers.get((call.key, number))
        if found is not None:
            return found
        if self.record is None:
            raise EpisodeError(explain_miss(self.tape, call, number, str(self.replay)))
        answer = ask()
        with self._lock:
            self._write(call, number, endpoint, answer)
        return answer

    def _write(self, call: Call, number: int, endpoint: str, answer: Any) -> None:
        """Append one call: its texts are written only where this recording has not yet."""
        digests = [_digest(text) for text in call.messages]
        new = {
            digest: text
            for digest, text in zip(digests, call.messages, strict=True)
            if digest not in self._written
        }
        line = {
            "format": FORMAT,
            "endpoint": endpoint,
            "kind": call.kind,
            "model": call.model,
            "settings": call.settings,
            "messages": digests,
            "texts": new,
            "key": call.key,
            "number": number,
            "answer": answer,
        }
        _append(self.record, line)
        self._written |= new.keys()

    def _read_tape(self) -> Tape:
        """The tape to replay; an empty one for a file that is about to be recorded."""
        if self.replay is None or (self.replay == self.record and not self.replay.exists()):
            return Tape()
        return read_tape(self.replay)

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_lock": None, "_tape": None, "_written": set()}

    def __setstate__(self, state: dict) -> None:
        self.__dict__ = {**state, "_lock": threading.Lock()}


def read_tape(file: str | Path) -> Tape:
    """The calls in a file; raises ValueError if it has none, or is of another format."""
    file, tape, newest = Path(file), Tape(), 0
    if not file.is_file():
        raise ValueError(f"There is no recording {file}: make one with Model(record=…).")
    for line in file.read_bytes().splitlines():
        try:
            row = json.loads(line)
            newest = max(newest, row["format"])
            if row["format"] == FORMAT:
                _add(tape, row)
        except (ValueError, LookupError, TypeError):
            tape.damaged += 1
    if newest > FORMAT:
        raise ValueError(
            f"{file} was recorded by a newer version of this kit (format {newest}; this one reads"
            f" {FORMAT}): update the kit."
        )
    if not tape.answers:
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


def explain_miss(tape: Tape, call: Call, number: int, name: str) -> str:
    """Say that a recording has no answer to a call, and how it differs from the nearest one."""
    start = f"The recording {name} has no answer to this call"
    lost = f" ({tape.damaged} of its lines are damaged)" if tape.damaged else ""
    if call.key in tape.calls:
        known = sum(key == call.key for key, _ in tape.answers)
        return f"{start}{lost}: it was recorded {known} times and is asked for once more."
    others = [each for each in tape.calls.values() if each.model == call.model]
    if not others:
        return f"{start}{lost}: it has calls to {', '.join(tape.models)}, none to {call.model}."
    nearest = max(others, key=lambda other: _count_same(other, call))
    return f"{start}{lost}. The nearest one {_describe_difference(nearest, call, tape.texts)}"


def _count_same(other: Call, call: Call) -> tuple[int, int]:
    """How many messages two calls begin with in common, and whether kind and settings agree."""
    digests = [_digest(text) for text in call.messages]
    pairs = zip_longest(other.messages, digests)
    same = next((place for place, (a, b) in enumerate(pairs) if a != b), len(digests))
    return same, (other.kind == call.kind) + (other.settings == call.settings)


def _describe_difference(nearest: Call, call: Call, texts: dict[str, str]) -> str:
    """How a recorded call, whose messages are digests, differs from another; one sentence."""
    digests = [_digest(text) for text in call.messages]
    for place, (theirs, ours) in enumerate(zip_longest(nearest.messages, digests), 1):
        if theirs == ours:
            continue
        if ours is None:
            return f"goes on after message {place - 1}, where this one ends."
        if theirs is None:
            return f"ends after message {place - 1}, where this one goes on."
        recorded, asked = texts.get(theirs, ""), call.messages[place - 1]
        pairs = enumerate(zip(recorded, asked, strict=False))
        at = next((at for at, (a, b) in pairs if a != b), min(len(recorded), len(asked)))
        return (
            f"differs in message {place}: it has {_cite(recorded, at)}, and this one"
            f" {_cite(asked, at)}."
        )
    if nearest.kind != call.kind:
        return f"is of another kind: {nearest.kind}, not {call.kind}."
    names = sorted(nearest.settings.keys() | call.settings.keys())
    values = [(name, nearest.settings.get(name), call.settings.get(name)) for name in names]
    named = ", ".join(f"{name} {was!r}, not {now!r}" for name, was, now in values if was != now)
    return f"has other settings: {named}."


def _cite(text: str, at: int) -> str:
    words = " ".join(text[max(0, at - AROUND) : at + AROUND].split())
    return f"“…{words}…”" if words else "nothing"


def _write_message(message: dict | str) -> str:
    """A message as text, with its role; a picture is only named."""
    if isinstance(message, str):
        return writable(message)
    content = message["content"]
    parts = [content] if isinstance(content, str) else [_write_part(part) for part in content]
    return writable("\n".join((f"{message['role']}:", *parts)))


def _write_part(part: dict) -> str:
    return part.get("text", PICTURE)


def _digest(data: Any) -> str:
    written = json.dumps(data, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    return hashlib.sha256(written).hexdigest()[:20]


def _add(tape: Tape, row: dict) -> None:
    call = Call(row["kind"], row["model"], row["settings"], tuple(row["messages"]))
    answer, place = row["answer"], (row["key"], int(row["number"]))
    tape.texts |= row["texts"]
    tape.calls[row["key"]], tape.answers[place] = call, answer
    tape.endpoint = row["endpoint"]


def _append(file: Path, line: dict) -> None:
    """Add a line, even after one that was torn by a crash."""
    data = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_name(f".{file.name}.lock")), file.open("ab+") as opened:
        if opened.tell():
            opened.seek(-1, 2)
            data = b"\n" * (opened.read(1) != b"\n") + data
        opened.write(data)
