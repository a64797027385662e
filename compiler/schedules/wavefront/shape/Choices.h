/// \file Combinations of options of the schedule `wavefront` for the planner to rank.
///
/// The file Tried.def lists the values to try for each option, by the number of axes and by traits
/// of the program.
#pragma once

#include "schedules/wavefront/shape/Options.h"
#include <vector>

namespace stencilc::schedules {

/// Set of tile heights to try. Small tiles are for programs whose planes fill shared memory. Halos
/// are a larger part of a small tile than of a standard one.
enum class TileSize { Standard, Small };

/// Returns all combinations of options to rank, for tiles of `size`. Options that `request` sets
/// have only the requested value.
std::vector<WavefrontOptions> wavefrontChoices(const analysis::Facts &facts,
                                               const plan::Target &target,
                                               const plan::ScheduleRequest &request, TileSize size);

} // namespace stencilc::schedules
