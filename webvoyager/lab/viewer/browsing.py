"""A run's list with filters, which opens the episode that is chosen."""

from collections.abc import Callable, Mapping
from pathlib import Path

import ipywidgets
import pandas
from markupsafe import Markup

from ... import runs
from ...records import Episode
from . import fragments, listing, pictures, stepping
from .widgets import Viewer, close, piece, put, viewer

STILL = 12  # lines that are shown where no widgets run
PAGE = 200  # lines that are shown at a time: a browser is slow with thousands
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
    """The episodes of a run to choose from, by outcome, site, end, steps and words; the chosen one
    opens below.

    `notes` is asked what else to say of the episode that is opened. The steps of an episode are
    read when it is.
    """
    return _Browsing(listing.listed(folder), Path(folder), pictures.check(style), notes).viewer


class _Browsing:
    """The widgets of a list, and what they do to each other."""

    def __init__(
        self, rows: pandas.DataFrame, folder: Path, style: str, notes: Notes | None
    ) -> None:
        self._rows, self._found, self._begin = rows, rows, 0
        self._folder, self._style, self._notes = folder, style, notes
        self._verdicts = runs.verdicts(folder)
        self._filters = _filters(rows)
        self._list = ipywidgets.Select(rows=min(10, max(2, len(rows))))
        self._list.add_class("wv-list")
        self._count, self._opened = piece(), ipywidgets.VBox()
        self._pager = self._make_pager()
        filters = ipywidgets.HBox([*self._filters.values()])
        filters.add_class("wv-filters")
        for widget in self._filters.values():
            widget.observe(self._filter, "value")
        self._list.observe(self._open, "value")
        self._filter()
        title = Markup('<header class="wv-head"><h3>{}</h3></header>').format(folder.name)
        parts = [piece(title), filters, self._list, self._pager, self._opened]
        self.viewer = viewer(parts, fragments.styled(title + self._said() + _table(self._found)))

    def _make_pager(self) -> ipywidgets.HBox:
        self._back = ipywidgets.Button(description="Earlier", tooltip="The lines before")
        self._on = ipywidgets.Button(description="Later", tooltip="The lines after")
        self._back.on_click(lambda _: self._turn(-PAGE))
        self._on.on_click(lambda _: self._turn(PAGE))
        row = ipywidgets.HBox([self._count, self._back, self._on])
        row.add_class("wv-pager")
        return row

    def _filter(self, _: object = None) -> None:
        """Keep what fits the filters, from its beginning."""
        chosen = {name: widget.value for name, widget in self._filters.items()}
        self._found, self._begin = listing.matching(self._rows, **chosen), 0
        self._fill()

    def _turn(self, by: int) -> None:
        self._begin += by
        self._fill()

    def _fill(self) -> None:
        """Put the lines of this page into the list, with none of them chosen."""
        shown = self._found.iloc[self._begin : self._begin + PAGE]
        self._list.unobserve(self._open, "value")
        self._list.options = [(listing.line(row), index) for index, row in shown.iterrows()]
        self._list.index = None
        self._list.observe(self._open, "value")
        put(self._count, self._said())
        many = len(self._found) > PAGE
        for button, there in (
            (self._back, self._begin > 0),
            (self._on, self._begin + PAGE < len(self._found)),
        ):
            button.disabled, button.layout.display = not there, "" if many else "none"

    def _said(self) -> Markup:
        found, every, damaged = len(self._found), len(self._rows), self._rows.attrs["damaged"]
        end = min(self._begin + PAGE, found)
        part = f"{self._begin + 1:,} to {end:,} of " if found > PAGE else ""
        words = (
            f"{part}{found:,} of {every:,} episodes"
            if found < every
            else f"{part}{every:,} episodes"
        )
        words += f"; {damaged} cannot be read, runs.unreadable() names them" if damaged else ""
        return fragments.quiet(f"{words}.")

    def _open(self, change: dict) -> None:
        """Show the chosen episode below the list."""
        if change["new"] is not None:
            episode = self._load(self._rows.loc[change["new"]])
            notes = self._notes(episode) if self._notes else None
            shown = stepping.show(episode, style=self._style, verdicts=self._verdicts, notes=notes)
            old, self._opened.children = self._opened.children, (shown,)
            close(*old)

    def _load(self, row: pandas.Series) -> Episode:
        return runs.load(row["folder"])[0]


def _filters(rows: pandas.DataFrame) -> dict[str, ipywidgets.Widget]:
    """The widgets by the name of what they ask for."""
    sites = {"any site": "", **{site: site for site in sorted(set(rows["site"]))}}
    most = int(rows["steps"].max()) if len(rows) else 0
    slim = ipywidgets.Layout(width="150px")
    return {
        "text": ipywidgets.Text(
            description="Search", placeholder="words of task or answer", layout={"width": "300px"}
        ),
        "outcome": ipywidgets.Dropdown(options=OUTCOMES, layout=slim),
        "site": ipywidgets.Dropdown(options=sites, layout=slim),
        "stop": ipywidgets.Dropdown(options=STOPS, layout=slim),
        "steps": ipywidgets.IntRangeSlider(
            value=(0, most),
            min=0,
            max=most,
            description="Steps",
            continuous_update=False,
            layout={"width": "270px"},
        ),
    }


def _table(found: pandas.DataFrame) -> Markup:
    """The first lines as a table, for where no widgets run."""
    more = max(0, len(found) - STILL)
    return fragments.render(
        "list", rows=found.head(STILL).to_dict("records"), sign=fragments.sign, more=more
    )
