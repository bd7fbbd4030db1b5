"""Lists of models and datasets: filters, orders and words, all of them in the address."""

from collections.abc import Iterable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from ...kit.text_search import fold
from .records import read

SORTS = {
    "trending": ("Trending", lambda found: -found.trend),
    "downloads": ("Most downloads", lambda found: -found.downloads),
    "likes": ("Most likes", lambda found: -found.likes),
    "updated": ("Recently updated", lambda found: -found.updated.toordinal()),
    "created": ("Recently created", lambda found: -found.created.toordinal()),
}


def facets(what: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The tabs of the side bar, for "models" or "datasets": a tab's name and values, by key."""
    terms = read("terms.json")
    languages = dict(sorted(terms["languages"].items(), key=lambda pair: pair[1]))
    licences = {code: given["name"] for code, given in read("licences.json").items()}
    both = {"languages": ("Languages", languages), "licence": ("Licences", licences)}
    sizes = {key: {code: words for code, words, *_ in terms[key]} for key in ("size", "rows")}
    if what == "datasets":
        kinds, rows = ("Kinds", terms["modalities"]), ("Rows", sizes["rows"])
        return {"modality": kinds} | both | {"rows": rows}
    tasks = {code: task["name"] for code, task in read("tasks.json").items()}
    first = {"task": ("Tasks", tasks), "library": ("Libraries", terms["libraries"])}
    return first | both | {"other": ("Other", terms["others"]), "size": ("Size", sizes["size"])}


def chosen(args: MultiDict[str, str], what: str) -> dict[str, str]:
    """The filters that an address sets; unknown values are left out."""
    return {key: args[key] for key, (_, known) in facets(what).items() if args.get(key) in known}


def _passes(record: Any, key: str, value: str) -> bool:
    match key, value:
        case "languages", _:
            return value in record.languages
        case (("size" | "rows"), _):
            ranges = {code: limits for code, _, *limits in read("terms.json")[key]}
            return ranges[value][0] <= getattr(record, key) < ranges[value][1]
        case "other", "widget":
            return bool(read("tasks.json")[record.task]["widget"])
        case "other", ("commercial" | "gated"):
            return getattr(record, value)
        case "other", _:
            return record.kind == value
    return getattr(record, key) == value


def search(records: Iterable[Any], wanted: Mapping[str, str], sort: str, words: str = "") -> list:
    """The records that pass the filters and have all the words in their address, in order."""
    asked = fold(words).replace("-", " ").split()
    found = [
        record
        for record in records
        if all(word in fold(record.id).replace("-", " ") for word in asked)
        and all(_passes(record, key, value) for key, value in wanted.items())
    ]
    return sorted(found, key=SORTS[sort][1])
