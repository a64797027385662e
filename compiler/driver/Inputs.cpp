/// \file How many files a command takes.
#include "driver/Inputs.h"
#include "llvm/ADT/StringRef.h"
#include <iostream>

namespace stencilc::driver {

bool hasTooManyFiles(const Options &options) {
  if (options.command == Command::Verify || options.command == Command::Build ||
      options.command == Command::Format || options.inputs.size() < 2)
    return false;
  const llvm::StringRef command = options.command == Command::Run       ? "'run'"
                                  : options.command == Command::Explain ? "'explain'"
                                  : options.command == Command::Tune    ? "'tune'"
                                                                        : "stencilc";
  std::cerr << "stencilc: error: " << command.str() << " takes one file at a time; given are '"
            << options.inputs[0] << "' and '" << options.inputs[1] << "'\n";
  return true;
}

} // namespace stencilc::driver
