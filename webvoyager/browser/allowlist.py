"""Where the browser may go: decided by a list of hosts, outside the model."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from urllib.parse import urlsplit

_OWN = ("about:blank", "about:srcdoc", "", "data:,")  # a browser's or a page's own empty documents
_PORTS = {"http": 80, "https": 443}


def validate(allow: Sequence[str] | None) -> None:
    """ValueError where a list of hosts is one word, or holds an address in place of a host."""
    if isinstance(allow, str):
        raise ValueError(f"`allow` is a list of hosts: write allow=[{allow!r}].")
    for host in allow or ():
        if "/" in host:
            wanted = urlsplit(host if "://" in host else f"//{host}").netloc
            raise ValueError(
                f"`allow` holds hosts, not addresses: write {wanted!r} in place of {host!r}."
            )


def refusal(address: str, allow: Sequence[str] | None) -> str:
    """Why an address may not be opened, in a sentence for the model; "" where it may.

    `allow` lists hosts, "example.org" or "*.example.org", or one of their ports, "127.0.0.1:8000";
    None allows all. What has no host (file:, data:, blob:, javascript:, chrome: …) is on no list.
    """
    parts = urlsplit(address)
    if allow is None or address in _OWN or not parts.scheme:
        return ""
    host = parts.hostname if parts.scheme in _PORTS else None
    names = (host, f"{host}:{parts.port or _PORTS[parts.scheme]}") if host else ()
    if any(fnmatch(name, pattern.lower()) for name in names for pattern in allow):
        return ""
    what = f"the host {host}" if host else f"an address that begins with {parts.scheme}:"
    return (
        f"{what} is not on the list of allowed hosts ({', '.join(allow) or 'none'}), so it was"
        " refused."
    )


def switches(allow: Sequence[str] | None, hosts: Mapping[str, str], proxy: str | None) -> list[str]:
    """Chromium's switches that hold it to the list, whatever a page asks for: addresses, WebRTC, no
    proxy of others.

    ValueError where `hosts` and `allow` contradict each other, or a proxy would look up names in
    our place.
    """
    rules = [f"MAP {name} {address}" for name, address in hosts.items()]
    if allow is None:
        found = [f"--proxy-server={proxy}"] if proxy else ["--no-proxy-server"]
        return [*found, f"--host-resolver-rules={', '.join(rules)}"] if rules else found
    if proxy:
        raise ValueError(
            "A proxy looks up names itself, past any list: leave out `proxy`, or `allow`."
        )
    if led := [
        name for name in hosts for wide in allow if "*" in wide and fnmatch(name, wide.lower())
    ]:
        raise ValueError(
            f"`allow` holds {led[0]} in a pattern, which `hosts` leads elsewhere: name the others."
        )
    exact = dict.fromkeys(host for host in (*hosts.values(), *allow) if "*" not in host)
    rules += [f"MAP {host} {host}" for host in exact if host not in hosts]
    rules += ["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in allow if "*" in host)]
    # it would go by, and no rule is asked
    udp = "--webrtc-ip-handling-policy=disable_non_proxied_udp"
    return ["--no-proxy-server", udp, f"--host-resolver-rules={', '.join(rules)}"]
