"""The offline model and tables: rows, columns, superlatives, values by their form, a site's own ways, search pages."""

from test_offline import here, moves, page

from webvoyager.practice.offline import acting, exploring, naming, question, ranking, tabular, wayfinding, wishes

ZOO = """
Animal | Kind    | Born         | Weight
Otto   | Otter   | 3 May 2019   | 9 kg
Ursula | Bear    | 17 June 2011 | 212 kg
Hugo   | Hippo   | 2 March 2004 | 1,480 kg
Pia    | Penguin | 30 July 2021 | 4 kg
Total  |         |              | 1,705 kg
"""
RAIL = """
# | Line         | Stops | Trains a day
1 | Green line   | 23    | 310
2 | Blue line    | 31    | 288
3 | Harbour line | 12    | 140
4 | Night line   | 18    | 16
5 | Hill line    | 9     | 64
"""


def cells(text):
    return [tuple(cell.strip() for cell in row.split("|")) for row in text.strip().splitlines()]


def grid(text, top=200, tall=30):
    """The lines of a table that is written as text."""
    placed = [(x, y, cell) for y, row in enumerate(cells(text)) for x, cell in enumerate(row) if cell]
    return [(100 + 180 * x, top + tall * y, 8 * len(cell), 18, cell) for x, y, cell in placed]


def heading(text, y=40):
    return (100, y, 12 * len(text), 32, text)


def links(*names, y=250):
    """Links below each other, in the main part of a page, with their boxes."""
    marks = [(n, 400, y + 30 * n, 8 * len(name), 18) for n, name in enumerate(names)]
    return [f'[{n}]: <a> "{name}";' for n, name in enumerate(names)], marks


def read(*shown):
    """The tables on the last of these pages."""
    return tabular.seen(here("x", *shown))


def test_cells_stand_under_heads_and_a_column_may_number_the_rows():
    zoo, rail = read(page([heading("Our animals"), *grid(ZOO), *grid(RAIL, top=480)]))
    assert [zoo.heads, *zoo.rows] == cells(ZOO) and [rail.heads, *rail.rows] == cells(RAIL)
    assert (zoo.rank, zoo.naming, rail.rank, rail.naming) == (None, 0, 0, 1)


def test_a_wrapped_cell_is_one_and_the_head_is_known_from_the_screen_before():
    lines = [*grid(ZOO, tall=60), (100, 280, 120, 18, "the swimmer")]
    assert read(page(lines))[0].rows[0][0] == "Otto the swimmer"
    below = grid("6 | Old line | 7 | 20 \n 7 | New line | 8 | 30")
    (found,) = read(page(grid(RAIL)), page(below))
    assert [found.heads, found.rows[1]] == [cells(RAIL)[0], ("7", "New line", "8", "30")]


def test_links_say_what_is_abbreviated():
    table = "Line | Tr/d | Land \n Green line | 310 | PL \n Blue line | 288 | DK \n Hill line | 64 | PL"
    elements = ['[0]: <a> "Trains a day";', '[1]: <a> "Poland";']
    (found,) = read(page(grid(table), elements, [(0, 275, 196, 40, 26), (1, 458, 226, 22, 24)]))
    assert found.heads[1] == "Tr/d / Trains a day" and found.label(1) == "Trains a day" and found.marks[1].label == 0
    assert [row[2] for row in found.rows] == ["Poland", "DK", "PL"]


def test_a_superlative_says_what_it_ranks_by():
    said = {
        "Which animal of the zoo is the heaviest?": ("weight", True),
        "Which is the youngest animal?": ("age", False),
        "Which line has the fewest stops?": ("", False),
        "Which book was lent most recently?": ("date", True),
    }
    found = {asked: ranking.ranking(asked) for asked in said}
    assert {asked: (one.kind, one.most) for asked, one in found.items()} == said
    assert ranking.ranking("Which lines have at least 20 stops and at most 300 trains?") is None


def test_places_days_and_exceptions():
    assert ranking.place("Which line is in place 3?") == 3 == ranking.place("Who is 3rd in the list?")
    assert ranking.first("Of the first 20 animals, which weighs most?") == 20
    assert ranking.without("Leaving out the current year, when were most books lent?") == ("current", "year")
    assert ranking.day("What was fed on 3 May 2019?") == 20190503 and ranking.day("What happened in 2019?") is None


def test_cells_are_measured():
    said = {"1,480 kg": 1480, "−3": -3, "▼ 2.5": -2.5, "6'2": 74, "2:05": 125, "3 May 2019": 20190503, "–": None}
    assert {cell: ranking.measured(cell) for cell in said} == said


