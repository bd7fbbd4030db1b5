"""What the agent sees: a view takes the browser and gives an Observation (the paper's section 3.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urldefrag, urlsplit

from . import drawing
from .browser import Browser, documents
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
MOST_CHANGES = 8  # sentences on what came of an action
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
    words = "\n".join(seen.words)[:MOST_WORDS]
    text = f"{seen.text}\nWords on the screenshot:\n{words}"
    return replace(seen, text=text, view="marked_with_text")


def changes(before: Observation, after: Observation) -> tuple[str, ...]:
    """What came of an action, in sentences for the model: where it led, what appeared, what fields hold; or nothing."""
    told = [*_moves(before, after), *_said(before, after)]
    if urldefrag(before.url).url == urldefrag(after.url).url:
        told += _filled(before, after)
        told += _new_words(before, after, told) if before.scroll == after.scroll else ()
    if not told and before.marks == after.marks and drawing.alike(before.screenshot, after.screenshot):
        return ("Nothing changed.",)
    return tuple(told[:MOST_CHANGES])


def _moves(before: Observation, after: Observation) -> Iterator[str]:
    if before.url != after.url:
        yield f'The address is now {after.url}, its title "{after.title}".'
    elif before.title != after.title:
        yield f'The title is now "{after.title}".'
    elif further := round(after.scroll[0] - before.scroll[0], 1):
        yield f"The page is scrolled {abs(further)} screens further {'down' if further > 0 else 'up'}."


def _said(before: Observation, after: Observation) -> Iterator[str]:
    """Dialogs, messages and complaints that came, and dialogs that went."""
    form = {
        "dialog": 'A dialog appeared: "{}".',
        "message": 'A message appeared: "{}".',
        "complaint": "Not accepted: {}",
    }
    for kind, words in after.messages:
        if (kind, words) not in before.messages:
            yield form[kind].format(words)
    open_now = sum(kind == "dialog" for kind, _ in after.messages)
    for kind, words in before.messages:
        if kind == "dialog" and not open_now:
            yield f'The dialog "{words[:60]}" is gone.'


def _filled(before: Observation, after: Observation) -> Iterator[str]:
    """Fields that hold something else, told by the element itself."""
    held = {_key(mark): mark for mark in before.marks}
    for mark in after.marks:
        old = held.get(_key(mark))
        if old and old.value != mark.value:
            yield f'[{mark.label}] "{mark.text}" now holds "{mark.value}".'
        elif old and old.checked != mark.checked:
            yield f'[{mark.label}] "{mark.text}" is {"now" if mark.checked else "no longer"} chosen.'


def _new_words(before: Observation, after: Observation, told: Sequence[str]) -> Iterator[str]:
    """Lines of text that were not there before and were not told already."""
    known = {*before.words, *(mark.value for mark in after.marks)}
    fresh = [
        line for line in dict.fromkeys(after.words) if line not in known and not any(line in words for words in told)
    ]
    if fresh:
        more = f" and {len(fresh) - 3} more lines" if len(fresh) > 3 else ""
        yield "New on the page: " + ", ".join(f'"{line[:80]}"' for line in fresh[:3]) + f"{more}."


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
    if len(marks) > MOST_MARKS and not frame:
        told = f"The page shows more elements than numbers fit on it ({len(marks)}); the first {MOST_MARKS} have one."
        browser.note(told)
        tree = [row for row in tree if row[1] != "mark" or row[2] < MOST_MARKS]
        marks = marks[:MOST_MARKS]
    messages = [said for part in (page, *inner) for said in part["messages"]]
    papers = [said for part in (page, *inner) for said in part["documents"]]
    return {**page, "marks": marks, "lines": lines, "messages": messages, "documents": papers, "tree": tree}


def _seen(browser: Browser, page: dict) -> Observation:
    page = _zoomed(page, browser.zoom)
    marks = _numbered(page, browser.viewport)
    wrong = page["url"].startswith("chrome-error:")
    picture = browser.screenshot()  # before the notes: a dialog or a file may still come
    for address in page["documents"]:
        browser.keep(address)
    files = [documents.read(file) for file in browser.new_files()]
    notes = (*((browser.fault(),) if wrong else ()), *browser.notes(), *files)
    return Observation(
        url=browser.url if wrong else page["url"],
        title=page["title"],
        marks=marks,
        text="\n".join(mark.line for mark in marks),
        notes=notes,
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


def _key(mark: Mark) -> tuple:
    """The element itself, where its document lives; after a reload, what it is and what stands around it."""
    identity = mark.identity
    if "known" in identity:
        return (mark.frame, identity["document"], identity["known"])
    return (mark.tag, mark.role, mark.text, mark.identity.get("around"), mark.identity.get("nth"))
