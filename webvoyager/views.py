"""What the agent sees: a view turns the browser's page into an Observation.

For the marks see section 3.3 of the paper.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlsplit

from . import drawing
from .browser import Browser, PageReport
from .records import Mark, Observation, quoted

View = Callable[[Browser], Observation]
Row = tuple[int, str, int | str]  # of a tree: depth, then "mark" and its number, or role and words
Captioner = Callable[[bytes], str]  # from a picture, a PNG, to a sentence
RULES = {  # what makes an element a target; a mark keeps the rule's name
    "native": "links, buttons, fields, lists, summaries, players: what HTML itself makes usable",
    "label": "a label that stands for a field which does not show",
    "role": "an ARIA role that can be used: button, tab, option, slider",
    "editable": "text that can be edited where it stands",
    "listener": "a script listens to the mouse on it",
    "drag": "it can be dragged",
    "focus": "the keyboard reaches it (tabindex)",
    "pointer": (
        "the mouse shows a hand over it, or a grip (its cursor), as where a list listens for its "
        "items"
    ),
    "hover": "a small thing that shows more under the mouse: a word with a tip, a bar of a chart",
    "scroller": "a box of text that scrolls, and holds nothing else that could be named",
}
MOST_WORDS = 6000  # characters of a page's text that an observation includes
MOST_CAPTIONS = 500  # pictures whose captions a view remembers
MOST_MARKS = 1000  # as many numbers as fit on a screen of 1024 x 768


def marked_screenshot(browser: Browser, without: Sequence[str] = ()) -> Observation:
    """The paper's view: a screenshot whose elements carry numbers, and a line of text for each.

    `without` names rules that make an element a target (RULES) and switches them off, to see what
    each contributes.
    """
    if unknown := set(without) - set(RULES):
        raise ValueError(
            f"There is no rule {', '.join(sorted(unknown))}; the rules are {', '.join(RULES)}."
        )
    return _observe(browser, without=without)[0]


def accessibility_tree(browser: Browser) -> Observation:
    """The text-only view (section 5.1): roles, names, states and text, without a picture.

    It shows the viewport in reading order, indented, including frames and shadow roots. The numbers
    are those of the marks, so the same actions work.
    """
    seen, page = _observe(browser, tree=True)
    text = _write_tree(page.tree, seen.marks)
    return replace(seen, text=text, view="accessibility_tree", pictured=False)


def captioned_tree(captioner: Captioner) -> View:
    """The accessibility tree with a caption for each picture, for models without eyes.

    This view is from VisualWebArena (Koh et al. 2024, section 4.1). `captioner` makes a sentence of
    a picture's PNG, or "" if it has nothing to say; it is asked once about the same pixels. A
    picture is cut out of the screenshot as it shows, and has at least 32 pixels on each side.
    """
    describe = lru_cache(MOST_CAPTIONS)(captioner)

    def captioned_tree(browser: Browser) -> Observation:
        seen, page = _observe(browser, tree=True, pictures=True)
        rows: list[Row] = []
        for depth, role, item in page.tree:
            if role == "picture" and isinstance(item, str):
                box, _, name = item.partition(" ")
                place = [round(int(side) * browser.zoom) for side in box.split(",")]
                caption = " ".join(describe(drawing.cut(seen.screenshot, place)).split())
                words = f"image {quoted(name)}" if name else "image"
                words += f", caption {quoted(caption)}" if caption else ""
                rows.append((depth, words, ""))
            else:
                rows.append((depth, role, item))
        text = _write_tree(rows, seen.marks)
        return replace(seen, text=text, view="captioned_tree", pictured=False)

    return captioned_tree


def marked_with_text(browser: Browser) -> Observation:
    """The marked screenshot together with its words as text.

    The paper suggests this for text-heavy sites (section 5.4). Words that the picture does not show
    are left out. The text may still differ from the picture: a web font can draw other characters
    than the page contains, words over a photo may be unreadable, and words in pictures are missing.
    """
    seen, _ = _observe(browser, generated=True)
    words = "\n".join(f"| {line}" for line in seen.words)[:MOST_WORDS]
    text = f"{seen.text}\nWords on the screenshot, each line after a bar:\n{words}"
    return replace(seen, text=text, view="marked_with_text")


def name_view(view: View) -> str:
    """The name of a view, as a run records it; ValueError if it isn't a function with a name."""
    name = getattr(view, "__name__", None)
    if not callable(view) or name is None:
        raise ValueError(
            f"`view` must be a function with a name, such as views.marked_screenshot: not {view!r}."
        )
    return name


def _observe(
    browser: Browser, without: Sequence[str] = (), **asked: bool
) -> tuple[Observation, PageReport]:
    """The paper's view, and the page report that it is made from; Browser.look is `asked` so."""
    page = browser.look(without, **asked)
    marks = _number_marks(page.seen, browser.viewport)
    text = "\n".join(mark.line for mark in marks)
    notes, count = page.seen.notes, len(page.seen.marks)
    if count > MOST_MARKS:
        crowd = f"The page shows more elements than numbers fit on it ({count});"
        notes += (f"{crowd} the first {MOST_MARKS} have one.",)
    return replace(page.seen, marks=marks, text=text, notes=notes), page


def _write_tree(rows: Iterable[Row], marks: Sequence[Mark]) -> str:
    """The rows of an accessibility tree as indented lines."""
    lines = []
    for depth, role, item in rows:
        if isinstance(item, str):
            lines.append("  " * depth + (f"{role} {quoted(item)}" if item else role))
        elif item < len(marks):
            lines.append("  " * depth + f"[{item}] {marks[item].words}")
    return "\n".join(lines)


def _number_marks(seen: Observation, viewport: tuple[int, int]) -> tuple[Mark, ...]:
    """The first MOST_MARKS marks, each with the place of its number and the host it leads to."""
    marks, words = seen.marks[:MOST_MARKS], [line[:4] for line in seen.lines]
    places = drawing.tag_boxes([mark.boxes for mark in marks], viewport, words)
    here = urlsplit(seen.url).hostname
    return tuple(
        replace(mark, tag_box=tuple(place), leads_to_host=_find_other_host(mark.href, here))
        for mark, place in zip(marks, places, strict=True)
    )


def _find_other_host(href: str, here: str | None) -> str:
    """The host that a link leads to; "" if it is the page's own."""
    host = urlsplit(href).hostname if href.startswith("http") else None
    return host if host and host != here else ""
