"""A test that ends its worker fails; all other tests are run, and the run ends."""

import subprocess
import sys
from pathlib import Path

import pytest

HOOK = """from scheduling import Scheduling

def pytest_xdist_make_scheduler(config, log):
    return Scheduling(config, log)
"""
TESTS = """import os, pytest

@pytest.mark.parametrize("n", range(9))
def test_each(n):
    assert n != {died} or os._exit(1)

@pytest.mark.xdist_group("together")
@pytest.mark.parametrize("n", range(3))
def test_together(n):
    pass
"""


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("died", [0, 7])
def test_a_run_goes_on_after_a_worker_has_died(tmp_path, monkeypatch, died):
    (tmp_path / "conftest.py").write_text(HOOK)
    (tmp_path / "test_some.py").write_text(TESTS.format(died=died))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=100)
    assert "1 failed, 11 passed" in done.stdout, done.stdout
