/// \file The end of what a command prints.
#pragma once

namespace stencilc::driver {

/// Flushes standard output. Returns `code`; where not all could be written, says so and returns the
/// code of a user's error.
int endOutput(int code);

} // namespace stencilc::driver
