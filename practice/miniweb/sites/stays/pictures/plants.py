"""Trees and bushes."""

from ....kit.svg import oval, path, rect


def cypress(x: float, y: float, tall: float) -> str:
    """A cypress, its foot at (x, y)."""
    w = tall * 0.13
    d = f"M{x} {y}C{x - w * 1.6} {y - tall * 0.3} {x - w * 0.8} {y - tall * 0.8} {x} {y - tall}"
    left = path(
        f"{d}C{x + w * 0.8} {y - tall * 0.8} {x + w * 1.6} {y - tall * 0.3} {x} {y}Z", "#2f5d4b"
    )
    return left + path(
        f"{d}C{x} {y - tall * 0.6} {x + w * 0.3} {y - tall * 0.3} {x} {y}Z", "#447a60"
    )


def palm(x: float, y: float, tall: float) -> str:
    """A palm, its foot at (x, y), leaning a little."""
    top, side = y - tall, x + tall * 0.09
    trunk = path(
        f"M{x} {y}Q{x + 2} {y - tall * 0.5} {side} {top}",
        "none",
        f'stroke="#8a6a4b" stroke-width="{tall * 0.05:g}"',
    )
    leaves = ""
    for dx, dy, colour in (
        (-62, 6, "#2f6b54"),
        (-48, -26, "#3d8265"),
        (-10, -42, "#2f6b54"),
        (40, -30, "#3d8265"),
        (62, 4, "#2f6b54"),
        (34, 30, "#3d8265"),
        (-34, 32, "#357559"),
    ):
        s = tall / 190
        ex, ey = side + dx * s, top + (dy + 10) * s
        leaves += path(
            (
                f"M{side} {top}Q{side + dx * s * 0.5} {top + (dy - 26) * s} {ex} "
                f"{ey}Q{side + dx * s * 0.5} {top + (dy - 4) * s} {side} {top}Z"
            ),
            colour,
        )
    return trunk + leaves


def pine(x: float, y: float, tall: float) -> str:
    """An umbrella pine, its foot at (x, y)."""
    top = y - tall
    trunk = path(
        f"M{x} {y}L{x + tall * 0.02} {top + tall * 0.2}",
        "none",
        f'stroke="#6d5140" stroke-width="{tall * 0.05:g}"',
    )
    crown = oval(x, top + tall * 0.16, tall * 0.36, tall * 0.15, "#2e5f4c")
    return (
        trunk
        + crown
        + oval(x - tall * 0.06, top + tall * 0.11, tall * 0.27, tall * 0.09, "#467d62")
    )


def tree(x: float, y: float, tall: float) -> str:
    """A round tree, its foot at (x, y)."""
    trunk = rect(x - tall * 0.03, y - tall * 0.4, tall * 0.06, tall * 0.4, "#77583f")
    crown = oval(x, y - tall * 0.62, tall * 0.32, tall * 0.36, "#4d7f52") + oval(
        x - tall * 0.08, y - tall * 0.7, tall * 0.19, tall * 0.22, "#6b9a62"
    )
    dots = ((-0.16, -0.5), (0.1, -0.72), (0.18, -0.48), (-0.04, -0.84))
    return (
        trunk
        + crown
        + "".join(
            oval(x + dx * tall, y + dy * tall, tall * 0.025, tall * 0.025, "#eda13c")
            for dx, dy in dots
        )
    )


def bush(x: float, y: float, size: float, bloom: str = "") -> str:
    """A bush that sits on a point, in bloom if a colour is given."""
    shape = oval(x, y - size * 0.3, size * 0.6, size * 0.42, "#4a7d5a") + oval(
        x - size * 0.15, y - size * 0.4, size * 0.34, size * 0.26, "#639670"
    )
    spots = (
        (-0.3, -0.3), (-0.08, -0.5), (0.12, -0.25), (0.3, -0.42), (0.02, -0.08), (-0.42, -0.1),
        (0.44, -0.16),
    )  # fmt: skip
    return shape + "".join(
        oval(x + dx * size, y + dy * size, size * 0.06, size * 0.06, bloom)
        for dx, dy in spots
        if bloom
    )


PLANTS = (cypress, palm, pine, tree)
