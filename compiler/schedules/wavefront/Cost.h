/// \file What a wavefront costs, and how it looks.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

struct WavefrontCost {
  plan::Estimate estimate; // on the grid planned for
  std::vector<std::string> notes;
};

/// The time of a sweep: memory (each cell once per `steps` steps, and halos) beside what
/// multiprocessors do, times the redundancy of overlapping tiles and the steps chunks take to fill.
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const plan::Target &target);

/// Sets how many percent longer a step takes of a block that finds nothing in L2 of what its
/// neighbours have read than one of a block in step with them (Chunks.h), and the same for
/// launches, where blocks come so far apart; 0 where they sweep no planes, or exchange whole ones.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// With two axes: chunks of the first and the last column for one of the others. New cells beyond a
/// mirror take more than those across a period, which cost no more than others but where
/// coefficients are read of them.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Percent of a step of another tile that one of a tile at faces takes, where it loads images
/// (WavefrontShape::images); else 0, and the cost is one of Tiles.h.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// The time skew drawn in text: which plane each time step is at, what waits where.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
