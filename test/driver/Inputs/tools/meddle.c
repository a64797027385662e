// Loaded before a program: a signal between the names of results, and a disk with little room.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

static void signalAt(const char *to) {
  if (getenv("SIGNAL_AT") && strstr(to, getenv("SIGNAL_AT")))
    kill(getpid(), SIGTERM);
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  int code = real(from, to);
  signalAt(to);
  return code;
}

int statvfs(const char *path, struct statvfs *space) {
  int (*real)(const char *, struct statvfs *) = (int (*)(const char *, struct statvfs *))dlsym(RTLD_NEXT, "statvfs");
  int code = real(path, space);
  if (code == 0 && getenv("FREE_BYTES"))
    space->f_bavail = atoll(getenv("FREE_BYTES")) / space->f_frsize;
  return code;
}
