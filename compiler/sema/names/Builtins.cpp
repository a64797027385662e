/// \file The built-in functions of the language.
#include "sema/names/Builtins.h"

namespace stencilc::sema {

llvm::ArrayRef<Builtin> builtins() {
  using Kind = BuiltinKind;
  using Op = ir::UnaryOp;
  static constexpr Builtin table[] = {
      {"sum", Kind::Sum, Op::Abs, "sum(neighbourhood, expression)"},
      {"min", Kind::Min, Op::Abs, "min(neighbourhood, expression) or min(a, b, ...)"},
      {"max", Kind::Max, Op::Abs, "max(neighbourhood, expression) or max(a, b, ...)"},
      {"count", Kind::Count, Op::Abs, "count(neighbourhood, condition)"},
      {"norm", Kind::Norm, Op::Abs, "norm(expression)"},
      {"apply", Kind::Apply, Op::Abs, "apply(table, expression)"},
      {"select", Kind::Select, Op::Abs, "select(condition, then, otherwise)"},
      {"d", Kind::Difference, Op::Abs, "d(expression, axis, order = 2)"},
      {"d2", Kind::Difference, Op::Abs, "d2(expression, axis, order = 2)"},
      {"laplacian", Kind::Difference, Op::Abs, "laplacian(expression, order = 2)"},
      {"abs", Kind::Pointwise, Op::Abs, "abs(a)"},
      {"sqrt", Kind::Pointwise, Op::Sqrt, "sqrt(a)"},
      {"exp", Kind::Pointwise, Op::Exp, "exp(a)"},
      {"log", Kind::Pointwise, Op::Log, "log(a)"},
      {"sin", Kind::Pointwise, Op::Sin, "sin(a)"},
      {"cos", Kind::Pointwise, Op::Cos, "cos(a)"},
      {"tanh", Kind::Pointwise, Op::Tanh, "tanh(a)"},
      {"floor", Kind::Pointwise, Op::Floor, "floor(a)"},
      {"f64", Kind::Rounded, Op::Abs, "f64(a)"},
      {"f32", Kind::Rounded, Op::Abs, "f32(a)"},
      {"f16", Kind::Rounded, Op::Abs, "f16(a)"},
      {"bf16", Kind::Rounded, Op::Abs, "bf16(a)"},
      {"gaussian", Kind::Gaussian, Op::Abs, "one centre for each axis, then the width"},
      {"random", Kind::Random, Op::Abs, "random(seed)"},
      {"normal", Kind::Normal, Op::Abs, "normal(seed)"},
  };
  return table;
}

ir::BinaryOp joins(const Builtin &builtin) {
  switch (builtin.kind) {
  case BuiltinKind::Min:
    return ir::BinaryOp::Min;
  case BuiltinKind::Max:
    return ir::BinaryOp::Max;
  default:
    return ir::BinaryOp::Add;
  }
}

bool mayBeHidden(const Builtin &builtin) {
  return builtin.kind == BuiltinKind::Difference || builtin.kind == BuiltinKind::Count ||
         builtin.kind == BuiltinKind::Rounded || builtin.kind == BuiltinKind::Normal;
}

const Builtin *findBuiltin(llvm::StringRef name) {
  for (const Builtin &builtin : builtins())
    if (builtin.name == name)
      return &builtin;
  return nullptr;
}

} // namespace stencilc::sema
