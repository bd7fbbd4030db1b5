"""Explains an endpoint's refusal in one sentence: the cause and what to do."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..records import EpisodeError

CHAT, SEARCH, EMBEDDING = "chat", "search", "embedding"  # what a server was asked for
ASKED = {"/chat/completions": CHAT, "/responses": SEARCH, "/embeddings": EMBEDDING}
UNKNOWN = 599  # stands for an error of status 200 that names no status; no server sends it


class Problem(NamedTuple):
    """What a server complains of: a status, its words, the error's code and type, a parameter."""

    status: int | str
    words: str
    codes: str = ""
    param: str = ""
    asked: str = CHAT
    has_pictures: bool = False  # in the request


class Refused(EpisodeError):
    """An endpoint's refusal.

    `needs_model_list` says whether to read its list of models to find the cause, `instead` what to
    change before asking again: "roles and parts" or "stream".
    """

    def __init__(
        self,
        sentence: str,
        for_all: bool = False,
        needs_model_list: bool = False,
        instead: str = "",
    ) -> None:
        super().__init__(sentence, for_all)
        self.needs_model_list, self.instead = needs_model_list, instead


def make_refusal(where: str, name: str, problem: Problem) -> Refused:
    """The refusal as a sentence from refusals.toml, followed by the server's own words."""
    row, groups = _find_row(problem)
    status = 200 if problem.status == UNKNOWN else problem.status
    sentence = row["sentence"].format(*groups, where=where, name=name, status=status)
    quoted = f" It said: {problem.words}" if problem.words else ""
    options = (row.get(key, "") for key in ("for_all", "needs_model_list", "instead"))
    return Refused(sentence + quoted, *options)


def is_explained(problem: Problem) -> bool:
    """Whether the server's words name a cause that will not pass by itself."""
    return "says" in _find_row(problem)[0]


def _find_row(problem: Problem) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The first row of refusals.toml that fits, and the groups of its `says`."""
    said = f"{problem.words} {problem.codes}".strip()
    status = 200 if problem.status == UNKNOWN else problem.status
    for row in _load_table():
        found = re.search(row.get("says", ""), said, re.IGNORECASE)
        if (
            found
            and row.get("asked", problem.asked) == problem.asked
            and status in row.get("status", [status])
            and row.get("pictures", problem.has_pictures) == problem.has_pictures
        ):
            return row, found.groups()
    raise LookupError("refusals.toml needs a last row that fits everything else.")


@cache
def _load_table() -> list[dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))["refusal"]
