"""The list of a run with filters; the chosen episode opens below it."""

from pathlib import Path

import ipywidgets
import pandas
from markupsafe import Markup

from ... import runs
from . import fragments, listing, pictures, stepping
from .widgets import Viewer, button, close, piece, update

STATIC_ROWS = 12  # shown without widgets
PAGE_ROWS = 200  # shown at a time: browsers are slow with thousands
STOPS = {
    "any end": "",
    "answered": "answer",
    "steps ran out": "max_steps",
    "limit reached": "limit",
    "fault": "error",
}
OUTCOMES = {"any outcome": "", **{outcome: outcome for outcome in fragments.SIGNS}}


def browse(folder: str | Path, *, style: str = "black") -> Viewer:
    """Choose an episode of a run by outcome, site, end, steps and words; it opens below the list.

    The steps of an episode are read only when it opens.
    """
    pictures.check_style(style)
    return _RunBrowser(listing.list_run(folder), Path(folder), style).viewer


class _RunBrowser:
    """The widgets of the list, and how they act on each other."""

    def __init__(self, rows: pandas.DataFrame, folder: Path, style: str) -> None:
        self._rows, self._matches, self._first = rows, rows, 0
        self._style, self._verdicts = style, runs.verdicts(folder)
        self._filters = _make_filters(rows)
        self._list = ipywidgets.Select(rows=min(10, max(2, len(rows)))).add_class("wv-list")
        self._count, self._opened = piece(), ipywidgets.VBox()
        self._earlier = button("Earlier", lambda: self._fill(-PAGE_ROWS), "Previous lines")
        self._later = button("Later", lambda: self._fill(PAGE_ROWS), "Next lines")
        pager = ipywidgets.HBox([self._count, self._earlier, self._later]).add_class("wv-pager")
        filters = ipywidgets.HBox([*self._filters.values()]).add_class("wv-filters")
        for widget in self._filters.values():
            widget.observe(self._filter, "value")
        self._list.observe(self._open, "value")
        self._filter()
        title = fragments.title(folder.name)
        table = fragments.render(
            "list",
            rows=self._matches.head(STATIC_ROWS).to_dict("records"),
            more=max(0, len(self._matches) - STATIC_ROWS),
        )
        still = fragments.styled(title + self._describe_count() + table)
        self.viewer = Viewer([piece(title), filters, self._list, pager, self._opened], still)

    def _filter(self, _: object = None) -> None:
        """List the rows that match the filters, from the first."""
        values = {name: widget.value for name, widget in self._filters.items()}
        self._matches, self._first = listing.filter_rows(self._rows, **values), 0
        self._fill()

    def _fill(self, further: int = 0) -> None:
        """Show a page of the matches, `further` down, none of them chosen."""
        self._first += further
        end = self._first + PAGE_ROWS
        page = self._matches.iloc[self._first : end]
        self._list.unobserve(self._open, "value")
        self._list.options = [(listing.format_row(row), index) for index, row in page.iterrows()]
        self._list.index = None
        self._list.observe(self._open, "value")
        update(self._count, self._describe_count())
        self._earlier.disabled = self._first == 0
        self._later.disabled = end >= len(self._matches)
        paged = len(self._matches) > PAGE_ROWS
        self._earlier.layout.display = self._later.layout.display = "" if paged else "none"

    def _describe_count(self) -> Markup:
        matches, total, damaged = len(self._matches), len(self._rows), self._rows.attrs["damaged"]
        end = min(self._first + PAGE_ROWS, matches)
        text = f"{self._first + 1:,} to {end:,} of " if matches > PAGE_ROWS else ""
        text += f"{matches:,} of " if matches < total else ""
        text += f"{total:,} episodes"
        text += f"; {damaged} cannot be read, runs.unreadable() names them" if damaged else ""
        return fragments.line(f"{text}.")

    def _open(self, change: dict) -> None:
        """Show the chosen episode below the list."""
        if change["new"] is None:
            return
        episode = runs.load(self._rows["folder"][change["new"]])[0]
        shown = stepping.show(episode, style=self._style, verdicts=self._verdicts)
        before, self._opened.children = self._opened.children, (shown,)
        close(*before)


def _make_filters(rows: pandas.DataFrame) -> dict[str, ipywidgets.Widget]:
    """The widgets by the argument of `listing.filter_rows` that they set."""
    sites = {"any site": "", **{site: site for site in sorted(set(rows["site"]))}}
    most = int(rows["steps"].max()) if len(rows) else 0
    narrow = ipywidgets.Layout(width="150px")
    return {
        "text": ipywidgets.Text(
            description="Search", placeholder="words of task or answer", layout={"width": "300px"}
        ),
        "outcome": ipywidgets.Dropdown(options=OUTCOMES, layout=narrow),
        "site": ipywidgets.Dropdown(options=sites, layout=narrow),
        "stop": ipywidgets.Dropdown(options=STOPS, layout=narrow),
        "steps": ipywidgets.IntRangeSlider(
            value=(0, most),
            min=0,
            max=most,
            description="Steps",
            continuous_update=False,
            layout={"width": "270px"},
        ),
    }
