/// \file The free memory of the host, limited by the control group (cgroup) of a container.
#include "runtime/core/device/HostMemory.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE::host {

bool readNumber(const char *file, const char *key, std::uint64_t &number) {
  std::FILE *in = std::fopen(file, "re");
  if (!in)
    return false;
  char line[256];
  bool found = false;
  while (!found && std::fgets(line, sizeof line, in))
    if (std::strncmp(line, key, std::strlen(key)) == 0) {
      char *end = nullptr;
      number = std::strtoull(line + std::strlen(key), &end, 10);
      found = end != line + std::strlen(key);
    }
  std::fclose(in);
  return found;
}

Status freeMemory(std::uint64_t &bytes) {
  std::uint64_t kibibytes = 0, limit = 0, used = 0;
  if (readNumber("/proc/meminfo", "MemAvailable:", kibibytes))
    bytes = kibibytes * 1024;
  else
    bytes = static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
            static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  // The usage of the control group counts cached files, which the system drops when memory is
  // needed.
  std::uint64_t cached = 0;
  readNumber("/sys/fs/cgroup/memory.stat", "file ", cached);
  if (readNumber("/sys/fs/cgroup/memory.max", "", limit) &&
      readNumber("/sys/fs/cgroup/memory.current", "", used)) {
    used = used > cached ? used - cached : 0;
    const std::uint64_t left = limit > used ? limit - used : 0;
    bytes = left < bytes ? left : bytes;
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE::host
