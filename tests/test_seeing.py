"""Marks against a ground truth: each target has one mark, and nothing else has a mark.

The HTML of the pages says what is a target.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from accessibility import differences

import webvoyager.browser
from webvoyager import Action, Browser, Mark, drawing, views
from webvoyager.browser.reports import Frame

SEEING = Path(__file__).parent / "pages" / "seeing"
PAGES = sorted(page.stem for page in SEEING.glob("*.html") if not page.stem.startswith("inner_"))

# Runs in the page's own world: the names of all targets, and the target's name at each path.
TRUTH = """
const shadow = element => element.shadowRoot || element.inner;  // a closed one, which its element keeps
const inner = element => element.contentDocument || (element.tagName === 'EMBED' && element.getSVGDocument());
const names = new Set(), attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
const look = root => {
  for (const element of root.querySelectorAll('*')) {
    if (attribute(element, 'data-target')) names.add(attribute(element, 'data-target'));
    if (element.tagName !== 'FORM' && shadow(element)) look(shadow(element));
    if (inner(element)) look(inner(element));
  }
};
look(document);
const kind = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType').get;
const nodes = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes').get;
const follow = path => {
  let root = document, element = null;
  for (const steps of path) {
    if (element) root = shadow(element) || inner(element);
    element = root;
    for (const step of steps.split('/')) element = [...nodes.call(element)].filter(one => kind.call(one) === 1)[step];
  }
  return attribute(element, 'data-target') || '';
};
return {names: [...names], marked: arguments[0].map(follow)};
"""


def compare(
    browser: Browser, marks: Sequence[Mark], frames: Sequence[Frame]
) -> tuple[list, list, list]:
    """Compare marks with the page's targets, which have names.

    Returns the targets without a mark, the targets with several, and the marks on no target.
    """
    names, counts, wrong = set(), Counter(), []
    for frame in (None, *frames):
        here = [
            mark
            for mark in marks
            if mark.identity["frames"] == (frame.place["frames"] if frame else [])
        ]
        truth = browser.script(TRUTH, [mark.identity["path"] for mark in here], frame=frame)
        names |= set(truth["names"])
        counts.update(name for name in truth["marked"] if name)
        wrong += [mark.line for mark, name in zip(here, truth["marked"], strict=True) if not name]
    return (
        sorted(names - set(counts)),
        sorted(name for name, count in counts.items() if count > 1),
        wrong,
    )


KNOWN: dict[str, tuple[list, list, list]] = {
    # a click on the player or on the button over it starts it, but nothing in the page says so
    "dense_news": ([], ["video"], []),
    # the item does nothing
    "web_admin": ([], [], ['[9]: <div role="treeitem"> "Recalled (locked)", disabled;']),
    # scrolls only sideways, which no action can do
    "web_docs_chat": (["code scroll"], [], []),
    # a row around a single link, and a link of which only the stretched part shows
    "web_recipe": (["ingredient butter row", "popular bread"], [], []),
    # cells around a single link or box
    "web_spreadsheet": ([f"cell {cell}" for cell in ("B5", "D2", "D3", "E2", "E3")], [], []),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_target_has_exactly_one_mark_and_nothing_else_has_one(page, browser, pages):
    browser.open(f"{pages}/seeing/{page}.html")
    spared, look = (browser.look(patience=patience) for patience in (0, 60_000))
    seen = look.seen
    assert spared == look and seen.marks, "the page is seen differently without hit tests"
    assert compare(browser, seen.marks, look.frames) == KNOWN.get(page, ([], [], []))
    words = [line[:4] for line in seen.lines]
    tags = drawing.tag_boxes([mark.boxes for mark in seen.marks], browser.viewport, words)
    assert not [pair for pair in combinations(tags, 2) if drawing.overlap(*pair)]
    assert all(x >= 0 and y >= 0 and x + w <= 1024 and y + h <= 768 for x, y, w, h in tags)
    own = [mark for mark in seen.marks if not mark.identity["frames"]]
    assert differences(browser, own) == []


FAR = {  # one of the other siblings, and the one that is on the screen
    "in its place": ("<button>far {}</button><br>", "<button>near</button><br>"),
    "moved": ("<p>far {}</p>", "<p style='position: absolute; top: 9px'><a href=#>near</a></p>"),
    "shifted": ("<p>far {}</p>", "<p style='transform: translateY(-4600px)'><a href=#>near</a></p>"),
    "a part of it": ("<p>far {}</p>", "<p>far<a href=# style='position: fixed; top: 9px'>near</a></p>"),
    "without a box": (
        "<p>far {}</p>",
        "<p style='display: contents'><a href=# style='position: fixed; top: 9px'>near</a></p>",
    ),
    "without words": ("<p>far {}</p>", "<p><input aria-label=near style='position: fixed; top: 9px'></p>"),
    "in a shadow root": (
        "<p>far {}</p>",
        "<p><template shadowrootmode=open><a href=# style='position: fixed; top: 9px'>near</a></template></p>",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", FAR)
def test_one_of_many_siblings_is_seen_however_it_gets_onto_the_screen(browser, pages, way):
    far, near = FAR[way]
    rows = [far.format(number) for number in range(400)]
    rows[200] = near
    browser.open(f"{pages}/search")
    browser.script(
        "document.body.setHTMLUnsafe('<style>p { height: 20px; margin: 0 }</style><h1>Top</h1><div style=\"height: 800px\"></div>' + arguments[0])",
        "".join(rows),
    )
    if way == "in its place":
        browser.script("document.querySelectorAll('button')[200].scrollIntoView({block: 'center'})")
    seen = browser.look().seen
    assert "near" in [mark.text for mark in seen.marks]
    assert "near" in " ".join(seen.words) or way == "without words"


def test_one_of_many_shapes_is_seen_although_the_others_are_off_screen(browser, pages):
    shape = "<rect x={} y={} width=20 height=12 tabindex=0 aria-label={} />"
    shapes = [shape.format(5, 2000 + 20 * number, "far") for number in range(300)]
    shapes[150] = shape.format(5, 40, "near")
    browser.open(f"{pages}/search")
    svg = f"<svg width=300 height=9000>{''.join(shapes)}</svg>"
    browser.script("document.body.innerHTML = arguments[0]", svg)
    assert [mark.text for mark in browser.look().seen.marks] == ["near"]


def test_names_are_read_from_slots_and_elements_without_a_box(browser, pages):
    browser.open(f"{pages}/seeing/82_slotted_names.html")
    names = [mark.text for mark in views.marked_screenshot(browser).marks]
    assert names == ["Save", "Send all", "Add to basket", "Gift wrap", "Delivery"]


def test_each_thumb_of_a_drawn_slider_says_where_it_stands_and_can_be_set(env, pages):
    seen = env.reset(f"{pages}/seeing/91_drawn_sliders.html", fresh=False)
    scales = {mark.text: (mark.value, mark.description) for mark in seen.marks}
    assert scales == {
        "Least": ("20", "0 to 100 in steps of 1"),
        "Most": ("80", "0 to 100 in steps of 1"),
        "Size": ("-2", "-10 to 10 in steps of 0.5"),
        "From": ("13", "0 to 100 in steps of 1"),
        "To": ("67", "0 to 100 in steps of 1"),
        "Volume": ("40", "0 to 100 in steps of 1"),
        "Speed": ("2", "1 to 3"),
        "Plain": ("5", ""),
    }
    for name in ("Least", "Most", "From", "To", "Volume"):
        mark = next(mark for mark in env.observation.marks if mark.text == name)
        assert env.step(Action("Type", mark.label, "55")).title == f"{name} 55"


def test_what_lies_in_a_declared_closed_root_can_be_used(env, own_page):
    declared = "<template shadowrootmode=closed><p>Words</p><button onclick=\"document.title = 'Saved'\">Save</button>"
    next_page = own_page(f"<div>{declared}</template></div>")
    env.reset(own_page(f"<title>First</title><a href={next_page}>Next</a>"), fresh=False)
    seen = env.step(Action("Click", 0))
    assert [mark.text for mark in seen.marks] == ["Save"] and "Words" in seen.words
    assert env.step(Action("Click", 0)).title == "Saved"


def test_there_are_enough_pages_for_meaningful_figures():
    assert len(PAGES) >= 35 and len([page for page in PAGES if page.startswith("dense_")]) >= 5


def test_numbers_stay_off_the_words_of_their_own_targets(browser, pages):
    hidden = total = 0
    for page in ("03_links", "05_roles", "45_table_controls", "dense_shop", "dense_scores"):
        browser.open(f"{pages}/seeing/{page}.html")
        seen = views.marked_screenshot(browser)
        lines = [line[:4] for line in seen.lines]
        for mark in seen.marks:
            own = [line for line in lines if any(drawing.overlap(line, box) for box in mark.boxes)]
            hidden += any(drawing.overlap(mark.tag_box, line) > 8 for line in own)
        total += len(seen.marks)
    assert hidden <= 0.02 * total, (hidden, total)


LINKS = [(200 + 70 * nth, 66, 66, 16) for nth in range(5)]
CROWDED = {  # boxes of targets, each with at most one row of others around it
    "a field over links": [(280, 40, 100, 20), (384, 40, 60, 20), *LINKS],
    "links over a field": [*LINKS, (280, 88, 100, 20), (384, 88, 60, 20)],
    "cells of a table": [(40 * (n % 10), 40 + 18 * (n // 10), 40, 18) for n in range(60)],
    "a column of links": [(1, 20 * n, 300, 18) for n in range(30)],
}


@pytest.mark.parametrize("way", CROWDED)
def test_no_number_is_nearer_to_another_target_than_to_its_own(way):
    boxes = CROWDED[way]
    tags = drawing.tag_boxes([[box] for box in boxes], (1024, 768))
    for label, (x, y, w, h) in enumerate(tags):
        middle = (x + w / 2, y + h / 2, 0, 0)
        far = [
            sum(max(box[i] - middle[i], 0, middle[i] - box[i] - box[i + 2]) for i in (0, 1))
            for box in boxes
        ]
        assert far[label] == min(far), (label, tags[label])


def test_every_rule_that_makes_a_mark_has_a_description_and_can_be_left_out(browser, pages):
    source = Path(webvoyager.browser.__file__).parent / "js" / "rules.js"
    body = re.search(r"^export function kindOf.*?^}", source.read_text("utf-8"), re.M | re.S)[0]
    returned = " ".join(re.findall(r"\breturn ([^;]+);", body))
    rules = set(re.findall(r"(?<!== )'(\w+)'", returned))
    assert rules == set(views.RULES)
    browser.open(f"{pages}/seeing/dense_shop.html")
    for rule in sorted(rules):
        marks = views.marked_screenshot(browser, without=[rule]).marks
        assert rule not in {mark.rule for mark in marks}
    assert not views.marked_screenshot(browser, without=sorted(rules)).marks
