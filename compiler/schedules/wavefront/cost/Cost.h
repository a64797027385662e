/// \file Cost model of the schedule `wavefront`, and a picture of its sweep in text.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Predicted time of a wavefront plan, and remarks about it for `explain`.
struct WavefrontCost {
  plan::Estimate estimate; // on the grid planned for
  std::vector<std::string> notes;
};

/// Estimates the time of a wavefront plan on the planned grid. Memory transfers each cell, and the
/// halos, once per `steps` time steps. Overlapping tiles compute cells twice, and each chunk (the
/// planes that one block sweeps) needs additional steps of the sweep at its ends.
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const plan::Target &target);

/// Sets `shape.drift` and `shape.launchDrift`: the percent by which a step takes longer if blocks
/// are at different planes, so that L2 has nothing that their neighbours have loaded. Both are 0
/// with less than three axes, with more than 4 fused time steps, and if threads exchange whole
/// planes.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// Returns the number of chunks (ranges of planes) of an edge column of tiles (first or last) for
/// each chunk of an inner column, with two axes. Mirror faces cost most, because new cells are
/// stored a second time. Periodic faces cost no more than inner tiles unless updates also read
/// fields that never change.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the time of a step of the sweep of a tile at faces, in percent of that of an inner tile.
/// Returns 0 if `shape.images` is not set: tiles then do not load the cells whose values ghost
/// cells have, and their cost is a constant of Tiles.h.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// Returns lines of text that show one step of the sweep: the plane at which each time step is, and
/// the planes and partial sums that are kept.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
