"""The columns of a run's data set: their types and meanings."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow

from ... import runs

IMAGE = "image"
_TYPES = {
    "string": pyarrow.string(),
    "int64": pyarrow.int64(),
    "float64": pyarrow.float64(),
    "bool": pyarrow.bool_(),
    IMAGE: pyarrow.struct({"bytes": pyarrow.binary(), "path": pyarrow.string()}),
}


@dataclass(frozen=True)
class Column:
    """A column: its name, its type as Hugging Face's `datasets` names it, and its meaning."""

    name: str
    kind: str
    meaning: str


_KINDS = {  # of the table's columns; the others are strings
    **dict.fromkeys(("attempt", "max_steps", "steps", "oracle_steps", "raters"), "int64"),
    **dict.fromkeys(("prompt_tokens", "completion_tokens"), "int64"),
    **dict.fromkeys(("needs_vision", "success"), "bool"),
    **dict.fromkeys(("marks", "cost", "seconds"), "float64"),
}
EPISODES = tuple(  # those of runs.table, without the folder
    Column(name, _KINDS.get(name, "string"), meaning)
    for name, meaning in runs.columns()["meaning"].drop("folder").items()
)
STEPS = (
    Column("run", "string", "name of the run"),
    Column("task", "string", "id of the task"),
    Column("attempt", "int64", "number of the attempt at the task, from 1"),
    Column("index", "int64", "number of the step, from 1"),
    Column("url", "string", "address of the page"),
    Column("title", "string", "title of the page"),
    Column("text", "string", "what the agent read of the page: a line per mark, or the tree"),
    Column("marks", "int64", "numbered elements in the screenshot"),
    Column("notes", "string", "what the agent learned about its last action, one note per line"),
    Column("thought", "string", "what the model said before its action"),
    Column("action", "string", "the action, empty where the reply held none"),
    Column("error", "string", "why the action was not carried out, else empty"),
    Column("prompt_tokens", "int64", "tokens sent; null where nobody counted"),
    Column("completion_tokens", "int64", "tokens received; null where nobody counted"),
    Column("cost", "float64", "US dollars; null where the price is not known"),
    Column("seconds_observe", "float64", "how long looking at the page took"),
    Column("seconds_ask", "float64", "how long the model took"),
    Column("seconds_act", "float64", "how long the action took"),
)
SCREENSHOT = Column(
    "screenshot", IMAGE, "the page as it was seen, without numbers; null where none is stored"
)


def make_schema(columns: Sequence[Column], stamp: dict[str, str]) -> pyarrow.Schema:
    """The schema of a file, with the features that `datasets` looks for in its metadata.

    `stamp` says which run the file is from.
    """
    features = {column.name: _describe_feature(column) for column in columns}
    metadata = {"huggingface": {"info": {"features": features}}, "webvoyager": stamp}
    return pyarrow.schema(
        [(column.name, _TYPES[column.kind]) for column in columns],
        {key: json.dumps(value) for key, value in metadata.items()},
    )


def _describe_feature(column: Column) -> dict[str, str]:
    if column.kind == IMAGE:
        return {"_type": "Image"}
    return {"dtype": column.kind, "_type": "Value"}
