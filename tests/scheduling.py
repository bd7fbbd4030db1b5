"""Which worker runs which tests, also after one of them has died.

xdist's own scheduler by groups hands the finished groups of a dead worker to the others, which then
wait for ever for the end of what has no tests.
"""

from typing import Any

from xdist.scheduler import LoadGroupScheduling


class Scheduling(LoadGroupScheduling):
    """Tests by group: a test that ends its worker fails, and its worker's other tests are run."""

    def remove_node(self, node: Any) -> str | None:
        """Give the tests that a worker has left to others; return the one that it was at."""
        left = [
            (group, test)
            for group, tests in self.assigned_work.pop(node).items()
            for test, done in tests.items()
            if not done
        ]
        for group, test in left[1:]:
            self.workqueue.setdefault(group, {})[test] = False
        for other in self.nodes:
            self._reschedule(other)
        return left[0][1] if left else None

    def _reschedule(self, node: Any) -> None:
        """Give a worker two tests at least, since it begins one when it knows the next."""
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)
