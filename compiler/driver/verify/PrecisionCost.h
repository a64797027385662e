/// \file `stencilc verify --against=f64`: measures with the interpreter how far lower precisions
/// deviate.
#pragma once

#include "driver/cli/Options.h"
#include "ir/interpreter/Interpreter.h"

namespace stencilc::driver {

/// Deviation of the values of a field from a reference in another precision, mostly f64.
struct Deviation {
  double largest = 0;        // largest absolute difference of a cell
  double relative = 0;       // largest difference relative to the reference, where that is not 0
  double rootMeanSquare = 0; // root mean square of differences / that of the reference
  double lastPlaces = 0;     // largest, in units in the last place of the storage type
  bool isFinite = true;      // all values are finite; otherwise the numbers above do not count
};

/// Returns how far `found` deviates from the reference values `wanted`, over all cells.
Deviation deviationOf(const ir::Grid &found, const ir::Grid &wanted);

/// Prints, for each program, how far each precision of --precision deviates from that of --against.
/// The table has a row for each field after 1, 10, 100 ... time steps and at the end. Returns the
/// exit code.
int precisionCostCommand(const Options &options);

} // namespace stencilc::driver
