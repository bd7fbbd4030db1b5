"""A second browser that returns to a state while the first one tries an action from it."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from ...environment import Environment
from ...records import Task
from .going_back import Arrival, replay
from .nodes import Node


class Spare:
    """An environment that waits at a state, to replace the one that has left it.

    Each browser is a separate visitor: what one does on a site does not show in the other.
    """

    def __init__(self, env: Environment, task: Task) -> None:
        self._env, self._task = env, task
        self._thread = ThreadPoolExecutor(1)
        self._node: int | None = None
        self._arrival: Future[Arrival] | None = None

    def wait_at(self, node: Node) -> None:
        """Send it to a visited node, unless it is there or on its way."""
        if node.number != self._node:
            self._node = node.number
            self._arrival = self._thread.submit(replay, self._env, self._task, node, node)

    def take(self, node: Node, instead: Environment) -> tuple[Environment, Arrival] | None:
        """The environment that waits at a node, and what it shows; None if it waits elsewhere.

        `instead` becomes the spare one.
        """
        if node.number != self._node:
            return None
        arrival, taken = self._arrival.result(), self._env
        self._env, self._node = instead, None
        return taken, replace(arrival, way="spare")

    def close(self) -> None:
        """Wait until it is idle; closing the browser is up to its owner."""
        self._thread.shutdown()
