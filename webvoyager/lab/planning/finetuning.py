"""Training sets for finetuning, as chat JSONL: `export` writes examples in one of three forms.

"openai"    fine-tuning at OpenAI, Azure or Together: pictures as data: addresses in the file
"trl"       SFTTrainer: prompt, completion and images, in `pictures/` beside the file
"ms-swift"  swift sft, which the paper uses: messages and images, in `pictures/` beside the file

In all three, only the reply of an example is trained on; the agent's earlier replies are context.
Paths are relative: train in the folder of the file, or give swift that folder as ROOT_IMAGE_DIR.
TRL reads `load_dataset("json", data_files="train.jsonl").cast_column("images", List(Image()))`.
Each row is validated against `schemas/<form>.json` before anything is written.
"""

import base64
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ... import runs
from ...records import Task
from .training_examples import Example
from .training_pictures import Album, Turn, list_turns

FILE, PICTURES = "train.jsonl", "pictures"
LEAST = 10  # examples: OpenAI's minimum, and fewer teach nothing
MOST = 50_000  # examples with pictures: OpenAI's limit for one file
MOST_PICTURES = 10  # OpenAI's limit for one example; Azure takes 64
MEGABYTE = 1_000_000
LARGEST_PICTURE, LARGEST_FILE = 10 * MEGABYTE, 512 * MEGABYTE  # OpenAI's limits
SCHEMAS = Path(__file__).parent / "schemas"
PLACEHOLDER = re.compile(r"<(image|video|audio|bbox|ref-object|cot-process|start-image)>")


def export(
    examples: Sequence[Example],
    folder: str | Path,
    form: str = "openai",
    test_tasks: Sequence[Task] = (),
    pictures: bool = True,
) -> Path:
    """Write the training set into `folder` and return its JSONL file, one row per example.

    Pictures are written first, and the whole file last. `pictures=False` leaves all pictures out.
    Raises ValueError, before anything is written, for an unknown form, fewer than 10 examples, an
    example of a test task (the same question, or the same site, id and web seed), a gold step
    without its screenshot, a row that does not fit its form, and anything over OpenAI's limits.
    """
    if form not in WRITERS:
        raise ValueError(f"There is no form {form!r}; choose one of {', '.join(WRITERS)}.")
    _refuse_few(examples)
    _refuse_test_tasks(examples, test_tasks)
    album = Album(PICTURES)
    lines = []
    for number, example in enumerate(examples, 1):
        row = WRITERS[form](list_turns(example, album, pictures), album, pictures)
        _refuse_other_forms(row, form, f"Example {number} ({example.task.id})")
        lines.append(json.dumps(row, ensure_ascii=False).encode() + b"\n")
    if form == "openai":
        refuse_large(lines, pictures)
    return _write_folder(Path(folder), b"".join(lines), album)


def _write_openai(turns: Sequence[Turn], album: Album, pictures: bool) -> dict:
    """A row in OpenAI's form; earlier replies have weight 0."""
    count = sum(isinstance(part, bytes) for turn in turns for part in turn.parts)
    if count > MOST_PICTURES:
        raise ValueError(
            f"{turns[-1].source} comes with {count} pictures, and OpenAI takes {MOST_PICTURES} per"
            " example: make the examples with a smaller keep_images."
        )
    return {"messages": [_write_openai_message(turn) for turn in turns]}


def _write_openai_message(turn: Turn) -> dict:
    if any(isinstance(part, bytes) for part in turn.parts):
        content = [
            {"type": "text", "text": part}
            if isinstance(part, str)
            else {"type": "image_url", "image_url": {"url": _inline(part, turn)}}
            for part in turn.parts
        ]
    else:
        content = turn.text
    weight = {"weight": int(turn.trained)} if turn.role == "assistant" else {}
    return {"role": turn.role, "content": content, **weight}


