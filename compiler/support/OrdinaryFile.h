/// \file Reads files and refuses pipes and devices.
#pragma once

#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace stencilc {

/// Reads a whole file and returns its text. Returns null and stores the reason in `why` if the file
/// cannot be read. Refuses pipes and devices, because reading from them can block for ever.
std::unique_ptr<llvm::MemoryBuffer> readOrdinaryFile(const std::string &path, std::string &why);

/// Text that readOrdinaryFile() stores in `why` if the file is a pipe or a device.
inline constexpr const char *kNoOrdinaryFile = "it is a pipe or a device, and a file is needed";

/// Returns whether `path` names an existing pipe, device or socket.
bool isPipeOrDevice(const std::string &path);

} // namespace stencilc
