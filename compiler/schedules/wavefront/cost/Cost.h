/// \file Cost model of the schedule `wavefront`, and a picture of its sweep in text.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Predicted time of a wavefront plan, and remarks about it for the command `explain`.
struct WavefrontCost {
  plan::Estimate estimate; // for the planned grid
  std::vector<std::string> notes;
};

/// Returns the predicted time of a wavefront plan on the planned grid, and remarks about it. Each
/// cell and the halos are transferred from memory once for all fused time steps. Cells where tiles
/// overlap are computed twice. Each chunk (the planes that one block sweeps) takes additional steps
/// of the sweep at its ends.
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const plan::Target &target);

/// Sets `shape.pace.drift`, the percent by which a step of the sweep takes longer if blocks are at
/// different planes, because L2 then lacks the planes of neighbours. Sets `shape.pace.launchDrift`,
/// the percent with which launches choose chunks (the planes that one block sweeps). It equals
/// `drift`, or is 0 if memory hardly limits the kernel. Changes nothing with fewer than three axes,
/// above 4 fused time steps, or if threads exchange whole planes.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// Returns the number of chunks (ranges of planes) of an edge column of tiles (the first or last)
/// for each chunk of an inner column, with two axes. Edge tiles are slower, so they get shorter
/// chunks. Returns 4 with mirror or copy faces of x, because new cells are then stored a second
/// time. Returns 2 with periodic faces of x if updates read only updated fields, otherwise 3.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the time that a tile at faces of the grid needs for one step of the sweep (one plane),
/// in percent of the time of an inner tile. Such tiles load each ghost cell (beyond the grid) from
/// the cell of the grid that has the same value. Returns 0 if they do not (`shape.faces.images` is
/// not set). Their time is then a constant of Tiles.h.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// Returns lines of text that show one step of the sweep: the plane that each time step computes,
/// and the planes and partial sums that are kept.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
