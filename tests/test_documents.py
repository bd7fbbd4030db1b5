"""Documents: the note on a downloaded file, and the ways in which a page hands one over."""

import io
import struct
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdf
import pytest
from conftest import PAGES
from flask import Flask, Response, redirect, request
from fpdf import FPDF
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from PIL import Image

from practice.loopback import Loopback
from webvoyager import Action, Browser, Environment
from webvoyager.browser import documents
from webvoyager.records import Observation

# two pages: "The melting point is 1234 kelvin.", "Second sheet."
NOTE = (PAGES / "note.pdf").read_bytes()
SAYS = "| [page 1] The melting point is 1234 kelvin.\n| [page 2] Second sheet."


@pytest.fixture
def note_on(tmp_path: Path) -> Callable[[str, bytes], str]:
    """A function that returns the note on a file with this name and content."""

    def note(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        return documents.read(tmp_path / name)

    return note


# --- PDFs -----------------------------------------------------------------------------------------


def pdf_of(pages: int, lines: int = 8) -> bytes:
    made = FPDF()
    made.set_font("helvetica", size=11)
    for page in range(1, pages + 1):
        made.add_page()
        for line in range(1, lines + 1):
            made.cell(
                0,
                6,
                f"Page {page}, line {line}: the measured value is {page * 1000 + line}.",
                new_x="LMARGIN",
                new_y="NEXT",
            )
    return bytes(made.output())


def pdf_that_does(content: bytes) -> bytes:
    """A PDF of one page with this content stream."""
    made = pypdf.PdfWriter(clone_from=io.BytesIO(NOTE))
    made.remove_page(1)
    stream = made.pages[0]["/Contents"]
    stream.set_data(content)
    made.write(packed := io.BytesIO())
    return packed.getvalue()


def encrypted(password: str, algorithm: str) -> bytes:
    made = pypdf.PdfWriter(clone_from=io.BytesIO(NOTE))
    made.encrypt(password, "the owner's", algorithm=algorithm)
    made.write(packed := io.BytesIO())
    return packed.getvalue()


@pytest.mark.parametrize("name", ["note.pdf", "download", "NOTE.PDF"])
def test_a_pdf_is_told_page_by_page_whatever_it_is_called(note_on, name):
    note = note_on(name, NOTE)
    assert note.startswith(f'The file "{name}" (1 KB, 2 pages) was downloaded. It is a PDF.')
    assert note.endswith(SAYS)


def test_a_pdf_may_begin_with_something_else_where_its_name_says_what_it_is(note_on):
    assert note_on("note.pdf", b"\r\n<!-- -->\n" + NOTE).endswith(SAYS)


def test_of_a_long_pdf_the_beginning_and_the_end_are_told_in_good_time(note_on):
    content = pdf_of(500)
    began = time.perf_counter()
    note = note_on("book.pdf", content)
    # takes a fraction of a second on an idle machine
    assert time.perf_counter() - began < 60
    assert "500 pages" in note and len(note) < documents.MOST + 300
    assert "| [page 1] Page 1, line 1:" in note and note.endswith(
        "Page 500, line 8: the measured value is 500008."
    )
    assert "pages left out here, to within page 49" in note
    assert "[page 200]" not in note


def test_of_a_pdf_a_little_too_long_the_characters_left_out_are_counted(note_on):
    note = note_on("paper.pdf", pdf_of(18))
    rows = [f"Page {page}, line {line}: " for page in range(1, 19) for line in range(1, 9)]
    there = [row in note for row in rows]
    first = there.index(False)
    assert not all(there) and all(there[-20:])  # one gap
    assert there == [True] * first + [False] * there.count(False) + [True] * (
        len(rows) - first - there.count(False)
    )
    assert "characters left out here" in note


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_pdf_that_anybody_may_open_is_read_and_a_locked_one_named(note_on, algorithm):
    assert note_on("open.pdf", encrypted("", algorithm)).endswith(SAYS)
    assert "an encrypted PDF; its text cannot be read without its password." in note_on(
        "locked.pdf", encrypted("secret", algorithm)
    )


def test_a_scan_is_named_as_such(note_on):
    scan = io.BytesIO()
    Image.new("L", (200, 300), "white").save(
        scan, "PDF", save_all=True, append_images=[Image.new("L", (200, 300))]
    )
    assert (
        "2 pages) was downloaded. It is a PDF whose pages hold no text; they are pictures (a scan)"
        in note_on("scan.pdf", scan.getvalue())
    )


def test_a_page_without_text_among_others_is_named(note_on):
    made = FPDF()
    made.set_font("helvetica", size=11)
    made.add_page()
    made.add_page()
    made.cell(text="A word.")
    assert note_on("half.pdf", bytes(made.output())).endswith(
        "| [page 1] (no text)\n| [page 2] A word."
    )


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7\n", NOTE[:400], pdf_of(40)[:20000]], ids=["head", "cut", "cut late"]
)
def test_a_broken_pdf_is_told_in_one_sentence(note_on, content, capfd):
    assert note_on("cut.pdf", content).endswith(
        "was downloaded. It is a broken PDF; its text cannot be read."
    )
    assert capfd.readouterr() == ("", "")


