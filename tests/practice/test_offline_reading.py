"""The offline model reads labels, values and sentences, wherever a page puts them."""

import pytest
from test_offline import make_situation, page, propose_actions

from practice.offline.page.labels import find_pairs
from practice.offline.page.page import Line
from practice.offline.page.passages import find_in_passages, find_passages
from practice.offline.question.question import read_question
from practice.offline.rules import ranking_rules, wander_rules

FACTS = (("Colour", "Red"), ("Weight", "30 g"), ("Found in", "Oban"), ("Finder", "Ina Holl"))
COLUMNS = ((40, 0), (240, 0), (440, 0), (640, 0))


def line(x, y, text, h=18):
    return Line(x, y, 8 * len(text), h, text)


def place(labels, values, label_height=18, value_height=18):
    """The lines of FACTS, with labels and values at these places."""
    placed = zip(labels, values, FACTS, strict=True)
    return [
        one
        for (lx, ly), (vx, vy), (label, value) in placed
        for one in (line(lx, ly, label, label_height), line(vx, vy, value, value_height))
    ]


ROWS = [(40, 100 + 30 * n) for n in range(4)]
DOUBLE = [(40, 100 + 40 * n) for n in range(4)]
TOPS = [(x, 100) for x, _ in COLUMNS]
BELOW = [(x, 124) for x, _ in COLUMNS]


@pytest.mark.parametrize(
    "lines",
    [
        place(ROWS, [(200, y) for _, y in ROWS]),
        place(DOUBLE, [(80, y + 18) for _, y in DOUBLE]),
        place(DOUBLE, [(40, y + 18) for _, y in DOUBLE]),
        place(TOPS, BELOW, label_height=14),
        place(TOPS, BELOW),
    ],
    ids=["table", "definitions", "blocks", "small labels", "header row"],
)
def test_labels_are_paired_with_their_values(lines):
    pairs = {pair.label: pair for pair in find_pairs(lines) if pair.label in dict(FACTS)}
    assert {label: pair.value for label, pair in pairs.items()} == dict(FACTS)


def test_small_words_below_large_numbers_are_labels():
    lines = [
        one
        for x, number, words in (
            (40, "212", "members"),
            (240, "18", "boats"),
            (440, "1931", "founded"),
        )
        for one in (line(x, 100, number, 30), line(x, 132, words, 14))
    ]
    pairs = {(pair.label, pair.value) for pair in find_pairs(lines)}
    assert pairs >= {("members", "212"), ("boats", "18"), ("founded", "1931")}


def test_a_label_is_never_read_as_a_value():
    lines = [
        line(40, 100, "Country"),  # its value is empty
        line(40, 118, "Fee"),
        line(80, 136, "120 g"),
        line(40, 154, "Keeper"),
        line(80, 172, "Ina Holl"),
    ]
    assert "Country" not in {pair.label for pair in find_pairs(lines)}


def test_a_pair_knows_the_headings_above_it():
    lines = [
        line(40, 40, "Settings", 32),
        line(40, 100, "Network", 24),
        line(40, 140, "timeout"),
        line(70, 160, "Default: 45 s"),
        line(40, 190, "retries"),
        line(70, 210, "Default: 7"),
    ]
    about = {pair.value: pair.about for pair in find_pairs(lines) if pair.label == "Default"}
    assert about == {
        "45 s": "timeout / Network / Settings",
        "7": "retries / Network / Settings",
    }


TEXT = [
    line(40, 100, "The Marl Tower is a water tower from 1904 that stands in the old"),
    line(40, 124, "town. It is 43 m tall, and its warden is Dr. Ina Holl. A ticket"),
    line(40, 148, "costs £4.50 on weekdays."),
]


def test_sentences_go_on_over_lines():
    assert [passage.text for passage in find_passages(TEXT)] == [
        "The Marl Tower is a water tower from 1904 that stands in the old town.",
        "It is 43 m tall, and its warden is Dr. Ina Holl.",
        "A ticket costs £4.50 on weekdays.",
    ]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("How tall is the Marl Tower?", "43 m"),
        ("Who is the warden of the Marl Tower?", "Dr. Ina Holl"),
        ("How much is a ticket?", "£4.50"),
        ("How deep is the Marl Tower?", None),
    ],
)
def test_values_are_read_from_sentences(asked, value):
    found = find_in_passages(read_question(asked).properties[0], (), TEXT)
    assert (found and found.value) == value


def test_entries_of_a_list_are_not_one_sentence():
    lines = [line(40, 100 + 18 * n, f"Hut {n} (1,{n}40 m): {n}4 beds, warden") for n in (1, 2, 3)]
    assert len(find_passages(lines)) == 3


SECTIONS = page(
    [
        (40, 20, 120, 36, "Huts"),
        *[
            (x, y, 8 * len(text), h, text)
            for x, name, high, beds in (
                (40, "Alm Hut", "1,840 m", 24),
                (300, "Rock Hut", "2,310 m", 12),
            )
            for y, h, text in (
                (100, 24, name),
                (130, 18, f"Height: {high}"),
                (154, 18, f"Beds: {beds}"),
            )
        ],
    ],
    title="Huts",
)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Which hut is the highest?", "Rock Hut – 2,310 m."),
        ("Which hut has the most beds?", "Alm Hut – 24."),
    ],
)
def test_the_best_of_several_sections_is_named(asked, answer):
    moves = list(ranking_rules.rank_parts(make_situation(asked, SECTIONS)))
    assert [move.action for move in moves] == [f"ANSWER; {answer}"]


def test_the_section_with_the_name_is_read():
    asked = "How many beds does the Rock Hut have?"
    assert propose_actions(asked, SECTIONS)[0] == "ANSWER; Rock Hut – Beds: 12."


def test_a_site_without_a_search_is_read_page_by_page():
    names = ("Log in", "Fees", "Staff")
    links = [f'[{n}]: <a> "{name}";' for n, name in enumerate(names)]
    links.append('[3]: <a> "Partners", leads to elsewhere.test;')
    marks = [(n, 40, 200 + 30 * n, 80, 18) for n in range(4)]
    home = make_situation("Who is the gardener?", page((), links, marks))
    assert [move.action for move in wander_rules.wander(home)] == ["Click [1]", "Click [2]"]
