"""Requests that may change something on a server, as the browser itself reports them.

No page can hide one: those of forms, scripts, workers and frames are all seen, and so are messages
over a WebSocket. GET and HEAD only read (RFC 9110, section 9.2.1), so a link that deletes by GET is
not noticed here. WebTransport and WebRTC are not watched.
"""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

_ONLY_READ = ("GET", "HEAD", "OPTIONS", "TRACE")
_LONGEST = 200  # characters of an address


class Writes:
    """The write requests of one browser, in `sent`: "POST http://shop.mini/orders"."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self._sockets: dict[str, str] = {}  # the addresses of WebSockets by their request ids
        self.handlers: dict[str, Callable[[Mapping], None]] = {
            "goog:cdp.Network.requestWillBeSent": self._note_request,
            "goog:cdp.Network.webSocketCreated": self._note_socket,
            "goog:cdp.Network.webSocketFrameSent": self._note_message,
        }

    def _note_request(self, event: Mapping) -> None:
        parameters = event["params"]
        request, page = parameters["request"], parameters.get("documentURL", "")
        to_others = parameters.get("type") == "Ping" and not _is_same_site(request["url"], page)
        if request["method"].upper() not in _ONLY_READ and not to_others:
            self.sent.append(f"{request['method']} {_leave_query_out(request['url'])}")

    def _note_socket(self, event: Mapping) -> None:
        self._sockets[event["params"]["requestId"]] = _leave_query_out(event["params"]["url"])

    def _note_message(self, event: Mapping) -> None:
        address = self._sockets.get(event["params"]["requestId"], "a WebSocket")
        self.sent.append(f"MESSAGE {address}")


def _is_same_site(first: str, second: str) -> bool:
    """Whether two addresses belong to one site, judged by the ends of their hosts.

    A beacon, by which a page reports a click to another site, changes nothing for the visitor.
    """
    hosts = [(urlsplit(address).hostname or "").split(".") for address in (first, second)]
    return hosts[0][-2:] == hosts[1][-2:]


def _leave_query_out(address: str) -> str:
    return address.split("?")[0].split("#")[0][:_LONGEST]
