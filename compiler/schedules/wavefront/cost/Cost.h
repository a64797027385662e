/// \file Cost model of the schedule `wavefront`, and a picture of its sweep in text.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Predicted time of a wavefront plan, and remarks about the plan for the command `explain`.
struct WavefrontCost {
  plan::Estimate estimate; // for the planned grid
  std::vector<std::string> notes;
};

/// Returns the predicted time of a wavefront plan on the planned grid, and remarks about the plan.
/// The model assumes that each cell of the grid and of halos is transferred from memory once for
/// all fused time steps. Cells where tiles overlap are computed twice. Each block takes additional
/// steps of the sweep at the ends of its chunk (the planes that it sweeps).
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const plan::Target &target);

/// Sets `shape.pace.drift`, the percent by which a step of the sweep takes longer if blocks are at
/// different planes instead of the same one. L2 then lacks the planes of neighbouring blocks. Sets
/// `shape.pace.launchDrift`, the percent that launches assume when they choose chunks (the planes
/// that one block sweeps). It equals `drift`, or is 0 if memory hardly limits the kernel. Changes
/// nothing with fewer than three axes, with more than 4 fused time steps, or if threads exchange
/// whole planes through shared memory.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// Returns the number of chunks (ranges of planes) into which a launch with two axes divides the
/// first or last column of tiles, per chunk of an inner column. Tiles in these columns are slower,
/// so they get shorter chunks. Returns 4 with mirror or copy faces of x, because new cells are then
/// stored a second time. Otherwise returns 2 with periodic faces of x if updates read only updated
/// fields, and 3 in all other cases.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the time that a tile at faces of the grid needs for one step of the sweep (one plane),
/// in percent of the time of an inner tile, if such tiles load each ghost cell (beyond the grid)
/// from the cell of the grid that has the same value (`shape.faces.images` is set). Otherwise
/// returns 0, and launches use the constant kFaceTileCost, kFlushTileCost or kRepeatTileCost of
/// Tiles.h.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// Returns lines of text that show one step of the sweep: the plane that each time step computes,
/// and the planes and partial sums that are kept in shared memory and registers.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
