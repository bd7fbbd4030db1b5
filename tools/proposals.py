"""Makes data/tasks/proposed.jsonl anew: tasks that the offline model proposes for each site of the
mini web.

python -m tools.proposals

Two rounds with examples of the site itself, and one with examples of another site only (blind).
Each proposal that passes the checks is tried by the agent. Call it again to go on after an
interruption.
"""

import json
from pathlib import Path

from webvoyager import start, tasks
from webvoyager.lab.proposing import checks, pool, selfinstruct

FILE = Path(__file__).resolve().parents[1] / "data" / "tasks" / "proposed.jsonl"
SEEDS = 8  # tasks of a site that are examples
ROUNDS = ((1, "own", 6), (2, "own", 5), (3, "other", 3))  # number, whose examples, how many tasks
THRESHOLD = 0.9  # of the offline embedding, which counts letters and words


def main() -> None:
    """The command of the docstring above."""
    known = tasks.load("miniweb")
    sites = list(dict.fromkeys(task.site for task in known))
    by_site = {site: [task for task in known if task.site == site] for site in sites}
    pool.begin(
        FILE,
        [task for site in sites for task in by_site[site][:: len(by_site[site]) // SEEDS][:SEEDS]],
    )
    with start("offline-rules") as kit:
        tried = checks.tried(kit.env, kit.model)
        for place, site in enumerate(sites):
            for number, whose, count in ROUNDS:
                done = {
                    row.round
                    for row in pool.load(FILE)
                    if row.web_name == site and row.status != "proposed"
                }
                url = f"http://{site}.mini/"
                shown = selfinstruct.Site(
                    site, url, selfinstruct.look_around(kit.env, url, 6, seed=number)
                )
                among = site if whose == "own" else sites[place - 1]
                how = dict(
                    rounds=number not in done,
                    count=count,
                    among=among,
                    threshold=THRESHOLD,
                    checks=[tried],
                )
                for row in selfinstruct.steps(
                    FILE, shown, kit.model, today=kit.web.world.today, **how
                ):
                    print(
                        json.dumps([row.id, row.status, row.ques, row.reason], ensure_ascii=False),
                        flush=True,
                    )
    print(pool.funnel(FILE).to_string())


if __name__ == "__main__":
    main()
