/// \file Before any code of a program: ends it if its size is 1037.
#include <cstdlib>
#include <fstream>
#include <sstream>

[[maybe_unused]] static const bool isAlive = [] {
  std::stringstream words;
  words << std::ifstream("/proc/self/cmdline").rdbuf();
  if (words.str().find("--size=1037") != std::string::npos)
    std::abort();
  return true;
}();
