"""Explains an endpoint's refusal in one sentence: the cause and what to do."""

import re
import tomllib
from functools import cache
from pathlib import Path

from ..records import EpisodeError

CHAT, SEARCH, EMBEDDING = "chat", "search", "embedding"  # what a server was asked for


class Refused(EpisodeError):
    """An endpoint's refusal.

    `needs_model_list` says whether to read its list of models to find the cause.
    """

    def __init__(
        self, sentence: str, for_all: bool = False, needs_model_list: bool = False
    ) -> None:
        super().__init__(sentence, for_all)
        self.needs_model_list = needs_model_list


def make_refusal(
    where: str, name: str, status: int | str, words: str, codes: str = "", asked: str = CHAT
) -> Refused:
    """The refusal as a sentence from refusals.toml, followed by the server's own words.

    `codes` is matched but not shown: the code and type of the error. `asked` is CHAT, SEARCH or
    EMBEDDING.
    """
    for row in _load_table():
        if row.get("asked", asked) != asked:
            continue
        found = re.search(row.get("says", ""), f"{words} {codes}", re.IGNORECASE)
        if found and status in row.get("status", [status]):
            sentence = row["sentence"].format(
                *found.groups(), where=where, name=name, status=status
            )
            quoted = f" It said: {words}" if words else ""
            return Refused(
                sentence + quoted, row.get("for_all", False), row.get("needs_model_list", False)
            )
    raise LookupError("refusals.toml needs a last row that fits everything else.")


@cache
def _load_table() -> list[dict]:
    return tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))["refusal"]
