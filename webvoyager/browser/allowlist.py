"""Where the browser may go: a list of hosts decides, not the model."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from urllib.parse import urlsplit

_EMPTY_DOCUMENTS = (
    "about:blank",
    "about:srcdoc",
    "",
    "data:,",
)  # empty documents of the browser or of a page
_PORTS = {"http": 80, "https": 443}


def validate(allow: Sequence[str] | None) -> None:
    """Raise ValueError if the list is a single text, or has addresses in it instead of hosts."""
    if isinstance(allow, str):
        raise ValueError(f"`allow` must be a list of hosts: write allow=[{allow!r}].")
    for host in allow or ():
        if "/" in host:
            remedy = urlsplit(host if "://" in host else f"//{host}").netloc
            raise ValueError(
                f"`allow` holds hosts, not addresses: write {remedy!r} in place of {host!r}."
            )


def refusal(address: str, allow: Sequence[str] | None) -> str:
    """Why an address may not be opened, in a sentence for the model; "" if it may.

    `allow` lists hosts, "example.org" or "*.example.org", or one port of a host, "127.0.0.1:8000";
    None allows all. A list never allows addresses without a host (file:, data:, blob:, javascript:,
    chrome: …).
    """
    parts = urlsplit(address)
    if allow is None or address in _EMPTY_DOCUMENTS or not parts.scheme:
        return ""
    host = parts.hostname if parts.scheme in _PORTS else None
    names = (host, f"{host}:{parts.port or _PORTS[parts.scheme]}") if host else ()
    if any(fnmatch(name, pattern.lower()) for name in names for pattern in allow):
        return ""
    subject = f"the host {host}" if host else f"an address that begins with {parts.scheme}:"
    return (
        f"{subject} is not on the list of allowed hosts ({', '.join(allow) or 'none'}), so it was"
        " refused."
    )


def switches(
    allow: Sequence[str] | None, host_map: Mapping[str, str], proxy: str | None
) -> list[str]:
    """Chromium's switches that keep it to the allowlist, whatever a page asks for.

    They cover names, WebRTC and proxies: the only proxy that Chromium uses is `proxy`.

    Raises ValueError if `host_map` and `allow` contradict each other, or if a proxy would resolve
    names in place of the browser.
    """
    rules = [f"MAP {name} {address}" for name, address in host_map.items()]
    if allow is None:
        own_proxy = f"--proxy-server={proxy}" if proxy else "--no-proxy-server"
        return [own_proxy, f"--host-resolver-rules={', '.join(rules)}"] if rules else [own_proxy]
    if proxy:
        raise ValueError(
            "A proxy looks up names itself, past any list: leave out `proxy`, or `allow`."
        )
    patterns = [pattern for pattern in allow if "*" in pattern]
    mapped = [name for name in host_map if any(fnmatch(name, each.lower()) for each in patterns)]
    if mapped:
        raise ValueError(
            f"A pattern in `allow` covers {mapped[0]}, which `hosts` maps to another address: list"
            " the other hosts one by one."
        )
    exact = dict.fromkeys(host for host in (*host_map.values(), *allow) if "*" not in host)
    rules += [f"MAP {host} {host}" for host in exact if host not in host_map]
    rules += ["MAP * ~NOTFOUND", *(f"EXCLUDE {pattern}" for pattern in patterns)]
    # UDP would go to addresses, and the rules are only for names
    no_udp = "--webrtc-ip-handling-policy=disable_non_proxied_udp"
    return ["--no-proxy-server", no_udp, f"--host-resolver-rules={', '.join(rules)}"]
