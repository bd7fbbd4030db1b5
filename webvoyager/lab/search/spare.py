"""A second browser that goes to a state while the first one tries something there."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from ...environment import Environment
from ...records import Task
from .going_back import Arrival, replay
from .nodes import Node


class Spare:
    """An environment that waits at a state, to take the place of the one that leaves it.

    Each browser is a visitor of its own: what the first does is not to be seen in the second.
    """

    def __init__(self, env: Environment, task: Task) -> None:
        self._env, self._task = env, task
        self._thread = ThreadPoolExecutor(1)
        self._node: int | None = None
        self._arrival: Future[Arrival] | None = None

    def wait_at(self, node: Node) -> None:
        """Send it to a node that was visited, unless it is there or on its way."""
        if node.number != self._node:
            self._node = node.number
            self._arrival = self._thread.submit(replay, self._env, self._task, node, node)

    def take(self, node: Node, instead: Environment) -> tuple[Environment, Arrival] | None:
        """The environment that waits at a node, and what it shows; None where it waits elsewhere.

        `instead` is kept in its place.
        """
        if node.number != self._node:
            return None
        arrival, taken = self._arrival.result(), self._env
        self._env, self._node = instead, None
        return taken, replace(arrival, way="spare")

    def close(self) -> None:
        """Wait until it stands still; the browser is its owner's."""
        self._thread.shutdown()
