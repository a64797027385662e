/// \file The resources of kernels, from the messages of `ptxas -v` in the output of nvcc and NVRTC.
#include "driver/build/KernelLog.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace stencilc::driver {

/// Returns the number before `unit` in a line such as "0 bytes stack frame, 8 bytes spill stores".
/// Returns 0 if `unit` is not in the line.
static unsigned numberBefore(llvm::StringRef line, llvm::StringRef unit) {
  const std::size_t at = line.find(unit);
  unsigned number = 0;
  if (at != llvm::StringRef::npos)
    line.take_front(at).rtrim().rsplit(' ').second.getAsInteger(10, number);
  return number;
}

KernelLog readKernelLog(llvm::StringRef text) {
  KernelLog log;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    if (line.contains("Compiling entry function '")) {
      log.kernels.push_back({line.split('\'').second.split('\'').first.str()});
      continue;
    }
    const bool isSizes = line.contains("bytes stack frame");
    if (!isSizes && !line.starts_with("ptxas info")) {
      log.messages += line.str() + "\n";
      continue;
    }
    if (log.kernels.empty())
      continue; // a line about the whole file
    KernelResources &kernel = log.kernels.back();
    if (isSizes) {
      kernel.stackBytes = numberBefore(line, " bytes stack frame");
      kernel.spilledBytes = std::max(numberBefore(line, " bytes spill stores"),
                                     numberBefore(line, " bytes spill loads"));
    } else if (line.contains("Used ")) {
      kernel.registers = numberBefore(line, " registers");
      kernel.sharedBytes = numberBefore(line, " bytes smem");
    }
  }
  return log;
}

} // namespace stencilc::driver
