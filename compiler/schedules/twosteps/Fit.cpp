/// \file Tests whether one kernel can compute two time steps of a program in one sweep.
#include "schedules/twosteps/Fit.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/FusedSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns the index maps of those updated fields that updates read beyond face `side` of `axis`.
/// An index map gives, for each cell beyond the face, the cell of the grid with the same value.
std::set<analysis::IndexMap> mapsBeyond(const analysis::Facts &facts, int axis, Side side) {
  std::set<analysis::IndexMap> maps;
  const analysis::KernelFacts kernel(facts, 0);
  for (ir::FieldId field : kernel.stored) {
    const auto read = kernel.fieldLevels.find({field, 0});
    const auto map = facts.faces.at(field, axis, side).map();
    if (map && read != kernel.fieldLevels.end() && read->second.reach.of(axis, side))
      maps.insert(*map);
  }
  return maps;
}

Fit fitField(const ir::FieldDecl &field) {
  if (field.levels != 1)
    return Fit::no(
        llvm::formatv(
            "'{0}' is read two steps back, and only one time level is kept; use wavefront",
            field.name)
            .str());
  if (llvm::is_contained(field.shorter, true))
    return Fit::no(llvm::formatv("'{0}' is shorter than the grid, and its tiles are not; use sweep",
                                 field.name)
                       .str());
  return Fit::yes();
}

/// Checks that all updated fields that are read beyond a face have the same index map there, and
/// returns the reason if they do not. An index map gives, for each cell beyond the face, the cell
/// of the grid with the same value. The kernel needs one map, because it computes a cell beyond a
/// face once for all fields.
Fit fitFaces(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (int axis = 0; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (mapsBeyond(facts, axis, side).size() > 1)
        return Fit::no(llvm::formatv("beyond {0}.{1} two fields get their values from different "
                                     "cells, and tiles compute both at one cell; use wavefront",
                                     program.axes[axis], side == Side::Low ? "low" : "high")
                           .str());
  return Fit::yes();
}

} // namespace

std::optional<analysis::IndexMap> mapBeyond(const analysis::Facts &facts, int axis, Side side) {
  const std::set<analysis::IndexMap> maps = mapsBeyond(facts, axis, side);
  return maps.empty() ? std::nullopt : std::optional(*maps.begin());
}

Fit fitTwoSteps(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  if (program.rank() < 2)
    return Fit::no("it sweeps tiles of two or three axes; use wavefront");
  if (Fit fit = fitFusedSteps(program, "sweep"); !fit.legal)
    return fit;
  if (facts.dependence.kernels.size() != 1)
    return Fit::no(llvm::formatv("a step has {0} kernels, because later updates read neighbours of "
                                 "earlier results, and a tile does one; use wavefront",
                                 facts.dependence.kernels.size())
                       .str());
  if (!program.points.empty())
    return Fit::no("sources and receivers are not in its tiles; use wavefront");
  const analysis::KernelFacts kernel(facts, 0);
  bool hasNeighbours = false;
  for (ir::FieldId field : kernel.stored) {
    if (Fit fit = fitField(program.fields[field]); !fit.legal)
      return fit;
    const auto read = kernel.fieldLevels.find({field, 0});
    hasNeighbours |= read != kernel.fieldLevels.end() && !read->second.reach.isZero();
  }
  if (!hasNeighbours)
    return Fit::no("no update reads neighbours of an updated field, so nothing would be kept in "
                   "shared memory; use sweep");
  return fitFaces(facts);
}

} // namespace stencilc::schedules
