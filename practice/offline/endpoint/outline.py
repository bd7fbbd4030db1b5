"""Lays out an indented outline as if on a screen, so that rules about places need no picture.

The outline has one row per line: `[2] <a> "Lentil soup";` is a numbered element, `text "35 min"`
and `heading "Soups"` are words, `list` and `listitem` hold the rows indented under them. Rows are
laid out from top to bottom, indented by their depth; the links of a menu and the cells of a table
row are placed side by side.
"""

import re
from dataclasses import dataclass

ROW = re.compile(
    r'^(?P<indent> *)(?:\[(?P<label>\d+)\] <(?P<tag>[^\s>]+)[^>]*> "(?P<name>.*?)"(?:,.*)?;?'
    r'|(?P<kind>[a-z]+)(?: "(?P<words>.*)")?)$'
)
SHOWN = ("mark", "text", "heading", "image")
SIDE_BY_SIDE = ("navigation", "search", "tablist", "row", "contentinfo")
ENTRY = ("listitem", "article")
NOT_CONTENT = {
    "form", "group", "search", "navigation", "complementary", "contentinfo", "dialog",
    "alertdialog",
}  # fmt: skip
CONTINUES = re.compile(r"[,;.:)\]·|/]")  # words that begin like this continue the line before
UNFINISHED = re.compile(r".*[,:(\[·|/]")  # words that end like this continue on the next line

# All in CSS pixels. Rows are a letter's height apart: close enough for a label and its value, too
# far for the lines of a running text.
# Heights of most words, of an entry's first link, of headings, of the first heading.
LETTER, TITLE, HEADING, TOP_HEADING = 10, 12, 14, 18
WIDTH, INDENT, COLUMN = 8, 40, 160  # of a letter, of a level of depth, of a table's column
# Gaps between the entries of a list; between the entries within one, and above a heading.
ENTRY_GAP, HEADING_GAP = 270, 24
HEAD, FOOT = 150, 330  # where the main part begins, and the height of the end of a page


@dataclass(eq=False)
class Row:
    """A row of the outline, the rows that hold it (outermost first), and its place on the page."""

    depth: int
    kind: str  # "mark" for a numbered element, else the role
    words: str
    label: str
    tag: str
    inside: list["Row"]
    x: float = 0
    y: float = 0
    height: float = LETTER

    @property
    def box(self) -> list[float]:
        width = WIDTH * len(self.words)
        if self._holder_kind == "row":
            width = min(width, COLUMN - WIDTH)
        return [self.x, self.y, width, self.height]

    @property
    def _holder_kind(self) -> str:
        return self.inside[-1].kind if self.inside else ""

    @property
    def entries(self) -> list["Row"]:
        """The entries of lists that hold this row."""
        return [row for row in self.inside if row.kind in ENTRY]

    def place_after(self, last: "Row") -> None:
        """Place this row beside the one before if it continues it, else below it."""
        goes_on = (
            self._holder_kind in SIDE_BY_SIDE
            or CONTINUES.match(self.words)
            or UNFINISHED.fullmatch(last.words)
        )
        if goes_on and self.inside and last.inside[-1:] == self.inside[-1:]:
            step = COLUMN if self._holder_kind == "row" else last.box[2] + WIDTH
            self.x, self.y = last.x + step, last.y
            return
        before, after = last.entries, self.entries
        gap = HEADING_GAP if self.kind == "heading" else LETTER
        if before != after:
            gap = HEADING_GAP if before and after and before[0] is after[0] else ENTRY_GAP
        self.x, self.y = INDENT * self.depth, last.y + last.height + gap


def page_from_outline(text: str) -> dict:
    """The page an outline describes, in the form a picture carries; {} for any other text."""
    shown = [row for row in _read_rows(text) if row.kind in SHOWN]
    if not shown:
        return {}
    last, titled = Row(0, "text", "", "", "", [], y=-2 * LETTER), set()
    foot = None
    for row in shown:
        kinds = {outer.kind for outer in row.inside}
        if row.kind == "heading":
            row.height = HEADING if kinds & NOT_CONTENT or titled & {"heading"} else TOP_HEADING
            titled |= {"heading"} if row.height == TOP_HEADING else set()
        elif row.tag == "a" and row.entries and row.entries[-1] not in titled:
            row.height = TITLE
            titled.add(row.entries[-1])
        row.place_after(last)
        if "main" in kinds and "navigation" not in kinds:  # breadcrumbs still belong to the head
            row.y = max(row.y, HEAD)
        foot = last.y if "contentinfo" in kinds and foot is None else foot
        last = row
    lines = [
        row for row in shown if row.words and (not row.inside or row.inside[0].kind != "banner")
    ]
    return {
        "lines": [[*row.box, row.words] for row in lines],
        "marks": [[int(row.label), *row.box] for row in shown if row.label],
        "viewport": [1024, (last.y if foot is None else foot) + LETTER + FOOT],
    }


def _read_rows(text: str) -> list[Row]:
    rows: list[Row] = []
    for match in filter(None, map(ROW.match, text.splitlines())):
        depth, label = len(match["indent"]) // 2, match["label"] or ""
        inside = [row for row in (*rows[-1].inside, rows[-1]) if row.depth < depth] if rows else []
        words = match["name"] if label else match["words"] or ""
        rows.append(
            Row(depth, "mark" if label else match["kind"], words, label, match["tag"] or "", inside)
        )
    return rows
