/// \file What --depfile writes: which files emitted text was made from.
#pragma once

#include "driver/Options.h"
#include "syntax/Ast.h"
#include <string>

namespace stencilc::driver {

/// The rule that `output` depends on the program `source`, read as `tree` with what it imports, on
/// what the options name that was read, and on the tool itself, as make and ninja read it.
std::string dependencyRule(const Options &options, const std::string &source,
                           const ast::Stencil &tree, const std::string &output);

} // namespace stencilc::driver
