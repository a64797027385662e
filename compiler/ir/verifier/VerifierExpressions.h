/// \file The verifier's checks of expressions: ids, types, and the leaves that a kind of value may
/// contain.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <string>

namespace stencilc::ir {

/// Callback that adds a violation to the result of the verifier: the name of the violated check,
/// and a description.
using Broken = std::function<void(const char *check, std::string text)>;

/// Checks ids, the order of operands, and axes in all expressions. Reports violations of the checks
/// `ids`, `order` and `axes`.
void checkExpressionIds(const Program &program, const Broken &broken);

/// Checks constants and types in all expressions. Reports violations of the checks `constant` and
/// `types`. Precondition: all ids are valid.
void checkExpressionTypes(const Program &program, const Broken &broken);

/// Root of an expression that the program uses. `kind` is its use: stage, uniform, boundary, init,
/// check or point.
struct Root {
  const char *kind;
  std::string name; // for messages
  ExprId value;
  ScalarType type; // the required type
};

/// Checks that `root` has the type that its use requires, and that this use allows every leaf (node
/// without operands) below it. A uniform (scalar that the host computes) must be computed in f64.
/// Reports violations of the checks `<kind>-type`, `<kind>-nodes` and `uniform-f64`.
void checkRoot(const Program &program, const Root &root, const Broken &broken);

} // namespace stencilc::ir