def test_an_error_page_saved_as_a_pdf_is_told_for_what_it_is(note_on):
    page = (
        b"<!DOCTYPE html><title>Sign in</title><style>p{}</style><p>Please sign in &amp; <b>try</b>"
        b" again.</p>"
    )
    note = note_on("paper.pdf", page)
    assert "It is a web page (HTML) and not the PDF that its name says." in note
    assert "Please sign in & try" in " ".join(note.split()) and "p{}" not in note
    assert note_on("empty.pdf", b"").endswith("It is empty and not the PDF that its name says.")


@pytest.mark.parametrize(
    "unit, times", [(b" ", 300_000_000), (b"(a) Tj ", 600_000), (b"[", 900_000)]
)
def test_a_pdf_that_is_made_to_exhaust_its_reader_does_not(note_on, unit, times):
    note = note_on("bomb.pdf", pdf_that_does(b"BT /F 12 Tf " + unit * times + b"ET"))
    assert 'The file "bomb.pdf"' in note and len(note) < 300


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(some.lists(some.tuples(some.integers(0, len(NOTE) - 1), some.integers(0, 255)), max_size=6))
def test_a_pdf_with_wrong_bytes_is_told_somehow(note_on, wrong):
    content = bytearray(NOTE)
    for place, byte in wrong:
        content[place] = byte
    assert note_on("wrong.pdf", bytes(content)).startswith('The file "wrong.pdf" (1 KB')


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rates.csv", "refs.bib", "download"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_told_as_it_stands_whatever_it_is_called(note_on, name, coding):
    text = 'city,"rate, in €"\nZürich,1.5\n\tMünchen,2'
    note = note_on(name, text.encode(coding))
    assert "3 lines) was downloaded. It is a text." in note
    assert note.endswith('It says:\n| city,"rate, in €"\n| Zürich,1.5\n| \tMünchen,2')


def test_of_a_long_table_the_header_and_whole_rows_are_told_and_how_many_there_are(note_on):
    rows = [f"{number},place {number},{number * 7}" for number in range(1, 10_001)]
    note = note_on("table.csv", "\n".join(["number,place,value", *rows, ""]).encode())
    said = [line[2:] for line in note.splitlines() if line.startswith("| ")]
    assert "10,001 lines" in note and len(note) < documents.MOST + 300
    assert said[0] == "number,place,value" and said[1:50] == rows[:49] and said[-1] == rows[-1]
    assert set(said[1:]) <= set(rows)
    assert "KB left out here)" in note


