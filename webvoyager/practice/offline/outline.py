"""A page told as an indented outline, drawn as if on a screen, so that rules about places work without a picture.

The outline has a row a line: `[2] <a> "Lentil soup";` is a numbered element, `text "35 min"` and `heading "Soups"`
are words, `list` or `listitem` hold the rows that stand deeper. A row's turn is its height on the page made up here,
its depth how far right it stands. Menus, and the cells of a table's row, stand side by side.
"""

import re
from dataclasses import dataclass, field

ROW = re.compile(
    r'^(?P<indent> *)(?:\[(?P<label>\d+)\] <(?P<tag>[^\s>]+)[^>]*> "(?P<name>.*?)"(?:,.*)?;?'
    r'|(?P<kind>[a-z]+)(?: "(?P<words>.*)")?)$'
)
WORDS = ("text", "heading", "image")
SIDE_BY_SIDE = ("navigation", "search", "tablist", "row", "contentinfo")
ENTRY = ("listitem", "article")
ASIDE = ("form", "group", "search", "navigation", "complementary", "contentinfo", "dialog", "alertdialog")
GOES_ON = re.compile(r"[,;.:)\]·|/]")  # words that begin so go on with the line before them
UNFINISHED = re.compile(r".*[,:(\[·|/]")  # and words that end so go on with what follows

# All in CSS pixels. Rows stand a letter's height apart: near enough for a label and its value, and no running text.
LETTER, TITLE, HEADING, TOP_HEADING = 10, 12, 14, 18  # heights: most words, an entry's title, headings, the first one
WIDTH, INDENT, COLUMN = 8, 40, 160  # of a letter, of a step in depth, of a table's column
APART, ROOM = 270, 24  # between the entries of a list, far apart; between those within an entry, and above a heading
HEAD, FOOT = 150, 330  # how far down the main part begins, and how high the end of a page is


@dataclass(eq=False)
class Row:
    """A row of the outline, the rows above it that hold it (outermost first), and its place on the page."""

    depth: int
    kind: str  # "mark" for a numbered element, else the role
    words: str
    label: int | None = None
    tag: str = ""
    inside: list["Row"] = field(default_factory=list)
    x: float = 0
    y: float = 0
    height: float = LETTER

    @property
    def shown(self) -> bool:
        return self.kind in (*WORDS, "mark")

    @property
    def width(self) -> float:
        letters = WIDTH * len(self.words)
        return min(letters, COLUMN - WIDTH) if self.is_cell else letters  # a long one would wrap

    @property
    def box(self) -> list[float]:
        return [self.x, self.y, self.width, self.height]

    @property
    def is_cell(self) -> bool:
        return bool(self.inside) and self.inside[-1].kind == "row"

    @property
    def entries(self) -> list["Row"]:
        """The entries of lists that hold this row, outermost first."""
        return [row for row in self.inside if row.kind in ENTRY]


def drawn(text: str) -> dict:
    """The page that an outline tells of, in the form in which a picture carries it; {} where the text is no outline."""
    found = rows(text)
    if not any(row.shown for row in found):
        return {}
    enlarge(found)
    height = place(found)
    return {
        "lines": [[*row.box, row.words] for row in found if row.shown and row.words and not _of_site(row)],
        "marks": [[row.label, *row.box] for row in found if row.kind == "mark"],
        "viewport": [1024, height],
    }


def rows(text: str) -> list[Row]:
    """The rows of an outline; lines that are none are passed over."""
    found: list[Row] = []
    for line in text.splitlines():
        if not (match := ROW.match(line)):
            continue
        depth, last = len(match["indent"]) // 2, found[-1] if found else None
        inside = [row for row in (*last.inside, last) if row.depth < depth] if last else []
        if match["label"]:
            found.append(Row(depth, "mark", match["name"], int(match["label"]), match["tag"], inside))
        else:
            found.append(Row(depth, match["kind"], match["words"] or "", inside=inside))
    return found


def enlarge(found: list[Row]) -> None:
    """Give headings large letters, and an entry's title letters a little larger than the rest."""
    top = next((row for row in found if row.kind == "heading" and not _within(row, ASIDE)), None)
    for row in found:
        if row.kind == "heading":
            row.height = TOP_HEADING if row is top else HEADING
    for part in parts(found):
        links = [row for row in part if row.tag == "a"]
        title = max(links, key=lambda link: len(link.words), default=None)
        if title and len(part) > 1 and (title.entries or len(title.words.split()) > 3):
            title.height = TITLE


def parts(found: list[Row]) -> list[list[Row]]:
    """What may be one thing with a title each: an entry, or what stands below a heading and in no entry."""
    held: dict[Row, list[Row]] = {}
    heading = None
    for row in found:
        heading = row if row.kind == "heading" and not row.entries else heading
        if row.shown and row is not heading:
            outside = None if _within(row, ASIDE) else heading
            holder = row.entries[-1] if row.entries else outside
            if holder:
                held.setdefault(holder, []).append(row)
    return list(held.values())


def place(found: list[Row]) -> float:
    """Put each row where it stands, line by line; the height of the whole page."""
    last, bottom, foot, begun = None, 0.0, None, False
    for row in found:
        if row.kind == "contentinfo" and foot is None:
            foot = bottom
        if not row.shown:
            continue
        if not begun and _within(row, ("main",)) and not _within(row, ("navigation",)):  # a trail of links is head yet
            begun, bottom = True, max(bottom, HEAD)
        if last and _same_line(last, row):
            row.y, row.x = last.y, last.x + (COLUMN if row.is_cell else last.width + WIDTH)
        else:
            row.x, row.y = INDENT * row.depth, bottom + (_gap(last, row) if last else 0)
        last, bottom = row, max(bottom, row.y + row.height)
    return max(bottom, (bottom if foot is None else foot) + FOOT)


def _same_line(last: Row, row: Row) -> bool:
    """Whether a row goes on to the right of the one before it."""
    if last.inside[-1:] != row.inside[-1:] or not row.inside:
        return False
    return row.inside[-1].kind in SIDE_BY_SIDE or bool(GOES_ON.match(row.words) or UNFINISHED.fullmatch(last.words))


def _gap(last: Row, row: Row) -> float:
    """The room between two lines: more where an entry begins or ends, most between those of the outermost list."""
    before, after = last.entries, row.entries
    if before == after:
        return ROOM if row.kind == "heading" else LETTER
    return ROOM if before and after and before[0] is after[0] else APART


def _of_site(row: Row) -> bool:
    """Whether a row stands in the banner of the page, which tells of the site, and of nothing on the page."""
    return bool(row.inside) and row.inside[0].kind == "banner" and row.kind != "heading"


def _within(row: Row, kinds: tuple[str, ...]) -> bool:
    return any(holder.kind in kinds for holder in row.inside)
