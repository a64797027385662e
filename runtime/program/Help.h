/// \file Writes the --help text of a compiled program.
#pragma once

#include "stencilc/Description.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

std::string helpText(const ProgramDescription &program, const char *command);

} // namespace stencilc::inline STENCILC_SPACE
