/// \file How values of cells are made.
#pragma once

#include "lift/Nest.h"
#include "llvm/ADT/APFloat.h"

namespace stencilc::lift {

Value make(Node node);
Value number(std::string text, Type type);

/// What stands for a value that could not be read, which has been reported.
Value nothing();

/// `condition ? yes : no`, in the type of the two.
Value choose(const Value &condition, const Value &yes, const Value &no);

/// A condition as a number, which it is in C.
Value asNumber(const Value &condition, Type type);

/// A whole number in `type`, F32 or F64, as C converts it. Null if that cannot be told.
Value inFloating(const Value &whole, Type type);

/// `first && second`; the second alone where there is no first.
Value both(const Value &first, const Value &second);

/// `value` where one of `type` is needed: an f32 or whole number as f64, anything else as it is.
Value widened(const Value &value, Type type);

/// `value` in `type`, if it is a whole number that is written down: `0` as `0.0`.
Value withPoint(const Value &value, Type type);

/// `value` in f32, where that can be told without computing: a number, or an f32 value that was
/// widened. Null for others.
Value narrowed(const Value &value);

/// Whether a value is long enough to be given a name of its own.
bool isOperation(const Value &value);

/// A number with all digits of the value, in the words of the language.
std::string digits(const llvm::APFloat &value);

} // namespace stencilc::lift
