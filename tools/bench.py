"""How long things take on this machine: `python -m tools.bench [episodes]`, with the offline model on the mini web."""

import sys
import time

import pandas
from tqdm import tqdm

import webvoyager as wv
from webvoyager.start import OFFLINE


def bench(episodes: int = 20) -> pandas.DataFrame:
    """Seconds to start, and a step's parts over so many episodes: a row each, with its median and its worst."""
    began = time.perf_counter()
    with wv.start(OFFLINE) as kit:
        parts = [{"start": time.perf_counter() - began}]
        tasks = wv.tasks.load("miniweb")
        chosen = tasks[:: max(1, len(tasks) // episodes)][:episodes]
        for task in tqdm(chosen, unit="episode", disable=None):
            episode = wv.agent.run(task, kit.browser, kit.model)
            parts += [{**step.seconds, "step": sum(step.seconds.values())} for step in episode.steps]
            parts.append({"episode": episode.seconds})
    return pandas.DataFrame(parts).agg(["count", "median", "max"]).T.round(3)


if __name__ == "__main__":
    print(bench(*map(int, sys.argv[1:])))
