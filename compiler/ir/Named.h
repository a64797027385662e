/// \file Numbers and arrays of fields as users see them in files and calls. Profiles are numbered
/// after the fields that are kept between steps. Arrays of users may be smaller than the grid of
/// the stages.
#pragma once

#include "ir/Interpreter.h"
#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// Returns the numbers of all fields and profiles that users can name, as State::fields counts
/// them. Numbers of profiles are not valid in Program::fields.
std::vector<FieldId> namedFields(const Program &program);
const FieldDecl &namedField(const Program &program, FieldId number);
bool isProfile(const Program &program, FieldId number);
/// Returns whether a stage updates the field; false for profiles.
bool isNamedUpdated(const Program &program, FieldId number);

/// Returns the grid of the stages for a size as users give it. Axes in Program::wider get one cell
/// more.
Extents gridExtents(const Program &program, const Extents &named);

/// A field as users see it: without axes that a profile lacks, and without unused last cells.
struct NamedArray {
  Grid grid; // its extents are packed: one for each entry of `axes`
  std::vector<int> axes;
};
/// Returns the packed extents of the array and its axes. `grid` is the grid of the stages.
Extents namedExtents(const Program &program, FieldId number, const Extents &grid);
std::vector<int> namedAxes(const Program &program, FieldId number);
/// Returns the cells of `level` as the array that users see.
NamedArray namedArray(const Program &program, FieldId number, const Grid &level);
/// Copies the cells of a user's array into `level`. Cells of `level` that users do not see keep
/// their values.
void takeNamedArray(const Program &program, FieldId number, const Grid &array, Grid &level);

} // namespace stencilc::ir
