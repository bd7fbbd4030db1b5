"""What the learned agent reads from lists and tables: rows, superlatives and sums."""

from dataclasses import replace

from practice.learned import reading, rows
from practice.learned.question import read_question
from practice.learned.state import State
from practice.offline.page.page import Box, Element, Line, Page

CHEAPEST = "Which of the kettles with at least 4 stars is the cheapest?"


def make_list(*entries: tuple[str, str, str], address: str = "http://shop.mini/kettles") -> Page:
    """A list of links, each with stars and a price under it."""
    lines, elements = [], []
    for place, (title, stars, price) in enumerate(entries):
        top = 100 + 120 * place
        lines += [
            Line(40, top, 300, 24, title),
            Line(40, top + 32, 90, 16, stars),
            Line(40, top + 56, 90, 16, price),
        ]
        elements.append(Element(place, "a", title, box=Box(40, top, 300, 24)))
    return Page(address=address, elements=tuple(elements), lines=tuple(lines))


def make_table(head: tuple[str, ...], *cells: tuple[str, ...]) -> Page:
    """A table whose columns are 200 pixels wide."""
    lines = [
        Line(40 + 200 * column, 100 + 30 * row, 80, 16, text)
        for row, texts in enumerate((head, *cells))
        for column, text in enumerate(texts)
    ]
    return Page(address="http://sports.mini/table", lines=tuple(lines))


def read(question: str, *pages: Page) -> dict[str, set[str]]:
    """The features of each text that rows offer as an answer."""
    found: dict[str, set[str]] = {}
    for passage in rows.list_rows(State(read_question(question), pages, ())):
        found.setdefault(passage.text, set()).update(passage.key_features)
    return found


def test_features_of_a_fitting_row_name_its_largest_and_smallest_values():
    page = make_list(
        ("Copper Kettle", "3.1 stars", "$19.00"),
        ("Glass Kettle", "4.6 stars", "$35.00"),
        ("Steel Kettle", "4.2 stars", "$42.00"),
    )
    found = read(CHEAPEST, page)
    assert {"row least money", "row most rating", "row fits 0"} <= found["Glass Kettle"]
    assert "row least money" not in found["Copper Kettle"]  # three stars are too few
    assert {"row most money", "row last"} <= found["Steel Kettle"]


def test_the_parts_of_a_scrolled_list_are_joined():
    first = make_list(("Glass Kettle", "4.6 stars", "$35.00"), ("Tin Kettle", "4.0 stars", "$9.00"))
    below = make_list(
        ("Steel Kettle", "4.2 stars", "$42.00"), ("Clay Kettle", "4.9 stars", "$28.00")
    )
    assert "row least money" in read(CHEAPEST, below)["Clay Kettle"]
    assert "row least money" not in read(CHEAPEST, first, below)["Clay Kettle"]
    elsewhere = replace(first, address="http://shop.mini/pots")
    assert "row least money" in read(CHEAPEST, elsewhere, below)["Clay Kettle"]


def test_rows_of_a_table_have_features_by_column():
    page = make_table(("Team", "Points", "Change"), ("Foxes", "41", "▼ 3"), ("Otters", "38", "▲ 2"))
    found = read("Which team has the most points?", page)
    assert "row most column point" in found["Foxes"]
    assert "row most column change" in found["Otters"]  # -3 is less than +2


def test_two_rows_that_the_question_names_give_a_sum_and_a_difference():
    page = make_table(
        ("Team", "Points"), ("Foxes", "41"), ("Otters", "38"), ("Herons", "7"), ("Pilots", "5")
    )
    found = read("How many points do the Foxes and the Herons have together?", page)
    assert "rows sum column point" in found["48"]
    assert "rows difference column point" in found["34"]
    assert "row most column point of named" in found["Foxes"]


def test_sums_have_the_order_of_the_columns():
    """In any other order, the same trajectories would not give the same weights."""
    page = make_table(
        ("Team", "Won", "Drawn", "Lost", "Points"),
        ("Foxes", "11", "8", "3", "41"),
        ("Herons", "1", "4", "15", "7"),
    )
    question = read_question("What do the Foxes and the Herons have together?")
    found = rows.list_rows(State(question, (page,), ()))
    sums = [each.text for each in found if "rows sum" in each.key_features]
    assert sums == ["12", "12", "18", "48"]


def test_a_sum_over_two_pages_counts_hours_in_minutes():
    question = 'How long do "Plum Cake" and "Rye Bread" take in all?'
    pages = tuple(
        Page(
            address=f"http://recipes.mini/{place}",
            title=name,
            lines=tuple(
                Line(40 + 200 * column, 100 + 30 * row, 80, 16, text)
                for row, texts in enumerate((("Prep", "Total"), cells))
                for column, text in enumerate(texts)
            ),
        )
        for place, (name, cells) in enumerate(
            {"Plum Cake": ("20 min", "1 hr 10 min"), "Rye Bread": ("15 min", "2 hr")}.items()
        )
    )
    found = {
        passage.text: passage.key_features
        for passage in reading.list_sources(State(read_question(question), pages, ()))
        if passage.key_features[0].startswith("derived")
    }
    assert "derived sum head total " in found["190"]
    assert "derived sum head prep " in found["35"]
