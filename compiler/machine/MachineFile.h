/// \file The machine file: the JSON that `stencilc probe` writes (docs/guide/machine.md) as a
/// Machine.
#pragma once

#include "machine/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::machine {

/// Reads a machine file. Members it does not know are passed over. The error is a FileError
/// (JsonFile.h).
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::machine
