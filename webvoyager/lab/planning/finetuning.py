"""Training sets for finetuning, as chat JSONL: `export` writes examples in one of two forms.

"openai"    fine-tuning at OpenAI, Azure or Together: pictures as data: addresses in the file
"trl"       SFTTrainer: prompt, completion and images, in `pictures/` beside the file

In both, only the reply of an example is trained on; the agent's earlier replies are context.
OpenAI takes 10 to 50,000 examples, with at most 10 pictures each, in a file of up to 512 MB. TRL
reads `load_dataset("json", data_files="train.jsonl").cast_column("images", List(Image()))` in the
folder of the file.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

from ... import models
from ...records import Task
from .training_examples import Example

FILE, PICTURES = "train.jsonl", "pictures"
PLACEHOLDER = re.compile(r"<(image|video|audio)>")  # where a processor would put a picture


def export(
    examples: Sequence[Example],
    folder: str | Path,
    form: str = "openai",
    test_tasks: Sequence[Task] = (),
) -> Path:
    """Write the training set into `folder` and return its JSONL file, one row per example.

    Raises ValueError, before anything is written, for an unknown form, and for an example of a test
    task: the same question, or the same site, id and web seed.
    """
    if form not in ("openai", "trl"):
        raise ValueError(f"There is no form {form!r}; choose openai or trl.")
    secret = {key for task in test_tasks for key in _identify(task)}
    talks: list[list[dict]] = []
    for example in examples:
        if not secret.isdisjoint(_identify(example.task)):
            raise ValueError(
                f"{example.task.id} is a test task or asks the same: leave test tasks out of the"
                " training set."
            )
        reply = {"role": "assistant", "content": example.reply}
        talks.append([_join_texts(models.to_openai(each)) for each in (*example.messages, reply)])
    pictured = any(isinstance(message["content"], list) for talk in talks for message in talk)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[dict] = []
    for *asked, reply in talks:
        if form == "openai":
            shown = [m | {"weight": 0} if m["role"] == "assistant" else m for m in asked]
            rows.append({"messages": [*shown, reply | {"weight": 1}]})
        elif pictured:
            images: list[str] = []
            talk = [_store_pictures(message, folder, images) for message in (*asked, reply)]
            rows.append({"prompt": talk[:-1], "completion": talk[-1:], "images": images})
        else:
            rows.append({"prompt": asked, "completion": [reply]})
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / FILE).write_text("".join(lines), "utf-8")
    return folder / FILE


def _join_texts(message: dict) -> dict:
    """The message with one text as its content, if it has no picture."""
    parts = message["content"]
    if isinstance(parts, str) or any(part["type"] != "text" for part in parts):
        return message
    return {**message, "content": "".join(part["text"] for part in parts)}


def _store_pictures(message: dict, folder: Path, images: list[str]) -> dict:
    """The message in TRL's form: its pictures become files, whose paths are added to `images`."""
    content, parts = [], message["content"]
    if isinstance(parts, str):
        parts = [{"type": "text", "text": parts}]
    for part in parts:
        if part["type"] == "text":
            content.append({"type": "text", "text": PLACEHOLDER.sub(r"<\1 >", part["text"])})
            continue
        picture = base64.b64decode(part["image_url"]["url"].partition(",")[2])
        images.append(f"{PICTURES}/{hashlib.sha256(picture).hexdigest()[:16]}.png")
        (folder / PICTURES).mkdir(exist_ok=True)
        (folder / images[-1]).write_bytes(picture)
        content.append({"type": "image"})
    return {"role": message["role"], "content": content}


def _identify(task: Task) -> tuple:
    """What no other task has: its question, and its origin."""
    question = " ".join(task.question.casefold().split())
    return question, (task.site, task.id, task.extra.get("web_seed"))
