/// \file The last message of a process when the system refuses memory or a thread.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Installs a terminate handler. If an allocation or the start of a thread fails and no handler
/// catches the exception, the process ends with a message and exit code 1. `name` precedes the
/// message and must stay valid. Only programs call it, because a library must not change the
/// handler of its caller.
void sayWhatIsMissing(const char *name);

} // namespace stencilc::inline STENCILC_SPACE
