/// \file Lowers `gaussian` and `random`, the patterns for initial values.
#include "sema/CallLowering.h"
#include <cmath>

namespace stencilc::sema {

/// Lowers the built-in `gaussian` to exp(-r^2 / (2 * width^2)), which is 1 at the centre. `width`
/// is the standard deviation in cells.
CallLowering::Result CallLowering::lowerGaussian(const ast::Call &call, const UseSite &place) {
  using Op = ir::BinaryOp;
  Result distance; // squared
  for (int axis = 0; axis < unit.rank(); ++axis) {
    if (!hasAxis(axis, call.callee.range, place))
      return std::nullopt;
    const Result centre = lowerNumber(call.arguments[axis], place, "'gaussian'");
    if (!centre)
      return std::nullopt;
    const Value here = builder.position(axis, 0.5 * place.shift.halves()[axis]);
    const Value away = builder.binary(Op::Subtract, here, *centre);
    const Value square = builder.binary(Op::Multiply, away, away);
    distance = distance ? builder.binary(Op::Add, *distance, square) : square;
  }
  const Result width = lowerNumber(call.arguments.back(), place, "'gaussian'");
  if (!width)
    return std::nullopt;
  if (builder.known(*width) == 0.0) {
    error(place, unit.stencil.exprs[call.arguments.back()].range, diag::DivisionByZero);
    return std::nullopt;
  }
  const Value square = builder.binary(Op::Multiply, *width, *width);
  const Value twice = builder.binary(Op::Multiply, builder.constant(2), square);
  const Value exponent =
      builder.unary(ir::UnaryOp::Negate, builder.binary(Op::Divide, *distance, twice));
  return builder.unary(ir::UnaryOp::Exp, exponent);
}

CallLowering::Result CallLowering::lowerRandom(const ast::Call &call, const UseSite &place) {
  const Result seed = lowerNumber(call.arguments[0], place, "'random'");
  if (!seed)
    return std::nullopt;
  const llvm::SMRange range = unit.stencil.exprs[call.arguments[0]].range;
  const std::optional<double> known = builder.known(*seed);
  // Integers up to 2^53 are exact in f64, in which constants are computed.
  if (!known || *known < 0 || *known > 9007199254740992.0 || *known != std::trunc(*known)) {
    error(place, range, diag::BadSeed, known ? toText(*known) : "a value chosen at run time");
    return std::nullopt;
  }
  return builder.random(static_cast<std::uint64_t>(*known));
}

} // namespace stencilc::sema