def _inline(picture: bytes, turn: Turn) -> str:
    """The picture as a data: address; raises ValueError if it is larger than OpenAI takes."""
    if len(picture) > LARGEST_PICTURE:
        size, limit = len(picture) / MEGABYTE, LARGEST_PICTURE // MEGABYTE
        raise ValueError(
            f"{turn.source} has a picture of {size:.1f} MB, and OpenAI takes {limit} MB: leave the"
            " task out, or export with pictures=False."
        )
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def _write_trl(turns: Sequence[Turn], album: Album, pictures: bool) -> dict:
    """A row in TRL's form: the prompt, and the completion that is trained on."""
    talk = [
        {"role": turn.role, "content": _write_trl_parts(turn) if pictures else turn.text}
        for turn in turns
    ]
    images = {"images": album.keep(turns)} if pictures else {}
    return {"prompt": talk[:-1], "completion": talk[-1:], **images}


def _write_trl_parts(turn: Turn) -> list[dict]:
    return [
        {"type": "text", "text": _hide_placeholders(part)}
        if isinstance(part, str)
        else {"type": "image"}
        for part in turn.parts
    ]


def _write_swift(turns: Sequence[Turn], album: Album, pictures: bool) -> dict:
    """A row in ms-swift's form; earlier replies have no loss."""
    talk = []
    for turn in turns:
        words = [
            _hide_placeholders(part) if isinstance(part, str) else "<image>" for part in turn.parts
        ]
        loss = {"loss": turn.trained} if turn.role == "assistant" else {}
        talk.append({"role": turn.role, "content": "".join(words), **loss})
    return {"messages": talk, **({"images": album.keep(turns)} if pictures else {})}


WRITERS: dict[str, Callable[[Sequence[Turn], Album, bool], dict]] = {
    "openai": _write_openai,
    "trl": _write_trl,
    "ms-swift": _write_swift,
}


def _hide_placeholders(text: str) -> str:
    """Put a space into tags that would be taken for a picture: `<video >`."""
    return PLACEHOLDER.sub(r"<\1 >", text)


def _refuse_few(examples: Sequence[Example]) -> None:
    if len(examples) < LEAST:
        raise ValueError(
            f"A training set needs at least {LEAST} examples, and there are {len(examples)}: add"
            " gold trajectories."
        )


def _refuse_test_tasks(examples: Sequence[Example], test_tasks: Sequence[Task]) -> None:
    questions = {_unify_spaces(task.question): task for task in test_tasks}
    known = {_identify(task): task for task in test_tasks}
    for example in examples:
        task = example.task
        test = known.get(_identify(task)) or questions.get(_unify_spaces(task.question))
        if test:
            raise ValueError(
                f"{task.id} is the test task {test.id} or asks the same: leave test tasks out of"
                " the training set."
            )


def _identify(task: Task) -> tuple:
    return task.site, task.id, task.extra.get("web_seed")


def _unify_spaces(question: str) -> str:
    return " ".join(question.casefold().split())


def _refuse_other_forms(row: dict, form: str, name: str) -> None:
    from jsonschema.exceptions import best_match  # slow to import, seldom needed

    if error := best_match(_load_validator(form).iter_errors(row)):
        problem = error.message if len(error.message) < 200 else f"…{error.message[-120:]}"
        raise ValueError(f"{name} is not in the form of {form}, at {error.json_path}: {problem}.")


@cache
def _load_validator(form: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads((SCHEMAS / f"{form}.json").read_text("utf-8")))


def refuse_large(lines: Sequence[bytes], pictures: bool) -> None:
    """Raise ValueError for more rows with pictures, or more bytes, than OpenAI takes per file."""
    if pictures and len(lines) > MOST:
        raise ValueError(
            f"OpenAI takes {MOST:,} examples with pictures, and there are {len(lines):,}: export"
            " fewer, or use pictures=False."
        )
    size = sum(map(len, lines))
    if size > LARGEST_FILE:
        raise ValueError(
            f"The file has {size // MEGABYTE:,} MB, and OpenAI takes {LARGEST_FILE // MEGABYTE} MB:"
            " export fewer examples, or make them with a smaller keep_images."
        )


def _write_folder(folder: Path, rows: bytes, album: Album) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    if album.files:
        (folder / PICTURES).mkdir(exist_ok=True)
    for name, picture in album.files.items():
        runs.write_whole(folder / name, picture)
    runs.write_whole(folder / FILE, rows)
    return folder / FILE
