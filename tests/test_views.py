"""What the agent sees: every target once, with name and state, and nothing else.

Its numbers must be legible, and its words those on the page.
"""

import io
import json
import re
from itertools import combinations

import pytest
from PIL import Image

from webvoyager import Action, Browser, Observation, drawing, hands, views
from webvoyager.records import ActionError

SEEN = [
    "Plain link",
    "Icon link",
    "Named link",
    "Role button",
    "Tabindex",
    "Listener",
    "Pointer",
    "Editor",
    "Painted radio",
    "Field",
    "Number",
    "Secret",
    "List",
    "Area",
    "Details",
    "Stretched link",
    "In the shadow",
    "In the frame",
    "Single",
]


@pytest.fixture(scope="module")
def seen(browser: Browser, pages: str) -> Observation:
    browser.open(f"{pages}/marks.html")
    return views.marked_screenshot(browser)


def words(observation: Observation) -> list[str]:
    return [*observation.words]


def test_every_target_has_one_mark_in_reading_order_and_nothing_else_has_one(seen):
    assert [mark.text for mark in seen.marks] == SEEN
    assert [mark.label for mark in seen.marks] == list(range(len(SEEN)))


def test_mark_lines_contain_role_value_and_state(seen):
    lines = {mark.text: mark.line.split(": ", 1)[1] for mark in seen.marks}
    assert lines["Field"] == '<input type="text"> "Field", value "held";'
    assert lines["Number"] == '<input type="number"> "Number", value "3";'
    assert lines["Painted radio"] == '<input type="radio"> "Painted radio", checked;'
    assert lines["List"] == '<select> "List", value "Two", options "One | Two";'
    assert lines["Details"] == '<summary> "Details", collapsed;'
    assert lines["Role button"] == '<span role="button"> "Role button";'
    assert "hush" not in seen.text


def test_the_viewport_has_the_given_size_and_contains_all_boxes(seen):
    assert Image.open(io.BytesIO(seen.screenshot)).size == (1024, 768)
    for mark in seen.marks:
        for x, y, w, h in (*mark.boxes, mark.tag_box):
            assert x >= 0 and y >= 0 and x + w <= 1024 and y + h <= 768, mark


def test_no_two_numbers_overlap(seen):
    assert not any(
        drawing.overlap(*pair) for pair in combinations([mark.tag_box for mark in seen.marks], 2)
    )


@pytest.mark.slow
def test_numbers_find_room_on_a_crowded_page():
    targets = [[(x * 16, y * 10, 15, 9)] for y in range(20) for x in range(20)]
    boxes = drawing.tag_boxes(targets, (1024, 768))
    assert len(boxes) == 400 and not any(drawing.overlap(*pair) for pair in combinations(boxes, 2))


def test_the_words_are_the_visible_ones(seen):
    read = words(seen)
    assert {"Category words", "Plain link", "held", "Two", "frame words", "shadow words"} <= set(
        read
    )
    assert not {"Covered", "Transparent", "Hidden", "Inside details", "Far below", "hush"} & set(
        read
    )


def test_drawing_changes_the_picture_only(seen):
    for style in drawing.STYLES:
        drawn = seen.marked(style)
        assert Image.open(io.BytesIO(drawn)).size == (1024, 768) and drawn != seen.screenshot
        assert not Image.open(io.BytesIO(drawn)).info.keys() - {"srgb", "gamma"}
    with pytest.raises(ValueError, match="no style 'pink'; choose one of black, colours"):
        seen.marked("pink")


def test_the_words_are_in_the_record_and_not_in_the_picture(seen):
    assert b"iTXt" not in seen.screenshot and b"tEXt" not in seen.screenshot
    again = Observation.from_json(json.loads(json.dumps(seen.to_json())))
    assert again.lines == seen.lines and "Category words" in again.words


def test_observing_changes_nothing_on_the_page(browser, pages):
    browser.open(f"{pages}/marks.html")
    before = browser.script("return document.documentElement.outerHTML")
    views.marked_screenshot(browser)
    assert browser.script("return document.documentElement.outerHTML") == before


def test_the_error_of_an_unknown_number_names_the_valid_ones(seen):
    with pytest.raises(
        ActionError, match=r"no element \[99\] in this screenshot\. The numbers go from 0 to 18"
    ):
        seen.mark(99)


def test_the_text_only_view_has_the_same_numbers_and_the_words_and_sends_no_picture(
    browser, pages, seen
):
    browser.open(f"{pages}/marks.html")
    tree = views.accessibility_tree(browser)
    assert tree.marks == seen.marks and not tree.pictured
    for mark in tree.marks:
        assert tree.text.count(f"[{mark.label}] <") == 1, mark
    assert 'text "Category words"' in tree.text and 'text "frame words"' in tree.text
    assert "Covered" not in tree.text and "Far below" not in tree.text


def test_the_view_with_words_adds_them_to_the_text(browser, pages):
    browser.open(f"{pages}/marks.html")
    both = views.marked_with_text(browser)
    assert (
        both.pictured
        and "Words on the screenshot, each line after a bar:\n| Plain link" in both.text
    )


GENERATED = [
    "Part A: Cakes",
    "Step 1: mix",
    "Step 1.1: milk",
    "Step 2: bake",
    "Part B: Soups",
    "It costs 5 EUR today",
    "Icon",
    "Plain",
    "Crumb",
    "Weight 2 kg",
    "Drawn words",
]


def test_the_text_views_have_the_words_of_style_sheets_and_those_drawn_on_a_canvas(browser, pages):
    browser.open(f"{pages}/generated.html")
    tree = re.findall(r'(?:text|heading) "(.*)"', views.accessibility_tree(browser).text)
    assert tree == GENERATED
    assert words(views.marked_with_text(browser)) == GENERATED
    assert "It costs 5" in words(views.marked_screenshot(browser))  # it leaves them to the picture


