/// \file What a process says that ends because the system gives it no memory or no thread.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Ends the process with a message and exit code 1, instead of a signal, where an allocation or the
/// start of a thread fails and nobody handles that. For processes that belong to the tool or to an
/// emitted main function; a library leaves the handler of its caller alone. `name`, which stays
/// valid, stands before the message.
void sayWhatIsMissing(const char *name);

} // namespace stencilc::inline STENCILC_SPACE
