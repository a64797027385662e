#!/bin/sh
# A compiler of programs that die where they are asked for 1037 cells.
exec g++ -include "$(dirname "$0")/dies_at_a_size.h" "$@"
