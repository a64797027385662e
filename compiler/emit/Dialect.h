/// \file What of a kernel's text depends on the language it is for: the rest is C++.
#pragma once

#include "kernel/Kernel.h"
#include "plan/Plan.h"
#include <string>
#include <vector>

namespace stencilc::emit {

/// A launch as text: what messages call it, the kernel in the version chosen, the threads of a
/// block and the blocks along each axis, what the step is called, and what it hands over. Unless
/// threads wait, their numbers are in two variables.
struct LaunchText {
  std::string title, kernel, step, block, grid, arguments;
  std::vector<std::string> threads = {}, blocks = {};
  std::string sharedBytes;
  bool waits = false, besideLast = false, inPairs = false;
};

struct Dialect {
  const char *words; // that functions use and nobody declares
  /// Whether updates are text of the host: `a / sqrt(x)` stays that.
  bool isHost;
  std::string (*kernelHead)(const kernel::LaunchBounds &bounds); // before its name
  const char *helperHead;                                        // before the type of a helper
  const char *always;              // before that type, of one that is a part of its caller
  const char *hostBegin, *hostEnd; // lines around what only a compiler of the host shall see
  // Of a domain out of core: kernels that sum its planes; of receivers: kernels that read for them,
  // by the types of what they read. Both are empty where there are no kernels.
  const char *outOfCoreHeader, *outOfCoreMembers;
  const char *receiverHeader, *receiverFunction;
  std::string (*thread)(kernel::Builtin what, int axis);
  const char *shared;   // before the type of a variable that threads of a block share
  const char *constant; // before the type of a parameter that has one copy for all threads
  const char *unrolled, *unrolledBy; // lines before a loop; the second ends with a number
  std::vector<std::string> (*launch)(const LaunchText &launch);
};

/// A value of the runtime.
const char *spelling(kernel::Known value);

/// CUDA C++.
const Dialect &cudaDialect();
/// C++ of the host.
const Dialect &cppDialect();
/// The dialect of the plan's target.
inline const Dialect &dialectOf(const plan::Plan &plan) {
  return plan.target.kind == plan::TargetKind::Cpu ? cppDialect() : cudaDialect();
}

} // namespace stencilc::emit
