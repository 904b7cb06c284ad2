# p3tool. `make demo` goes from a fresh clone to a converted picture; `.ci/run` is what CI runs, `make test` a part of it;
# `.ci/long` is the rest.
SHELL := /bin/bash

PREFIX ?= /usr/local
# Linux binaries carry the Swift and C++ runtimes, libpng, libdeflate and LibYAML: they start faster and run where none of them is
# installed. Swift asks the linker for -lstdc++: from a folder that is searched before the system's it takes the archive.
# For the C libraries it asks pkg-config first: modules of ours name the archives, and --as-needed then leaves out the
# shared ones that module maps ask for. Where a system has no archive, as Debian has none of LittleCMS, the library is
# shared: `make dist` brings it along, found by the rpath. lld folds equal functions, and the program it makes starts in
# nine tenths of the time.
ifeq ($(shell uname -s),Linux)
ARCHIVES := .build/archives/ready
LINKED := PKG_CONFIG_PATH="$(CURDIR)/.build/archives/pkgconfig$${PKG_CONFIG_PATH:+:$$PKG_CONFIG_PATH}"
# Without names of concrete types the program asks for a type's metadata directly. By name, Swift's runtime would look
# through all conformances of the program for each type whose parameters have constraints, a dictionary's key for one: at
# start-up that took a millisecond.
DIRECT := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# The places that the loader has to correct as a bitmap (DT_RELR, of glibc 2.36): 1.2 MB less.
PACKED := -Xlinker -z -Xlinker pack-relative-relocs
# No other program looks up a symbol of this one: 0.8 MB less without their names.
CLOSED := -Xlinker --no-export-dynamic
STATIC := --static-swift-stdlib $(DIRECT) -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker --as-needed $(PACKED) $(CLOSED) \
  -Xlinker "-L$(CURDIR)/.build/archives" -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/p3tool'
endif
# The C interface as one shared library: the Swift runtime is in it, the C libraries are shared, since archives of them are not
# made for shared libraries. Those that lie beside it are found, by it and by each other (DT_RPATH, not DT_RUNPATH). Only the
# functions of p3kit.h can be seen.
ifeq ($(shell uname -s),Linux)
SHARED := --static-swift-stdlib -Xswiftc -static-stdlib $(DIRECT) -Xswiftc -use-ld=lld -Xlinker --icf=safe \
  -Xlinker --as-needed $(PACKED) -Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker '$$ORIGIN' \
  -Xlinker --version-script=$(CURDIR)/Sources/CP3Kit/exports.map
endif
INTERFACE := swift build -c release $(SHARED) --product p3kit-c
RELEASE := $(LINKED) swift build -c release $(STATIC) --product p3tool
P3TOOL = $(shell $(RELEASE) --show-bin-path)/p3tool
DEMO := TestImages/ramps-p3-16.png

.PHONY: all demo test check test-release test-arm64 sanitize sanitize-c sanitize-threads lint format smoke frames bench
.PHONY: verify-exact quality
.PHONY: c-interface test-python
.PHONY: quality-real examples docs pictures fuzz faults install dist reach print-program
.PHONY: images clean

all: $(ARCHIVES)
	@.ci/install-dependencies build
	$(RELEASE)

.build/archives/ready: .ci/link-archives
	@.ci/install-dependencies build
	@.ci/link-archives $(@D)
	@touch $@

demo: all
	@mkdir -p .build/demo
	$(P3TOOL) inspect $(DEMO)
	$(P3TOOL) convert $(DEMO) --to srgb -o .build/demo/ --force
	@echo "The result is .build/demo/$(notdir $(DEMO))"

# Tests run the release build of the program, as users have it: it starts five times as fast as one for debugging. Warnings of
# our own code fail the test build; swift test prints its closing line last. A run that is stopped names the tests that had
# begun.
test: all
	@.ci/install-dependencies test
	@mkdir -p .build
	swift build --build-tests 2>&1 | tee .build/build.log; test $${PIPESTATUS[0]} -eq 0
	@! grep -E "^$(CURDIR)/.*warning:" .build/build.log
	P3_TESTED_PROGRAM="$${P3_TESTED_PROGRAM:-$(P3TOOL)}" swift test --skip-build 2>&1 | .ci/running-tests; \
	  test $${PIPESTATUS[0]} -eq 0

