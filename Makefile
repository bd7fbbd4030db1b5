# Each target first sets up what it needs; `make help` lists them. Without make, see docs/setup.md.

PYTHON ?= $(shell command -v python3 || command -v python3.11 || command -v python)
NO_PYTHON := Python 3.11 or newer is needed: install one, or name it with make PYTHON=..., then repeat.
PY := .venv/bin/python
LINT := $(PY) -m ruff check . && $(PY) -m ruff format --check . && .venv/bin/lint-imports && $(PY) -m mypy

.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE  # else every kernel and script compiles the package again
.PHONY: help setup figures quick test lab web book slides notebooks bench oracles runs train planning soak clean

help:       ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

setup:      ## .venv, packages, browser and fonts, where they are missing
	@$(if $(PYTHON),$(PYTHON) tools/setup.py,echo "$(NO_PYTHON)" >&2; exit 1)

figures: setup    ## run lessons and studies offline and write figures/; RUN=data/runs/mine draws your run
ifdef RUN
	@$(PY) -m tools.gallery $(RUN)
else
	@$(PY) -m tools.notebooks figures
endif

quick: setup      ## lint, types and the quick tests without a browser, before each commit
	@$(LINT)
	$(PY) -m pytest -q -m "not slow and not soak" --durations=5

test: setup       ## all checks and tests
	@$(LINT)
	$(PY) -m pytest

lab: setup        ## open the notebooks in JupyterLab
	$(PY) -m jupyterlab . --allow-root

web: setup        ## the practice sites in your own browser, at http://recipes.localhost:8000/ and so on
	@$(PY) -m tools.web

book: setup       ## the notebooks, the guide and the reference as a website, in build/book/
	@$(PY) -m tools.book

slides: setup     ## ten minutes of figures to show, as slides in build/slides/
	@$(PY) -m tools.slides

notebooks: setup  ## store the outputs of a clean run; RUN=data/runs/mine runs them on your run
ifdef RUN
	@$(PY) -m tools.own_run $(RUN)
else
	@$(PY) -m tools.notebooks store
endif

bench: setup      ## how long seeing, a step's parts and the mini web take here (tables, bench.json)
	@$(PY) -m tools.bench

oracles: setup    ## solve all tasks of the mini web with their oracles (fifteen minutes)
	@$(PY) -m tools.oracles

runs: setup       ## play the runs of data/runs/ again (hours; see docs/stored_data.md)
	@$(PY) -m tools.runs
	@$(PY) -m tools.runs --view accessibility_tree
	@$(PY) -m tools.runs --view marked_with_text
	@$(PY) -m tools.runs --view web_search
	@$(PY) -m tools.runs --model offline-eyes --tasks 60
	@$(PY) -m tools.runs --questions
	@$(PY) -m tools.runs --questions --view accessibility_tree
	@$(PY) -m tools.runs --questions --view web_search

train: setup      ## train the learned agent on the gold trajectories of data/gold/ (two minutes)
	@$(PY) -m studies.learned_agent.train

planning: setup   ## repeat the experiments with plans, experience and search (two hours)
	@$(PY) -m studies.planning.single_steps
	@$(PY) -m studies.planning.whole_tasks

soak: setup       ## long tests: killed processes, every page of the mini web (more than an hour)
	$(PY) -m pytest tests/soak.py -n 0 --timeout 3600
	$(PY) -m pytest -m soak
	PAGES_OF_A_SITE=1000 $(PY) -m pytest tests/practice/test_miniweb.py -n 0 --timeout 3600

clean:      ## remove .venv and caches (never data/ or figures/)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info
	find notebooks practice studies tests tools webvoyager -name __pycache__ -prune -exec rm -rf {} +
