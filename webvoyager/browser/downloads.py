"""Files: finished downloads, downloads in progress, and PDFs that are shown inside the page."""

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from . import allowlist, documents
from .documents import plain
from .faults import NoAnswer
from .sanitize import one_line
from .session import Session

MOST = 2**25  # bytes of a PDF that is shown inside the page
PATIENCE = 5.0  # seconds for its server to begin


class Downloads:
    """The files of one browser.

    `note` is called with a sentence about each: what it is and what it says.
    """

    def __init__(
        self, session: Session, note: Callable[[str], None], allow: Sequence[str] | None
    ) -> None:
        self._session, self._note, self._allow = session, note, allow
        self._fetched: set[str] = set()  # addresses of PDFs that pages showed
        self._noted: set[tuple[str, int]] = set()
        self._given_up: set[str] = set()  # names of downloads that aren't waited for any more

    def note_arrived(self) -> None:
        """Note the files that have arrived; those still on their way are noted later."""
        if not self._session.keeps_files:
            for address, name in self._session.loading.take_files():
                self._fetch_file(address, name)
        for file in self.arrived():
            self._noted.add(_identify(file))
            self._note(documents.read(file))
            self._session.loading.expect_no_file()

    def arrived(self) -> list[Path]:
        """The files that have arrived and are not noted yet."""
        files = sorted(self._session.files.glob("[!.]*"))
        whole = [file for file in files if file.suffix not in (".crdownload", ".tmp")]
        return [file for file in whole if _identify(file) not in self._noted]

    def coming(self) -> list[Path]:
        """The files on their way that are waited for."""
        files = self._session.files.glob("*.crdownload")
        return [file for file in files if file.name not in self._given_up]

    def may_come(self) -> bool:
        """Whether files are on their way, or may be about to begin."""
        return bool(self.coming()) or (self._session.loading.file_may_come() and not self.arrived())

    def give_up(self) -> bool:
        """Stop waiting for files on their way, and note them; return whether there were any."""
        files = self.coming()
        for file in files:
            size = f"{file.stat().st_size / 1024:.0f} KB" if file.exists() else "a part"
            self._note(f"The download of {one_line(file.stem)} goes on; {size} came so far.")
            self._given_up.add(file.name)
        return bool(files)

    def fetch(self, address: str) -> None:
        """Save a PDF that is shown inside the page, once; ignore anything else."""
        parts = urlsplit(address)
        refused = parts.scheme not in ("http", "https") or allowlist.refusal(address, self._allow)
        if refused or address in self._fetched:
            return
        self._fetched.add(address)
        content = self._load(address)
        if b"%PDF-" in content[:1024]:
            name = unquote(parts.path.rpartition("/")[2])
            (self._session.files / _clean_name(name)).write_bytes(content)

    def _fetch_file(self, address: str, name: str) -> None:
        """Save a file that a browser elsewhere would have saved there."""
        if not address.startswith(("http:", "https:")):
            self._note(f"The file {one_line(name)} was made by the page; it stays in its browser.")
        elif content := self._load(address):
            (self._session.files / _clean_name(name)).write_bytes(content)

    def forget(self) -> None:
        """Remove all files."""
        for file in self._session.files.iterdir():
            file.unlink()
        for known in (self._fetched, self._noted, self._given_up):
            known.clear()

    def _load(self, address: str) -> bytes:
        """What an address returns to the page, with its cookies; nothing if that fails."""
        options = {"disableCache": False, "includeCredentials": True}
        parameters = {"frameId": self._session.tab, "url": address, "options": options}
        try:
            reply = self._session.fetch("Network.loadNetworkResource", PATIENCE, **parameters)
        except NoAnswer:
            self._note(f"A document in the page ({one_line(address)}) did not come.")
            return b""
        resource, content = reply["resource"], b""
        more = resource["success"]
        while more and len(content) < MOST:
            part = self._session.cdp("IO.read", handle=resource["stream"], size=2**20)
            data = part["data"]
            content += base64.b64decode(data) if part["base64Encoded"] else data.encode()
            more = not part["eof"]
        if "stream" in resource:
            self._session.cdp("IO.close", handle=resource["stream"])
        return content


def _clean_name(name: str) -> str:
    """A file name that is valid everywhere: not a path, not hidden, at most its last 100 bytes."""
    visible = plain(name).replace("/", "_").replace("\\", "_").lstrip(".")
    return visible.encode()[-100:].decode(errors="ignore").strip() or "document"


def _identify(file: Path) -> tuple[str, int]:
    """What tells a file from an earlier one of the same name, which it replaced."""
    return file.name, file.stat().st_mtime_ns
