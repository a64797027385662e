/// \file The parts of kernel text that depend on the target language. All other text is plain C++.
#pragma once

#include "kernel/Kernel.h"
#include "plan/interface/Plan.h"
#include <string>
#include <vector>

namespace stencilc::emit {

/// Parts of the emitted text of one kernel launch. Each part is C++ source, except `title`: the
/// name of the launch for messages.
struct LaunchText {
  std::string title, kernel, step, block, grid, arguments;
  std::vector<std::string> threads = {}, blocks = {};
  std::string sharedBytes;
  bool waits = false, isDependent = false, inPairs = false, isCooperative = false;
};

struct Dialect {
  const char *words; // names that the language predefines
  /// True if the text is for the host, where `a / sqrt(x)` is printed as C++ operators. In kernels
  /// the printer calls a function of the runtime.
  bool isHost;
  std::string (*kernelHead)(const kernel::LaunchBounds &bounds); // text before a kernel's name
  const char *helperHead;          // text before a helper's result type
  const char *always;              // text before the result type of a helper that must be inlined
  const char *hostBegin, *hostEnd; // lines around code that only a host compiler may see
  // Headers and functions of optional kernels: checksums of an out-of-core domain, and reads of
  // receivers. All are empty for a language without kernels.
  const char *outOfCoreHeader, *outOfCoreMembers;
  const char *receiverHeader, *receiverFunction;
  std::string (*thread)(kernel::Builtin what, int axis);
  const char *shared;   // text before the type of a variable in shared memory
  const char *constant; // text before the type of a parameter that all threads share
  // Pragma that unrolls a loop fully, and the beginning of one that ends with a number.
  const char *unrolled, *unrolledBy;
  std::vector<std::string> (*launch)(const LaunchText &launch);
};

/// Returns the C++ spelling of a constant of the runtime.
const char *spelling(kernel::Known value);

/// Returns the dialect (target language) CUDA C++.
const Dialect &cudaDialect();
/// Returns the dialect (target language) C++ for the host, which has no kernels.
const Dialect &cppDialect();
/// Returns the dialect (target language) for the target of the plan: C++ for a CPU, otherwise CUDA
/// C++.
inline const Dialect &dialectOf(const plan::Plan &plan) {
  return plan.target.kind == plan::TargetKind::Cpu ? cppDialect() : cudaDialect();
}

} // namespace stencilc::emit
