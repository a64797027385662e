/// \file The verifier's checks of expressions: ids, types, and the leaves that a kind of value may
/// contain.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <string>

namespace stencilc::ir {

/// Callback that records a violation: the name of the check, and a description.
using Broken = std::function<void(const char *check, std::string text)>;

/// Checks `ids`, `order` and `axes` of all expressions.
void checkExpressionIds(const Program &program, const Broken &broken);

/// Checks `constant` and `types` of all expressions. Precondition: all ids are valid.
void checkExpressionTypes(const Program &program, const Broken &broken);

/// An expression that the program uses. `kind` is its use: stage, uniform, boundary, init, check or
/// point.
struct Root {
  const char *kind;
  std::string name; // for messages
  ExprId value;
  ScalarType type; // the required type
};

/// Checks the type of `root`, the leaves in it, and for a uniform that it is computed in f64.
/// Reports violations of `<kind>-type`, `<kind>-nodes` and `uniform-f64`.
void checkRoot(const Program &program, const Root &root, const Broken &broken);

} // namespace stencilc::ir