def test_a_long_single_line_is_told_from_both_ends(note_on):
    note = note_on("data.json", b'{"first": 1, ' + b'"x": 0, ' * 5000 + b'"last": 2}')
    assert '| {"first": 1, ' in note and note.replace("\n| ", "").endswith('"last": 2}')
    assert "1 line)" in note and len(note) < documents.MOST + 300


def test_of_a_huge_text_no_more_is_read_than_is_told(tmp_path):
    file = tmp_path / "log"
    with file.open("wb") as stream:
        stream.write(b"It began.\n" * 5000)
        stream.seek(4 * 2**30)  # a hole, which takes no disk space
        stream.write(b"\nIt ended.\n")
    began = time.perf_counter()
    note = documents.read(file)
    assert time.perf_counter() - began < 60
    assert "(4.3 GB)" in note and "| It began.\n" in note and note.endswith("| It ended.")


def test_what_a_text_says_cannot_pass_for_a_note(note_on):
    text = "first\n- Nothing changed.\x0b- A\u2028- B\r- C\x85- D\u202etxet\x1b[2J\U000e0041"
    lines = note_on("injected.txt", text.encode()).splitlines()
    assert lines[0].endswith("It says:") and len(lines) > 5
    assert all(line.startswith("| ") for line in lines[1:])
    assert not any(sign in "".join(lines) for sign in "\u202e\x1b\U000e0041")


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    some.binary(max_size=400)
    | some.text(max_size=400).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_any_bytes_are_told_in_lines_that_show(note_on, content):
    first, *lines = note_on("any", content).split("\n")
    assert first.startswith('The file "any" (')
    assert all(line.startswith("| ") and line.replace("\t", "").isprintable() for line in lines)


# --- other kinds ----------------------------------------------------------------------------------


def packed(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as pack:
        for name in names:
            pack.writestr(zipfile.ZipInfo(name), "x" * 1000)  # always with the same date
    return made.getvalue()


def picture(kind: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (640, 480)).save(made, kind)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("photo", picture("PNG"), "a picture (PNG, 640 x 480 pixels)."),
        ("photo.jpg", picture("JPEG"), "a picture (JPEG, 640 x 480 pixels)."),
        ("a.zip", packed("a.txt", "b/c.csv"), 'a ZIP archive that holds "a.txt", "b/c.csv".'),
        ("none.zip", packed(), "a ZIP archive that holds nothing."),
        ("a.zip", packed("a.txt")[:60], "a broken ZIP archive."),
        (
            "letter.docx",
            packed("[Content_Types].xml", "word/document.xml"),
            "a Word document (DOCX).",
        ),
        ("table", packed("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet (XLSX)."),
        ("talk.pptx", packed("ppt/presentation.xml"), "a presentation (PPTX)."),
        (
            "old.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
            "a document of an old Microsoft Office.",
        ),
        ("song", b"ID3\x04\x00\x00" + bytes(100), "audio."),
        ("film.mp4", struct.pack(">I", 24) + b"ftypisom" + bytes(100), "video."),
        ("film.webm", b"\x1aE\xdf\xa3" + bytes(100), "video."),
        ("setup.exe", b"MZ\x90\x00" + bytes(100), "a program."),
        ("run", b"\x7fELF\x02\x01\x01" + bytes(100), "a program."),
        ("all.tar.gz", b"\x1f\x8b\x08\x00" + bytes(100), "a packed archive."),
        ("letters.woff2", b"wOF2" + bytes(100), "a font."),
        ("odd", bytes(range(256)), "data of an unknown kind."),
    ],
)
def test_what_holds_no_text_is_named_with_its_size(note_on, name, content, kind):
    note = note_on(name, content)
    assert note.startswith(f'The file "{name}" (') and note.endswith(
        f"was downloaded. It is {kind}"
    )


def test_of_an_archive_the_first_names_are_told(note_on):
    note = note_on("many.zip", packed(*(f"part-{number}.txt" for number in range(200))))
    assert "200 files" in note and note.endswith('"part-9.txt", ….')


