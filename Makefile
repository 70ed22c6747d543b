# On a fresh machine (Python 3.11 or newer with headers, g++, make): `make demo` or `make test`, nothing else first.
PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(shell find engine bindings -name '*.?pp' 2>/dev/null) CMakeLists.txt pyproject.toml

.PHONY: demo test check stub coverage python-coverage engine-coverage contract-pairs bench sanitize slow engine-tests clean
.DELETE_ON_ERROR:

demo: .venv/linnet
	@$(BIN)/linnet demo

test: .venv/linnet .venv/test
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: .venv/linnet .venv/test .venv/check engine-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/make_stub.py --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run -Werror $(filter-out engine/text/unicode_tables.cpp,$(filter %pp,$(ENGINE)))
	$(BIN)/python tools/plain_statements.py

# The types of the compiled engine, for mypy and editors.
stub: .venv/linnet .venv/check
	$(BIN)/python tools/make_stub.py

# The engine by itself, warnings as errors, with its own tests.
engine-tests: .venv/build
	$(BIN)/cmake -S . -B build/engine -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DLINNET_ENGINE_TESTS=ON -DLINNET_WERROR=ON >/dev/null
	$(BIN)/cmake --build build/engine
	$(BIN)/ctest --test-dir build/engine --output-on-failure

sanitize: .venv/build
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DLINNET_ENGINE_TESTS=ON -DLINNET_FUZZ=ON -DLINNET_SANITIZE=ON >/dev/null
	$(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure

# Lines and branches of linnet that its tests reach, and of the engine that its own tests reach.
coverage: python-coverage engine-coverage contract-pairs
	@$(BIN)/python tools/coverage_totals.py build/coverage/python.json build/coverage/engine.json

python-coverage: .venv/linnet .venv/test .venv/coverage
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-context=test --cov-report=json
	$(BIN)/python tools/check_covered_by.py build/coverage/.coverage

engine-coverage: .venv/build .venv/coverage
	$(BIN)/cmake -S . -B build/coverage -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DLINNET_ENGINE_TESTS=ON -DLINNET_COVERAGE=ON >/dev/null
	$(BIN)/cmake --build build/coverage
	find build/coverage -name '*.gcda' -delete
	$(BIN)/ctest --test-dir build/coverage --output-on-failure
	$(BIN)/gcovr --filter engine/ --exclude engine/tests/ --merge-lines --exclude-throw-branches \
	  --exclude-unreachable-branches --json-summary build/coverage/engine.json build/coverage

# How many cases the contracts have, file by file: pairs of a learner, reader or metric and what it must keep.
contract-pairs: .venv/linnet .venv/test
	@files=$$($(BIN)/python -m pytest --collect-only -qq tests/contracts) || { echo "$$files"; exit 1; }; \
	echo "$$files" | awk 'NF { print; pairs += $$2 } END { print "contract pairs: " pairs }'

# Minutes of fuzzing and long simulations. SECONDS_EACH=60 make slow
SECONDS_EACH ?= 60
slow: .venv/linnet .venv/test sanitize
	for fuzzer in build/sanitize/fuzz_*; do [ -x $$fuzzer ] || continue; $$fuzzer $(SECONDS_EACH) 1 || exit 1; done
	LINNET_FUZZ_SECONDS=$(SECONDS_EACH) $(BIN)/python -m pytest -m slow

bench: .venv/linnet .venv/test .venv/bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv build

# Each stamp stands for a finished installation; a second run starts at once.
.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"

.venv/build: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --group build
	@touch $@

.venv/linnet: $(ENGINE) | .venv/build
	$(BIN)/pip install -q --no-build-isolation --editable ".[report,excel]"
	@touch $@

.venv/bench: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --group bench
	@touch $@

.venv/test: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --group test
	tests/browser/install-chromium
	@touch $@

.venv/coverage: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --group coverage
	@touch $@

.venv/check: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --group check
	@touch $@
