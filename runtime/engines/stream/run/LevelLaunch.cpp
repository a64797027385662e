/// \file Builds the kernel arguments for planes of an out-of-core domain in ring buffers, and
/// enqueues launches.
#include "runtime/engines/stream/run/LevelLaunch.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Step.h"
#include <climits>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Kernel arguments of one launch: the grid, and the fields, whose planes lie in ring buffers.
struct InRings {
  InRings(const OutOfCoreDomain &domain, const RingMemory &rings, const TraversalTask &task,
          const TraversalShape &shape, int rows);

  /// Converts planes [begin, end), counted from the first plane of this process, to the indices
  /// that the kernel uses.
  PlaneRange ofKernels(int begin, int end) const { return {begin + plane0, end + plane0}; }

  Grid grid; // grid of the kernel; if periodic, with the planes copied beyond its ends
  std::vector<FieldMemory> fields;
  PlaneRange written, stored;

private:
  std::vector<unsigned char *> places;
  int plane0 = 0; // index in the kernel's grid of plane 0 of the part
};

InRings::InRings(const OutOfCoreDomain &domain, const RingMemory &rings, const TraversalTask &task,
                 const TraversalShape &shape, int rows)
    : grid(domain.fields[0].layout.grid), fields(domain.fields), places(rings.all().size()) {
  const ProgramDescription &program = *domain.program;
  const TraversalLevel &level = shape.levels[static_cast<std::size_t>(task.level)];
  const int last = program.rank - 1, pad = program.stream->isPeriodic ? shape.padLow() : 0;
  plane0 = domain.firstPlane() + pad;
  if (last == 2)
    grid.ny = rows;
  (last == 2 ? grid.nz : grid.ny) += 2 * pad;
  grid.pad = pad;
  const int far = level.reach + shape.margin;
  const int low = std::max(task.begin - far, -shape.padLow());
  const int high = std::min(task.end + far, shape.planes + shape.padHigh());
  written = ofKernels(task.begin, task.end);
  stored = ofKernels(low, high);
  std::size_t next = 0;
  for (int f = 0; f < static_cast<int>(fields.size()); ++f) {
    FieldMemory &field = fields[f];
    const std::uint64_t pitch = rings.pitchOf(f);
    (last == 2 ? field.layout.planePitch : field.layout.rowPitch) = pitch;
    field.layout.grid = grid;
    field.places = &places[next];
    field.current = shape.currentAfter(domain.uses[f], static_cast<std::size_t>(task.level));
    field.staleFrozen = INT_MAX; // in ring buffers, every plane is overwritten
    for (int buffer = 0; buffer < domain.uses[f].buffers; ++buffer, ++next) {
      // The address that plane 0 of the kernel's grid would have.
      const auto first = reinterpret_cast<std::uintptr_t>(rings.placeOf(next, task.origin, low));
      places[next] = reinterpret_cast<unsigned char *>(
          first - static_cast<std::uint64_t>(low + plane0) * pitch);
    }
  }
}

} // namespace

Status launchLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, int rows,
                   const Scalars &scalars, std::int64_t before, Lane &lane,
                   KernelHandles &handles) {
  const ProgramDescription &program = *domain.program;
  const TraversalLevel &level = shape.levels[static_cast<std::size_t>(task.level)];
  InRings here(domain, rings, task, shape, rows);
  const Grid &whole = domain.fields[0].layout.grid;
  const std::int64_t ofAPlane = std::int64_t{whole.nx} * (program.rank == 3 ? rows : 1);
  const std::int64_t first = before + shape.stepsBefore(static_cast<std::size_t>(task.level));
  DeviceRun run(device, lane.stream(), worthwhileThreads(ofAPlane * (task.end - task.begin)),
                &handles);
  Step step(run.runtime(), here.grid, here.fields.data(),
            scalars.at(first, std::max(1, level.steps)), here.written, here.stored,
            std::max(0, level.kernel));
  (level.kernel < 0 ? program.fused[0].launch : program.step)(step);
  return run.status();
}

Status reduceLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, const Scalars &scalars,
                   std::int64_t before, Lane &lane, KernelHandles &handles, ReducedPlanes &into) {
  const TraversalLevel &level = shape.levels[static_cast<std::size_t>(task.level)];
  const std::int64_t done = before + shape.stepsBefore(static_cast<std::size_t>(task.level));
  const std::vector<const CheckDescription *> &due = into.dueAfter(done);
  if (level.globalReduction < 0 && due.empty())
    return {};
  InRings here(domain, rings, task, shape, domain.rows());
  into.begin({task.begin, task.end});
  if (level.globalReduction >= 0) {
    const GlobalReductionDescription &wanted =
        domain.program->globalReductions[level.globalReduction];
    DeviceRun run(device, lane.stream(), 0, &handles);
    const Step step(run.runtime(), here.grid, here.fields.data(), scalars.at(done, 1), here.written,
                    here.stored);
    Check work(*domain.program, step, here.fields.data(), scalars.at(done, 1), into.partials(),
               here.written);
    wanted.reduce(work);
    Status status = run.status();
    return status ? into.load(ReducedPlanes::kindsOf(wanted), work.result(), lane) : status;
  }
  for (const CheckDescription *check : due) {
    DeviceRun run(device, lane.stream(), 0, &handles);
    Check work(run.runtime(), *domain.program, here.fields.data(), scalars.at(done - 1, 1),
               into.partials(), here.written);
    check->reduce(work);
    Status status = run.status();
    if (status)
      status = into.load(into.kindsOf(*check), work.result(), lane);
    if (!status)
      return status;
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
