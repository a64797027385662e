/// \file Functions that build symbolic values.
#pragma once

#include "lift/Nest.h"
#include "llvm/ADT/APFloat.h"

namespace stencilc::lift {

Value make(Node node);
Value number(std::string text, Type type);

/// Returns a dummy value, for an expression whose error has been reported.
Value nothing();

/// Returns the symbolic value `condition ? yes : no`. Its type is that of `yes`, or of `no` if
/// `yes` is an integer.
Value choose(const Value &condition, const Value &yes, const Value &no);

/// Returns the symbolic value `condition ? 1 : 0` of type `type`, because C uses conditions as
/// numbers.
Value asNumber(const Value &condition, Type type);

/// Returns the integer value or condition `whole` converted to `type`, F32 or F64, as C converts.
/// Minus, `abs` and selects are converted operand by operand. Returns null for other operations,
/// because C computes these in integers before it converts.
Value inFloating(const Value &whole, Type type);

/// Returns the symbolic value `first && second`, or `second` alone if `first` is null.
Value both(const Value &first, const Value &second);

/// Returns an f32 or integer `value` converted to f64 if `type` is F64. Returns other values
/// unchanged.
Value widened(const Value &value, Type type);

/// Returns an integer literal as a floating-point literal of `type`: `0.0` for `0`. Returns other
/// values unchanged.
Value withPoint(const Value &value, Type type);

/// Returns `value` as f32 if no rounding at run time is needed: it is a literal, or an f32 value
/// that was converted to f64. Returns null otherwise.
Value narrowed(const Value &value);

/// Returns true if `value` is an operator with two operands, a call or a select. Only such values
/// get a `let` in the program.
bool isOperation(const Value &value);

/// Returns `value` with all its digits, as a literal of the stencil language.
std::string digits(const llvm::APFloat &value);

/// Returns true if the integer `value` is one symbol, or a symbol times a power of two. Its
/// conversion to floating point then rounds only the symbol, because a factor that is a power of
/// two is exact.
bool isMultipleOfName(const Polynomial &value);

} // namespace stencilc::lift
