/// \file Write errors of standard output, checked at the end of a command.
#pragma once

namespace stencilc::driver {

/// Flushes standard output and returns the exit code of the command. That is `code`, or
/// `kUserError` after a message if `code` is success and some output could not be written.
int endOutput(int code);

} // namespace stencilc::driver
