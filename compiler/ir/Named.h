/// \file What users name in files and calls: the fields that are kept between steps and, numbered
/// behind them, profiles. Arrays of theirs may be smaller than the grid that stages run over.
#pragma once

#include "ir/Interpreter.h"
#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// The numbers of all of them, as State::fields counts. Those of profiles are no FieldId of
/// Program::fields.
std::vector<FieldId> namedFields(const Program &program);
const FieldDecl &namedField(const Program &program, FieldId number);
bool isProfile(const Program &program, FieldId number);
/// Whether a stage updates it.
bool isNamedUpdated(const Program &program, FieldId number);

/// The grid that stages run over, where users ask for `named` cells along each axis.
Extents gridExtents(const Program &program, const Extents &named);

/// An array as users have it: without axes that a profile lacks and cells that are not its own.
struct NamedArray {
  Grid grid; // its extents are those of `axes`, one after the other
  std::vector<int> axes;
};
/// The extents of such an array and its axes; `grid` is that of stages.
Extents namedExtents(const Program &program, FieldId number, const Extents &grid);
std::vector<int> namedAxes(const Program &program, FieldId number);
NamedArray namedArray(const Program &program, FieldId number, const Grid &level);
/// Puts the cells of an array as users have it into a level.
void takeNamedArray(const Program &program, FieldId number, const Grid &array, Grid &level);

} // namespace stencilc::ir
