"""Serves the offline models for other programs, over the OpenAI protocol, on this machine only.

    python -m practice.offline                port 8001
    python -m practice.offline --port 8002    another port; 0 takes a free one

Send screenshots to offline-eyes, which reads them with Tesseract. Any key will do.
"""

import argparse
import sys

from ..loopback import wait_for_interrupt
from . import Offline

PORT = 8001


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="practice.offline",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, default=PORT, help="of this machine (%(default)s)")
    try:
        served = Offline(parser.parse_args().port)
    except (OSError, OverflowError) as error:  # OverflowError: the number isn't a port
        sys.exit(f"{error} For example: {sys.executable} -m practice.offline --port 0")
    with served:
        print(f"{', '.join(served.models)} at {served.base_url}. Ctrl-C stops them.", flush=True)
        wait_for_interrupt()


if __name__ == "__main__":
    main()
