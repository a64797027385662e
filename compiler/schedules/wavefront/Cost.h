/// \file Cost model of a wavefront, and its picture in text.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// Predicted time of a wavefront plan, and remarks about it for `explain`.
struct WavefrontCost {
  plan::Estimate estimate; // on the grid planned for
  std::vector<std::string> notes;
};

/// Estimates the time of a wavefront plan on the planned grid. Memory transfers each cell, and the
/// halos, once per `steps` time steps. The work of the multiprocessors is multiplied by the
/// redundancy of overlapping tiles and by the steps that fill the pipeline of each chunk.
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const plan::Target &target);

/// Sets `shape.drift` and `shape.launchDrift`: percent by which a step takes longer if blocks have
/// lost step with each other and find nothing that their neighbours have loaded in L2 (Chunks.h).
/// Leaves them 0 for less than three axes, whole exchanged planes, or more than 4 time steps.
void findDrift(const analysis::Facts &facts, const plan::Target &target, WavefrontShape &shape);

/// Returns how many chunks an edge column of tiles gets per chunk of an inner column (two axes).
/// Mirror faces cost most, because new cells are stored a second time. Periodic faces cost no more
/// than inner tiles unless updates also read fields that never change.
int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the time of a step of a tile at faces in percent of a step of an inner tile, if it loads
/// cells at wrapped indices (WavefrontShape::images). Returns 0 otherwise; a constant of Tiles.h
/// then is the cost.
int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape,
               const plan::Target &target);

/// Returns lines of text that show one step of the sweep: the plane at which each time step is, and
/// the planes and partial sums that are kept.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
