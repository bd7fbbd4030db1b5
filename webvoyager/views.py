"""What the agent sees: a view takes the browser and gives an Observation (the paper's section 3.3)."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from . import documents, drawing
from .browser import Browser
from .records import Mark, Observation

RULES = {
    "native": "links, buttons, fields, lists, summaries, players: what HTML itself makes usable",
    "label": "a label that stands for a field which does not show",
    "role": "an ARIA role that can be used: button, tab, option, slider",
    "editable": "text that can be edited where it stands",
    "listener": "a script listens to pointer or keys on it",
    "drag": "it can be dragged",
    "focus": "the keyboard reaches it (tabindex)",
    "pointer": "the mouse shows a hand over it (cursor: pointer), as where a list listens for its items",
    "scroller": "a box of text that scrolls, and holds nothing else that could be named",
}
MOST_WORDS = 6000  # characters of a page's words that join the observation
MOST_MARKS = 1000  # numbers that find room on a screen of 1024 x 768
_NOTHING = {"frames": [], "marks": [], "lines": [], "tree": []}  # what a frame that does not answer shows


def marked_screenshot(browser: Browser, without: Sequence[str] = ()) -> Observation:
    """The paper's view: a screenshot whose elements carry numbers, and a line of text for each.

    `without` leaves out some of the rules that make an element a target (RULES), to see what each is good for.
    """
    if unknown := set(without) - set(RULES):
        raise ValueError(f"There is no rule {', '.join(sorted(unknown))}; the rules are {', '.join(RULES)}.")
    return _seen(browser, _survey(browser, without=list(without)))


def accessibility_tree(browser: Browser) -> Observation:
    """The text-only view (the paper's section 5.1): roles, names, states and words in the viewport, no picture sent.

    In reading order, indented, frames and shadow roots included; the numbers are those of the marks, so the same
    actions work.
    """
    page = _survey(browser, tree=True)
    seen = _seen(browser, page)
    lines = [mark.line.split("]: ", 1)[1] for mark in seen.marks]
    text = "\n".join(_row(depth, kind, said, lines) for depth, kind, said in page["tree"])
    return replace(seen, text=text, view="accessibility_tree", pictured=False)


def marked_with_text(browser: Browser) -> Observation:
    """The marked screenshot, and the words on it as text too: the paper's own remedy for text-heavy sites (5.4)."""
    seen = marked_screenshot(browser)
    words = "\n".join(line[4] for line in drawing.page_text(seen.screenshot)["lines"])
    text = f"{seen.text}\nWords on the screenshot:\n{words[:MOST_WORDS]}"
    return replace(seen, text=text, view="marked_with_text")


def changes(before: Observation, after: Observation) -> tuple[str, ...]:
    """What an action changed, in sentences for the model: fields that hold something else, or nothing at all."""
    if before.screenshot == after.screenshot and (before.url, before.marks) == (after.url, after.marks):
        return ("Nothing changed.",)
    held = {_key(mark): mark for mark in before.marks}
    told = []
    for mark in after.marks if before.url == after.url else ():
        old = held.get(_key(mark))
        if old and old.value != mark.value:
            told.append(f'[{mark.label}] "{mark.text}" now holds "{mark.value}".')
        elif old and old.checked != mark.checked:
            told.append(f'[{mark.label}] "{mark.text}" is {"now" if mark.checked else "no longer"} chosen.')
    return tuple(told[:5])


def _survey(browser: Browser, frame: dict | None = None, **wanted: bool | list[str]) -> dict:
    """What the page says of itself, the frames of other origins put in where they stand; one call a frame."""
    page = browser.survey("observe", wanted, frame=frame) or _NOTHING
    inner = [_survey(browser, frame, **wanted) for frame in page["frames"]]
    marks, numbers = [], {}
    for number, mark in enumerate(page["marks"]):
        numbers[number] = len(marks)
        marks += inner[mark["foreign"]]["marks"] if "foreign" in mark else [mark]
    starts = {mark["foreign"]: numbers[number] for number, mark in enumerate(page["marks"]) if "foreign" in mark}
    lines, tree = [], []
    for line in page["lines"]:
        lines += inner[line["foreign"]]["lines"] if isinstance(line, dict) else [line]
    for depth, kind, said in page["tree"]:
        if kind == "foreign":
            shift = starts[said]
            tree += [[depth + d, k, s + shift if k == "mark" else s] for d, k, s in inner[said]["tree"]]
        else:
            tree.append([depth, kind, numbers[said] if kind == "mark" else said])
    if len(marks) > MOST_MARKS and not frame:
        told = f"The page shows more elements than numbers fit on it ({len(marks)}); the first {MOST_MARKS} have one."
        browser.note(told)
        tree = [row for row in tree if row[1] != "mark" or row[2] < MOST_MARKS]
        marks = marks[:MOST_MARKS]
    return {**page, "marks": marks, "lines": lines, "tree": tree}


def _seen(browser: Browser, page: dict) -> Observation:
    marks = _numbered(page, browser.viewport)
    words = {"lines": page["lines"], "viewport": list(browser.viewport)}
    notes = (*browser.notes(), *(documents.read(file) for file in browser.new_files()))
    return Observation(
        url=browser.url if page["url"].startswith("chrome-error:") else page["url"],
        title=page["title"],
        marks=marks,
        text="\n".join(mark.line for mark in marks),
        notes=notes,
        view="marked_screenshot",
        scroll=tuple(round(part, 1) for part in page["scroll"]),
        image=drawing.with_page_text(browser.screenshot(), words),
    )


def _numbered(page: dict, viewport: tuple[int, int]) -> tuple[Mark, ...]:
    found, words = page["marks"], [line[:4] for line in page["lines"]]
    places = drawing.tag_boxes([mark["boxes"] for mark in found], viewport, words)
    here = urlsplit(page["url"]).hostname
    return tuple(
        Mark.from_json({**mark, "label": label, "tag_box": place, "leaves": _leaves(mark["href"], here)})
        for label, (mark, place) in enumerate(zip(found, places, strict=True))
    )


def _leaves(href: str, here: str | None) -> str:
    """The host a link leads to where that is another than the page's."""
    host = urlsplit(href).hostname if href.startswith("http") else None
    return host if host and host != here else ""


def _row(depth: int, kind: str, said: int | str, lines: list[str]) -> str:
    line = f"[{said}] {lines[said]}" if kind == "mark" else f'{kind} "{said}"' if said else kind
    return "  " * depth + line


def _key(mark: Mark) -> tuple:
    return (mark.tag, mark.role, mark.text, mark.identity.get("around"), mark.identity.get("nth"))
