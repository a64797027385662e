/// \file Checks whether a wavefront kernel can compute the values at the faces of a program.
#include "schedules/wavefront/faces/FitFaces.h"
#include "ir/Walk.h"
#include "kernel/build/Uniforms.h"
#include "schedules/wavefront/skew/Replay.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Checks a field along `axis`, which is periodic for some field, because tiles continue beyond the
/// ends of such an axis. Refuses `field` if it is read beyond a face of `axis` and is not periodic
/// there, or if one of its boundary values varies along `axis`.
Fit fitPeriod(const ir::Program &program, const ir::FieldDecl &field,
              const analysis::FieldFaces &faces, int axis, const char *instead) {
  for (const analysis::Face &face : faces.faces[axis])
    if (face.reach && !face.isPeriodic())
      return Fit::no(llvm::formatv("tiles continue beyond the ends of {0}, which is periodic for "
                                   "another field, but not for '{1}'; use {2}",
                                   program.axes[axis], field.name, instead)
                         .str());
  for (int other = 0; other < program.rank(); ++other)
    for (const analysis::Face &face : faces.faces[other])
      if (face.reach && face.variesAlong(axis))
        return Fit::no(llvm::formatv("the value of '{0}' beyond {1} varies along {2}, which is "
                                     "periodic; use {3}",
                                     field.name, program.axes[other], program.axes[axis], instead)
                           .str());
  return Fit::yes();
}

/// Refuses frozen cells (which keep their values) at the ends of a periodic axis. A tile there
/// would hold such cells in its middle, and kernels find frozen cells only at its edges.
Fit fitFrozen(const ir::Program &program, const ir::Stage &stage, int axis, const char *instead) {
  if (stage.frozen.low[axis] + stage.frozen.high[axis] == 0)
    return Fit::yes();
  return Fit::no(llvm::formatv("tiles continue beyond the ends of {0}, which is periodic for "
                               "another field, and cells of '{1}' keep their values there; use {2}",
                               program.axes[axis], program.fields[stage.target].name, instead)
                     .str());
}

/// Checks that all fields and stages can be computed beyond the ends of periodic axes. Tiles there
/// compute the same cells as at the other end.
Fit fitPeriods(const analysis::Facts &facts, const char *instead) {
  const ir::Program &program = facts.program;
  for (int axis = 0; axis < program.rank(); ++axis) {
    if (!facts.faces.isPeriodic(axis))
      continue;
    for (const auto &[id, reach] : facts.footprint.fields)
      if (Fit fit = fitPeriod(program, program.fields[id], facts.faces[id], axis, instead);
          !fit.legal)
        return fit;
    for (const ir::Stage &stage : program.stages)
      if (Fit fit = fitFrozen(program, stage, axis, instead); !fit.legal)
        return fit;
  }
  return Fit::yes();
}

/// Refuses boundary values that change from time step to time step, for fields that no update
/// changes. Planes of these fields are loaded once for all fused time steps.
Fit fitFacesThatChange(const analysis::Facts &facts, const char *instead) {
  const ir::Program &program = facts.program;
  for (const auto &[id, reach] : facts.footprint.fields)
    if (!reach.isZero() && !ir::isUpdated(program, id) && kernel::facesChange(program, id))
      return Fit::no(llvm::formatv("the boundary value of '{0}' changes from step to step, and its "
                                   "planes are loaded once for all steps; use {1}",
                                   program.fields[id].name, instead)
                         .str());
  return Fit::yes();
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

} // namespace

Fit fitFaces(const analysis::Facts &facts, const char *instead) {
  if (Fit fit = fitPeriods(facts, instead); !fit.legal)
    return fit;
  if (Fit fit = fitFacesThatChange(facts, instead); !fit.legal)
    return fit;
  return fitReplayedPlanes(facts);
}

} // namespace stencilc::schedules
