/// \file Checks whether the schedule `wavefront` can compute the time steps of a program.
#include "schedules/wavefront/shape/Fit.h"
#include "plan/cost/Column.h"
#include "plan/cost/FusedSteps.h"
#include "schedules/wavefront/faces/FitFaces.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Largest number of cells that one update may read. The verifier checks the shape of every plan,
/// and its time grows with this number. Larger updates are refused.
constexpr std::size_t kMostReads = 4096;

/// Returns the name of the schedule to recommend if `wavefront` cannot compute the program: `naive`
/// with one axis, otherwise `sweep`. Both compute one time step at a time.
const char *stepwise(const ir::Program &program) { return program.rank() == 1 ? "naive" : "sweep"; }

/// Returns a refusal with its reason if the update of `stage` reads more than kMostReads cells,
/// otherwise Fit::yes(). `footprint` has the offsets of these reads.
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

/// Returns a refusal with its reason if `fieldLevel` is an older time level of a field, and an
/// update reads it at an offset along an axis that is not swept. A thread keeps only its own cells
/// of older time levels. Otherwise returns Fit::yes(). `read` has the offsets of all reads of
/// `fieldLevel`.
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

/// Calls fits(fieldLevel, offsets) for each field level (a field at one time level) that an update
/// reads, until a call returns a refusal. Returns this refusal, or Fit::yes() if there is none.
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
  if (Fit fit = fitFaces(facts, stepwise(program)); !fit.legal)
    return fit;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    if (Fit fit = fitNumberOfReads(program, stage, footprint); !fit.legal)
      return fit;
  return forEachLevel(facts, [&](const auto &fieldLevel, const auto &read) {
    return fitEarlierLevel(program, fieldLevel, read);
  });
}

} // namespace stencilc::schedules
