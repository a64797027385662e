/// \file Names of the emitted variables for rows of cells, and of the functions that load the rows.
#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

using namespace kernel;

NameHint rowName(const WaveRow &row, const char *end) {
  std::string name;
  if (row.age > 0)
    name += "_old" + (row.age > 1 ? std::to_string(row.age) : "");
  if (row.age < 0)
    name += "_ahead" + std::to_string(-row.age);
  if (row.dy)
    name += std::string("_y") + (row.dy < 0 ? "m" : "p") + std::to_string(std::abs(row.dy));
  return NameHint("", NameOfView{row.field, row.level},
                  name + (row.isKept ? "_frozen_row" : "_row") + end);
}

/// Returns the last part of the name of the emitted function that loads `row`. For example
/// "FrozenPrev1Old": old values of frozen cells, one time level earlier, in the plane behind the
/// newest.
static std::string tailOf(const WaveRow &row) {
  std::string tail = row.isKept ? "Frozen" : "";
  if (row.level)
    tail += row.level < 0 ? "Prev" + std::to_string(-row.level) : "Next";
  if (row.age)
    tail += row.age < 0    ? "Ahead" + std::to_string(-row.age)
            : row.age == 1 ? "Old"
                           : "Old" + std::to_string(row.age);
  return tail;
}

NameHint loadName(const WaveRow &row) {
  return NameHint("load", NameOfField{row.field}, tailOf(row));
}

} // namespace stencilc::schedules
