/// \file Work that may crash, done in a copy of this process.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// The bytes that `work` gives, which runs in a copy of this process (fork) and changes nothing
/// here. Nothing if the copy ended before that; `why` says how, for people: "Segmentation fault".
/// Signals that ask this process to end reach the copy first. May be called by several threads at
/// once; `work` takes no lock that another thread may hold.
std::optional<std::string> inCopy(llvm::function_ref<std::string()> work, std::string &why);

} // namespace stencilc::driver
