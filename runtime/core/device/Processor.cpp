/// \file Reads the name of the host's processor from /proc/cpuinfo.
#include "runtime/core/device/Processor.h"
#include <cstdio>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

std::string processorName() {
  std::string name = "CPU";
  if (std::FILE *in = std::fopen("/proc/cpuinfo", "re")) {
    char line[256];
    while (std::fgets(line, sizeof line, in))
      if (std::strncmp(line, "model name", 10) == 0)
        if (const char *colon = std::strchr(line, ':')) {
          name = colon + 2;
          name.erase(name.find_last_not_of(" \n") + 1);
          break;
        }
    std::fclose(in);
  }
  return name;
}

} // namespace stencilc::inline STENCILC_SPACE
