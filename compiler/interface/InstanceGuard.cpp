/// \file The thread that is inside a call on an instance.
#include "interface/InstanceGuard.h"

namespace stencilc::interface {

/// Number of the instance whose last call on this thread was refused; 0: none.
static thread_local std::uint64_t refused = 0;

static_assert(std::atomic<std::thread::id>::is_always_lock_free);

std::uint64_t InstanceOwner::nextNumber() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

bool InstanceOwner::hasRefusedThisThread() const { return refused == number; }

InstanceGuard::InstanceGuard(InstanceOwner &owner) : owner(owner) {
  std::thread::id inside; // no thread
  isOutermost = owner.thread.compare_exchange_strong(inside, std::this_thread::get_id(),
                                                     std::memory_order_acquire);
  isInside = isOutermost || inside == std::this_thread::get_id();
  if (!isInside)
    refused = owner.number;
  else if (refused == owner.number)
    refused = 0;
}

InstanceGuard::~InstanceGuard() {
  if (isOutermost)
    owner.thread.store({}, std::memory_order_release);
}

} // namespace stencilc::interface
