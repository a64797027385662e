/// \file The free memory of the host, limited by the control group (cgroup) of a container.
#include "runtime/core/device/HostMemory.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
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

/// Lowers `bytes` to the unused part of the memory limit of the control group in the folder
/// `group`. `limit`, `usage` and `cached` are the names of its limit, of its usage, and of the line
/// in memory.stat with the bytes of cached files. Does nothing if the group has no limit.
static void limitByGroup(const std::string &group, const char *limit, const char *usage,
                         const char *cached, std::uint64_t &bytes) {
  std::uint64_t most = 0, used = 0, files = 0;
  if (!readNumber((group + "/" + limit).c_str(), "", most) ||
      !readNumber((group + "/" + usage).c_str(), "", used))
    return;
  // The usage counts cached files, which the system drops when memory is needed.
  readNumber((group + "/memory.stat").c_str(), cached, files);
  used = used > files ? used - files : 0;
  bytes = std::min(bytes, most > used ? most - used : 0);
}

/// Returns the path of the control group of this process below the folder of its controllers, such
/// as "/docker/1234". `key` is how the line in /proc/self/cgroup continues after its number: "::"
/// for version 2, ":memory:" for version 1. Returns "" if there is none, or if it is the root.
static std::string groupOfProcess(const std::string &key) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (const std::size_t at = line.find(':');
        at != line.npos && line.compare(at, key.size(), key) == 0)
      return line.substr(at + key.size()) == "/" ? "" : line.substr(at + key.size());
  return "";
}

/// Lowers `bytes` to the unused part of the memory limits of the control group `own` and of all
/// groups above it. `root` is the folder of the controllers, and the other names are those of
/// limitByGroup().
static void limitUpwards(const std::string &root, const std::string &own, const char *limit,
                         const char *usage, const char *cached, std::uint64_t &bytes) {
  for (std::size_t end = own.size(); end != std::string::npos && end > 0;
       end = own.rfind('/', end - 1))
    limitByGroup(root + own.substr(0, end), limit, usage, cached, bytes);
  limitByGroup(root, limit, usage, cached, bytes);
}

void limitByGroups(const std::string &root, std::uint64_t &bytes) {
  // In a container, the group of the process may be mounted as the root. Groups above the own one
  // may have lower limits.
  limitUpwards(root, groupOfProcess("::"), "memory.max", "memory.current", "file ", bytes);
  limitUpwards(root + "/memory", groupOfProcess(":memory:"), "memory.limit_in_bytes",
               "memory.usage_in_bytes", "total_cache ", bytes);
}

Status freeMemory(std::uint64_t &bytes) {
  std::uint64_t kibibytes = 0;
  if (readNumber("/proc/meminfo", "MemAvailable:", kibibytes))
    bytes = kibibytes * 1024;
  else
    bytes = static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
            static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  limitByGroups("/sys/fs/cgroup", bytes);
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE::host
