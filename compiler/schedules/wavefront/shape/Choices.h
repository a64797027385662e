/// \file Lists the combinations of options of the schedule `wavefront` that the planner compares.
///
/// The file Tried.def lists the values to try for each option, by the number of axes and by traits
/// of the program.
#pragma once

#include "schedules/wavefront/shape/Options.h"
#include <vector>

namespace stencilc::schedules {

/// Height of the tiles to try (rows along y). `Small` is tried if no kernel with `Standard` tiles
/// is possible, mostly because its planes exceed shared memory. Small tiles compute more halo cells
/// for each cell that they store.
enum class TileSize { Standard, Small };

/// Returns all combinations of options that the planner compares, with tile heights of `size`. An
/// option that `request` sets has the requested value in all of them.
std::vector<WavefrontOptions> wavefrontChoices(const analysis::Facts &facts,
                                               const plan::Target &target,
                                               const plan::ScheduleRequest &request, TileSize size);

} // namespace stencilc::schedules
