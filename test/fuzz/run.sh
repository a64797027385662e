#!/bin/sh
# Builds the parser fuzzer with clang++ and lets it parse so many inputs: test/fuzz/run.sh [INPUTS] [BUILD_FOLDER]
# Only the floors support and syntax are compiled, so this takes seconds and no CMake build. A crash
# leaves its input in BUILD_FOLDER and exits with an error.
set -eu
inputs=${1:-20000}
source=$(cd "$(dirname "$0")/../.." && pwd)
build=${2:-${TMPDIR:-/tmp}/stencilc-fuzz-$(id -u)}
compiler=${FUZZ_CXX:-clang++-22}
config=${LLVM_CONFIG:-llvm-config-22}
mkdir -p "$build/corpus" "$build/seeds"

# Each floor is one text: most of what a file takes are the headers it shares with its neighbours.
for floor in support syntax; do
  find "$source/compiler/$floor" -name "*.cpp" | sort | while read -r file; do
    echo "#include \"$file\""
  done >"$build/$floor.cpp"
done
ccache=$(command -v ccache || true)
flags='-std=c++20 -O1 -gline-tables-only -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined'
cd "$build"
for file in support.cpp syntax.cpp "$source/test/fuzz/ParserFuzzer.cpp"; do
  $ccache "$compiler" $flags -I"$source/compiler" -isystem "$("$config" --includedir)" -c "$file" -o "$(basename "$file").o"
done
"$compiler" $flags support.cpp.o syntax.cpp.o ParserFuzzer.cpp.o -o parser-fuzzer \
  $("$config" --link-static --ldflags --libs support) $("$config" --link-static --system-libs)

cp "$source"/stencils/*/*.stencil "$build/seeds"
find "$source/test/parse" -name "*.stencil" -exec cp {} "$build/seeds" \; 2>/dev/null || true

# LLVM's archives are not instrumented, so vectors that they fill look wrong to ASan's container
# checks; all other checks stay on.
ASAN_OPTIONS=detect_container_overflow=0 ./parser-fuzzer -runs="$inputs" -timeout=600 \
  -rss_limit_mb=2048 -max_len=4096 -dict="$source/test/fuzz/stencil.dict" -print_final_stats=1 \
  corpus seeds 2>fuzz.log || { tail -n 40 fuzz.log; exit 1; }
grep -E "stat::number_of_executed_units|stat::peak_rss_mb" fuzz.log