# Lint, and the tests of what changed since SINCE.
SINCE ?= HEAD
check: lint
	.ci/test-changes $(SINCE)

# Tests of the libraries in an optimised build, those as well that take too long in a debug build (TestSupport's
# LongTests). `make test` runs the program; `make smoke` does so with an optimised one.
RELEASE_TESTS := -c release -Xswiftc -enable-testing --scratch-path .build-release
test-release:
	@.ci/install-dependencies test
	swift build --build-tests $(RELEASE_TESTS)
	swift test --skip-build $(RELEASE_TESTS) --skip '^CommandTests\.'

# Every C kernel of this machine's targets, and of arm64's in an emulator, against the scalar ones.
test-arm64:
	.ci/test-kernels arm64

# The C of kernels and codec, and the tests of the modules that call C, with the address and the undefined-behaviour
# sanitizer. A finding ends the program. XCTest itself leaks: leaks are not looked for. Optimised, all Swift of
# these takes half a minute more to build than that of pixels alone, and a quarter of the time to run.
SANITIZER := --sanitize address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=all -Xswiftc -use-ld=lld
sanitize-c: export P3_LIBRARIES_ALONE := c
CALLERS := $(SANITIZER) -Xswiftc -O --scratch-path .build-address-debug
sanitize-c:
	@.ci/install-dependencies test
	.ci/test-kernels sanitize
	swift build --build-tests $(CALLERS)
	ASAN_OPTIONS="detect_leaks=0 $$ASAN_OPTIONS" swift test --skip-build $(CALLERS)

# All tests of test-release with the same sanitizers.
sanitize: export P3_LIBRARIES_ALONE := 1
ADDRESS := -c release -Xswiftc -enable-testing $(SANITIZER) --scratch-path .build-address
sanitize:
	@.ci/install-dependencies test
	swift build --build-tests $(ADDRESS)
	ASAN_OPTIONS="detect_leaks=0 $$ASAN_OPTIONS" swift test --skip-build $(ADDRESS)

# The commands that work on several threads, with the thread sanitizer: a race ends p3tool with 66, and fails its test. The
# program alone is built with it; the tests are those of `make test`.
THREADS := --sanitize thread -Xswiftc -use-ld=lld --scratch-path .build-threads --product p3tool
sanitize-threads:
	@.ci/install-dependencies test
	swift build $(THREADS)
	swift build --build-tests
	P3_TESTED_PROGRAM="$$(swift build $(THREADS) --show-bin-path)/p3tool" \
	TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/.ci/thread-sanitizer.suppressions $$TSAN_OPTIONS" \
	  swift test --skip-build --filter \
	  'ConvertCommandTests|ConvertFindingsTests|CheckCommandTests|BatchCommandTests|DiffCommandTests|SeveralImagesTests'

# Swift by swift format; the C of kernels by clang-format 14, Debian 12's, where it is: other versions differ in details.
C_FILES := $(shell find Sources/CPixelKernels Tests/Kernels -name '*.[ch]' -o -name '*.inl')
CLANG_FORMAT := $(shell command -v clang-format-14)
lint:
	swift format lint --strict --recursive Package.swift Sources Tests
ifneq ($(CLANG_FORMAT),)
	@for file in $(C_FILES); do \
	  $(CLANG_FORMAT) --assume-filename=$$file.h <$$file | diff -u --label $$file --label formatted $$file - || exit 1; \
	done
else
	@echo "lint: no clang-format-14 here, C is not looked at"
endif

format:
	swift format --in-place --recursive Package.swift Sources Tests
ifneq ($(CLANG_FORMAT),)
	@for file in $(C_FILES); do \
	  $(CLANG_FORMAT) --assume-filename=$$file.h <$$file >.build/formatted && cp .build/formatted $$file; \
	done
endif

# What the compiler does wrong in some async functions is looked for in programs of x86-64.
ASYNC_FRAMES := $(if $(filter x86_64,$(shell uname -m)),.ci/async-frames,@true)

frames: all
	$(ASYNC_FRAMES) $(P3TOOL)

# The release build, run as a user would run it.
smoke: all
	.ci/smoke $(P3TOOL)

