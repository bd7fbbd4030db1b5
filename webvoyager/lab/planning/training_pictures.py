"""Training examples as turns of a conversation, with pictures drawn: the input of all forms."""

import base64
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from ...records import Observation
from .training_examples import Example


@dataclass(frozen=True)
class Turn:
    """A message: its role, its texts and pictures (PNG) in order, and whether it is trained on.

    `source` names its gold step in error messages.
    """

    role: str  # system, user, assistant
    parts: tuple[str | bytes, ...]
    trained: bool = False
    source: str = ""

    @property
    def text(self) -> str:
        """Its texts, without the pictures."""
        return "".join(part for part in self.parts if isinstance(part, str))


class Album:
    """The pictures of a training set: each is drawn once and, in a folder, kept once."""

    def __init__(self, folder: str) -> None:
        self.files: dict[str, bytes] = {}  # pictures by their paths
        self._folder = folder
        self._drawn: dict[tuple[int, str], tuple[Observation, bytes]] = {}

    def draw(self, observation: Observation, style: str) -> bytes:
        """The numbered screenshot of an observation."""
        key = (id(observation), style)
        if key not in self._drawn:  # keeps the observation, so that its id is not reused
            self._drawn[key] = (observation, observation.marked(style))
        return self._drawn[key][1]

    def keep(self, turns: Sequence[Turn]) -> list[str]:
        """Keep the pictures of these turns, and return their paths in order."""
        pictures = [part for turn in turns for part in turn.parts if isinstance(part, bytes)]
        names = [f"{self._folder}/{_hash(picture)}.png" for picture in pictures]
        self.files |= dict(zip(names, pictures, strict=True))
        return names


def list_turns(example: Example, album: Album, pictures: bool = True) -> list[Turn]:
    """The messages of an example as turns, and its reply as the last one.

    Raises ValueError, naming the gold step, when its screenshot was not kept.
    """
    turns, step, source = [], 0, _name_example(example)
    for message in example.messages:
        step += message["role"] == "user"  # an agent is shown one page per step
        source = f"Step {step} of {_name_example(example)}"
        parts = tuple(_list_parts(message["content"], album, pictures, source))
        turns.append(Turn(message["role"], parts, source=source))
    return [*turns, Turn("assistant", (example.reply,), trained=True, source=source)]


def _list_parts(
    content: str | list[dict], album: Album, pictures: bool, source: str
) -> Iterator[str | bytes]:
    """The texts and, if wanted, the pictures of a message."""
    if isinstance(content, str):
        yield content
        return
    for part in content:
        if part["type"] == "text":
            yield part["text"]
        elif pictures and part["type"] == "screenshot":
            if not part["observation"].kept:
                raise ValueError(
                    f"{source} has no screenshot: record gold trajectories with their pictures, or"
                    " export with pictures=False."
                )
            yield album.draw(part["observation"], part["style"])
        elif pictures:
            yield _to_png(part["image_url"]["url"])


def _to_png(address: str) -> bytes:
    """The picture of a data: address as a PNG in RGB, which every trainer can read."""
    image = Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))
    out = io.BytesIO()
    image.convert("RGB").save(out, "PNG")
    return out.getvalue()


def _name_example(example: Example) -> str:
    seed = example.task.extra.get("web_seed")
    return example.task.id + (f" (world {seed})" if seed is not None else "")


def _hash(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()[:16]
