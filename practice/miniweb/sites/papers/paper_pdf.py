"""The PDF of a paper: a small typeset digest.

Its table and the setup of the study appear only here, on no other page of the site.
"""

import random
from datetime import UTC

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from .records import Data, Paper, Version, day

FACE = "Times"
LINE = 4.9
WIDTH = 148 - 2 * 18


class Digest(FPDF):
    """An A5 booklet with the paper's identifier in the header and page numbers in the footer."""

    def __init__(self, stamp: str) -> None:
        super().__init__(format=(148, 210))
        self.stamp = stamp
        self.set_compression(False)
        self.set_margins(18, 20, 18)
        self.c_margin = 0
        self.set_auto_page_break(True, margin=18)
        self.alias_nb_pages()

    def header(self) -> None:
        self.set_font(FACE, "", 8)
        self.set_text_color(110)
        self.set_y(10)
        self.cell(WIDTH, 4, self.stamp, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(0)
        self.set_y(20)

    def footer(self) -> None:
        self.set_y(-13)
        self.set_font(FACE, "", 8)
        self.cell(WIDTH, 4, f"{self.page_no()} of {{nb}}", align="C")

    def say(
        self, text: str, style: str = "", size: float = 10.5, align: str = "J", after: float = 2
    ) -> None:
        """Write a paragraph."""
        self.set_font(FACE, style, size)
        self.multi_cell(
            WIDTH, LINE * size / 10.5, text, align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )
        self.ln(after)

    def section(self, title: str) -> None:
        """Write a heading, kept on one page with at least two lines of the text that follows."""
        if self.will_page_break(4 * LINE):
            self.add_page()
        self.ln(1.5)
        self.say(title, "B", 11.5, "L", after=1.2)


def pdf(data: Data, paper: Paper, version: Version, related: list[Paper]) -> bytes:
    """The digest as a PDF; the same paper gives the same bytes."""
    book = Digest(f"quire:{paper.id}v{version.number} [{paper.category}] {day(version.when)}")
    book.set_creation_date(version.when.replace(tzinfo=UTC))
    book.set_title(paper.title)
    book.set_author(", ".join(author.name for author in paper.authors))
    book.set_producer("Quire")
    book.add_page()
    _write_opening(book, paper)
    _write_body(book, data, paper)
    _write_closing(book, data, paper, related)
    return bytes(book.output())


def _write_opening(book: Digest, paper: Paper) -> None:
    book.say(paper.title, "B", 15, "L", after=2.5)
    for author in paper.authors:
        book.say(f"{author.name}, {author.institute}", "", 9.5, "L", after=0)
    book.ln(3)
    book.say("Abstract", "B", 9.5, "L", after=0.5)
    book.say(paper.abstract, "I", 9.5, after=2)
    book.line(18, book.get_y(), 18 + WIDTH, book.get_y())
    book.ln(1)


def _write_body(book: Digest, data: Data, paper: Paper) -> None:
    subject = data.subjects[paper.category]
    choose = random.Random(paper.title).choice
    book.section("1  Why this question")
    book.say(choose(subject.motives))
    book.section("2  How it was done")
    book.say(choose(subject.methods))
    book.say(paper.setup)
    book.section("3  What was found")
    book.say(_describe_result(paper))
    _write_table(book, paper)
    book.section("4  What it does not show")
    book.say(choose(subject.limits))


def _describe_result(paper: Paper) -> str:
    """One sentence for each column of the table, computed from the table."""
    sentences = [
        "Table 1 gives the main figures "
        f"({paper.table.caption[0].lower()}{paper.table.caption[1:]})."
    ]
    for column, head in enumerate(paper.table.columns[1:], start=1):
        rows = sorted(paper.table.rows, key=lambda row: float(row[column].replace(",", "")))
        low, high = rows[0], rows[-1]
        sentences.append(
            f'Under "{head}" the highest value is {high[column]} ({high[0]}) and the lowest '
            f"{low[column]} ({low[0]})."
        )
    return " ".join(sentences)


def _write_table(book: Digest, paper: Paper) -> None:
    height = LINE * (len(paper.table.rows) + 4)
    if book.will_page_break(height):
        book.add_page()
    book.say(f"Table 1. {paper.table.caption}.", "I", 9.5, "L", after=0.8)
    book.set_font(FACE, "", 9.5)
    with book.table(
        width=WIDTH,
        line_height=LINE,
        padding=(0.3, 0.6),
        borders_layout="HORIZONTAL_LINES",
        text_align=("LEFT", *("RIGHT",) * (len(paper.table.columns) - 1)),
    ) as table:
        for cells in (paper.table.columns, *paper.table.rows):
            table.row(cells)
    book.ln(3)


def _write_closing(book: Digest, data: Data, paper: Paper, related: list[Paper]) -> None:
    book.section("5  The paper in full")
    if paper.journal:
        published = f"It was published as {paper.journal}."
    else:
        published = "It has not been published elsewhere."
    book.say(
        "This digest was typeset by Quire from the authors' sources. The full paper has "
        f"{paper.comments.split(';')[0]}. {published} Subject: "
        f"{data.subjects[paper.category].name}. Licence: {paper.licence}."
    )
    book.section("Read next on Quire")
    for number, other in enumerate(related, start=1):
        names = ", ".join(author.name for author in other.authors)
        book.say(
            f"[{number}] {names}: {other.title}. quire:{other.id}.", size=9.5, align="L", after=0.8
        )
