/// \file Fibers: functions that can be suspended. Each executes one CUDA thread on the CPU device.
///
/// A switch uses Boost.Context's fcontext: about ten instructions and no system call.
/// AddressSanitizer is notified of every switch, so that it works inside kernels.
#pragma once

#include "runtime/simt/SimtMemory.h"
#include <boost/context/detail/fcontext.hpp>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Stack size of a thread of the CPU device (an emulated GPU), in bytes. It suffices for kernels
/// that are compiled without optimisation, which keep all variables on the stack.
inline constexpr std::size_t kStackBytes = std::size_t{256} << 10;

/// Stacks for fibers (functions that can be suspended), with guard pages on both sides. Stacks that
/// are no longer used are kept for later fibers.
class StackPool {
public:
  /// Returns a stack for a fiber (a function that can be suspended), or null if the system has no
  /// more memory or mappings.
  GuardedPages *take() {
    if (unused.empty()) {
      auto stack = std::make_unique<GuardedPages>();
      if (!stack->map(kStackBytes))
        return nullptr;
      unused.reserve(all.size() + 1);
      all.push_back(std::move(stack));
      return all.back().get();
    }
    GuardedPages *stack = unused.back(); // the one used last, which is still in the cache
    unused.pop_back();
    return stack;
  }
  void giveBack(GuardedPages *stack) { unused.push_back(stack); }

private:
  std::vector<std::unique_ptr<GuardedPages>> all;
  std::vector<GuardedPages *> unused;
};

/// Context of the scheduler on one host thread, to which a fiber (a function that can be suspended)
/// returns.
struct FiberHost {
  boost::context::detail::fcontext_t context = nullptr;
#ifdef STENCILC_ASAN
  const void *stackBottom = nullptr;
  std::size_t stackBytes = 0;
#endif
};

class Fiber {
public:
  /// Prepares the fiber (a function that can be suspended) to call `run(with)` on the stack
  /// `onStack`. The first resume() starts the call. The function must call finish() as its last
  /// action and never return. `number` shifts the start of the stack, so that the stacks of
  /// different fibers use different cache sets.
  void start(GuardedPages *onStack, void (*run)(void *), void *with, unsigned number) {
    stack = onStack;
    body = run;
    argument = with;
    const std::size_t stagger = number * std::size_t{192} % 4096;
#ifdef STENCILC_ASAN
    // The previous fiber on this stack did not return from its last frames, whose AddressSanitizer
    // marks remain.
    __asan_unpoison_memory_region(stack->begin(), stack->size());
#endif
    context = boost::context::detail::make_fcontext(stack->end() - stagger, stack->size() - stagger,
                                                    enter);
  }

  /// Runs the fiber (a function that can be suspended) until it suspends or finishes. Must be
  /// called on the host thread's own stack, not from a fiber.
  void resume(FiberHost &on) {
    host = &on;
#ifdef STENCILC_ASAN
    void *fakeStack = nullptr;
    __sanitizer_start_switch_fiber(&fakeStack, stack->begin(), stack->size());
#endif
    context = boost::context::detail::jump_fcontext(context, this).fctx;
#ifdef STENCILC_ASAN
    __sanitizer_finish_switch_fiber(fakeStack, nullptr, nullptr);
#endif
  }

  /// Suspends the fiber (the function that runs) and returns to the caller of resume(). It must be
  /// called by the fiber.
  void suspend() { leave(false); }
  /// Ends the fiber (a function that can be suspended) and returns to the caller of resume().
  [[noreturn]] void finish() {
    leave(true);
    __builtin_unreachable();
  }

  GuardedPages *stackPages() const { return stack; }

private:
  void leave([[maybe_unused]] bool forGood) {
#ifdef STENCILC_ASAN
    __sanitizer_start_switch_fiber(forGood ? nullptr : &fakeStack, host->stackBottom,
                                   host->stackBytes);
#endif
    host->context = boost::context::detail::jump_fcontext(host->context, nullptr).fctx;
    arrived();
  }
  void arrived() {
#ifdef STENCILC_ASAN
    __sanitizer_finish_switch_fiber(fakeStack, &host->stackBottom, &host->stackBytes);
#endif
  }
  static void enter(boost::context::detail::transfer_t from) {
    auto *fiber = static_cast<Fiber *>(from.data);
    fiber->host->context = from.fctx;
#ifdef STENCILC_ASAN
    fiber->fakeStack = nullptr;
#endif
    fiber->arrived();
    fiber->body(fiber->argument);
  }

  boost::context::detail::fcontext_t context = nullptr;
  FiberHost *host = nullptr;
  GuardedPages *stack = nullptr;
  void (*body)(void *) = nullptr;
  void *argument = nullptr;
#ifdef STENCILC_ASAN
  void *fakeStack = nullptr;
#endif
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
