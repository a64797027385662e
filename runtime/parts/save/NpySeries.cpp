/// \file Writes each snapshot of a run to a .npy file.
#include "runtime/parts/save/NpySeries.h"
#include "runtime/core/support/WorkingFolder.h"
#include "runtime/files/Npy.h"
#include "runtime/parts/save/SaveTypes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

bool NpySeries::open() {
  OutputFile first; // checks the folder and its free space
  const auto times = static_cast<std::uint64_t>(file.times);
  return first.open(file.nameAt(0), times * file.bytes()) || fail(first.error());
}

bool NpySeries::append(std::int64_t step, unsigned char *snapshot) {
  const SavedArray &array = file.arrays.front();
  NpyAxes axes;
  axes.isGrid = false;
  for (const int axis : array.keptAxes(run.rank)) {
    axes.names[axes.rank] = run.axes[axis].c_str();
    axes.extents[axes.rank++] = array.count[axis];
  }
  NpyOutput output;
  const std::string name = file.nameAt(step);
  if (file.isOwn && !isBelowWorkingFolder(name)) // the name of a link
    return fail("'" + name + "' leads out of the working folder; remove it, or give --save");
  if (!output.open(name, array.to, axes))
    return fail(output.error());
  std::vector<unsigned char> row(static_cast<std::size_t>(array.count[0]) * sizeOf(array.to));
  const std::int64_t rows = array.count[1] * array.count[2];
  const auto rowBytes = static_cast<std::size_t>(array.span()) * sizeOf(array.from);
  const bool isPlain = array.by[0] == 1 && array.from == array.to;
  if (isPlain && !output.writeCells(snapshot, array.cells()))
    return fail(output.error());
  for (std::int64_t i = 0; i < rows && !isPlain; ++i) {
    convertCells(array.from, snapshot + static_cast<std::size_t>(i) * rowBytes, array.by[0],
                 array.to, row.data(), array.count[0]);
    if (!output.writeCells(row.data(), array.count[0]))
      return fail(output.error());
  }
  return (output.finish() && output.commit()) || fail(output.error());
}

} // namespace stencilc::inline STENCILC_SPACE
