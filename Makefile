# The commands for developers of Card Arena. `make` alone lists them.

.DEFAULT_GOAL := help

BIN := .venv/bin
READY := .venv/ready
# Two workers more than there are cores, because many tests wait for other processes; 3 to 8.
WORKERS := $(shell cores=$$(nproc); echo $$((cores > 6 ? 8 : cores + 2)))
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# Tests start many interpreters. Without .pyc files each of them compiles its modules again,
# and pytest rewrites the assertions of all tests again: 10 s for each worker.
unexport PYTHONDONTWRITEBYTECODE

# .venv is made again if its folder was copied or moved, or if PYTHON is set.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(READY): again
endif
ifdef PYTHON
$(READY): again
endif

.PHONY: help setup build league serve test check lint bench lock clean again

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: build ## make .venv with the arena command and all tools; PYTHON=/path/to/python3 chooses
	@echo "Ready: $(BIN)/arena --help, or: source $(BIN)/activate"

build: $(READY) ## compile the hot modules whose sources changed
	@$(BIN)/python setup.py -q build_ext --inplace

league: build ## play a small league and write its page to Out/example/index.html
	@rm -rf Out/example
	@$(BIN)/arena league submissions/*.py random osla greedy montecarlo \
		-n 10 --seed 7 --budget 0.1 --workers 2 --save Out/example

serve: build ## start an example competition as a live site: http://127.0.0.1:8000
	@$(BIN)/python tools/example_cup.py Out/serve
	@$(BIN)/arena serve Out/serve

test: .venv/test build ## run every test; pictures of the pages go to Out/screenshots
	@ARENA_SHOTS=$(CURDIR)/Out/screenshots $(PYTEST)

check: lint ## run the linters and the fast tests
	@$(PYTEST) -m "not slow"

lint: build ## check format, lint, types and imports
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: .venv/bench build ## measure against peers and write Out/bench.json; ONLY=prefix for some
	@$(BIN)/python -m bench $(ONLY)

lock: $(READY) ## update the exact versions in constraints.txt
	@$(BIN)/python tools/lock.py

clean: ## remove compiled files and caches; .venv/ and Out/ stay
	@rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find Game Players arena -name '*.so' -delete
	@rm -f Game/compiled.sha256
	@find . -path ./.venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" bash tools/setup.sh

.venv/bench .venv/test: $(READY)
	@bash tools/setup.sh $(@F)
	@touch $@
