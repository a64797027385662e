/// \file Work that may crash, executed in a forked copy of this process.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// Executes `work` in a forked copy of this process and returns its result. Nothing changes in this
/// process. Returns `nullopt` if the copy fails; `why` then is the reason, such as "Segmentation
/// fault". Signals that ask this process to end go to the copy first. Several threads may call this
/// function at once, but `work` must not use locks that other threads may hold.
std::optional<std::string> inCopy(llvm::function_ref<std::string()> work, std::string &why);

} // namespace stencilc::driver
