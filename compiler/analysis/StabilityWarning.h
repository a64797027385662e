/// \file The warning about unstable schemes, for whoever knows where the update stands in the
/// source.
#pragma once

#include "analysis/Stability.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace stencilc::analysis {

/// Reports `unstable-scheme` at `where` (the update) unless the scheme is stable.
void warnIfUnstable(const ir::Program &program, const Stability &stability, llvm::SMRange where,
                    Diagnostics &diags);

} // namespace stencilc::analysis
