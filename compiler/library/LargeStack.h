/// \file A thread with a large stack, on which the compiler runs.
#pragma once

#include <cstddef>
#include <pthread.h>

namespace stencilc::library {

/// Size in bytes of the stack that the compiler runs on. The compiler recurses over expressions,
/// which may be deep: `max(box(16), u)` is a chain of 35937 operations. Every program that sema
/// accepts fits this stack. The system reserves addresses for it, and memory only as it is used.
inline constexpr std::size_t kLargeStack = std::size_t(256) << 20;

/// Runs `work` in a new thread with a stack of kLargeStack bytes and waits for its end. `work` must
/// not throw. Returns false if the thread could not be started.
template <class Work> bool runOnLargeStack(Work work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_t thread;
  const auto enter = [](void *what) -> void * {
    (*static_cast<Work *>(what))();
    return nullptr;
  };
  const bool isStarted = pthread_attr_setstacksize(&attributes, kLargeStack) == 0 &&
                         pthread_create(&thread, &attributes, enter, &work) == 0;
  pthread_attr_destroy(&attributes);
  return isStarted && pthread_join(thread, nullptr) == 0;
}

} // namespace stencilc::library
