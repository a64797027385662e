#!/bin/sh
# A compiler of programs whose first run dies.
exec g++ -include "$(dirname "$0")/dies_in_first_run.h" "$@"
