# `make` lists the targets. Everything is installed into .venv, once per change of pyproject.toml.
PYTHON ?= python3
VENV ?= .venv
ARGS ?=
# The whole suite takes a process for each core, with a Postgres of its own; what ARGS picks, and a named server, take one.
PARALLEL := $(if $(LANGMEM_TEST_DATABASE_URI),,--numprocesses=logical --maxprocesses=4 --dist=worksteal)

BIN := $(VENV)/bin
# A recent pip repeats setuptools' advice about editable installations; it concerns folders that we do mean.
INSTALL := PYTHONWARNINGS='ignore:Editable installation' $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --editable

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo demo-model test train check format docs coverage clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.for-use ## Install, and hold a conversation with memory: no key, no network, no Docker
	@$(BIN)/langmem-ext demo $(ARGS)

demo-model: $(VENV)/.for-development ## Run every node over a conversation, with the chat model of LANGMEM_MODEL or a scripted one (DATA=locomo.json)
	@$(BIN)/python -m evals.model_nodes $(if $(DATA),--data "$(DATA)") $(if $(LANGMEM_MODEL),--model "$(LANGMEM_MODEL)") $(ARGS)

test: $(VENV)/.for-development ## Run the whole suite on the embedded Postgres (ARGS="-k forget" picks)
	@$(BIN)/python -m pytest $(or $(ARGS),$(PARALLEL))

train: $(VENV)/.for-development ## Train the reader of messages anew (REAL=folder of labelled real messages; half an hour)
	@$(BIN)/python -m training $(if $(REAL),--real "$(REAL)") $(ARGS)

check: $(VENV)/.for-development ## Lint, check formatting and types, and that the wheel is whole
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --strict
	@$(BIN)/python -m pytest --quiet tests/test_packaging.py

format: $(VENV)/.for-development ## Format the code and sort the imports
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

docs: $(VENV)/.for-development ## Write the reference in docs/reference anew, from the docstrings
	@$(BIN)/python docs/build_reference.py

coverage: $(VENV)/.for-development ## Run the suite and say which lines it leaves out
	@$(BIN)/coverage run -m pytest --quiet $(ARGS)
	@$(BIN)/coverage report --show-missing --skip-covered

clean: ## Remove what builds and tools leave (neither .venv nor any data)
	@rm -rf build dist *.egg-info .coverage htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# What it takes to use the package on this machine: the demo waits for nothing else.
$(VENV)/.for-use: pyproject.toml | $(BIN)/python
	@echo "Installing into $(VENV), once ..."
	@$(INSTALL) '.[embedded,local,middleware]'
	@touch $@

$(VENV)/.for-development: pyproject.toml | $(BIN)/python
	@echo "Installing everything for development into $(VENV), once ..."
	@$(INSTALL) '.[all,dev]'
	@touch $@

# A name on the PATH proves little (pyenv's shims): ask each candidate.
$(BIN)/python:
	@for python in $(PYTHON) python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			$$python -m venv $(VENV) && exit 0; \
			rm -rf $(VENV); exit 1; \
		fi; \
		echo "$$python is missing or older than Python 3.11." >&2; \
	done; \
	echo "Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3.12" >&2; exit 1
