"""Serves the practice sites for people: `make web`, then open http://recipes.localhost:8000/.

    python -m tools.web                 port 8000, the world that the task files are made from
    python -m tools.web --port 8080     another port; 0 takes a free one
    python -m tools.web --seed 7        other prices, dates and answers

Chrome, Edge and Firefox find such addresses on this machine by themselves.
"""

import argparse
import sys

from practice.loopback import wait_for_interrupt
from practice.miniweb import MiniWeb, World

PORT = 8000


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="tools.web", description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=PORT, help="of this machine (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=World.seed, help="the world to show (%(default)s)"
    )
    wanted = parser.parse_args()
    try:
        web = MiniWeb(World(wanted.seed), wanted.port)
    except (OSError, OverflowError) as error:  # OverflowError: the number isn't a port
        sys.exit(f"{error} For example: {sys.executable} -m tools.web --port 0")
    with web:
        print("\n".join(f"http://{name}.localhost:{web.port}/" for name in web.apps))
        print("Open one in Chrome, Edge or Firefox on this machine. Ctrl-C stops them.", flush=True)
        wait_for_interrupt()


if __name__ == "__main__":
    main()
