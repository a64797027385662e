/// \file Numbers (ids) of fields, and arrays of their cell values, as users see them in files and
/// calls. Profiles (fields over some axes) are numbered after the stored fields. Along some axes, a
/// user's array has one cell fewer than the grid.
#pragma once

#include "ir/Program.h"
#include "ir/interpreter/Interpreter.h"
#include <vector>

namespace stencilc::ir {

/// Returns the numbers of all fields and profiles (fields over some axes) that users can name. A
/// number is an index into State::fields. The number of a profile is not valid in Program::fields.
std::vector<FieldId> namedFields(const Program &program);
const FieldDecl &namedField(const Program &program, FieldId number);
bool isProfile(const Program &program, FieldId number);
/// Returns true if a stage updates the field `number`. Returns false if `number` belongs to a
/// profile, which is a constant field over some of the axes.
bool isNamedUpdated(const Program &program, FieldId number);

/// Returns the extents of the grid, in cells, for the size `named` that users give. Axes in
/// Program::wider get one cell more.
Extents gridExtents(const Program &program, const Extents &named);

/// One time level of a field, as the array that users see. Axes along which the field does not vary
/// are left out. Along axes on which the field has one value fewer than the grid, the last cell of
/// the grid is left out, too.
struct NamedArray {
  Grid grid; // its extents are packed: one for each entry of `axes`
  std::vector<int> axes;
};
/// Returns the extents of the array that users see, and its axes. Axes along which the field does
/// not vary are left out. `grid` has the extents of the grid.
Extents namedExtents(const Program &program, FieldId number, const Extents &grid);
std::vector<int> namedAxes(const Program &program, FieldId number);
/// Returns the cells of one time level of field `number` as the array that users see.
NamedArray namedArray(const Program &program, FieldId number, const Grid &level);
/// Copies `array`, an array from a user, into `level`, the cells of one time level of field
/// `number`. Along some axes `level` has one cell more than `array`: the last cell of the grid.
/// This cell keeps its value.
void takeNamedArray(const Program &program, FieldId number, const Grid &array, Grid &level);

} // namespace stencilc::ir
