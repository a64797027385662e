/// \file Failed writes to standard output, checked at the end of a command.
#pragma once

namespace stencilc::driver {

/// Flushes standard output and returns the exit code of a command. This is `code`, unless `code` is
/// success and some output could not be written. Then it prints a message and returns `kUserError`.
int endOutput(int code);

} // namespace stencilc::driver
