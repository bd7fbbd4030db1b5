"""What a downloaded file says, as a note for the next observation (the paper's section 3.4: PDFs are parsed)."""

from pathlib import Path

import pypdf
from pypdf.errors import PyPdfError

MOST = 6000  # characters of a document that join the observation


def read(file: Path) -> str:
    """A note with the file's name and, for a PDF or a text, what it says, page by page, MOST characters at most."""
    size = f"{file.stat().st_size / 1024:.0f} KB"
    if file.suffix.lower() == ".pdf":
        return _pdf(file, size)
    if file.suffix.lower() in (".txt", ".csv", ".json", ".md", ".bib"):
        return f"The file {file.name} ({size}) was downloaded. It says:\n{_short(file.read_text('utf-8', 'replace'))}"
    return f"The file {file.name} ({size}) was downloaded; its kind cannot be read here."


def _pdf(file: Path, size: str) -> str:
    try:
        pages = [page.extract_text() for page in pypdf.PdfReader(file).pages]
    except PyPdfError as error:
        return f"The PDF {file.name} ({size}) was downloaded but cannot be read: {error}."
    if not any(page.strip() for page in pages):
        return f"The PDF {file.name} ({size}, {len(pages)} pages) was downloaded; it holds pictures but no text."
    text = "\n".join(f"[page {number}] {' '.join(page.split())}" for number, page in enumerate(pages, 1))
    return f"The PDF {file.name} ({size}, {len(pages)} pages) was downloaded. It says:\n{_short(text)}"


def _short(text: str) -> str:
    return text if len(text) <= MOST else text[: MOST - 200] + "\n… (cut)\n" + text[-190:]
