#!/usr/bin/env bash
# Runs a GPU bundle: builds the runtime once and every program with nvcc, several at a time, runs each program's
# cases on the GPU as soon as it is built, compares each result with the interpreter's by bytes, and prints a
# table. Needs nvcc, its host compiler and a GPU, nothing else.
#
#   run.sh [--arch=sm_90] [--jobs=N] [--sanitize[=N]] [--only=REGEX] [--build-only]
#
# --sanitize also runs a small case of each program, or of every Nth, under compute-sanitizer (memcheck, racecheck,
# initcheck, synccheck). --build-only needs no GPU. Programs whose cells call exp, sin and the like, which a GPU and a
# host round each in its own way, are told apart from those that differ. Exit code 1 if anything differs, fails to build, or
# is not clean.
set -uo pipefail
cd "$(dirname "$0")"
arch=sm_90 jobs=$(nproc) sanitize=0 only=. build_only=0
for argument in "$@"; do
  case $argument in
  --arch=*) arch=${argument#*=} ;;
  --jobs=*) jobs=${argument#*=} ;;
  --sanitize) sanitize=1 ;;
  --sanitize=*) sanitize=${argument#*=} ;;
  --build-only) build_only=1 ;;
  --only=*) only=${argument#*=} ;;
  *) echo "unknown argument $argument" >&2; exit 1 ;;
  esac
