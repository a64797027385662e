/// \file Machine files: limits and measured rates of a machine, as JSON that `stencilc probe`
/// writes (docs/guide/machine.md).
#pragma once

#include "machine/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::machine {

/// Parses `text`, a machine file (JSON with limits and measured rates of a machine). Ignores
/// unknown members. Returns a FileError (message with position, JsonFile.h) if a required member is
/// missing or a value is wrong.
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::machine
