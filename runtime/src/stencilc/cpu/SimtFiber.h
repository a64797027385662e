/// \file A function that can be suspended in the middle: one CUDA thread of the CPU device.
///
/// Switching is Boost.Context's fcontext: some ten instructions and no system call.
/// AddressSanitizer is told of every switch, so that it works inside kernels.
#pragma once

#include "stencilc/cpu/SimtMemory.h"
#include <boost/context/detail/fcontext.hpp>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Big enough for kernels built without optimisation, where registers live on the stack.
inline constexpr std::size_t kStackBytes = std::size_t{256} << 10;

/// Stacks that are free to use; each is guarded on both sides.
class StackPool {
public:
  /// Null if the system has no more memory or mappings.
  GuardedPages *take() {
    if (unused.empty()) {
      auto stack = std::make_unique<GuardedPages>();
      if (!stack->map(kStackBytes))
        return nullptr;
      unused.reserve(all.size() + 1);
      all.push_back(std::move(stack));
      return all.back().get();
    }
    GuardedPages *stack = unused.back(); // the one used last: still in the cache
    unused.pop_back();
    return stack;
  }
  void giveBack(GuardedPages *stack) { unused.push_back(stack); }

private:
  std::vector<std::unique_ptr<GuardedPages>> all;
  std::vector<GuardedPages *> unused;
};

/// The scheduler's side of switches on one host thread.
struct FiberHost {
  boost::context::detail::fcontext_t context = nullptr;
#ifdef STENCILC_ASAN
  const void *stackBottom = nullptr;
  std::size_t stackBytes = 0;
#endif
};

class Fiber {
public:
  /// Prepares a run of body(argument) on `stack`; it begins with the first resume(). The body ends
  /// with a call of finish() and never returns. `number` staggers the stacks of neighbours: all at
  /// the same distance from a page would fall into the same cache sets.
  void start(GuardedPages *onStack, void (*run)(void *), void *with, unsigned number) {
    stack = onStack;
    body = run;
    argument = with;
    const std::size_t stagger = number * std::size_t{192} % 4096;
#ifdef STENCILC_ASAN
    // The fiber before did not return from its last frames, which left their marks.
    __asan_unpoison_memory_region(stack->begin(), stack->size());
#endif
    context = boost::context::detail::make_fcontext(stack->end() - stagger, stack->size() - stagger,
                                                    enter);
  }

  /// Runs the body until it suspends or finishes. Called on the host's own stack.
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

  /// Goes back to where resume() was called. Called by the body.
  void suspend() { leave(false); }
  /// Gives control back for the last time.
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
