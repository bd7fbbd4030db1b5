"""What the agent sees: a view takes the browser and gives an Observation (the paper's section 3.3)."""

from . import documents, drawing
from .browser import Browser
from .records import Mark, Observation


def marked_screenshot(browser: Browser) -> Observation:
    """The paper's view: a screenshot whose elements carry numbers, and a line of text for each."""
    page = browser.survey("observe", True)
    marks = _numbered(page, browser.viewport)
    words = {"lines": page["lines"], "viewport": list(browser.viewport)}
    notes = (*browser.notes(), *(documents.read(file) for file in browser.new_files()))
    return Observation(
        url=page["url"],
        title=page["title"],
        marks=marks,
        text="\n".join(mark.line for mark in marks),
        notes=notes,
        view="marked_screenshot",
        scroll=tuple(round(part, 1) for part in page["scroll"]),
        image=drawing.with_page_text(browser.screenshot(), words),
    )


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


def _numbered(page: dict, viewport: tuple[int, int]) -> tuple[Mark, ...]:
    found, words = page["marks"], [line[:4] for line in page["lines"]]
    places = drawing.tag_boxes([mark["boxes"] for mark in found], viewport, words)
    return tuple(
        Mark.from_json({**mark, "label": label, "tag_box": place})
        for label, (mark, place) in enumerate(zip(found, places, strict=True))
    )


def _key(mark: Mark) -> tuple:
    return (mark.tag, mark.role, mark.text, mark.identity.get("nth"))
