/// \file Counts the cells at the sides of a tile that fused time steps make invalid.
#pragma once

#include "analysis/Facts.h"
#include "support/Geometry.h"
#include <vector>

namespace stencilc::schedules {

/// Returns the numbers of invalid cells at each side of a tile after 1, 2, ..., `most` fused time
/// steps. Element 0 is for one time step. An updated cell is invalid if it reads an invalid cell or
/// a cell beyond the side. The numbers follow chains of reads from the last time step back to the
/// first. They grow by less than the reach of the program per time step, if its farthest reads are
/// of fields that read less far themselves.
std::vector<Reach> lostCells(const analysis::Facts &facts, int most);

} // namespace stencilc::schedules
