/// \file Maps functions of `<math.h>` and `<cmath>` to functions of the stencil language.
#include "lift/effects/LibraryCalls.h"
#include "lift/Values.h"
#include "llvm/ADT/StringSwitch.h"

namespace stencilc::lift {

llvm::StringRef withoutType(llvm::StringRef function) {
  return function.size() > 3 && function.ends_with("f") && function != "erf" ? function.drop_back()
                                                                             : function;
}

/// Returns the call of std::min or std::max with `a` and `b` as a select (`condition ? a : b`). For
/// equal arguments, the C++ functions return the first one, the functions of the language the
/// second one.
static Value firstOfEqual(llvm::StringRef function, Type type, const Value &a, const Value &b) {
  const Value isSecond = make({.kind = Node::Binary,
                               .type = Type::Bool,
                               .text = function == "min" ? "<" : ">",
                               .operands = {b, a}});
  return make({.kind = Node::Select, .type = type, .operands = {isSecond, b, a}});
}

static std::size_t operandsOf(llvm::StringRef function) {
  return llvm::is_contained({"min", "max", "fmin", "fmax", "pow"}, function) ? 2 : 1;
}

Value libraryCall(llvm::StringRef function, Type type, const std::vector<Value> &operands) {
  const auto call = [&](llvm::StringRef name, std::vector<Value> of) {
    return make({.kind = Node::Call, .type = type, .text = name.str(), .operands = std::move(of)});
  };
  const auto negated = [&](const Value &value) {
    return make({.kind = Node::Unary, .type = type, .text = "-", .operands = {value}});
  };
  if (operands.size() != operandsOf(function))
    return nullptr;
  if (function == "min" || function == "max")
    return firstOfEqual(function, type, operands[0], operands[1]);
  const llvm::StringRef ours = llvm::StringSwitch<llvm::StringRef>(function)
                                   .Cases({"fabs", "abs"}, "abs")
                                   .Case("fmin", "min")
                                   .Case("fmax", "max")
                                   .Cases({"sqrt", "exp", "log", "sin", "cos"}, function)
                                   .Cases({"tanh", "floor"}, function)
                                   .Default("");
  if (!ours.empty())
    return call(ours, operands);
  if (function == "ceil")
    return negated(call("floor", {negated(operands[0])}));
  if (function == "pow" && operands[1]->kind == Node::Number &&
      llvm::is_contained({"2", "2.0", "2."}, operands[1]->text))
    return call("^2", {operands[0]});
  return nullptr;
}

} // namespace stencilc::lift
