#!/bin/sh
# A compiler that takes no time: what it makes is a module that says its path when it is opened, and ends; with QUICK_PID it
# writes its number to that file and waits. With QUICK_PAUSE the compiler itself starts a process, as compilers start others,
# writes its number to that file, and waits; with QUICK_FAILS it says what is in that file and fails, with
# QUICK_FULL only for what goes into that folder.
[ "$1" = --version ] && echo quick 1 && exit
while [ $# -gt 0 ]; do
  [ "$1" = -o ] && out=$2
  shift
done
if [ -n "$QUICK_PAUSE" ]; then
  echo half > "$TMPDIR/cc.s"
  sleep 3600 &
  echo $! > "$QUICK_PAUSE"
  wait
fi
case $out in ${QUICK_FULL:-/}*) ;; *) QUICK_FAILS= ;; esac
[ -n "$QUICK_FAILS" ] && cat "$QUICK_FAILS" >&2 && exit 1
exec cc -x c -shared -fPIC -o "$out" - <<'END_OF_C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void say(void) {
  Dl_info here;
  const char *const file = getenv("QUICK_PID");
  if (file && *file) {
    FILE *const pid = fopen(file, "w");
    fprintf(pid, "%d\n", (int)getpid());
    fclose(pid);
    sleep(3600);
  }
  dladdr((void *)say, &here);
  printf("ran %s\n", here.dli_fname);
  fflush(stdout);
  _exit(0);
}
END_OF_C
