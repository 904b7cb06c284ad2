# p3tool. `make demo` goes from a fresh clone to a converted picture; `make test` is what CI runs.
SHELL := /bin/bash

PREFIX ?= /usr/local
# Linux binaries carry the Swift and C++ runtimes: they start faster and run where neither is installed. Swift asks the
# linker for -lstdc++: from a folder that is searched before the system's it takes the archive.
ifeq ($(shell uname -s),Linux)
LIBSTDCXX := .build/archives/libstdc++.a
STATIC := --static-swift-stdlib -Xlinker "-L$(CURDIR)/$(dir $(LIBSTDCXX))"
endif
RELEASE := swift build -c release $(STATIC) --product p3tool
P3TOOL = $(shell $(RELEASE) --show-bin-path)/p3tool
DEMO := TestImages/ramps-p3-16.png

.PHONY: all demo test lint format smoke bench verify-exact quality pictures fuzz install images clean

all: $(LIBSTDCXX)
	@.ci/install-dependencies build
	$(RELEASE)

.build/archives/libstdc++.a:
	@.ci/install-dependencies build
	@mkdir -p $(@D)
	@archive="$$(clang -print-file-name=libstdc++.a)"; \
	  if test -f "$$archive"; then ln -sf "$$archive" $@; else echo "no libstdc++.a: the shared one is linked"; fi

demo: all
	@mkdir -p .build/demo
	$(P3TOOL) inspect $(DEMO)
	$(P3TOOL) convert $(DEMO) --to srgb -o .build/demo/ --force
	@echo "The result is .build/demo/$(basename $(notdir $(DEMO))).srgb.png"

# Warnings of our own code fail the test build; swift test prints its closing line last.
test:
	@.ci/install-dependencies test
	@mkdir -p .build
	swift build --build-tests 2>&1 | tee .build/build.log; test $${PIPESTATUS[0]} -eq 0
	@! grep -E "^$(CURDIR)/.*warning:" .build/build.log
	swift test --skip-build

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

format:
	swift format --in-place --recursive Package.swift Sources Tests

# The release build does the README's first command, as a user would.
smoke: $(LIBSTDCXX)
	@mkdir -p .build
	$(RELEASE) 2>&1 | tee .build/release.log; test $${PIPESTATUS[0]} -eq 0
	@! grep -E "^$(CURDIR)/.*warning:" .build/release.log
	.ci/smoke $(P3TOOL)

# Kernels, codec, rules and whole programs beside what else one could use. ARGUMENTS=--help lists the parts.
BENCHMARKS := swift build -c release --package-path Benchmarks
bench: $(LIBSTDCXX)
	@.ci/install-dependencies bench
	$(RELEASE)
	$(BENCHMARKS)
	$(shell $(BENCHMARKS) --show-bin-path)/bench --p3tool $(P3TOOL) $(ARGUMENTS)

# The long comparison of the kernels with the definition: a billion values per direction and target.
verify-exact:
	swift run -c release verify-exact $(ARGUMENTS)

# What softening does to generated pages, charts and photographs, in figures.
quality:
	swift run -c release quality $(ARGUMENTS)

# Draws the pictures of the DocC catalog again.
pictures:
	swift run -c release quality --documentation Sources/P3Kit/P3Kit.docc/Resources

# Fuzzes reader, profile parser, chunk interpreter and deflate codec with the address sanitizer, FUZZ_SECONDS each.
# Of two --sanitize options swiftc heeds the last: it gets both in one.
FUZZ_SECONDS ?= 60
FUZZERS := .build/fuzzing/release
fuzz:
	swift build --package-path Tests/Fuzzing -c release --sanitize address --sanitize fuzzer \
	  -Xswiftc -sanitize=address,fuzzer -Xswiftc -use-ld=lld --scratch-path .build/fuzzing
	@for target in reader profile chunks inflate deflate; do \
	  mkdir -p .build/fuzz-corpus/$$target; \
	  $(FUZZERS)/fuzz-$$target -max_total_time=$(FUZZ_SECONDS) -max_len=65536 \
	    .build/fuzz-corpus/$$target Tests/Fuzzing/Corpus/$$target || exit 1; \
	done

install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 $(P3TOOL) $(DESTDIR)$(PREFIX)/bin/p3tool

# Makes TestImages again, pictures and catalog; the same bytes each time.
images:
	swift run -c release generate-test-images TestImages

clean:
	rm -rf .build
