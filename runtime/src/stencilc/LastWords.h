/// \file The last message of a process that the system gives no memory or no thread.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Installs a terminate handler. If an allocation or the start of a thread fails and the exception
/// is not caught, the process ends with a message and exit code 1. `name` precedes the message and
/// must stay valid. Only programs call it: a library must not change the handler of its caller.
void sayWhatIsMissing(const char *name);

} // namespace stencilc::inline STENCILC_SPACE
