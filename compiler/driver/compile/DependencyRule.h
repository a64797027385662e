/// \file The dependency file of --depfile: the files from which emitted code was made.
#pragma once

#include "driver/cli/Options.h"
#include "syntax/Ast.h"
#include <string>

namespace stencilc::driver {

/// Returns a make rule by which `output` depends on the files that it was made from. The files are
/// the program `source`, the imports in its syntax tree `tree`, files that `options` name, and the
/// tool itself. Both make and ninja can read the rule.
std::string dependencyRule(const Options &options, const std::string &source,
                           const ast::Stencil &tree, const std::string &output);

} // namespace stencilc::driver
