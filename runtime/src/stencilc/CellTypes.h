/// \file Cells by the type they are stored in: one place that chooses among the types.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Storage.h"
#include <cmath>
#include <limits>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Calls `act` with a cell of the type.
template <class Act> decltype(auto) withCell(Scalar scalar, const Act &act) {
  switch (scalar) {
  case Scalar::F32:
    return act(float());
  case Scalar::F16:
    return act(F16());
  case Scalar::BF16:
    return act(BF16());
  case Scalar::U8:
    return act(U8());
  case Scalar::I16:
    return act(I16());
  case Scalar::I32:
    return act(I32());
  case Scalar::F64:
    break;
  }
  return act(double());
}

constexpr bool isInteger(Scalar scalar) {
  return scalar == Scalar::U8 || scalar == Scalar::I16 || scalar == Scalar::I32;
}

template <class T>
inline constexpr bool kIsWhole =
    detail::kIsSame<T, U8> || detail::kIsSame<T, I16> || detail::kIsSame<T, I32>;

template <class T> bool isFiniteCell(const T &cell) {
  if constexpr (kIsWhole<T>)
    return true;
  else if constexpr (detail::kIsStored<T>)
    return std::isfinite(static_cast<float>(cell));
  else
    return std::isfinite(cell);
}

/// The quiet NaN without sign and payload; of whole numbers, which have none, the largest: what a
/// cell holds that nobody has written.
template <class T> T nanCell() {
  if constexpr (kIsWhole<T>)
    return T(1e10);
  else if constexpr (detail::kIsStored<T>)
    return T(std::numeric_limits<float>::quiet_NaN());
  else
    return std::numeric_limits<T>::quiet_NaN();
}

/// "f32", as the language calls it.
const char *nameOf(Scalar scalar);
/// "<f4", as .npy files call it; of bf16, which NumPy has no name for, "<V2".
const char *npyNameOf(Scalar scalar);

/// Whether a number of type `from` may not be one of type `to`.
bool isRoundedTo(Scalar from, Scalar to);
/// What is told of a file of one type that a field of another starts from.
std::string roundingNote(const std::string &path, Scalar from, const char *field, Scalar to);

/// `value` as the field's type has it.
double roundedTo(double value, Scalar scalar);

} // namespace stencilc::inline STENCILC_SPACE