def test_the_column_is_the_one_the_question_speaks_of():
    (found,) = read(page(grid(RAIL)))
    weights = dict(ranking.ranking("Which line has the most stops?").words)
    assert wishes.column(found, weights, 2.0, numeric=True) == 2
    (short,) = read(page(grid(RAIL.replace("Stops", "S").replace("Trains a day", "T"))))
    assert wishes.column(short, weights, 2.0, numeric=True) == 2
    assert ranking.akin("allow", "allowed") and ranking.akin("tall", "height")
    assert not ranking.akin("stop", "top") and not ranking.akin("line", "link")


def test_sums_do_not_count_and_kinds_narrow():
    lent = (
        "Title | Kind | Lent \n Ash | novel | 5 \n Elm | comic | 9 \n Oak | novel | 7 \n Fir | comic | 1 \n Sum || 16"
    )
    (found,) = read(page(grid(lent)))
    asked = {"Which book was lent most?": ["Ash", "Elm", "Oak", "Fir"], "Which novel was lent most?": ["Ash", "Oak"]}
    for text, titles in asked.items():
        want = wishes.wish(question.question(text))
        assert [row[0] for row in wishes.fitting(found, want)] == titles


def test_a_table_answers():
    shown = page([heading("Zoo and railway"), *grid(ZOO), *grid(RAIL, top=480)])
    said = {
        "Which animal of the zoo is the heaviest?": "Hugo – Weight: 1,480 kg.",
        'Which kind is the animal called "Ursula"?': "Ursula – Kind: Bear.",
        "Which line has the fewest stops?": "Hill line – Stops: 9.",
        "Which line is in place 4?": "Night line.",
    }
    assert {asked: moves(asked, shown)[0].removeprefix("ANSWER; ") for asked in said} == said


def test_a_long_table_is_read_to_its_end():
    asked, more = "Which animal of the zoo is the heaviest?", "{} screens of the page lie below, {} above."
    head, *rows = ZOO.strip().splitlines()
    first = page(grid("\n".join([head, *rows[:2]]), top=640), notes=[more.format(2, 0)])
    move = acting.proposals(here(asked, first))[0]
    assert move.action == "Scroll [WINDOW]; down" and "Ursula" in move.thought
    last = page(grid("\n".join([head, *rows[3:]])), notes=[more.format(0, 2)], step=2)
    assert moves(asked, first, last, replies=[str(move)])[0] == "ANSWER; Ursula – Weight: 212 kg."


def test_a_table_that_goes_on_is_sorted_by_its_head():
    below, head = ["3 screens of the page lie below, 0 above."], ['[0]: <a> "Stops";']
    shown = page(grid(RAIL, top=560), head, [(0, 455, 556, 50, 26)], notes=below)
    for asked in ("Which line has the fewest stops?", "Which line is in place 2 by the most stops?"):
        assert [move.action for move in tabular.look_up(here(asked, shown))] == ["Click [0]"]


def test_a_form_of_its_own_needs_no_label():
    shown = page([heading("Quokka"), (100, 90, 90, 18, "/ˈkwɒkə/")], title="Quokka – Zoo")
    assert moves('What is the pronunciation of "Quokka"?', shown)[0] == "ANSWER; Quokka: /ˈkwɒkə/."


def test_a_row_of_a_things_page_is_told_by_its_name():
    names = grid("Language | Name \n Danish | bibliotek \n Finnish | kirjasto \n Polish | biblioteka")
    shown = page([heading("Plum Library"), *names], title="Plum Library")
    assert "ANSWER; Finnish: kirjasto." in moves('What is the "Plum Library" called in Finnish?', shown)


def test_a_line_names_both_and_the_day():
    shown = page(
        (), *links("River Otters at Ice Lions: Sat, May 9, 14:30", "River Otters at Sea Bears: Sun, May 10, 15:00")
    )
    assert "ANSWER; Sun, May 10, 15:00." in moves("When do the Sea Bears next meet the River Otters?", shown)


def test_a_calendar_is_read_or_turned():
    asked = "Which animal is fed by the children on 7 May 2026?"
    days = [(100, 100, 40, 18, "Mon"), (280, 200, 12, 18, "7"), (280, 222, 60, 18, "Penguin")]
    may, april = [(100, 40, 160, 30, f"{month} 2026") for month in ("May", "April")]
    assert moves(asked, page([may, *days]))[0] == "ANSWER; Penguin."
    assert moves(asked, page([april, *days], *links("← March 2026", "May 2026 →")))[0] == "Click [1]"


def fit(asked, name, ranks=False, **more):
    shown = here(asked, page([heading("Welcome")], *links(name), **more))
    return exploring.fit(shown, shown.page.elements[0], ranks)


