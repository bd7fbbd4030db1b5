"""An agent at work: each step as it comes, and a button that ends the episode."""

from collections.abc import Iterable, Sized
from pathlib import Path
from typing import Any

import ipywidgets
from IPython import get_ipython
from IPython.display import DisplayHandle, display

from ... import runs
from ...display import say
from ...records import EpisodeError, Step, sum_costs
from . import fragments
from .widgets import Viewer, make_script, piece, row, update


def watch(steps: Iterable[Step], max_steps: int | None = None) -> tuple[Step, ...]:
    """Show each step as it comes, and return them all: `watch(agent.steps(task, env, model))`.

    In a notebook, a widget shows the page, thought, action and costs, and has a button that stops;
    in a terminal, a line is printed per step. `max_steps` is the number that the agent may take,
    if it is to be shown. The stop button, Ctrl-C and an EpisodeError end the episode: the reason is
    shown, and the steps so far are returned.
    """
    planned = len(steps) if max_steps is None and isinstance(steps, Sized) else max_steps
    show, why = watcher(planned), ""
    taken: list[Step] = []
    try:
        for step in steps:
            taken.append(step)
            show(step)
    except KeyboardInterrupt:
        why = f"Stopped by hand after {len(taken)} step{'s' * (len(taken) != 1)}."
    except EpisodeError as error:
        why = f"Ended by a fault: {error}"
    if isinstance(show, Watching):
        show.end(why)
    elif why:
        say(why)
    return tuple(taken)


def watcher(max_steps: int | None = None) -> runs.Watch:
    """The widget of `watch`, shown at once, as a function to be called with each step.

    It is for `kit.ask(question, watch=viewer.watcher())` and `agent.run(…, watch=…)`. In a
    terminal, it is `runs.print_step`.
    """
    shell = get_ipython()
    if getattr(shell, "kernel", None) is None:
        return runs.print_step
    from ipykernel import get_connection_file  # a terminal need not have it

    watching = Watching(max_steps, Path(get_connection_file()).stem.removeprefix("kernel-"))
    watching.show_in(shell)
    return watching


class Watching:
    """The widgets that show the steps of a running episode, of which `planned` may come.

    Its button asks the Jupyter server to interrupt `kernel`, as the notebook's own stop button does
    (stop.js): while a cell is running, a kernel need not hear of clicks in widgets. It is hidden
    where that does not work.
    """

    def __init__(self, planned: int | None = None, kernel: str = "") -> None:
        self.steps: list[Step] = []
        self._planned, self._running = planned, True
        self._handle: DisplayHandle | None = None
        self._progress, self._newest, self._earlier = piece(), piece(), piece()
        stop = ipywidgets.Button(description="Stop", icon="stop", tooltip="End the episode here")
        stop.add_class("wv-stop").add_class(f"wv-kernel-{kernel}")
        self._row = row(stop, self._progress).add_class("wv-progress")
        self.viewer = Viewer([self._row, self._newest, self._earlier, make_script("stop.js")])
        self._show()

    def __call__(self, step: Step) -> None:
        """Show a step that was taken."""
        self.steps.append(step)
        if self._answered or len(self.steps) == self._planned:
            self.end()
        else:
            self._show()

    def end(self, why: str = "") -> None:
        """Show how the episode ended, take the button away, and renew what the notebook stores."""
        if not self._running:
            return
        self._running = False
        self._row.children = [self._progress]
        count = len(self.steps)
        usual = f"It ended after {count} step{'s' * (count != 1)}."
        self._show(why or ("The agent has answered." if self._answered else usual))
        if self._handle:
            self._handle.update(self.viewer)

    def show_in(self, shell: Any) -> None:
        """Display the widgets in a notebook; when its cell has run, the episode has ended."""
        self._handle = display(self.viewer, display_id=True)

        def finish(*_: object) -> None:
            shell.events.unregister("post_run_cell", finish)
            self.end()

        shell.events.register("post_run_cell", finish)

    @property
    def _answered(self) -> bool:
        return bool(self.steps) and self.steps[-1].answered and not self.steps[-1].error

    def _show(self, note: str = "") -> None:
        tokens = sum(sum(step.usage.values()) for step in self.steps)
        dollars = sum_costs(step.cost for step in self.steps if step.usage)
        cost = "cost unknown" if dollars is None else f"${dollars:.4f}"
        seconds = sum(sum(step.seconds.values()) for step in self.steps)
        progress = fragments.render(
            "progress",
            count=len(self.steps),
            planned=self._planned,
            spent=[f"{tokens:,} tokens", cost, f"{seconds:.1f} s"] if self.steps else [],
            note=note or f"Step {len(self.steps) + 1} is under way.",
            running=self._running,
        )
        newest = fragments.newest(self.steps) if self.steps else ""
        earlier = fragments.earlier(self.steps)
        shown = ((self._progress, progress), (self._newest, newest), (self._earlier, earlier))
        for widget, html in shown:
            update(widget, html)
        self.viewer.still = str(fragments.styled(progress, newest, earlier))