# Kernels, codec, rules and whole programs beside what else one could use. ARGUMENTS=--help lists the parts. Without any, the
# programs also take turns on real files of Debian packages, where that is what this machine runs.
# Contenders call what the library does not make public.
BENCHMARKS := swift build -c release --package-path Benchmarks -Xswiftc -enable-testing
bench: $(ARCHIVES)
	@.ci/install-dependencies bench
	$(RELEASE)
	$(BENCHMARKS)
	$(shell $(BENCHMARKS) --show-bin-path)/bench --p3tool $(P3TOOL) $(ARGUMENTS)
	@test -n "$(ARGUMENTS)" || ! command -v apt-get >/dev/null || Benchmarks/whole-programs --p3tool $(P3TOOL)

# The long comparison of the kernels with the definition: a billion values per direction and target.
verify-exact:
	P3_TOOLS=1 swift run -c release verify-exact $(ARGUMENTS)

# What softening does to generated pages, charts and photographs, in figures.
quality:
	P3_TOOLS=1 swift run -c release quality $(ARGUMENTS)

# What check says of real pictures: icons, screenshots, plots and wallpapers of Debian packages, fetched into
# .build/real. Shares are printed, contact sheets to judge by are in .build/real/sheets.
quality-real:
	P3_TOOLS=1 swift run -c release quality-real $(ARGUMENTS)

