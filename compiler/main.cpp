/// \file The command line tool: arguments to driver, exit code back.
#include "driver/Driver.h"
#include "driver/Options.h"

int main(int argc, char **argv) {
  stencilc::driver::Options options;
  if (std::optional<int> done = stencilc::driver::parseOptions(argc, argv, options))
    return *done;
  return stencilc::driver::runCommand(options);
}
