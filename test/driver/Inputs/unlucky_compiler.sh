#!/bin/sh
# A compiler whose modules fail.
[ "$1" = --version ] && echo unlucky 1 && exit
while [ "$1" != -o ]; do shift; done
echo '#include <unistd.h>
__attribute__((constructor)) static void fail(void) { if (write(2, "out of luck\n", 12)) {} _exit(1); }' |
  exec cc -x c -shared -fPIC -o "$2" -
