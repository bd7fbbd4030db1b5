"""What the agent sees: every target once, nothing else, with name and state; numbers that can be read; the words."""

import io
from itertools import combinations

import pytest
from PIL import Image

from webvoyager import Browser, Observation, drawing, views
from webvoyager.records import ActionError

SEEN = [
    "Plain link", "Icon link", "Named link", "Role button", "Tabindex", "Listener", "Pointer", "Editor",
    "Painted radio", "Field", "Number", "Secret", "List", "Area", "Details", "Stretched link",
    "In the shadow", "In the frame", "Single",
]  # fmt: skip


@pytest.fixture(scope="module")
def seen(shared_browser: Browser, pages: str) -> Observation:
    shared_browser.reset()
    shared_browser.open(f"{pages}/marks.html")
    return views.marked_screenshot(shared_browser)


def words(observation: Observation) -> list[str]:
    return [line[4] for line in drawing.page_text(observation.screenshot)["lines"]]


def test_every_target_has_one_mark_in_reading_order_and_nothing_else_has(seen):
    assert [mark.text for mark in seen.marks] == SEEN
    assert [mark.label for mark in seen.marks] == list(range(len(SEEN)))


def test_marks_tell_role_value_and_state(seen):
    lines = {mark.text: mark.line.split(": ", 1)[1] for mark in seen.marks}
    assert lines["Field"] == '<input type="text"> "Field", value "held";'
    assert lines["Number"] == '<input type="number"> "Number", value "3";'
    assert lines["Painted radio"] == '<input type="radio"> "Painted radio", checked;'
    assert lines["List"] == '<select> "List", value "Two", options "One | Two";'
    assert lines["Details"] == '<summary> "Details", collapsed;'
    assert lines["Role button"] == '<span role="button"> "Role button";'
    assert "hush" not in seen.text


def test_the_viewport_is_exactly_as_set_and_boxes_lie_in_it(seen):
    assert Image.open(io.BytesIO(seen.screenshot)).size == (1024, 768)
    for mark in seen.marks:
        for x, y, w, h in (*mark.boxes, mark.tag_box):
            assert x >= 0 and y >= 0 and x + w <= 1024 and y + h <= 768, mark


def test_no_two_numbers_overlap(seen):
    for one, other in combinations([mark.tag_box for mark in seen.marks], 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]


def test_numbers_find_room_on_a_crowded_page():
    targets = [[(x * 16, y * 10, 15, 9)] for y in range(20) for x in range(20)]
    boxes = drawing.tag_boxes(targets, (1024, 768))
    assert len(boxes) == 400
    for one, other in combinations(boxes, 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]


def test_the_words_are_those_that_eyes_can_reach(seen):
    read = words(seen)
    assert {"Category words", "Plain link", "held", "Two", "frame words", "shadow words"} <= set(read)
    assert not {"Covered", "Transparent", "Hidden", "Inside details", "Far below", "hush"} & set(read)


def test_drawing_changes_the_picture_only_and_keeps_the_words(seen):
    for style in drawing.STYLES:
        drawn = seen.marked(style)
        assert Image.open(io.BytesIO(drawn)).size == (1024, 768) and drawn != seen.screenshot
        text = drawing.page_text(drawn)
        assert text["lines"] == drawing.page_text(seen.screenshot)["lines"]
        assert {box[0] for box in text["marks"]} == set(range(len(SEEN)))
    with pytest.raises(ValueError, match="no style 'pink'; choose one of black, colours"):
        seen.marked("pink")


def test_pixels_are_all_that_is_left_without_the_text(seen):
    bare = drawing.without_text(seen.screenshot)
    assert drawing.page_text(bare) == {} and b"webvoyager" not in bare
    same = [Image.open(io.BytesIO(png)).convert("RGB").tobytes() for png in (bare, seen.screenshot)]
    assert same[0] == same[1]


def test_looking_changes_nothing_on_the_page(shared_browser, pages):
    shared_browser.open(f"{pages}/marks.html")
    before = shared_browser.script("return document.documentElement.outerHTML")
    views.marked_screenshot(shared_browser)
    assert shared_browser.script("return document.documentElement.outerHTML") == before


def test_a_number_that_is_not_there_is_told_with_those_that_are(seen):
    with pytest.raises(ActionError, match=r"no element \[99\] in this screenshot\. The numbers go from 0 to 18"):
        seen.mark(99)


def test_the_text_only_view_has_the_same_numbers_and_the_words_and_sends_no_picture(shared_browser, pages, seen):
    shared_browser.open(f"{pages}/marks.html")
    tree = views.accessibility_tree(shared_browser)
    assert tree.marks == seen.marks and not tree.pictured
    for mark in tree.marks:
        assert tree.text.count(f"[{mark.label}] <") == 1, mark
    assert 'text "Category words"' in tree.text and 'text "frame words"' in tree.text
    assert "Covered" not in tree.text and "Far below" not in tree.text


def test_the_view_with_words_adds_them_to_the_text(shared_browser, pages):
    shared_browser.open(f"{pages}/marks.html")
    both = views.marked_with_text(shared_browser)
    assert both.pictured and "Words on the screenshot:\nPlain link" in both.text
