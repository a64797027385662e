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

/// Sets `shape.pace.drift`: the percent by which a step of the sweep takes longer if blocks are at
/// different planes, because L2 then lacks the planes of neighbours. Sets `shape.pace.launchDrift`,
/// with which launches choose chunks (the planes that one block sweeps): 0 if memory hardly limits
/// the kernel, else `drift`. Changes nothing with less than three axes, above 4 fused time steps,
/// or if threads exchange whole planes.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// Returns the number of chunks (ranges of planes) of an edge column of tiles (first or last) per
/// chunk of an inner column, with two axes. Edge tiles are slower, so they get shorter chunks. The
/// result is 4 with mirror or copy faces of x, because new cells are stored a second time. It is 2
/// with periodic faces if updates read only updated fields, else 3.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the time that a tile at faces of the grid needs for one step of the sweep (one plane),
/// in percent of the time of an inner tile. Such tiles load each ghost cell (beyond the grid) from
/// the cell of the grid that has the same value. Returns 0 if they do not (`shape.faces.images` is
/// not set). Their cost is then a constant of Tiles.h.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// Returns lines of text that show one step of the sweep: the plane at which each time step is, and
/// the planes and partial sums that are kept.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
