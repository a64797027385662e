/// \file A check of the number of input files of a command.
#include "driver/cli/Inputs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <iostream>

namespace stencilc::driver {

namespace {

/// Returns true if `input` is a number, which probably belongs to the value of an option, as in
/// `--size 64 64`.
bool isRestOfList(const std::string &input) {
  return !input.empty() && llvm::all_of(input, llvm::isDigit) && !llvm::sys::fs::exists(input);
}

} // namespace

bool hasTooManyFiles(const Options &options) {
  const auto rest = llvm::find_if(options.inputs, isRestOfList);
  if (options.inputs.size() > 1 && rest != options.inputs.end()) {
    std::cerr << "stencilc: error: '" << *rest
              << "' is not a file; separate values of a list by commas, as in --size=64,64\n";
    return true;
  }
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
