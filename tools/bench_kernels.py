"""Measures how much memory and time notebooks of several learners need on this machine.

    python -m tools.bench_kernels            one kernel, then ten at once (some minutes)
    python -m tools.bench_kernels 1 5 20     these numbers of kernels

Each kernel starts a kit and plays the same two tasks offline, as in notebook 04, and keeps its kit
until all are done. Memory is PSS, in which processes share what they share, summed over the kernel
and all processes below it. It needs Linux.
"""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel

ROOT, PROC = Path(__file__).resolve().parents[1], Path("/proc")
TASKS, PAUSE, LIMIT = ("recipes--11", "shop--1"), 0.5, 1800  # seconds
TICKS = os.sysconf("SC_CLK_TCK")
START = "from webvoyager import agent, start; kit = start(None)"
PLAY = f"[agent.run(task, kit.env, kit.model) for task in kit.web.tasks{TASKS}]"


@dataclass
class Usage:
    """What the processes below this one have used so far."""

    memory: int = 0  # bytes, at the peak
    cpu: dict[int, float] = field(default_factory=dict)  # seconds by process

    def look(self) -> None:
        """Measure all processes that are there now."""
        found = list(_find_processes(os.getpid()))
        self.memory = max(self.memory, sum(map(_read_memory, found)))
        self.cpu |= {process: seconds for process in found if (seconds := _read_cpu(process))}


def measure(count: int) -> dict[str, float]:
    """A row: so many kernels at once, their memory (MB), CPU and wall seconds for each."""
    usage, done = Usage(), Event()
    with ThreadPoolExecutor(count + 1) as pool:
        watching = pool.submit(_watch, usage, done)
        kernels = [start_new_kernel(startup_timeout=LIMIT, cwd=str(ROOT)) for _ in range(count)]
        began = time.perf_counter()
        seconds = list(pool.map(lambda kernel: _play(kernel[1], began), kernels))
        done.set()
        watching.result()
        list(pool.map(_stop, kernels))
    return {
        "kernels": count,
        "MB for each": usage.memory / count / 1e6,
        "CPU s for each": sum(usage.cpu.values()) / count,
        "kit ready after s": max(ready for ready, _ in seconds),
        "two tasks played after s": max(played for _, played in seconds),
    }


def _play(client: BlockingKernelClient, began: float) -> tuple[float, float]:
    """The seconds until the kernel's kit is ready, and until it has played the tasks."""
    found = []
    for code in (START, PLAY):
        reply = client.execute_interactive(code, timeout=LIMIT, output_hook=lambda _: None)
        if reply["content"]["status"] != "ok":
            raise RuntimeError("\n".join(reply["content"]["traceback"]))
        found.append(time.perf_counter() - began)
    return found[0], found[1]


def _stop(kernel: tuple[KernelManager, BlockingKernelClient]) -> None:
    manager, client = kernel
    client.execute_interactive("kit.close()", timeout=LIMIT)
    client.stop_channels()
    manager.shutdown_kernel()


def _watch(usage: Usage, done: Event) -> None:
    while not done.wait(PAUSE):
        usage.look()
    usage.look()


def _find_processes(parent: int) -> Iterator[int]:
    """All processes below this one."""
    for file in PROC.glob(f"{parent}/task/*/children"):
        for child in map(int, _read(file).split()):
            yield child
            yield from _find_processes(child)


def _read_memory(process: int) -> int:
    """The bytes that a process uses; what it shares with others is divided among them."""
    lines = _read(PROC / str(process) / "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _read_cpu(process: int) -> float:
    values = _read(PROC / str(process) / "stat").rpartition(")")[2].split()
    return sum(map(int, values[11:13])) / TICKS if values else 0.0


def _read(file: Path) -> str:
    """The text of a file of /proc; "" if the process has ended."""
    try:
        return file.read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("counts", type=int, nargs="*", default=[1, 10], help="kernels at once")
    print(f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}")
    for count in parser.parse_args().counts:
        row = measure(count)
        print(", ".join(f"{name}: {value:.0f}" for name, value in row.items()))


if __name__ == "__main__":
    main()
