/// \file Reading a file that has to be an ordinary one.
#pragma once

#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace stencilc {

/// Returns the text of a file. Refuses pipes and devices, which can make a reader wait for ever,
/// and what cannot be read: null then, and `why` says the reason.
std::unique_ptr<llvm::MemoryBuffer> readOrdinaryFile(const std::string &path, std::string &why);

/// What is said of a pipe or a device in the place of a file.
inline constexpr const char *kNoOrdinaryFile = "it is a pipe or a device, and a file is needed";

/// Whether a pipe, a device or a socket has this name.
bool isPipeOrDevice(const std::string &path);

} // namespace stencilc