done
command -v nvcc >/dev/null || { echo "nvcc is not on PATH" >&2; exit 1; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
cat list.d/*.tsv | grep -E "$only" >"$work/list"
begin=$SECONDS
runtime/library build || { echo "the runtime does not build" >&2; exit 1; }
echo "built the runtime in $((SECONDS - begin)) s"
run_here() { [ $build_only = 1 ] || "$1"; }
# Functions that are not correctly rounded: how far this GPU is from the host.
nvcc -std=c++20 -O3 -arch="$arch" -fmad=false -Iruntime/device functions.cu -o "$work/functions" && run_here "$work/functions"
functions=$?
# Quotients by roots: the runtime's own against CUDA's, for all f32 and many f64.
nvcc -std=c++20 -O3 -arch="$arch" -fmad=false -Iruntime/device roots.cu -o "$work/roots" && run_here "$work/roots"
roots=$?
# Quotients likewise: for all f32 denominators and many f64.
nvcc -std=c++20 -O3 -arch="$arch" -fmad=false -Iruntime/device quotients.cu -o "$work/quotients" && run_here "$work/quotients"
quotients=$?
[ $build_only = 1 ] || nvidia-smi --query-gpu=name,driver_version --format=csv,noheader

build_one() {
  local folder=programs/$1
  nvcc -std=c++20 -O3 -arch="$arch" -fmad=false -prec-div=true -prec-sqrt=true -ftz=false -lineinfo \
    -Xcompiler=-ffp-contract=off -Iruntime/device "$folder"/*.cu runtime/libstencilc_runtime.a \
    -o "$folder/program" -lpthread -ldl >"$folder/build.log" 2>&1
}

# One case: runs it, compares, prints a line; with a tool, runs it under that sanitizer instead.
run_case() {
  IFS=$'\t' read -r program name case arguments fields rounded <<<"$1"
  local out command field verdict=equal
  set -f # p[t-1] is a name, no pattern
  out=$(mktemp -d "$work/case-XXXXXX")
  command=("programs/$program/program" $arguments -q --progress=never)
  for field in $fields; do
    command+=("--init=$field=cases/$case/in-$field.npy" "--out=$field=$out/$field.npy")
  done
  [ -f "cases/$case/reports.txt" ] && command+=("--reports=$out/reports.txt")
  if [ -n "${2:-}" ]; then
    verdict=clean
    timeout 120 compute-sanitizer --tool "$2" --error-exitcode 9 "${command[@]}" >"$out/log" 2>&1 ||
      verdict="NOT CLEAN: $(grep -m2 '=========' "$out/log" | tr '\n' ' ')"
    verdict="$2 $verdict"
  elif ! "${command[@]}" >"$out/log" 2>&1; then
    verdict="FAILED: $(head -1 "$out/log")"
  else
    for field in $fields; do
      cmp -s "$out/$field.npy" "cases/$case/out-$field.npy" || verdict="DIFFERENT in $field"
    done
    [ ! -f "cases/$case/reports.txt" ] || cmp -s "$out/reports.txt" "cases/$case/reports.txt" ||
      verdict="DIFFERENT in reports"
    [ -z "$rounded" ] || [ "$verdict" = equal ] || verdict="rounded apart: $rounded"
  fi
  rm -rf "$out"
  printf '%-44s %-44s %s\n' "$program" "$case" "$verdict"
}

# One program: builds it, then runs its cases.
run_program() {
  if ! build_one "$1"; then
    echo "BUILD FAILED $1"
    tail -5 "programs/$1/build.log"
  elif [ $build_only = 0 ]; then
    awk -F'\t' -v program="$1" '$1 == program' "$work/list" | while IFS= read -r line; do run_case "$line" </dev/null; done
  fi
}
export -f build_one run_case run_program
export arch work build_only

begin=$SECONDS
cut -f1 "$work/list" | sort -u >"$work/programs"
xargs -P "$jobs" -I{} bash -c 'run_program "$1"' _ {} <"$work/programs" | tee "$work/results"
echo "built and ran $(wc -l <"$work/programs") programs in $((SECONDS - begin)) s with $(nvcc --version | grep -o 'release [0-9.]*')"
if [ $build_only = 1 ]; then
  failed=$(grep -c 'BUILD FAILED' "$work/results" || true)
  echo "$failed builds failed"
  [ "$functions" = 0 ] && [ "$roots" = 0 ] && [ "$quotients" = 0 ] && [ "$failed" = 0 ]
  exit
fi
if [ $sanitize != 0 ]; then
  # Of each program the second case (odd extents, several blocks, rows that end inside an access), or its only one.
  awk -F'\t' '{ seen[$1]++ } seen[$1] < 3 { sample[$1] = $0 } END { for (program in sample) print sample[program] }' "$work/list" |
    sort | awk -v every="$sanitize" 'NR % every == 0' >"$work/sample"
  for tool in memcheck racecheck initcheck synccheck; do
    begin=$SECONDS
    # initcheck knows addresses, not memory: of rings, which are mapped twice, it sees half the writes.
    if [ $tool = initcheck ]; then grep -v -- '-stream' "$work/sample"; else cat "$work/sample"; fi |
      xargs -P "$jobs" -d '\n' -I{} bash -c 'run_case "$1" '"$tool" _ {} >"$work/$tool"
    echo "$tool: $(grep -c ' clean$' "$work/$tool") of $(wc -l <"$work/$tool") clean, $((SECONDS - begin)) s"
    grep 'NOT CLEAN' "$work/$tool" | sort
    cat "$work/$tool" >>"$work/sanitized"
  done
fi
count() { grep -c "$1" "$2" 2>/dev/null || true; }
equal=$(count ' equal$' "$work/results")
total=$(wc -l <"$work/list")
failed=$(count 'BUILD FAILED' "$work/results")
clean=$(count ' clean$' "$work/sanitized") unclean=$(count 'NOT CLEAN' "$work/sanitized")
apart=$(count ' rounded apart: ' "$work/results")
echo "$equal of $total cases equal, $apart rounded apart, $failed builds failed, ${clean:-0} sanitizer runs clean, ${unclean:-0} not"
[ "$functions" = 0 ] && [ "$roots" = 0 ] && [ "$quotients" = 0 ] && [ $((equal + apart)) = "$total" ] && [ "$total" -gt 0 ] && [ "$failed" = 0 ] && [ "${unclean:-0}" = 0 ]
