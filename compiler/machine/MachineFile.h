/// \file Machine files, the JSON that `stencilc probe` writes (docs/guide/machine.md).
#pragma once

#include "machine/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::machine {

/// Reads a machine file. Unknown members are ignored. The error is a FileError (JsonFile.h).
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::machine
