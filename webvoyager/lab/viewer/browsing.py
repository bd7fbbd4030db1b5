"""The list of a run with filters; the chosen episode opens below it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import ipywidgets
import pandas
from markupsafe import Markup

from ... import runs
from ...records import Episode
from . import fragments, listing, pictures, stepping
from .widgets import Viewer, close, make_viewer, piece, update

STATIC_ROWS = 12  # shown without widgets
PAGE_ROWS = 200  # shown at a time: browsers are slow with thousands
STOPS = {
    "any end": "",
    "answered": "answer",
    "steps ran out": "max_steps",
    "limit reached": "limit",
    "fault": "error",
}
OUTCOMES = {"any outcome": "", **{outcome: outcome for outcome in listing.OUTCOMES}}
Notes = Callable[[Episode], Mapping[str, str]]


def browse(folder: str | Path, *, style: str = "black", notes: Notes | None = None) -> Viewer:
    """Choose an episode of a run by outcome, site, end, steps and words; it opens below the list.

    `notes` is called with the opened episode and returns what else to show of it, by heading. The
    steps of an episode are read only when it opens.
    """
    rows = listing.list_run(folder)
    return _RunBrowser(rows, Path(folder), pictures.check_style(style), notes).viewer


class _RunBrowser:
    """The widgets of the list, and how they act on each other."""

    def __init__(
        self, rows: pandas.DataFrame, folder: Path, style: str, notes: Notes | None
    ) -> None:
        self._rows, self._matches, self._first = rows, rows, 0
        self._style, self._notes = style, notes
        self._verdicts = runs.verdicts(folder)
        self._filters = _make_filters(rows)
        self._list = ipywidgets.Select(rows=min(10, max(2, len(rows))))
        self._list.add_class("wv-list")
        self._count, self._opened = piece(), ipywidgets.VBox()
        pager = self._make_pager()
        filters = ipywidgets.HBox([*self._filters.values()])
        filters.add_class("wv-filters")
        for widget in self._filters.values():
            widget.observe(self._filter, "value")
        self._list.observe(self._open, "value")
        self._filter()
        title = Markup('<header class="wv-head"><h3>{}</h3></header>').format(folder.name)
        table = fragments.render(
            "list",
            rows=self._matches.head(STATIC_ROWS).to_dict("records"),
            sign=fragments.sign,
            more=max(0, len(self._matches) - STATIC_ROWS),
        )
        still = fragments.styled(title + self._describe_count() + table)
        self.viewer = make_viewer([piece(title), filters, self._list, pager, self._opened], still)

    def _make_pager(self) -> ipywidgets.HBox:
        self._earlier = ipywidgets.Button(description="Earlier", tooltip="Previous lines")
        self._later = ipywidgets.Button(description="Later", tooltip="Next lines")
        self._earlier.on_click(lambda _: self._turn_page(-PAGE_ROWS))
        self._later.on_click(lambda _: self._turn_page(PAGE_ROWS))
        row = ipywidgets.HBox([self._count, self._earlier, self._later])
        row.add_class("wv-pager")
        return row

    def _filter(self, _: object = None) -> None:
        """List the rows that match the filters, from the first."""
        values = {name: widget.value for name, widget in self._filters.items()}
        self._matches, self._first = listing.filter_rows(self._rows, **values), 0
        self._fill_list()

    def _turn_page(self, rows: int) -> None:
        self._first += rows
        self._fill_list()

    def _fill_list(self) -> None:
        """Show the current page of the matches, none of them chosen."""
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
        return fragments.quiet(f"{text}.")

    def _open(self, change: dict) -> None:
        """Show the chosen episode below the list."""
        if change["new"] is None:
            return
        episode = runs.load(self._rows.loc[change["new"], "folder"])[0]
        notes = self._notes(episode) if self._notes else None
        shown = stepping.show(episode, style=self._style, verdicts=self._verdicts, notes=notes)
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