# Packages that use P3Kit as others would, and that all they may read of it is documented. One build folder compiles it once;
# SwiftPM would then take the plan of the package before, and run its tests again.
EXAMPLES := SnapshotTest ConvertInMemory PixelsAlone UploadCheck
EXAMPLES_BUILD := .build/examples
examples:
	@.ci/install-dependencies build
	@for example in $(EXAMPLES); do \
	  rm -rf $(EXAMPLES_BUILD)/debug.yaml $(EXAMPLES_BUILD)/debug/description.json $(EXAMPLES_BUILD)/debug/*.xctest; \
	  echo "examples: $$example"; \
	  swift test --package-path Tests/Examples/$$example --scratch-path $(EXAMPLES_BUILD) || exit 1; \
	  test -e $(EXAMPLES_BUILD)/debug/$${example}PackageTests.xctest || exit 1; \
	done
	.ci/documented

# libp3kit-c, the library behind Sources/CP3Kit/p3kit.h.
c-interface:
	@.ci/install-dependencies build
	$(INTERFACE)

# The Python module as pip installs it, and programs in C, C++ and Rust: .ci/test-python FOLDER.
test-python: dist
	.ci/test-python .build/dist

# The articles and the interface of P3Kit as a web site, in .build/docs, for any static host: python3 -m http.server -d
# .build/docs, then /documentation/p3kit. A link that leads nowhere, or a parameter without a word, ends it.
docs:
	@.ci/install-dependencies build
	.ci/docs .build/docs

# Draws the pictures of the DocC catalog again.
pictures:
	P3_TOOLS=1 swift run -c release quality --documentation Sources/P3Kit/P3Kit.docc/Resources

# Runs every fuzz target for FUZZ_SECONDS; Tests/Fuzzing/README.md says what they are. FUZZ_CHECKS=address looks at every
# access to memory; traps is several times as fast: arithmetic of C that is undefined, and all that Swift checks, end
# the program. No input may take 5 seconds or 512 MB (what the address sanitizer needs comes on top).
FUZZ_CODEC := inflate inflate-long deflate
FUZZ_PARSERS := reader chunks images profile pipeline patterns state catalog colors palettes roles reports
FUZZ_TARGETS ?= $(FUZZ_CODEC) $(FUZZ_PARSERS)
FUZZ_SECONDS ?= 60
FUZZ_LENGTH ?= 65536
FUZZ_CHECKS ?= address
FUZZ_MEMORY_address := 2048
FUZZ_MEMORY_traps := 512
# Of two --sanitize options swiftc heeds the last: it gets both in one. Traces of comparisons are worth their time where
# memory is watched anyway.
FUZZ_BUILD_address := --sanitize address --sanitize fuzzer -Xswiftc -sanitize=address,fuzzer
FUZZ_BUILD_traps := --sanitize fuzzer -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined \
  -Xcc -fno-sanitize-coverage=trace-cmp
FUZZERS := .build/fuzzing-$(FUZZ_CHECKS)
# A decoder has buffers of 300 KB. By default glibc asks the kernel for each and hands it back, which is half of the time
# of `inflate`. Swift's own report of a crash would keep libFuzzer from writing down the input.
FUZZ_ENVIRONMENT := MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=268435456 SWIFT_BACKTRACE=enable=no
fuzz:
	swift build --package-path Tests/Fuzzing -c release $(FUZZ_BUILD_$(FUZZ_CHECKS)) -Xswiftc -use-ld=lld \
	  -Xswiftc -enable-testing --scratch-path $(FUZZERS)
	@for target in $(FUZZ_TARGETS); do \
	  case " $(FUZZ_CODEC) " in *" $$target "*) program=fuzz-codec ;; *) program=fuzz ;; esac; \
	  dictionary=Tests/Fuzzing/Dictionaries/$$target.dict; \
	  mkdir -p .build/fuzz-corpus/$$target; \
	  echo "fuzz: $$target"; \
	  $(FUZZ_ENVIRONMENT) FUZZ_TARGET=$$target $(FUZZERS)/release/$$program -max_total_time=$(FUZZ_SECONDS) \
	    -max_len=$(FUZZ_LENGTH) -timeout=5 -rss_limit_mb=$(FUZZ_MEMORY_$(FUZZ_CHECKS)) -print_final_stats=1 \
	    $$(test -f $$dictionary && echo -dict=$$dictionary) \
	    .build/fuzz-corpus/$$target Tests/Fuzzing/Corpus/$$target || exit 1; \
	done

# Kills, full disks, failing calls, few descriptors, two runs at once: what is left afterwards, and what the next run makes
# of it. With FAULT_KILLS under 1,000 every other part is short as well, as in .ci/run. In memory where there is a folder for
# that, else on the disk.
FAULT_KILLS ?= 10000
FAULT_SEED ?= 1
FAULT_LIBRARY := .build/failing_calls.so
ifeq ($(shell uname -s),Linux)
PRELOAD := $(CURDIR)/$(FAULT_LIBRARY)
else
PRELOAD := -
endif
$(FAULT_LIBRARY): Tests/Tools/faults/failing_calls.c
	@mkdir -p $(@D)
	clang -std=c11 -Wall -Wextra -Werror -O1 -shared -fPIC $< -o $@
faults: $(ARCHIVES) $(if $(filter -,$(PRELOAD)),,$(FAULT_LIBRARY))
	$(RELEASE)
	P3_TOOLS=1 swift build --product faults
	TMPDIR="$${TMPDIR:-$$(test -d /dev/shm && echo /dev/shm || echo /tmp)}" \
	  $$(P3_TOOLS=1 swift build --show-bin-path)/faults $(P3TOOL) $(PRELOAD) $(FAULT_KILLS) $(FAULT_SEED)

# The program, its man pages, and completions for bash, zsh and fish. PREFIX is /usr/local; DESTDIR comes in front of it.
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = $(SHARE)/bash-completion/completions/p3tool $(SHARE)/zsh/site-functions/_p3tool \
  $(SHARE)/fish/vendor_completions.d/p3tool.fish
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(dir $(COMPLETIONS))
	install -s -m 755 $(P3TOOL) $(DESTDIR)$(PREFIX)/bin/p3tool
	$(P3TOOL) manual $(SHARE)/man/man1
	$(P3TOOL) --generate-completion-script bash >$(word 1,$(COMPLETIONS))
	$(P3TOOL) --generate-completion-script zsh >$(word 2,$(COMPLETIONS))
	$(P3TOOL) --generate-completion-script fish >$(word 3,$(COMPLETIONS))

# A tarball, a Debian package and a Python wheel of the release build, in .build/dist.
dist: all c-interface
	.ci/dist .build/dist

# Proof that they install and run, and that the examples for many machines do.
reach: dist docs
	@.ci/install-dependencies reach
	.ci/reach .build/dist

print-program:
	@echo $(P3TOOL)

# Makes TestImages again, pictures and catalog; the same bytes each time.
images:
	swift run -c release generate-test-images TestImages

clean:
	rm -rf .build .build-release .build-address .build-address-debug .build-threads