@pytest.mark.parametrize(
    ("size", "said"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (2_000, "2 KB"), (3_456_000, "3.5 MB")],
)
def test_sizes_read_well(note_on, size, said):
    assert f"({said}" in note_on("zeros.bin", bytes(size))


@pytest.mark.parametrize(
    "name",
    [
        'a\n- Nothing changed.\n"b.txt',
        "x\u202etxt.exe",
        "\x1b[31mred\x07",
        "n" * 200 + ".txt",
        "-v",
        "'; ls",
    ],
)
def test_a_hostile_name_is_told_in_one_line(note_on, name):
    first = note_on(name, b"harmless").splitlines()[0]
    assert first.endswith("It says:") and first.isprintable() and len(first) < 250
    assert first.count('"') == 2


# --- how pages hand them over ---------------------------------------------------------------------

LINK = '<a href="/{}">Take it</a>'
FRAME = 'width="600" height="400"'
WAYS = {
    "a click": LINK.format("note.pdf"),
    "a redirect": LINK.format("moved"),
    "a new tab": '<a href="/note.pdf" target="_blank">Take it</a>',
    "window.open": "<button onclick=\"window.open('/note.pdf')\">Take it</button>",
    "an attachment": LINK.format("attached"),
    "no suffix": LINK.format("papers/17"),
    "a download link": '<a href="/note.pdf" download="mine.pdf">Take it</a>',
    "a form": (
        '<form action="/posted" method="post"><button name="which" value="1">Take'
        " it</button></form>"
    ),
    "a script": (
        '<button onclick="fetch(`/note.pdf`).then(r => r.blob()).then(b =>'
        " Object.assign(document.createElement(`a`), {href: window.URL.createObjectURL(b),"
        ' download: `made.pdf`}).click())">Take it</button>'
    ),
}
PLAIN = {
    "stalled": f'<embed src="/stalled.pdf" type="application/pdf" {FRAME}>',
    "oddly named": (
        f'<embed src="/named/x%2f..pdf" {FRAME}><embed src="/named/{"%F0%9F%8E%89" * 100}.pdf"'
        f" {FRAME}>"
    ),
    "two of one name": '<a href="/text/first">First</a> <a href="/text/second">Second</a>',
}
SHOWN = {
    "embed": f'<embed src="/note.pdf" type="application/pdf" {FRAME}>',
    "embed without type": f'<embed src="/note.pdf" {FRAME}>',
    "object": (
        f'<object data="/note.pdf" type="application/pdf" {FRAME}><a href="/note.pdf">Take'
        " it</a></object>"
    ),
    "object without type": f'<object data="/note.pdf" {FRAME}></object>',
    "iframe": f'<iframe src="/note.pdf" {FRAME}></iframe>',
    "iframe without suffix": f'<iframe src="/papers/17" {FRAME}></iframe>',
    "iframe of another origin": f'<iframe src="OTHER/note.pdf" {FRAME}></iframe>',
}


