/// \file Numbers and arrays of fields as users see them in files and calls. Profiles (fields over
/// some axes) are numbered after the stored fields. Users' arrays may be smaller than the grid.
#pragma once

#include "ir/Interpreter.h"
#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// Returns the numbers of all fields and profiles that users can name. A number is an index into
/// State::fields. Numbers of profiles are not valid in Program::fields.
std::vector<FieldId> namedFields(const Program &program);
const FieldDecl &namedField(const Program &program, FieldId number);
bool isProfile(const Program &program, FieldId number);
/// Returns whether a stage updates the field with that number. Returns false for profiles.
bool isNamedUpdated(const Program &program, FieldId number);

/// Returns the extents of the grid for the size `named` that users give. Axes in Program::wider get
/// one cell more.
Extents gridExtents(const Program &program, const Extents &named);

/// A field as an array that users see: without axes that a profile lacks, and without unused last
/// cells.
struct NamedArray {
  Grid grid; // its extents are packed: one for each entry of `axes`
  std::vector<int> axes;
};
/// Returns the extents of the array that users see, without axes that a profile lacks, and those
/// axes. `grid` has the extents of the grid.
Extents namedExtents(const Program &program, FieldId number, const Extents &grid);
std::vector<int> namedAxes(const Program &program, FieldId number);
/// Returns the cells of one time level as the array that users see.
NamedArray namedArray(const Program &program, FieldId number, const Grid &level);
/// Copies a user's array into the cells of one time level. Cells that users do not see keep their
/// values.
void takeNamedArray(const Program &program, FieldId number, const Grid &array, Grid &level);

} // namespace stencilc::ir
