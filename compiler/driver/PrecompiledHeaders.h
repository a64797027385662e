/// \file The headers that emitted text includes, parsed by Clang when the tool was built: a file
/// beside `libstencilc-jit`. With it a text compiles sooner, to the same bytes and the same
/// messages.
#pragma once

#include "driver/JitLibrary.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

/// The word behind the tool's name by which a build asks for the file. Not for people.
inline constexpr const char *kPrecompileHeaders = "precompile-headers";

/// `stencilc precompile-headers FILE`. The exit code.
int precompileHeaders(int argc, const char *const *argv);

/// A file of precompiled headers. It holds one for each of usualSources(), under a key of the
/// options and the headers.
class PrecompiledHeaders {
public:
  /// The file of this tool: the one that STENCILC_PRECOMPILED names, none if that is empty, else
  /// the one beside the library of Clang.
  static const PrecompiledHeaders &get();
  /// Opens `file`. A file that is missing or damaged holds nothing.
  explicit PrecompiledHeaders(const std::string &file);

  /// The precompiled header for `source`; empty if the file has none for its options and headers,
  /// if the text does not begin with the header, or if bytes of the file have changed.
  llvm::StringRef find(const JitSource &source) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> file; // null if there is none
};

} // namespace stencilc::driver
