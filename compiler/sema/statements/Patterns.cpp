/// \file Lowers `gaussian`, a pattern for initial values, and the random numbers of initial values
/// and updates.
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

/// Returns the seed of `call`, a call of `random` or `normal`. Returns nullopt after it has
/// reported that the argument is no seed.
std::optional<std::uint64_t> CallLowering::readSeed(const ast::Call &call, const UseSite &place) {
  const Result seed = lowerNumber(call.arguments[0], place, quoted(call.callee.text));
  if (!seed)
    return std::nullopt;
  const llvm::SMRange range = unit.stencil.exprs[call.arguments[0]].range;
  const std::optional<double> known = builder.known(*seed);
  // Integers up to 2^53 are exact in f64, in which constants are computed.
  if (!known || *known < 0 || *known > 9007199254740992.0 || *known != std::trunc(*known)) {
    const std::string hint =
        "each step has new numbers: write a number, as in '" + call.callee.text + "(7)'";
    errorWithHint(place, range, {}, isStage(purpose) ? hint : "", diag::BadSeed, call.callee.text,
                  known ? toText(*known) : "a value chosen at run time");
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*known);
}

/// Builds a random number in [0, 1). In initial values it depends on the seed and the cell, in
/// updates also on the time step. `part` (0 or 1) selects one of two independent numbers. Returns
/// nullopt after it has reported a read at another time.
CallLowering::Result CallLowering::randomNumber(std::uint64_t seed, int part, const ast::Call &call,
                                                const UseSite &place) {
  if (!isStage(purpose))
    return builder.random(seed + (part ? std::uint64_t{1} << 62 : 0));
  if (place.shift.time != 0 || place.shift.iterate != 0) {
    error(place, call.callee.range, diag::NotAvailable, quoted(call.callee.text),
          "a value of another time", "each time step has numbers of its own");
    return std::nullopt;
  }
  return builder.noise(seed, part, place.shift.halves());
}

CallLowering::Result CallLowering::lowerRandom(const ast::Call &call, const UseSite &place) {
  const std::optional<std::uint64_t> seed = readSeed(call, place);
  return seed ? randomNumber(*seed, 0, call, place) : Result();
}

/// Lowers the built-in `normal` to sqrt(-2 log(1 - a)) cos(2 pi b) with two random numbers a and b
/// (Box and Muller, A note on the generation of random normal deviates, 1958).
CallLowering::Result CallLowering::lowerNormal(const ast::Call &call, const UseSite &place) {
  using Op = ir::BinaryOp;
  constexpr std::uint64_t kOfNormal = std::uint64_t{1} << 63; // independent of random(seed)
  constexpr double kFullTurn = 6.283185307179586;
  const std::optional<std::uint64_t> seed = readSeed(call, place);
  if (!seed)
    return std::nullopt;
  const Result a = randomNumber(*seed | kOfNormal, 0, call, place);
  const Result b = a ? randomNumber(*seed | kOfNormal, 1, call, place) : Result();
  if (!b)
    return std::nullopt;
  const Value rest = builder.binary(Op::Subtract, builder.constant(1), *a);
  const Value square =
      builder.binary(Op::Multiply, builder.constant(-2), builder.unary(ir::UnaryOp::Log, rest));
  const Value angle = builder.binary(Op::Multiply, builder.constant(kFullTurn), *b);
  return builder.binary(Op::Multiply, builder.unary(ir::UnaryOp::Sqrt, square),
                        builder.unary(ir::UnaryOp::Cos, angle));
}

} // namespace stencilc::sema
