"""Numbers that appear only in a paper's PDF."""

from ....kit.steps import link
from ....kit.tasks import SiteTask, task
from ..records import Paper
from .paper_drawing import Draw, number, open_paper


def _table_cell(draw: Draw) -> SiteTask:
    """A number that appears only in the PDF, in one cell of its table."""
    paper = draw.paper(lambda p: bool(_find_unique_cells(p)))
    row, column = draw.rng.choice(_find_unique_cells(paper))
    value = paper.table.rows[row][column]
    ques = (
        f'Open the PDF of "{paper.title}". What does Table 1 ({paper.table.caption}) give under '
        f'"{paper.table.columns[column]}" for "{paper.table.rows[row][0]}"?'
    )
    return task(ques, value, {"parts": [number(value)]}, [*open_paper(paper), link("View PDF")])


def _find_unique_cells(paper: Paper) -> list[tuple[int, int]]:
    cells = [cell for row in paper.table.rows for cell in row]
    shown = f"{paper.abstract} {paper.comments}"
    places = [
        (r, c) for r in range(len(paper.table.rows)) for c in range(1, len(paper.table.columns))
    ]
    values = {place: paper.table.rows[place[0]][place[1]] for place in places}
    return [
        at
        for at, value in values.items()
        if cells.count(value) == 1 < len(value) and value not in shown and value[0] != "-"
    ]


def _table_extreme(draw: Draw) -> SiteTask:
    paper = draw.paper(
        lambda p: len(p.table.rows) >= 4 and p.table.rows[0][0].replace(" ", "").isalpha()
    )
    column = len(paper.table.columns) - 1
    best = max(paper.table.rows, key=lambda row: number(row[column]))
    ques = (
        f'Open the PDF of "{paper.title}". In Table 1, for which "{paper.table.columns[0]}" is '
        f'"{paper.table.columns[column]}" highest, and what is the value?'
    )
    rule = {"parts": [best[0], number(best[column])]}
    return task(ques, f"{best[0]}, {best[column]}", rule, [*open_paper(paper), link("View PDF")])


MAKERS = {  # each maker with the site features its task exercises
    _table_cell: "pdf-document",
    _table_extreme: "pdf-document",
}
