/// \file The process that uses libstencilc.
#include "interface/Owner.h"
#include "library/Guest.h"
#include <atomic>
#include <unistd.h>

namespace stencilc::interface {

pid_t owner() {
  static std::atomic<pid_t> first{0}; // lock-free: a lock could be held by a thread of the parent
  pid_t known = 0;
  if (first.compare_exchange_strong(known, getpid())) {
    known = getpid();
    library::becomeGuest();
  }
  return known;
}

} // namespace stencilc::interface
