"""Regenerates data/tasks/proposed.jsonl: tasks that the offline model proposes for each site.

    python -m studies.self_instruct.proposals           go on after an interruption, or begin
    python -m studies.self_instruct.solvable proposed   then decide on each, by the steps in
                                                        proposed_oracles.jsonl

One round has examples from the site itself, the other only from another site (blind). The search
engine looks up what each proposal names, and two agents try it independently: the offline rules and
the learned agent.
"""

import json
from pathlib import Path

from practice import learned
from webvoyager import Model, start, tasks
from webvoyager.lab.proposing import checks, pool, selfinstruct
from webvoyager.start import Kit

FILE = Path(__file__).resolve().parents[2] / "data" / "tasks" / "proposed.jsonl"
SEEDS = 8  # tasks of each site that serve as examples
ROUNDS = ((1, "own", 5), (2, "other", 2))  # number, whose examples, how many tasks
THRESHOLD = 0.9  # similarity by the offline embedding, which counts letters and words


def main() -> None:
    """The command of the docstring above."""
    known = tasks.load("miniweb")
    sites = list(dict.fromkeys(task.site for task in known))
    seeds = []
    for site in sites:
        of_site = [task for task in known if task.site == site]
        seeds += of_site[:: len(of_site) // SEEDS][:SEEDS]
    pool.begin(FILE, seeds)
    with start("offline-rules") as kit, learned.serve() as served:
        trained = Model(learned.NAME, served.base_url, "none", 0.0, page_text=True)
        for place, site in enumerate(sites):
            for number, whose, count in ROUNDS:
                among = site if whose == "own" else sites[place - 1]
                propose(kit, trained, site, number, count, among)
    print(pool.funnel(FILE).to_string())


def propose(kit: Kit, trained: Model, site: str, number: int, count: int, among: str) -> None:
    """Run one round for a site: `count` tasks, with examples from the site `among`."""
    rows = [row for row in pool.load(FILE) if row.web_name == site]
    done = {row.round for row in rows if row.status != "seed"}
    url = f"http://{site}.mini/"
    pages = selfinstruct.look_around(kit.env, url, 6, seed=number) if number not in done else ()
    for row in selfinstruct.steps(
        FILE,
        selfinstruct.Site(site, url, pages),
        kit.model,
        rounds=number not in done,
        count=count,
        among=among,
        threshold=THRESHOLD,
        checks=[checks.named(kit.env), checks.tried(kit.env, (kit.model, trained))],
        today=kit.web.world.today,
    ):
        line = json.dumps([row.id, row.status, row.ques, row.reason], ensure_ascii=False)
        print(line, flush=True)


if __name__ == "__main__":
    main()
