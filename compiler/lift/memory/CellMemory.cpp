/// \file Layout of the cells of a field in the memory of the C array from which the field was made.
#include "lift/memory/CellMemory.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

/// Returns the number of leading indices of a C array that are fixed numbers, such as 1 for the
/// component `f[3]` of `f[9][NY][NX]`.
static std::size_t leadingNumbers(const Array &array) {
  const auto first = llvm::find(array.components, std::nullopt);
  return std::size_t(first - array.components.begin());
}

std::optional<Polynomial> extentAlong(const Array &array, const Fields &fields, int axis) {
  return int(array.extents.size()) == fields.rank ? array.extents[fields.rank - 1 - axis]
                                                  : std::nullopt;
}

int wholeOf(const Step &step, int array) {
  const int whole = step.arrays[array].whole;
  return whole < 0 ? array : whole;
}

std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array) {
  const Array &of = step.arrays[array];
  if (!step.rims.empty())
    return "the field holds the cells inside the rim of '" + of.name + "' only";
  if (step.isMoved)
    return "the first cell of the field is not that of index 0 in '" + of.name + "'";
  if (fields.profiles.count(array))
    return "'" + of.name + "' has fewer indices than the grid has axes";
  if (!of.components.empty()) {
    const std::size_t leading = leadingNumbers(of);
    const Array &whole = step.arrays[of.whole];
    if (of.buffers > 1 || std::any_of(of.components.begin() + long(leading), of.components.end(),
                                      [](const auto &number) { return number.has_value(); }))
      return "the cells of '" + of.name + "' do not follow one another in '" + whole.name + "'";
    const auto &extents = whole.extents;
    for (std::size_t index = 1; index < leading; ++index)
      if (index >= extents.size() || !extents[index] || !extents[index]->constant())
        return "nothing tells how '" + whole.name + "' is divided";
  }
  for (int axis = 0; axis < fields.rank; ++axis)
    if (const auto own = extentAlong(of, fields, axis);
        own && (*own - fields.extents[axis]).constant().value_or(0) != 0)
      return "'" + of.name + "' has another size than the grid";
  return std::nullopt;
}

bool isLarger(const Step &step, const Fields &fields, int array) {
  for (int axis = 0; axis < fields.rank; ++axis)
    if (const auto own = extentAlong(step.arrays[array], fields, axis);
        own && *own != fields.extents[axis])
      return true;
  return false;
}

std::int64_t gridsBefore(const Step &step, int array) {
  const Array &of = step.arrays[array];
  if (of.components.empty())
    return 0;
  const auto &extents = step.arrays[wholeOf(step, array)].extents;
  std::int64_t grids = 0;
  for (std::size_t index = 0; index < leadingNumbers(of); ++index)
    grids = (index ? grids * extents[index]->constant().value_or(1) : 0) + *of.components[index];
  return grids;
}

Grids gridsIn(const Step &step, int array) {
  Grids grids{array, 1};
  for (int part = 0; part < int(step.arrays.size()); ++part)
    if (part != array && wholeOf(step, part) == array)
      grids = {part, std::max(grids.count, gridsBefore(step, part) + 1)};
  return grids;
}

} // namespace stencilc::lift