def test_the_captioned_tree_asks_once_about_each_picture_in_its_place(browser, pages):
    asked = []

    def name_colour(png: bytes) -> str:
        asked.append(png)
        picture = Image.open(io.BytesIO(png))
        pixels = {picture.getpixel((x, y)) for x in range(1, 119) for y in range(1, 59)}
        return {(255, 0, 0): "red", (0, 255, 0): "lime", (0, 0, 255): ""}[pixels.pop()]

    browser.open(f"{pages}/pictures.html")
    view = views.captioned_tree(name_colour)
    for _ in range(2):
        seen = view(browser)
        assert seen.text.splitlines() == [
            '[0] <a> "A chair Chair";',
            '  image "A chair", caption "red"',
            'image, caption "lime"',
            "image",
            'image "Icon"',
        ]
    assert len(asked) == 3
    assert (seen.view, views.name_view(view), seen.pictured) == (*["captioned_tree"] * 2, False)
    assert "caption" not in views.accessibility_tree(browser).text


# --- what a line tells ---


@pytest.fixture(scope="module")
def states(browser: Browser, pages: str) -> dict[str, str]:
    """The lines of the elements on states.html, by name."""
    browser.open(f"{pages}/states.html")
    marks = views.marked_screenshot(browser).marks
    return {mark.text: mark.line.split(": ", 1)[1] for mark in marks}


@pytest.mark.parametrize(
    "line",
    [
        '<input type="text"> "Name", required;',
        '<input type="email"> "Mail", value "not one", invalid;',
        '<select> "Size", value "M", options "S | M | L";',
        '<select> "Colours", value "Red, Blue", options "Red | Green | Blue";',
        '<input type="checkbox"> "Some of them", partly checked;',
        '<input type="text" role="combobox"> "City", options "Berlin | BER (Airport)";',
        '<button> "Price", sorted descending;',
        '<button> "Leave", described as "Nothing is kept";',
        '<button> "Send", disabled;',
        '<span role="tab"> "First tab", selected;',
        '<span role="tab"> "Second tab";',
        '<button> "Menu", expanded;',
        '<button> "Bold", checked;',
        '<span role="slider"> "Rating", value "four stars";',
        '<a> "Away", leads to elsewhere.example;',
        '<a> "Here";',
        '<input type="image"> "Picture button";',
        '<input type="text"> "Only a hint";',
        '<button> "Both words";',
        '<a> "From the title";',
        '<input type="password"> "Secret", value "••••";',
    ],
)
def test_a_line_contains_name_and_state(states, line):
    assert states[re.search('> "([^"]*)"', line)[1]] == line


def test_a_long_text_is_shortened_in_the_middle(states):
    line = next(line for name, line in states.items() if name.startswith("A link whose"))
    assert " … " in line and line.endswith('but its end stays";') and len(line) < 140


# --- found again ---


# --- frames of other origins, rules, views ---


@pytest.fixture
def framed(browser: Browser, pages: str) -> Browser:
    """A page with a frame of another origin that holds a frame of the first."""
    browser.open(f"{pages}/seeing/28_frame_cross_origin.html")
    return browser


def test_frames_of_other_origins_are_read_in_place_by_every_view(framed):
    names = [
        "Menu of the day",
        "Guests",
        "Day",
        "Window seat",
        "Card number",
        "Pay deposit",
        "Why a deposit?",
    ]
    tree = views.accessibility_tree(framed)
    assert [mark.text for mark in tree.marks] == [*names, "Ask by mail"]
    places = [tree.text.index(words) for words in (*names, "A deposit of five", "Ask by mail")]
    assert (
        tree.text.index("Book a table")
        < tree.text.index("A deposit of five")
        < tree.text.index("Ask by mail")
    )
    assert places and "Book a table" in words(tree)
    assert {mark.frame.split("/")[-1] for mark in tree.marks} == {
        "",
        "inner_28_booking.html",
        "inner_28_payment.html",
    }


def test_actions_reach_frames_of_other_origins(framed):
    for name, text in (("Card number", "4000 1234"), ("Guests", "4"), ("Day", "2026-12-24")):
        seen = views.marked_screenshot(framed)
        mark = next(mark for mark in seen.marks if mark.text == name)
        hands.act(framed, Action("Type", mark.label, text), seen)
        held = {mark.text: mark.value for mark in views.marked_screenshot(framed).marks}
        assert held[name] == text


def test_a_rule_for_marks_can_be_switched_off(browser, pages, seen):
    browser.open(f"{pages}/marks.html")
    for rule in {mark.rule for mark in seen.marks}:
        left = views.marked_screenshot(browser, without=[rule])
        kept = [mark.text for mark in seen.marks if mark.rule != rule]
        assert set(kept) <= {mark.text for mark in left.marks} and len(left.marks) < len(
            seen.marks
        ), rule
    assert {mark.rule for mark in seen.marks} <= set(views.RULES)
    with pytest.raises(ValueError, match="There is no rule magic; the rules are native, label"):
        views.marked_screenshot(browser, without=["magic"])


def test_each_view_counts_its_tokens(browser, pages):
    browser.open(f"{pages}/marks.html")
    marked, tree, both = (
        view(browser).tokens
        for view in (views.marked_screenshot, views.accessibility_tree, views.marked_with_text)
    )
    assert marked["picture"] == both["picture"] == 765 and tree["picture"] == 0
    assert 0 < marked["text"] < both["text"]
