#!/usr/bin/env bash
# Runs a GPU bundle: builds every program in parallel with nvcc, runs every case on the GPU, compares
# each result with the interpreter's by bytes, and prints a table. Needs nvcc and a GPU, nothing else.
#
#   run.sh [--arch=sm_90] [--jobs=N] [--sanitize] [--only=REGEX]
#
# --sanitize also runs each program's smallest case under compute-sanitizer (memcheck, racecheck,
# initcheck, synccheck). Exit code 1 if anything differs, fails to build, or is not clean.
set -uo pipefail
cd "$(dirname "$0")"
arch=sm_90 jobs=$(nproc) sanitize=0 only=.
for argument in "$@"; do
  case $argument in
  --arch=*) arch=${argument#*=} ;;
  --jobs=*) jobs=${argument#*=} ;;
  --sanitize) sanitize=1 ;;
  --only=*) only=${argument#*=} ;;
  *) echo "unknown argument $argument" >&2; exit 1 ;;
  esac
done
command -v nvcc >/dev/null || { echo "nvcc is not on PATH" >&2; exit 1; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
cat list.d/*.tsv | grep -E "$only" >"$work/list"

build_one() {
  folder=programs/$2
  source=$(ls "$folder"/*.cu)
  if nvcc -std=c++20 -O3 -arch="$1" -fmad=false -prec-div=true -prec-sqrt=true -ftz=false -lineinfo \
    -Xcompiler=-fopenmp,-ffp-contract=off -Iinclude "$source" -o "$folder/program" -ldl \
    >"$folder/build.log" 2>&1; then :; else echo "BUILD FAILED $2"; tail -5 "$folder/build.log"; fi
}
export -f build_one
begin=$SECONDS
cut -f1 "$work/list" | sort -u | xargs -P "$jobs" -I{} bash -c "build_one $arch {}" >"$work/built"
cat "$work/built"
echo "built $(cut -f1 "$work/list" | sort -u | wc -l) programs in $((SECONDS - begin)) s with $(nvcc --version | grep -o 'release [0-9.]*')"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader

equal=0 different=0 clean=0 unclean=0
declare -A sanitized
while IFS=$'\t' read -r program name case arguments fields; do
  command=("programs/$program/program" $arguments -q --progress=never)
  for field in $fields; do
    command+=("--init=$field=cases/$case/in-$field.npy" "--out=$field=$work/$field.npy")
  done
  verdict=equal
  if ! "${command[@]}" >"$work/out" 2>&1; then
    verdict="FAILED: $(head -1 "$work/out")"
  else
    for field in $fields; do
      cmp -s "$work/$field.npy" "cases/$case/out-$field.npy" || verdict="DIFFERENT in $field"
    done
  fi
  [ "$verdict" = equal ] && equal=$((equal + 1)) || different=$((different + 1))
  printf '%-40s %-40s %s\n' "$program" "$case" "$verdict"
  if [ $sanitize = 1 ] && [ -z "${sanitized[$program]:-}" ] && [ "$verdict" = equal ]; then
    sanitized[$program]=1
    for tool in memcheck racecheck initcheck synccheck; do
      if compute-sanitizer --tool "$tool" --error-exitcode 9 "${command[@]}" >"$work/out" 2>&1; then
        clean=$((clean + 1))
      else
        unclean=$((unclean + 1))
        printf '%-40s %s: NOT CLEAN\n' "$program" "$tool"
        grep -m3 -E '=========' "$work/out"
      fi
    done
  fi
done <"$work/list"
failed=$(grep -c 'BUILD FAILED' "$work/built")
echo "$equal cases equal, $different different, $failed builds failed, $clean sanitizer runs clean, $unclean not"
[ $((different + failed + unclean)) = 0 ] && [ "$equal" -gt 0 ]
