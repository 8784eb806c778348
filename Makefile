# imchat: everything that must work on a fresh machine with Swift, make and git.

SHELL := /bin/bash
PREFIX ?= /usr/local
BUILD_PACKAGES := libncurses-dev libsqlite3-dev libmicrohttpd12
TEST_PACKAGES := tmux openssl libssl3 python3
# Small: for size, and a section for each function, so that the linker leaves out those of the libraries that the program
# does not call. Given here, since the targets of a library product may not have such flags.
RELEASE := -c release --static-swift-stdlib -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections
BINARY := .build/release/imchat

.PHONY: run build release install uninstall test test-unit test-tmux test-long bench lint format fuzz crash simulate packages test-packages screenshots clean

## run: install what is missing, build, start the client with its embedded server
run: release
	@exec $(BINARY) $(ARGS)

packages:
	@scripts/require-swift
	@scripts/ensure-packages $(BUILD_PACKAGES)

test-packages: packages
	@scripts/ensure-packages $(TEST_PACKAGES)

build: packages
	swift build

release: packages
	@swift build $(RELEASE) --product imchat

## install: put the stripped binary under PREFIX (default /usr/local)
install: release
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 -s $(BINARY) $(DESTDIR)$(PREFIX)/bin/imchat
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 644 docs/imchat.1 $(DESTDIR)$(PREFIX)/share/man/man1/imchat.1
	$(BINARY) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/imchat
	$(BINARY) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_imchat
	$(BINARY) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/imchat.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/imchat $(DESTDIR)$(PREFIX)/share/man/man1/imchat.1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/imchat \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_imchat $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/imchat.fish

## test: every test, the short forms of fuzzing and benchmarks included
test: test-packages
	swift build --build-tests
	LC_ALL=C.UTF-8 swift test --skip-build --skip EndToEndTests
	LC_ALL=C.UTF-8 swift test --skip-build --filter EndToEndTests --no-parallel
	swift build $(RELEASE) --product imchat
	swift build $(RELEASE) --product imchat-bench
	.build/release/imchat-bench --short
	scripts/fuzz 15
	scripts/crash 20

test-unit: test-packages
	LC_ALL=C.UTF-8 swift test --skip EndToEndTests

test-tmux: test-packages
	LC_ALL=C.UTF-8 swift test --filter EndToEndTests --no-parallel

## test-long: the long forms
test-long: test
	.build/release/imchat-bench
	scripts/fuzz 600

## bench: the benchmarks, with their committed thresholds
bench: packages
	swift build $(RELEASE) --product imchat
	swift build $(RELEASE) --product imchat-bench
	.build/release/imchat-bench

## lint: format rules and house rules
lint:
	@scripts/require-swift
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz
	@scripts/check-rules

format:
	swift format --in-place --recursive Package.swift Sources Tests Fuzz

## fuzz: FUZZ_SECONDS (default 60) for each harness
FUZZ_SECONDS ?= 60
fuzz: test-packages
	scripts/fuzz $(FUZZ_SECONDS)

## crash: kills server and clients while they talk, ROUNDS (default 1,000) times
ROUNDS ?= 1000
crash: test-packages release
	scripts/crash $(ROUNDS)

## simulate: clients and server on a bad network, SEEDS=1-500 or one seed to replay
SEEDS ?= 1-100
simulate: packages
	SWIFT_DETERMINISTIC_HASHING=1 IMCHAT_SEEDS=$(SEEDS) swift test --filter SimulationTests

## screenshots: the pictures of the README, made from the program's own cells
screenshots: packages
	mkdir -p docs/screenshots
	IMCHAT_SCREENSHOTS=$(CURDIR)/docs/screenshots LC_ALL=C.UTF-8 swift test --filter ScreenshotTests

clean:
	rm -rf .build
