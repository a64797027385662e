/// \file Reports an invalid memory access in a kernel with the names of the kernel, block and
/// thread.
#pragma once

#include "runtime/simt/SimtThread.h"
#include <csignal>
#include <memory>

namespace stencilc::inline STENCILC_SPACE::cpu {

#ifdef STENCILC_ASAN

/// Empty class for builds with AddressSanitizer. AddressSanitizer reports invalid accesses itself,
/// with the line of the kernel, so this class has nothing to do.
struct FaultReports {};

#else

/// Returns the signal handler that was installed before the first launch. It receives the faults
/// that happen outside of kernels.
inline struct sigaction &previousFaultAction() {
  static struct sigaction action{};
  return action;
}

inline void reportFault(int signal, siginfo_t *info, void *) {
  const void *address = info->si_addr;
  if (worker && worker->current) {
    for (const Block &block : worker->blocks)
      if (block.shared.isGuard(address))
        fail("the access at %p is outside the block's %zu bytes of shared memory, at offset %td",
             address, block.shared.size(),
             static_cast<const unsigned char *>(address) - block.shared.begin());
    const GuardedPages *stack = worker->current->fiber.stackPages();
    if (stack && stack->isGuard(address))
      fail("the kernel needs more than the %zu bytes of stack that a thread has", kStackBytes);
    fail("the access at %p is outside all memory", address);
  }
  // The access is repeated, fails again and calls the previous handler.
  sigaction(signal, &previousFaultAction(), nullptr);
}

/// Reports invalid accesses on this host thread during its lifetime. The signal handler has its own
/// stack, because the thread's stack may have overflowed.
class FaultReports {
public:
  FaultReports() : stack(std::make_unique<unsigned char[]>(kBytes)) {
    static const bool installed = [] {
      struct sigaction action{};
      action.sa_sigaction = reportFault;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      return sigaction(SIGSEGV, &action, &previousFaultAction()) == 0;
    }();
    (void)installed;
    stack_t mine{};
    mine.ss_sp = stack.get();
    mine.ss_size = kBytes;
    sigaltstack(&mine, &before);
  }
  FaultReports(const FaultReports &) = delete;
  FaultReports &operator=(const FaultReports &) = delete;
  ~FaultReports() { sigaltstack(&before, nullptr); }

private:
  static constexpr std::size_t kBytes = std::size_t{64} << 10;

  std::unique_ptr<unsigned char[]> stack;
  stack_t before{};
};

#endif

} // namespace stencilc::inline STENCILC_SPACE::cpu
