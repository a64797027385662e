/// \file Checks whether a wavefront kernel can compute the boundary conditions of a program.
#include "schedules/wavefront/faces/FitFaces.h"
#include "ir/Walk.h"
#include "kernel/build/Uniforms.h"
#include "schedules/wavefront/skew/Replay.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns a refusal if `field` is read beyond a face of `axis` and is not periodic there, or if
/// one of its boundary values varies along `axis`. Another field is periodic along `axis`, so tiles
/// continue beyond its ends. `faces` has the boundary conditions of `field`. `instead` is the name
/// of the schedule that the refusal recommends. Otherwise returns Fit::yes().
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

/// Returns a refusal if cells that `stage` updates are frozen (keep their values) at an end of
/// `axis`, which is periodic for another field. A tile that continues beyond this end would have
/// such cells in its middle, but kernels expect them only at edges of tiles. `instead` is the name
/// of the schedule that the refusal recommends. Otherwise returns Fit::yes().
Fit fitFrozen(const ir::Program &program, const ir::Stage &stage, int axis, const char *instead) {
  if (stage.frozen.low[axis] + stage.frozen.high[axis] == 0)
    return Fit::yes();
  return Fit::no(llvm::formatv("tiles continue beyond the ends of {0}, which is periodic for "
                               "another field, and cells of '{1}' keep their values there; use {2}",
                               program.axes[axis], program.fields[stage.target].name, instead)
                     .str());
}

/// Returns a refusal if some field or stage cannot be computed beyond the ends of a periodic axis,
/// otherwise Fit::yes(). Tiles there compute the same cells as at the opposite end. `instead` is
/// the name of the schedule that the refusal recommends.
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

/// Returns a refusal if a boundary value changes from time step to time step, for a field that no
/// update changes. Planes of such a field are loaded only once for all fused time steps. `instead`
/// is the name of the schedule that the refusal recommends. Otherwise returns Fit::yes().
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

/// Returns a refusal if a field needs a replay (steps of the sweep near the low face that are
/// executed again), and its boundary value beyond x or y faces varies along z. A replay reads a
/// ghost plane from the plane of the grid with the same values. Beyond x and y faces it would thus
/// use boundary values for the wrong z. Otherwise returns Fit::yes().
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
