/// \file Whether a wavefront can do the steps of a program at all.
#include "schedules/wavefront/Fit.h"
#include "ir/Walk.h"
#include "kernel/Uniforms.h"
#include "plan/Column.h"
#include "plan/FusedSteps.h"
#include "schedules/wavefront/Replay.h"
#include "schedules/wavefront/TimeSkew.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Reads of an update at most: it waits in parts for the planes to come, and each tile plans all of
/// them anew.
constexpr std::size_t kMostReads = 4096;

/// What does one step at a time on as many axes.
const char *stepwise(const ir::Program &program) { return program.rank() == 1 ? "naive" : "sweep"; }

/// Beyond the ends of a periodic axis, all that is read of a field must repeat as well.
Fit fitPeriod(const ir::Program &program, const ir::FieldDecl &field,
              const analysis::FieldFaces &faces, int axis) {
  for (const analysis::Face &face : faces.faces[axis])
    if (face.reach && !face.goesRound())
      return Fit::no(llvm::formatv("tiles go on beyond the ends of {0}, which is periodic for "
                                   "another field, and '{1}' has a face there; use {2}",
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

/// Nor may cells keep their values: which cells of a tile are near an end is asked once, and beyond
/// it come others of the grid.
Fit fitFrozen(const ir::Program &program, const ir::Stage &stage, int axis) {
  if (stage.frozen.low[axis] + stage.frozen.high[axis] == 0)
    return Fit::yes();
  return Fit::no(llvm::formatv("tiles go on beyond the ends of {0}, which is periodic for another "
                               "field, and cells of '{1}' keep their values there; use {2}",
                               program.axes[axis], program.fields[stage.target].name,
                               stepwise(program))
                     .str());
}

/// Beyond a periodic end, tiles compute what is computed at the other one.
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

/// Planes of fields that no update changes come once for all time steps.
Fit fitFacesThatChange(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (const auto &[id, reach] : facts.footprint.fields)
    if (!reach.isZero() && !ir::isUpdated(program, id) && kernel::facesChange(program, id))
      return Fit::no(llvm::formatv("what a face of '{0}' fixes changes from step to step, and its "
                                   "planes come once for all of them; use {1}",
                                   program.fields[id].name, stepwise(program))
                         .str());
  return Fit::yes();
}

Fit fitNumberOfReads(const ir::Program &program, ir::StageId stage,
                     const analysis::StageFootprint &footprint) {
  std::size_t reads = 0;
  for (const auto &[fieldLevel, read] : footprint.fieldLevels)
    reads += read.offsets.size();
  if (reads <= kMostReads)
    return Fit::yes();
  return Fit::no(llvm::formatv("an update of '{0}' reads {1} cells, and steps are fused of "
                               "at most {2}; use naive",
                               program.fields[program.stages[stage].target].name, reads, kMostReads)
                     .str());
}

/// Planes beyond the low face that are replayed have cells of other planes beside the faces across,
/// too.
Fit fitReplayedPlanes(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  for (const auto &[id, reach] : facts.footprint.fields)
    for (int axis = 0; axis < 2 && isReplayed(facts, id); ++axis)
      for (const analysis::Face &face : facts.faces[id].faces[axis])
        if (face.reach && face.variesAlong(2))
          return Fit::no(
              llvm::formatv("the value of '{0}' beyond {1} varies along {2}, and it reads "
                            "other rows of planes beyond {2}.low, which repeat later "
                            "ones with what lies beside them; use sweep",
                            program.fields[id].name, program.axes[axis], program.axes[2])
                  .str());
  return Fit::yes();
}

/// A thread keeps its own cells alone of levels before the last.
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
                 "' two steps back, which no longer wait anywhere; use sweep");
}

/// The first refusal of `fits` for what any update reads.
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
    return Fit::no("planes come by copies beside the threads, which " + target.name +
                   " cannot; use " + stepwise(program));
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
