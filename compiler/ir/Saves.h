/// \file What is saved while a program runs.
#pragma once

#include "ir/Points.h"
#include <optional>

namespace stencilc::ir {

enum class ScalarType : std::uint8_t;

/// A field that is saved at t after every step whose number is a multiple of `every`, steps counted
/// from 1, and as it is before the first one. Nothing that is computed depends on it.
///
/// Of an axis that `along` names, the cells `first`, `first` + `by`, ... up to `last` are saved,
/// numbers rounded down to whole ones; `isPlace`: one of them, named by itself. They must be cells
/// of the field, which is known once parameters and size are.
struct SaveDecl {
  FieldId field;
  std::array<PointsAlong, kMaxAxes> along; // invalid: all cells
  std::array<bool, kMaxAxes> isPlace{};
  std::optional<ScalarType> as; // stored so; else as the field is
  std::int64_t every = 1;
  int level = 0;    // of compression
  std::string file; // HDF5, or .npy with a place for the number of the step
  int line = 0;
  std::string source; // the statement as written, on one line
};

struct Program;
/// How far cells are apart along an axis: by the spacing called h or d and the axis, else by that
/// of all axes, else 1.
double spacingAlong(const Program &program, int axis);

} // namespace stencilc::ir
