/// \file Types in which cells are stored: their names, conversions between them, and a function
/// that calls a template with the C++ type.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Storage.h"
#include <cmath>
#include <limits>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Calls `act` with a value of the C++ type that stores cells of type `scalar`, for example a
/// `float` for F32. Returns the result of `act`.
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

/// True if the cell type `T` is an integer type.
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

/// Returns the value of cells that were never written: a quiet NaN without sign and payload.
/// Integer types have no NaN and use their largest value.
template <class T> T nanCell() {
  if constexpr (kIsWhole<T>)
    return T(1e10);
  else if constexpr (detail::kIsStored<T>)
    return T(std::numeric_limits<float>::quiet_NaN());
  else
    return std::numeric_limits<T>::quiet_NaN();
}

/// Returns the name of a cell type in the language, for example "f32".
const char *nameOf(Scalar scalar);
/// Returns the name of a cell type in .npy files, for example "<f4". NumPy has no name for bf16,
/// whose name here is "<V2".
const char *npyNameOf(Scalar scalar);

/// Returns true if a conversion from cell type `from` to cell type `to` can change a value.
bool isRoundedTo(Scalar from, Scalar to);
/// Returns a note for the user: the values of the file `path` are rounded from `from` to `to`, the
/// type of `field`.
std::string roundingNote(const std::string &path, Scalar from, const char *field, Scalar to);

/// Returns `value` rounded to the cell type `scalar`.
double roundedTo(double value, Scalar scalar);

} // namespace stencilc::inline STENCILC_SPACE