def test_a_way_is_named_in_the_question_and_is_neither_the_site_nor_this_page():
    asked = "Which penguins does the zoo keep in the Polar House?"
    assert fit(asked, "Polar House") > fit(asked, "Penguins") >= 1
    assert fit(asked, "Polar bears") == fit(asked, "Statistics") == 0
    assert fit("Which house has the most penguins?", "Statistics", ranks=True) == 1
    asked = "Which penguins does the Plum Zoo keep?"
    assert fit(asked, "Plum Zoo", address="http://plumzoo.test/", title="Animals – Plum Zoo") == 0
    assert fit(asked, "Penguins", title="Penguins – Plum Zoo") == 0


def test_a_superlative_of_dates_is_no_reason_for_statistics():
    titles = ("Statistics", "Ash and elm", "Oak and fir", "Beech and yew")
    elements, marks = links(*titles)
    lines = [(400, 250 + 30 * n, 8 * len(title), 18, title) for n, title in enumerate(titles)]
    lines += [(400, 269 + 30 * n, 90, 10, f"{n + 2} May 2026") for n in (1, 2, 3)]
    shown = page([heading("Search results"), *lines], elements, marks, address="http://site.test/find?q=trees")
    assert "Click [0]" not in moves("What is the latest book about trees?", shown)


def test_a_tab_is_turned_but_a_filter_that_is_set_is_left():
    asked = 'Which is the cheapest vegan dish on the menu of the "Bamboo Kitchen"?'
    about = {"title": "Bamboo Kitchen", "notes": ["1 screens of the page lie below, 0 above."]}
    now = here(asked, page([heading("Bamboo Kitchen")], *links("Vegan ×", "Menu"), **about))
    assert [move.action for move in wayfinding.turn_tab(now)] == ["Click [1]"]


def test_the_page_of_whom_a_list_belongs_to_is_opened():
    shown = page([heading("Clubs")], *links("Harbour Bears", "River Otters"))
    now = here("Which player of the River Otters has caught the most fish?", shown)
    assert [move.action for move in wayfinding.enter_owner(now)] == ["Click [1]"]


def test_what_a_search_page_works_out_is_told():
    found = {"address": "http://find.test/?q=3+ounces", "title": "3 ounces"}
    asked = "By the search page, how many grams are 3 ounces?"
    assert moves(asked, page([(100, 120, 240, 24, "3 ounces = 85.05 grams")], **found))[0] == "ANSWER; 85.05 grams."
    apart = page([(100, 120, 90, 24, "3 ounces ="), (100, 150, 99, 30, "85.05 grams")], **found)
    assert moves(f"{asked} Give a whole number.", apart)[0] == "ANSWER; 85 grams."
    assert not any("85" in move for move in moves("How many grams does the bread weigh?", apart))
    dotted = page([(100, 120, 240, 24, "release = 1.2.3"), (100, 160, 240, 24, "3 ounces = -85 grams")], **found)
    assert moves(asked, dotted)[0] == "ANSWER; -85 grams."


def test_another_spelling_is_told_or_taken():
    elements, marks = links("quokka", y=120)
    lines = [(100, 120, 160, 18, "Did you mean"), (100, 160, 220, 18, "No results")]
    shown = page(lines, elements, marks, title="Results", address="http://find.test/?q=quoka")
    assert moves('Which spelling does the site suggest for "quoka"?', shown)[0] == "ANSWER; quokka."
    assert moves("Find the page about the quoka.", shown)[0] == "Click [0]"


def test_sums_conversions_and_exact_phrases_are_typed_as_they_stand():
    said = {
        "By the search page, how many millilitres are 7 cups?": ("7 cups in millilitres",),
        "What is 12 * 3 + 4?": ("12 * 3 + 4",),
        "What is 15 % of 240?": ("15 % of 240",),
        "How many animals are there in the zoo?": (),
        "Which trains leave between 10 and 12?": (),
        "Search for the grey heron as an exact phrase, in quotation marks.": ('"grey heron"',),
        "Search for the grey heron.": (),
    }
    found = {asked: question.question(asked) for asked in said}
    assert {asked: one.searches for asked, one in found.items()} == said
    assert [one.calculates for one in found.values()] == [True, True, True, False, False, False, False]


def test_quotations_have_kinds_and_names_go_without_where_they_stand():
    said = {
        'Who keeps "Old Bruno"?': "name",
        'What does "brumate" mean?': "term",
        "What is given under “Habitat”?": "label",
        'Search for the word "den".': "word",
        'Take the one in size "Large".': "option",
    }
    assert {asked: naming.quotations(asked)[0][1] for asked in said} == said
    assert naming.names("Who leads the River Otters in the Northern League?") == ("River Otters",)
    assert naming.bare("Villa Rosa in Lugano") == "Villa Rosa" and naming.bare("Penguins in Rome") == ""
