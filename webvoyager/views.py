"""What the agent sees: a view takes the browser and gives an Observation (the paper's section 3.3)."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from . import drawing
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
    "pointer": "the mouse shows a hand over it, or a grip (its cursor), as where a list listens for its items",
    "scroller": "a box of text that scrolls, and holds nothing else that could be named",
}
MOST_WORDS = 6000  # characters of a page's words that join the observation
MOST_MARKS = 1000  # numbers that find room on a screen of 1024 x 768
_NOTHING = {
    "frames": [],
    "documents": [],
    "marks": [],
    "lines": [],
    "messages": [],
    "tree": [],
}  # what a frame that does not answer shows


def marked_screenshot(browser: Browser, without: Sequence[str] = ()) -> Observation:
    """The paper's view: a screenshot whose elements carry numbers, and a line of text for each.

    `without` leaves out some of the rules that make an element a target (RULES), to see what each is good for.
    """
    if unknown := set(without) - set(RULES):
        raise ValueError(f"There is no rule {', '.join(sorted(unknown))}; the rules are {', '.join(RULES)}.")
    return _seen(browser, _look(browser, without=list(without)))


def accessibility_tree(browser: Browser) -> Observation:
    """The text-only view (the paper's section 5.1): roles, names, states and words in the viewport, no picture sent.

    In reading order, indented, frames and shadow roots included; the numbers are those of the marks, so the same
    actions work.
    """
    page = _look(browser, tree=True)
    seen = _seen(browser, page)
    lines = [mark.line.split("]: ", 1)[1] for mark in seen.marks]
    text = "\n".join(_row(depth, kind, said, lines) for depth, kind, said in page["tree"])
    return replace(seen, text=text, view="accessibility_tree", pictured=False)


def marked_with_text(browser: Browser) -> Observation:
    """The marked screenshot, and the words on it as text too: the paper's own remedy for text-heavy sites (5.4)."""
    seen = marked_screenshot(browser)
    words = "\n".join(seen.words)[:MOST_WORDS]
    text = f"{seen.text}\nWords on the screenshot:\n{words}"
    return replace(seen, text=text, view="marked_with_text")


def _look(browser: Browser, **wanted: bool | list[str]) -> dict:
    """What the page shows, as many marks as find room, and how long the browser's log was before."""
    logged, page = len(browser.log), _survey(browser, **wanted)
    tree = [row for row in page["tree"] if row[1] != "mark" or row[2] < MOST_MARKS]
    found = len(page["marks"])
    much = f"The page shows more elements than numbers fit on it ({found}); the first {MOST_MARKS} have one."
    notes = (*browser.left_out(), *([much] if found > MOST_MARKS else []))
    return {**page, "marks": page["marks"][:MOST_MARKS], "tree": tree, "notes": notes, "logged": logged}


def _survey(browser: Browser, frame: dict | None = None, **wanted: bool | list[str]) -> dict:
    """What the page says of itself, the frames of other origins put in where they stand; one call a frame."""
    page = browser.survey("observe", wanted, frame=frame) or _NOTHING
    inner = [_survey(browser, frame, **wanted) for frame in page["frames"]]
    marks, numbers = [], {}
    for number, mark in enumerate(page["marks"]):
        numbers[number] = len(marks)
        marks += inner[mark["crossOrigin"]]["marks"] if "crossOrigin" in mark else [mark]
    marked = enumerate(page["marks"])
    starts = {mark["crossOrigin"]: numbers[number] for number, mark in marked if "crossOrigin" in mark}
    lines, tree = [], []
    for line in page["lines"]:
        lines += inner[line["crossOrigin"]]["lines"] if isinstance(line, dict) else [line]
    for depth, kind, said in page["tree"]:
        if kind == "crossOrigin":
            shift = starts[said]
            tree += [[depth + d, k, s + shift if k == "mark" else s] for d, k, s in inner[said]["tree"]]
        else:
            tree.append([depth, kind, numbers[said] if kind == "mark" else said])
    messages = [said for part in (page, *inner) for said in part["messages"]]
    papers = [said for part in (page, *inner) for said in part["documents"]]
    return {**page, "marks": marks, "lines": lines, "messages": messages, "documents": papers, "tree": tree}


def _seen(browser: Browser, page: dict) -> Observation:
    page = _zoomed(page, browser.zoom)
    marks = _numbered(page, browser.viewport)
    wrong = page["url"].startswith("chrome-error:")
    picture = browser.screenshot()
    for address in page["documents"]:
        browser.keep(address)
    return Observation(
        url=browser.url if wrong else page["url"],
        title=page["title"],
        marks=marks,
        text="\n".join(mark.line for mark in marks),
        notes=((browser.fault(),) if wrong else ()) + tuple(dict.fromkeys(page["notes"])),
        logged=page["logged"],
        view="marked_screenshot",
        scroll=tuple(round(part, 1) for part in page["scroll"]),
        messages=tuple((kind, words) for kind, words in page["messages"]),
        lines=tuple(map(tuple, page["lines"])),
        image=picture,
    )


def _zoomed(page: dict, zoom: float) -> dict:
    """With boxes in pixels of the picture, where the page is shown larger or smaller."""
    if zoom == 1:
        return page
    marks = [
        {**mark, "boxes": [[round(side * zoom, 1) for side in box] for box in mark["boxes"]]} for mark in page["marks"]
    ]
    lines = [[*(round(side * zoom) for side in line[:4]), line[4]] for line in page["lines"]]
    return {**page, "marks": marks, "lines": lines}


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
