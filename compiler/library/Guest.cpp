/// \file The flag that tells to whom this process belongs.
#include "library/Guest.h"
#include <atomic>

namespace stencilc::library {

static std::atomic<bool> guest{false};

void becomeGuest() { guest.store(true, std::memory_order_relaxed); }

bool isGuest() { return guest.load(std::memory_order_relaxed); }

} // namespace stencilc::library
