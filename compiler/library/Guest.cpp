/// \file The flag that tells whether this process is the tool, or another program that has loaded
/// libstencilc.
#include "library/Guest.h"
#include <atomic>

namespace stencilc::library {

static std::atomic<bool> guest{false};

void becomeGuest() { guest.store(true, std::memory_order_relaxed); }

bool isGuest() { return guest.load(std::memory_order_relaxed); }

} // namespace stencilc::library
