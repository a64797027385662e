#!/bin/sh
# A compiler of programs whose second run dies.
exec g++ -include "$(dirname "$0")/dies_in_second_run.h" "$@"
