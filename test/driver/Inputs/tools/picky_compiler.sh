#!/bin/sh
# A compiler that refuses one plan, and builds all others.
for word; do
  case $word in
  *.cpp) grep -q 'scheduleOptions = "rows=all"' "$word" && {
    echo "error: whole planes are not to my taste" >&2
    exit 1
  } ;;
  esac
done
exec g++ "$@"
