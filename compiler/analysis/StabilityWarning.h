/// \file Warns about unstable finite-difference schemes.
#pragma once

#include "analysis/Stability.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace stencilc::analysis {

/// Reports the warning `unstable-scheme` at `where`, the position of the update in the source,
/// unless the scheme is stable.
void warnIfUnstable(const ir::Program &program, const Stability &stability, llvm::SMRange where,
                    Diagnostics &diags);

} // namespace stencilc::analysis
