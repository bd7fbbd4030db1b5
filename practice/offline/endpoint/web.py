"""The web that the web-search tool reads: pages over HTTP, without cookies, scripts or pictures."""

import http.client
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin, urlsplit

from ..page.markup import Document
from .protocol import ApiError

LONGEST = 2_000_000  # bytes that are read of a page
REDIRECTS = (301, 302, 303, 307, 308)
MOST_REDIRECTS = 5
PATIENCE = 60.0  # seconds: a search engine may first have to read the web


@dataclass(frozen=True)
class Web:
    """Sites that one port of this machine serves, told apart by the Host header.

    `engine` is the address of the search engine among them.
    """

    port: int
    engine: str

    def open(self, url: str) -> Document | None:
        """Fetch a page, following redirects; None if the address serves no HTML.

        Raises ApiError if nothing answers at the port.
        """
        for _ in range(MOST_REDIRECTS):
            try:
                reply, body = self._get(url)
            except (OSError, http.client.HTTPException) as error:
                words = f"The web that this endpoint searches does not answer: {error}"
                raise ApiError(words, 424, code="web_unreachable") from error
            if reply.status not in REDIRECTS:
                is_page = reply.status == 200 and reply.headers.get_content_type() == "text/html"
                charset = reply.headers.get_content_charset("utf-8")
                return Document(url, body.decode(charset, "replace")) if is_page else None
            url = urljoin(url, reply.headers.get("Location", ""))
        return None

    def search(self, query: str) -> Document | None:
        """Send a query to the form on the search engine's page; None if it has no form."""
        home = self.open(self.engine)
        form = home.search_form if home else None
        return self.open(f"{form[0]}?{urlencode({form[1]: query})}") if form else None

    def _get(self, url: str) -> tuple[http.client.HTTPResponse, bytes]:
        address = urlsplit(url)
        path = f"{address.path or '/'}{f'?{address.query}' if address.query else ''}"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("GET", path, headers={"Host": address.netloc})
            reply = line.getresponse()
            return reply, reply.read(LONGEST)
        finally:
            line.close()
