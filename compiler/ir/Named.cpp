/// \file Conversion between fields in the interpreter and the arrays that users see, for fields and
/// profiles (fields over some of the axes).
#include "ir/Named.h"
#include "ir/Locals.h"
#include "ir/Walk.h"

namespace stencilc::ir {

bool isProfile(const Program &program, FieldId number) {
  return number.index >= storedFields(program).size();
}

std::vector<FieldId> namedFields(const Program &program) {
  std::vector<FieldId> all = storedFields(program);
  for (std::size_t i = 0; i < program.profiles.size(); ++i)
    all.push_back(FieldId{static_cast<std::uint32_t>(all.size())});
  return all;
}

static const ProfileDecl &profileOf(const Program &program, FieldId number) {
  const auto stored = static_cast<std::uint32_t>(storedFields(program).size());
  return program.profiles[ProfileId{number.index - stored}];
}

const FieldDecl &namedField(const Program &program, FieldId number) {
  return isProfile(program, number) ? profileOf(program, number).field : program.fields[number];
}

bool isNamedUpdated(const Program &program, FieldId number) {
  return !isProfile(program, number) && isUpdated(program, number);
}

Extents gridExtents(const Program &program, const Extents &named) {
  Extents grid = named;
  for (int axis = 0; axis < program.rank(); ++axis)
    grid[axis] += program.wider[axis];
  return grid;
}

std::vector<int> namedAxes(const Program &program, FieldId number) {
  std::vector<int> axes;
  for (int axis = 0; axis < program.rank(); ++axis)
    if (!isProfile(program, number) || profileOf(program, number).along[axis])
      axes.push_back(axis);
  return axes;
}

/// Returns the extents, in cells, of a field or profile (a field over some of the axes). `grid` has
/// the extents of the grid. Extents are 1 along axes that a profile lacks.
static Extents ownExtents(const Program &program, FieldId number, const Extents &grid) {
  Extents own{{1, 1, 1}};
  for (const int axis : namedAxes(program, number))
    own[axis] = grid[axis] - namedField(program, number).shorter[axis];
  return own;
}

Extents namedExtents(const Program &program, FieldId number, const Extents &grid) {
  const Extents own = ownExtents(program, number, grid);
  Extents packed{{1, 1, 1}};
  int place = 0;
  for (const int axis : namedAxes(program, number))
    packed[place++] = own[axis];
  return packed;
}

/// Calls `act` for each cell of the array that users see, with two indices: the cell's index in
/// that array, and its index in the memory of the field.
template <class Act>
static void forEachNamed(const Program &program, FieldId number, const Grid &level, Act act) {
  // The level of a profile has no unused cells.
  const Extents own =
      isProfile(program, number) ? level.extents : ownExtents(program, number, level.extents);
  std::size_t place = 0;
  for (std::int64_t z = 0; z < own[2]; ++z)
    for (std::int64_t y = 0; y < own[1]; ++y)
      for (std::int64_t x = 0; x < own[0]; ++x)
        act(place++, level.index(x, y, z));
}

NamedArray namedArray(const Program &program, FieldId number, const Grid &level) {
  NamedArray array{{level.type, {{1, 1, 1}}, {}}, namedAxes(program, number)};
  for (std::size_t place = 0; place < array.axes.size(); ++place) {
    const int axis = array.axes[place];
    const bool isShorter = !isProfile(program, number) && program.fields[number].shorter[axis];
    array.grid.extents[static_cast<int>(place)] = level.extents[axis] - isShorter;
  }
  forEachNamed(program, number, level, [&](std::size_t, std::size_t cell) {
    array.grid.cells.push_back(level.cells[cell]);
  });
  return array;
}

void takeNamedArray(const Program &program, FieldId number, const Grid &array, Grid &level) {
  forEachNamed(program, number, level, [&](std::size_t place, std::size_t cell) {
    level.cells[cell] = array.cells[place];
  });
}

} // namespace stencilc::ir
