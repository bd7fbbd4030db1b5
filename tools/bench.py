"""Measures how long things take on this machine: prints tables, and writes bench.json.

    python -m tools.bench               all parts, about five minutes
    python -m tools.bench seeing        our labelling beside a straightforward one, on pages of up
                                        to 30,000 elements
    python -m tools.bench observation   marked screenshots and the text-only view beside what
                                        Chromium does by itself
    python -m tools.bench steps         the parts of a step, with the offline model on the mini web
    python -m tools.bench simulated     the same with a simulated agent
    python -m tools.bench lab           10,000 episodes in the viewer, and all their figures
    python -m tools.bench search        states per minute of a tree search, by each way of going
                                        back
    python -m tools.bench web           the mini web: its start, its pages, eight browsers at once,
                                        its oracles
    python -m tools.bench growth        many episodes: steps a second against browsers, the cost of
                                        recording, the first picture, memory (ten minutes)
    python -m tools.bench lines         how much code there is, room by room

bench.json, in the current folder, has the numbers of the tables. The two sides of a ratio are
measured in turns, in one browser: ratios can be compared across machines, times cannot.
"""

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from urllib.request import Request, urlopen

import pandas
from tqdm import tqdm

import webvoyager as wv
from practice.simulated import Simulated, Skill
from tools.bench_growth import growth
from tools.bench_lab import lab
from tools.bench_lines import lines
from tools.bench_search import searching
from tools.bench_seeing import observation, seeing
from tools.bench_web import web
from webvoyager.models import to_openai
from webvoyager.start import OFFLINE

EPISODES = 12
STEP = 400  # ms: the goal for the median step without the model
REPLY = 20  # ms: the goal for a simulated agent's median reply to a request


def steps() -> list[dict]:
    """One row per part, times in ms: the start, the parts of a step, whole episodes."""
    return _time_steps(OFFLINE, {"step without the model": STEP})


def simulated() -> list[dict]:
    """The same with a simulated agent: how long does its reply take?"""
    with Simulated([Skill(1.0)]) as served:

        def _time_reply(episode: wv.Episode) -> float:
            """The seconds for a reply to the last prompt, without drawing its screenshots."""
            *done, last = episode.steps
            prompt = wv.agent.messages(episode.task, done, last.observation, episode.settings)
            sent = [to_openai(message, page_text=True) for message in prompt]
            body = json.dumps({"model": served.names[0], "messages": sent}).encode()
            began = time.perf_counter()
            urlopen(Request(f"{served.base_url}/chat/completions", body)).read()
            return time.perf_counter() - began

        model = wv.Model(served.names[0], served.base_url, "none", page_text=True)
        return _time_steps(model, {"reply": REPLY}, _time_reply)


def _time_steps(
    model: str | wv.Model,
    goals: dict[str, float],
    time_reply: Callable[[wv.Episode], float] | None = None,
) -> list[dict]:
    began = time.perf_counter()
    with wv.start(model) as kit:
        parts = [{"start": time.perf_counter() - began}]
        tasks = wv.tasks.load("miniweb")
        chosen = tasks[:: len(tasks) // EPISODES][:EPISODES]
        for task in tqdm(chosen, unit="episode", leave=False, disable=None):
            episode = wv.agent.run(task, kit.env, kit.model)
            parts += [_add_sums(step.seconds) for step in episode.steps]
            parts.append({"episode": episode.seconds})
            if time_reply:
                parts.append({"reply": time_reply(episode)})
    table = 1000 * pandas.DataFrame(parts)
    summary = table.agg(["count", "median", "max"]).T.assign(
        count=table.count(), runs=[list(table[part].dropna()) for part in table]
    )
    summary["goal"] = summary.index.map(goals)
    summary["met"] = (summary["median"] < summary["goal"]).where(summary["goal"].notna())
    return summary.rename_axis("part").reset_index().to_dict("records")


def _add_sums(seconds: dict[str, float]) -> dict[str, float]:
    whole = sum(seconds.values())
    return {**seconds, "step": whole, "step without the model": whole - seconds.get("ask", 0)}


PARTS: dict[str, Callable[[], list[dict]]] = {
    "seeing": seeing,
    "observation": observation,
    "steps": steps,
    "simulated": simulated,
    "lab": lab,
    "search": searching,
    "web": web,
    "growth": growth,
    "lines": lines,
}


def describe_machine() -> dict:
    """The machine, its software and the date of the measurements."""
    with wv.Browser(allow=("127.0.0.1",)) as browser:
        chromium = browser.cdp("Browser.getVersion")["product"]
    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "system": platform.system(),
        "chromium": chromium,
        "python": platform.python_version(),
        "date": datetime.now().astimezone().isoformat(timespec="minutes"),
    }


def format_table(rows: list[dict]) -> str:
    """The rows as a plain table, without the individual runs."""
    table = pandas.DataFrame(rows).drop(columns="runs")
    digits = {name: 2 if name in ("ratio", "growth") else 1 for name in table}
    table = table.round({name: digits[name] for name in table.select_dtypes("float")})
    if "goal" in table:  # "met" goes to the end, beside the goals
        table["met"] = table.pop("met").map({True: "yes", False: "NO"})
    return table.astype(object).fillna("").to_string(index=False)


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts",
        nargs="*",
        choices=["all", *PARTS],
        default="all",
        help="which parts (default: all)",
    )
    wanted = parser.parse_args().parts
    results: dict = {"machine": describe_machine()}
    print(*results["machine"].values(), sep=", ")
    for part, measure in PARTS.items():
        if part in wanted or "all" in wanted:
            results[part] = measure()
            print(f"\n{measure.__doc__.splitlines()[0]}\n{format_table(results[part])}", flush=True)
    Path("bench.json").write_text(
        json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
