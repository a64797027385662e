#!/bin/sh
# A compiler whose modules fail.
[ "$1" = --version ] && echo unlucky 1 && exit
while [ "$1" != -o ]; do shift; done
exec cc -x c -shared -fPIC -o "$2" - <<'END_OF_C'
#include <unistd.h>
__attribute__((constructor)) static void fail(void) {
  if (write(2, "out of luck\n", 12) > 0)
    _exit(1);
}
END_OF_C
