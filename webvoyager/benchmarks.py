"""Task files of Online-Mind2Web, AssistantBench and WebArena, row by row, in our own format.

Each row says in `judged_by` who can judge its answers here: rules, a model, or nobody.
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

Row = dict[str, Any]
RULES, MODEL, NOBODY = "rules, then a model", "a model", "nobody here"
SEARCH = "https://www.google.com/"  # where tasks begin that name no site, as those of GAIA do


def to_own(row: Row) -> Row:
    """A row with the columns id, ques, web, web_name and answer; the rest stays as it is.

    A row that is not of a known benchmark is returned unchanged. ValueError if an address has a
    placeholder, such as WebArena's __SHOPPING__.
    """
    convert = next((convert for key, convert in _CONVERTERS.items() if key <= row.keys()), None)
    return convert(dict(row)) if convert else row


def _read_online_mind2web(row: Row) -> Row:
    """A row of Online_Mind2Web.json: its answers have no reference, what was done counts."""
    ques, web = row.pop("confirmed_task"), row.pop("website")
    host = (urlsplit(web).hostname or web).removeprefix("www.")
    difficulty = {"difficulty": row.pop("level")} if "level" in row else {}
    return {"id": f"{host}--{row.pop('task_id')}", "ques": ques, "web": web, "web_name": host} | (
        difficulty | row | {"judged_by": MODEL}
    )


def _read_assistantbench(row: Row) -> Row:
    """A row of AssistantBench: any site may be used; those of the test part have no answer."""
    ques, answer = row.pop("task"), row.pop("answer", None)
    answers = {"answer": {"type": "golden", "ans": str(answer)}} if answer else {}
    judged = {"judged_by": RULES if answer else MODEL}
    return {"id": row.pop("id"), "ques": ques, "web": SEARCH, "web_name": "AssistantBench"} | (
        row | answers | judged
    )


def _read_webarena(row: Row) -> Row:
    """A task of WebArena or VisualWebArena, as its test.json or a file of config_files/ has it."""
    starts = row.pop("start_urls", None) or row.pop("start_url", "").split(" |AND| ")
    if re.search("__[A-Z_]+__", starts[0]):
        raise ValueError(f"put the address of your own server in the place of {starts[0]}")
    site = "+".join(row.pop("sites"))
    images = row.pop("image", None) or []
    asked = {
        "id": f"{site}--{row.pop('task_id')}",
        "ques": row.pop("intent"),
        "web": starts[0],
        "web_name": site,
        "images": [images] if isinstance(images, str) else images,
    }
    checks = row.pop("eval")
    kinds = checks.get("eval_types", []) if isinstance(checks, dict) else []
    answer = _read_reference(checks["reference_answers"]) if kinds == ["string_match"] else None
    judged = NOBODY if answer is None else RULES if answer["type"] == "golden" else MODEL
    answers = {"answer": answer} if answer else {}
    return asked | row | {"eval_types": kinds, "judged_by": judged} | answers


def _read_reference(wanted: dict[str, Any]) -> dict[str, Any]:
    """A reference of WebArena: an exact text or parts to be said for rules, else for a model."""
    exact, parts = wanted.get("exact_match"), wanted.get("must_include") or []
    if exact and exact != "N/A":
        return {"type": "golden", "ans": exact}
    if parts and "N/A" not in parts and not any(" |OR| " in part for part in parts):
        return {"type": "golden", "ans": "; ".join(parts), "rule": {"parts": parts}}
    fuzzy = wanted.get("fuzzy_match") or exact or parts
    return {"type": "possible", "ans": fuzzy if isinstance(fuzzy, str) else "; ".join(fuzzy)}


_CONVERTERS: dict[frozenset[str], Callable[[Row], Row]] = {
    frozenset({"task_id", "confirmed_task", "website"}): _read_online_mind2web,
    frozenset({"id", "task", "gold_url"}): _read_assistantbench,
    frozenset({"task_id", "intent", "sites", "eval"}): _read_webarena,
}
