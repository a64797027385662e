/// \file The runtime's headers, parsed by Clang when stencilc was built. They are stored in a file
/// beside `libstencilc-jit`. Emitted code compiles faster with them, to the same bytes and with the
/// same messages.
#pragma once

#include "library/JitLibrary.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

/// Name of the internal command that writes the file of precompiled headers. The build of stencilc
/// runs it; users do not see it.
inline constexpr const char *kPrecompileHeaders = "precompile-headers";

/// Executes `stencilc precompile-headers FILE`, which writes the file of precompiled headers.
/// Returns the exit code.
int precompileHeaders(int argc, const char *const *argv);

/// A file that holds one precompiled header for each set of compiler options that runs use by
/// default. A hash of the processor, the options and the header files identifies each of them.
class PrecompiledHeaders {
public:
  /// Returns the precompiled headers of this tool. STENCILC_PRECOMPILED names the file if set, and
  /// an empty value means none. Otherwise the file is beside the library of Clang.
  static const PrecompiledHeaders &get();
  /// Opens the file of precompiled headers. If it is missing or damaged, `find` returns empty
  /// strings.
  explicit PrecompiledHeaders(const std::string &file);

  /// Returns the precompiled header for `source`. Returns an empty string if the file has none for
  /// these options and headers, if a checksum is wrong, or if `source` does not begin with the
  /// runtime's #include.
  llvm::StringRef find(const library::JitSource &source) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> file; // null if the file cannot be read
};

} // namespace stencilc::driver
