"""Where the browser may go: decided by a list of hosts, outside the model."""

from collections.abc import Sequence
from fnmatch import fnmatch
from urllib.parse import urlsplit

_OWN = ("about:blank", "about:srcdoc", "", "data:,")  # a browser's or a page's own empty documents


def refusal(address: str, allow: Sequence[str] | None) -> str:
    """Why an address may not be opened, in a sentence for the model; "" where it may.

    `allow` lists hosts, "example.org" or "*.example.org"; None allows all. What has no host (file:, data:, blob:,
    javascript:, chrome: …) is on no list.
    """
    parts = urlsplit(address)
    if allow is None or address in _OWN or not parts.scheme:
        return ""
    host = parts.hostname if parts.scheme in ("http", "https") else None
    if host and any(fnmatch(host, pattern.lower()) for pattern in allow):
        return ""
    what = f"the host {host}" if host else f"an address that begins with {parts.scheme}:"
    return f"{what} is not on the list of allowed hosts ({', '.join(allow) or 'none'}), so it was refused."
