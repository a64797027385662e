/// \file The verifier's checks of expressions: ids, types, and what may appear below a root.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <string>

namespace stencilc::ir {

/// Takes the name of a check and what is wrong.
using Broken = std::function<void(const char *check, std::string text)>;

/// Checks `ids`, `order` and `axes` of all expressions.
void checkExpressionIds(const Program &program, const Broken &broken);

/// Checks `constant` and `types` of all expressions; needs valid ids.
void checkExpressionTypes(const Program &program, const Broken &broken);

/// A value the program holds: `kind` is stage, uniform, boundary, init or check.
struct Root {
  const char *kind;
  std::string name; // for messages
  ExprId value;
  ScalarType type; // what it must have
};

/// Checks `<kind>-type`, `<kind>-nodes` and, for uniforms, `uniform-f64`.
void checkRoot(const Program &program, const Root &root, const Broken &broken);

} // namespace stencilc::ir
