# make demo | test | check | bench | format | pins | wheels | clean
# Needs python3 (>= 3.11); another interpreter: make demo PYTHON=python3.13

PYTHON ?= python3
ARGS ?= -n auto
PINS ?=
BIN := .venv/bin
REQ := requirements
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-header --no-annotate --no-emit-index-url --no-emit-find-links $(PINS)
WHEELS ?= $(REQ)/build.txt $(REQ)/core.txt

.PHONY: demo test chromium check bench format pins wheels clean
.DELETE_ON_ERROR:

demo: .venv/.erfd
	@$(BIN)/erfd demo

test: .venv/.dev chromium
	@$(BIN)/python -m pytest $(ARGS)

# The tests of reports need a browser: Debian's is installed by root; else they are skipped, counted.
chromium:
	@for name in chromium chromium-browser google-chrome; do \
	    command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "setup: Debian's chromium, for the tests of reports"; \
	    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
	        apt-get -qq install --no-install-recommends chromium; } >/dev/null 2>&1 && exit 0; \
	    echo "setup: apt-get could not install chromium"; \
	fi; \
	echo "no Chromium: tests of reports are skipped; to run them: apt-get install chromium"

# $(call step,name,command): one line, then the command; a failure names the step
step = @echo "check: $(1)"; $(2) || { echo "make check: '$(1)' failed"; exit 1; }

check: .venv/.dev chromium
	$(call step,format,$(BIN)/ruff format --quiet --check --output-format concise .)
	$(call step,lint,$(BIN)/ruff check --quiet --output-format concise .)
	$(call step,types,$(BIN)/mypy --no-error-summary)
	$(call step,rooms,$(BIN)/lint-imports --no-logo)
	$(call step,addresses,$(BIN)/python tools/check_addresses.py)
	$(call step,tests,$(BIN)/python -m pytest $(ARGS))

bench: .venv/.dev
	@$(BIN)/python -m benchmarks.bench $(filter-out -n auto,$(ARGS))

format: .venv/.dev
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

# keeps the pins that still fit; make pins PINS=--upgrade takes the newest
pins: .venv/.pins
	@$(COMPILE) $(REQ)/build.in -o $(REQ)/build.txt
	@$(COMPILE) $(REQ)/pins.in -o $(REQ)/pins.txt
	@$(COMPILE) pyproject.toml -o $(REQ)/core.txt
	@$(COMPILE) pyproject.toml --all-extras -c $(REQ)/core.txt -o $(REQ)/dev.txt

wheels: .venv/.dev
	@$(BIN)/python tools/wheels.py $(WHEELS)

clean:
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp is written last, so a step that failed is run again.
.venv/.python:
	@command -v $(PYTHON) >/dev/null || { echo "erfd needs Python 3.11 or newer: there is no $(PYTHON)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "erfd needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	    "Name another one: make PYTHON=python3.13"; exit 1; }
	@echo "setup: a virtual environment in .venv"
	@rm -rf .venv && $(PYTHON) -m venv .venv
	@touch $@

.venv/.core: $(REQ)/build.txt $(REQ)/core.txt | .venv/.python
	@echo "setup: the pinned dependencies"
	@$(INSTALL) --require-hashes -r $(REQ)/build.txt -r $(REQ)/core.txt
	@touch $@

.venv/.erfd: pyproject.toml .venv/.core
	@echo "setup: erfd itself"
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: $(REQ)/dev.txt .venv/.erfd
	@echo "setup: the pinned development tools"
	@$(INSTALL) --require-hashes -r $(REQ)/dev.txt
	@touch $@

.venv/.pins: $(REQ)/pins.txt | .venv/.python
	@echo "setup: the resolver"
	@$(INSTALL) --require-hashes -r $(REQ)/pins.txt
	@touch $@
