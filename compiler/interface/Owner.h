/// \file The process that uses libstencilc, to detect calls in a forked copy of it.
#pragma once

#include <sys/types.h>

namespace stencilc::interface {

/// Returns the number of the process that has called this function first. Later calls return the
/// same number, also in forked copies of that process. The first call declares the process a guest
/// (library/Guest.h). Any thread may call this function.
pid_t owner();

} // namespace stencilc::interface
