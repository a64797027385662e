/// \file Generates the C files for `--check`, and for a C program whose loops are replaced.
#pragma once

#include "lift/Lift.h"
#include "lift/read/CallSite.h"

namespace stencilc::lift {

/// Returns the names and texts of the generated files: the `.stencil` program, a header, and the
/// edited C file. Reports a diagnostic and returns `nullopt` if one of them cannot be generated.
std::optional<std::vector<std::pair<std::string, std::string>>>
makeParts(const LiftedStep &lifted, const LiftRequest &request, clang::ASTContext &context,
          const Sources &sources, Diagnostics &diags);

} // namespace stencilc::lift
