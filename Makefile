# Needs git, make and a Python >= 3.12. Everything else comes from the lock files, into .venv.
.DEFAULT_GOAL := help
.PHONY: help demo run test test-slow storm bench balance load lint format lock messages clean setup setup-run
MAKEFLAGS += --no-print-directory

# Without bytecode every command and worker would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
export UV_PYTHON_DOWNLOADS := never

PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-10s %s\n", $$1, $$2 }'

demo: setup-run ## Set up, load the sample club, print its log-ins, and serve on http://127.0.0.1:8000/
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py sample_club
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

run: setup-run ## Set up and serve, without the sample club
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

test: setup ## The core tests, on SQLite and on PostgreSQL with Redis
	@$(PY) -m tools.suite core

test-slow: setup ## Faults, statistics, fuzzing, and the browser
	@$(PY) -m tools.suite slow

storm: setup ## Two hundred kills, three workers, crashes of the server
	@FAULTS_KILLS=200 FAULTS_WORKERS=3 FAULTS_CRASHES=8 FAULTS_WARS=240 $(PY) -m pytest tests/faults/test_storm.py tests/faults/test_database.py -k storm

bench: setup ## Print the figures
	@$(PY) -m tools.bench

balance: setup ## Let the program play lists and scenarios against itself (docs/*-balance.md)
	@$(PY) -m tools.balance

load: setup ## Print how a club of 200 members is served: pages under load, the slowest statements, 1,000 years due at once
	@$(PY) -m tools.bench load

lint: setup ## Style, types, import contracts, migrations, settings, translations
	@$(PY) -m tools.lint

format: setup ## Put code and imports into their one form
	@.venv/bin/ruff check --fix --quiet . || true
	@.venv/bin/ruff format .

lock: setup ## Resolve pyproject.toml into requirements/ (UPGRADE=1: look for newer releases)
	@tools/lock $(if $(UPGRADE),--upgrade)

messages: setup ## Bring the translation files to what code and templates mark
	@$(PY) -m tools.messages update

clean: ## Remove what can be made again (never var/, which holds a club's data)
	@rm -rf .venv .uv static-root .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis screenshots
	@find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +
	@find . -name '*.mo' -not -path './var/*' -delete

setup:
	@tools/setup dev
	@$(PY) -m tools.messages compile

setup-run:
	@tools/setup runtime
	@$(PY) -m tools.messages compile
