/// \file Machine files, the JSON that `stencilc probe` writes (docs/guide/machine.md).
#pragma once

#include "machine/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::machine {

/// Reads a machine from the text of a JSON file. Ignores unknown members. The error is a FileError
/// (JsonFile.h).
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::machine
