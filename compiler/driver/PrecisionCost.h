/// \file `stencilc verify --against=f64`: what lower precisions cost, by the interpreter.
#pragma once

#include "driver/Options.h"
#include "ir/Interpreter.h"

namespace stencilc::driver {

/// How far numbers are from those of f64.
struct Deviation {
  double largest = 0;        // of all cells: absolute
  double relative = 0;       // to the f64 number, where that is not zero
  double rootMeanSquare = 0; // of the differences, relative to that of the numbers
  double lastPlaces = 0; // in units in the last place that the storage type has at the f64 number
  bool isFinite = true;  // both are; else nothing of the above is said
};

/// `found` beside `wanted`, its numbers in f64, cell by cell.
Deviation deviationOf(const ir::Grid &found, const ir::Grid &wanted);

/// A table for each program: every precision asked for, every field, after 1, 10, 100 ... steps and
/// at the end.
int precisionCostCommand(const Options &options);

} // namespace stencilc::driver
