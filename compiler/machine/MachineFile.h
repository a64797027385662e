/// \file Machine files: limits and measured rates of a machine, as JSON that `stencilc probe`
/// writes (docs/guide/machine.md).
#pragma once

#include "machine/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::machine {

/// Reads a machine from the text of a JSON file. Ignores unknown members. Returns a FileError
/// (JsonFile.h) if the text is wrong.
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::machine
