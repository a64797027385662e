/// \file Fields that a program saves to files while it runs.
#pragma once

#include "ir/Points.h"
#include <optional>

namespace stencilc::ir {

enum class ScalarType : std::uint8_t;

/// A field that is saved at level t before the first time step, and after every step whose number
/// (counted from 1) is a multiple of `every`. No computed value depends on it.
///
/// `along` has an optional range of cells for each axis. If it is valid, only the cells `first`,
/// `first` + `by`, ... up to `last` are saved. Otherwise all cells along the axis are. These
/// numbers are rounded down and must be cells of the field, which the run checks. `isPlace` marks
/// an axis with a single cell.
struct SaveDecl {
  FieldId field;
  std::array<PointsAlong, kMaxAxes> along; // invalid: all cells
  std::array<bool, kMaxAxes> isPlace{};
  std::optional<ScalarType> as; // storage type in the file; nullopt: that of the field
  std::int64_t every = 1;
  int level = 0;    // compression level
  std::string file; // path: HDF5, or .npy with a placeholder for the step number
  int line = 0;
  std::string source; // the statement as written, on one line
};

struct Program;
/// Returns the axis for which the constant `name` gives the distance between cells: `hx` and `dx`
/// belong to x. Returns `nullopt` for another name, whose distance applies to every axis without a
/// constant of its own.
std::optional<int> axisOfSpacing(const Program &program, const std::string &name);

/// Returns the declared distance between cells along `axis`. Returns `nullopt` if none is declared.
std::optional<double> spacingAlong(const Program &program, int axis);

} // namespace stencilc::ir
