/// \file Checks whether the schedule `wavefront` can compute the time steps of a program.
#include "schedules/wavefront/shape/Fit.h"
#include "ir/Walk.h"
#include "kernel/build/Uniforms.h"
#include "plan/cost/Column.h"
#include "plan/cost/FusedSteps.h"
#include "schedules/wavefront/skew/Replay.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Largest number of reads of an update. Larger updates are refused, because the time of the
/// verifier grows with the reads, and it checks the shape of every plan.
constexpr std::size_t kMostReads = 4096;

/// Returns the name of the schedule that a refusal recommends: one that computes one time step at a
/// time.
const char *stepwise(const ir::Program &program) { return program.rank() == 1 ? "naive" : "sweep"; }

/// Checks a field along `axis`, which is periodic for some field, because tiles continue beyond the
/// ends of such an axis. Refuses `field` if it is read beyond a face of `axis` and is not periodic
/// there, or if one of its boundary values varies along `axis`.
Fit fitPeriod(const ir::Program &program, const ir::FieldDecl &field,
              const analysis::FieldFaces &faces, int axis) {
  for (const analysis::Face &face : faces.faces[axis])
    if (face.reach && !face.isPeriodic())
      return Fit::no(llvm::formatv("tiles continue beyond the ends of {0}, which is periodic for "
                                   "another field, but not for '{1}'; use {2}",
                                   program.axes[axis], field.name, stepwise(program))
                         .str());
  for (int other = 0; other < program.rank(); ++other)
    for (const analysis::Face &face : faces.faces[other])
      if (face.reach && face.variesAlong(axis))
        return Fit::no(llvm::formatv("the value of '{0}' beyond {1} varies along {2}, which is "
                                     "periodic; use {3}",
                                     field.name, program.axes[other], program.axes[axis],
                                     stepwise(program))
                           .str());
  return Fit::yes();
}

/// Refuses frozen cells (which keep their values) at the ends of a periodic axis. A tile there
/// would hold such cells in its middle, and kernels find frozen cells only at its edges.
Fit fitFrozen(const ir::Program &program, const ir::Stage &stage, int axis) {
  if (stage.frozen.low[axis] + stage.frozen.high[axis] == 0)
    return Fit::yes();
  return Fit::no(llvm::formatv("tiles continue beyond the ends of {0}, which is periodic for "
                               "another field, and cells of '{1}' keep their values there; use {2}",
                               program.axes[axis], program.fields[stage.target].name,
                               stepwise(program))
                     .str());
}

/// Checks that all fields and stages can be computed beyond the ends of periodic axes. Tiles there
/// compute the same cells as at the other end.
Fit fitPeriods(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (int axis = 0; axis < program.rank(); ++axis) {
    if (!facts.faces.isPeriodic(axis))
      continue;
    for (const auto &[id, reach] : facts.footprint.fields)
      if (Fit fit = fitPeriod(program, program.fields[id], facts.faces[id], axis); !fit.legal)
        return fit;
    for (const ir::Stage &stage : program.stages)
      if (Fit fit = fitFrozen(program, stage, axis); !fit.legal)
        return fit;
  }
  return Fit::yes();
}

/// Refuses boundary values that change from time step to time step, for fields that no update
/// changes. Planes of these fields are loaded once for all fused time steps.
Fit fitFacesThatChange(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (const auto &[id, reach] : facts.footprint.fields)
    if (!reach.isZero() && !ir::isUpdated(program, id) && kernel::facesChange(program, id))
      return Fit::no(llvm::formatv("the boundary value of '{0}' changes from step to step, and its "
                                   "planes are loaded once for all steps; use {1}",
                                   program.fields[id].name, stepwise(program))
                         .str());
  return Fit::yes();
}

/// Refuses updates with more than kMostReads reads.
Fit fitNumberOfReads(const ir::Program &program, ir::StageId stage,
                     const analysis::StageFootprint &footprint) {
  std::size_t reads = 0;
  for (const auto &[fieldLevel, read] : footprint.fieldLevels)
    reads += read.offsets.size();
  if (reads <= kMostReads)
    return Fit::yes();
  return Fit::no(
      llvm::formatv(
          "an update of '{0}' reads {1} cells, and fused updates read at most {2}; use naive",
          program.fields[program.stages[stage].target].name, reads, kMostReads)
          .str());
}

/// Refuses programs that need replays (repeated steps for planes beyond the low face) if boundary
/// values beyond x or y faces vary along z. A replay reads a ghost plane from the plane of the grid
/// with the same values. Beyond its x and y faces it would get the boundary values at the z of that
/// plane.
Fit fitReplayedPlanes(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (const auto &[id, reach] : facts.footprint.fields)
    for (int axis = 0; axis < 2 && isReplayed(facts, id); ++axis)
      for (const analysis::Face &face : facts.faces[id].faces[axis])
        if (face.reach && face.variesAlong(2))
          return Fit::no(
              llvm::formatv(
                  "the value of '{0}' beyond {1} varies along {2}, and it reads other rows of "
                  "planes beyond {2}.low, which are copies of later planes; use sweep",
                  program.fields[id].name, program.axes[axis], program.axes[2])
                  .str());
  return Fit::yes();
}

/// Refuses reads of neighbours in other columns at older time levels. A thread keeps only its own
/// cells of those levels.
Fit fitEarlierLevel(const ir::Program &program, const analysis::FieldLevel &fieldLevel,
                    const analysis::LevelFootprint &read) {
  const auto isBeside = [&](const Offset &offset) {
    for (int axis = 0; axis < sweptAxis(program); ++axis)
      if (offset[axis])
        return true;
    return false;
  };
  if (fieldLevel.level >= 0 || !llvm::any_of(read.offsets, isBeside))
    return Fit::yes();
  return Fit::no("it reads neighbours of '" + program.fields[fieldLevel.field].name +
                 "' two steps back, which are no longer kept; use sweep");
}

/// Calls `fits` with each field level (a field at one time level) that an update reads, and returns
/// the first refusal. Returns Fit::yes() if `fits` refuses none.
template <class Fits> Fit forEachLevel(const analysis::Facts &facts, Fits fits) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      if (Fit fit = fits(fieldLevel, read); !fit.legal)
        return fit;
  return Fit::yes();
}

} // namespace

Fit fitWavefront(const analysis::Facts &facts, const Target &target) {
  const ir::Program &program = facts.program;
  if (!target.has.asyncCopies)
    return Fit::no("planes are loaded by asynchronous copies, which " + target.name +
                   " does not have; use " + stepwise(program));
  if (Fit fit = fitFusedSteps(program, stepwise(program)); !fit.legal)
    return fit;
  if (Fit fit = fitPeriods(facts); !fit.legal)
    return fit;
  if (Fit fit = fitFacesThatChange(facts); !fit.legal)
    return fit;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    if (Fit fit = fitNumberOfReads(program, stage, footprint); !fit.legal)
      return fit;
  if (Fit fit = fitReplayedPlanes(facts); !fit.legal)
    return fit;
  return forEachLevel(facts, [&](const auto &fieldLevel, const auto &read) {
    return fitEarlierLevel(program, fieldLevel, read);
  });
}

} // namespace stencilc::schedules