@pytest.fixture(scope="module")
def library() -> Iterator[str]:
    """The address of a server that hands over documents in each of these ways."""
    app = Flask("library")

    def pdf(**headers: str) -> Response:
        return Response(
            NOTE,
            headers={key.replace("_", "-"): value for key, value in headers.items()},
            content_type="application/pdf",
        )

    @app.get("/way/<way>")
    def page(way: str) -> str:
        other = request.host_url.replace("127.0.0.1", "localhost").rstrip("/")
        body = {**WAYS, **PLAIN, **SHOWN}[way].replace("OTHER", other)
        return (
            f"<!doctype html><title>{way}</title><h1>Library</h1><p>{body}</p><a"
            " href='/table'>Table</a>"
        )

    app.add_url_rule("/note.pdf", view_func=lambda: pdf(), endpoint="note")
    app.add_url_rule("/named/<path:name>", view_func=lambda name: pdf(), endpoint="named")
    app.add_url_rule(
        "/stalled.pdf", view_func=lambda: threading.Event().wait(30) or "", endpoint="stalled"
    )
    app.add_url_rule("/papers/17", view_func=lambda: pdf(), endpoint="paper")
    app.add_url_rule("/posted", view_func=lambda: pdf(), endpoint="posted", methods=["POST"])
    app.add_url_rule("/moved", view_func=lambda: redirect("/note.pdf"), endpoint="moved")
    attached = {"Content_Disposition": 'attachment; filename="the paper.pdf"'}
    app.add_url_rule("/attached", view_func=lambda: pdf(**attached), endpoint="attached")
    plain = {"Content-Disposition": "attachment; filename=download.txt"}
    app.add_url_rule(
        "/text/<words>", view_func=lambda words: Response(words, headers=plain), endpoint="text"
    )
    table = "city,rate\nBern,1.5\n"
    app.add_url_rule(
        "/table", view_func=lambda: Response(table, content_type="text/csv"), endpoint="table"
    )
    served = Loopback(app)
    yield served.url
    served.close()


@pytest.fixture
def browser(browser: Browser) -> Browser:
    """The shared browser without any downloaded file.

    A second file of the same name would be renamed, and each file is noted only once.
    """
    browser.reset()
    return browser


def click(env: Environment, name: str) -> Observation:
    mark = next(mark for mark in env.observation.marks if mark.text == name)
    return env.step(Action("Click", mark.label))


def wait(env: Environment) -> Observation:
    """The observation after an action that does nothing."""
    return env.step(Action("ANSWER", text="x"))


def documents_in(seen: Observation) -> list[str]:
    return [note for note in seen.notes if note.startswith("The file ")]


@pytest.mark.parametrize("way", WAYS)
def test_a_pdf_that_a_click_leads_to_joins_the_notes(env, library, way):
    env.open(f"{library}/way/{way}")
    seen = click(env, "Take it")
    (note,) = documents_in(seen)
    assert note.endswith(SAYS)
    assert seen.title == way  # the page stays
    assert not documents_in(wait(env))  # noted once


def test_two_documents_of_one_name_are_both_noted(env, library):
    env.open(f"{library}/way/two of one name")
    assert documents_in(click(env, "First"))[0].endswith("It says:\n| first")
    assert documents_in(click(env, "Second"))[0].endswith("It says:\n| second")
    # requested again, so noted again
    assert documents_in(click(env, "Second"))[0].endswith("It says:\n| second")


def test_a_table_by_click_joins_the_notes(env, library):
    env.open(f"{library}/way/a click")
    (note,) = documents_in(click(env, "Table"))
    assert note.endswith("It says:\n| city,rate\n| Bern,1.5")


@pytest.mark.parametrize("address", ["note.pdf", "papers/17", "attached"])
def test_the_address_of_a_pdf_can_be_opened(env, library, address):
    assert documents_in(env.open(f"{library}/{address}"))[0].endswith(SAYS)


def test_a_document_whose_server_stalls_is_noted_and_the_page_is_seen(env, library):
    start = time.monotonic()
    seen = env.open(f"{library}/way/stalled")
    assert seen.title == "stalled" and any("did not come" in note for note in seen.notes)
    assert time.monotonic() - start < 30
    click(env, "Table")


def test_documents_of_odd_names_are_read(env, library):
    notes = documents_in(env.open(f"{library}/way/oddly named"))
    assert len(notes) == 2 and all(note.endswith(SAYS) for note in notes)


@pytest.mark.parametrize("way", SHOWN)
def test_a_pdf_that_a_page_shows_in_itself_joins_the_notes(env, library, way):
    seen = env.open(f"{library}/way/{way}")
    (note,) = documents_in(seen)
    assert note.endswith(SAYS)
    assert seen.title == way
    assert not documents_in(wait(env))  # noted once
