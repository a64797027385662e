/// \file Implements the engine (holder of the fields, which computes time steps) for domains in the
/// memory of one device.
#include "runtime/core/stepping/InCore.h"
#include "runtime/core/fields/InitialValues.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/instance/SameProgram.h"
#include "runtime/core/support/Seconds.h"
#include "stencilc/Check.h"

namespace stencilc::inline STENCILC_SPACE {

InCore::~InCore() {
  if (ownsMemory)
    device.release(memory);
}

Status InCore::plan(const EngineRequest &request) {
  if (Status status = request.limits.devices.refuse(); !status)
    return status;
  wanted = request;
  if (request.trial.isWanted)
    stepper.tryKernels(request.steps, wanted.learnt);
  return planFields(program, request.extents, fields, needed, request.limits.rowPitch);
}

Status InCore::allocate() {
  const SecondsIn time(start.memory);
  memory = wanted.memory;
  if (memory && wanted.memoryBytes < needed)
    return Status::outOfMemory(format("the memory given is too small: need %llu bytes, have %zu",
                                      static_cast<unsigned long long>(needed), wanted.memoryBytes));
  if (!memory) {
    if (Status status = checkMemory(wanted.limits.memoryLimit); !status)
      return status;
    if (Status status = device.allocate(needed, memory); !status)
      return status;
    ownsMemory = true;
  }
  partials = placeFields(fields, memory);
  stepper.reduceIn(partials);
  return {};
}

Status InCore::reset(const double *parameters) {
  const SecondsIn time(start.values);
  const InitialValues initial(program, parameters, device);
  for (int i = 0; i < program.fieldCount; ++i) {
    FieldMemory &field = fields[static_cast<std::size_t>(i)];
    field.current = 0;
    field.changed();
    if (Status status = initial.fill(i, field); !status)
      return status;
  }
  // Kernels load whole rows of the buffers of local fields, including cells that no update needs.
  // These must be initialised.
  for (std::size_t i = static_cast<std::size_t>(program.fieldCount); i < fields.size(); ++i)
    if (FieldMemory &local = fields[i]; local.heldBy < 0)
      for (int buffer = 0; buffer < local.buffers; ++buffer)
        if (Status status = device.fill(local.buffer(-buffer), 0, local.layout.bytes, nullptr);
            !status)
          return status;
  return {};
}

Status InCore::reduce(const CheckDescription &check, const Segment &segment,
                      std::vector<double> &results) {
  DeviceRun run(device, segment.stream);
  const std::int64_t last = segment.stepsBefore + segment.steps - 1;
  Check work(run.runtime(), program, fields.data(), segment.scalars->at(last, 1), partials);
  check.reduce(work);
  results.resize(static_cast<std::size_t>(check.count));
  const std::size_t bytes = results.size() * sizeof(double);
  Status status = run.status();
  if (status)
    status = device.copy({results.data(), bytes, bytes}, {work.result(), bytes, bytes}, {bytes},
                         segment.stream);
  return status ? device.synchronize(segment.stream) : status;
}

Status InCore::copy(int field, int level, const device::Place &cells, const device::Box &box,
                    bool in, Stream stream) {
  const FieldMemory &f = fields[static_cast<std::size_t>(field)];
  return copyBox(field, {f.buffer(level), f.layout.rowPitch, f.layout.planePitch}, cells, box, in,
                 stream);
}

Status InCore::cells(int field, int level, std::int64_t first, std::int64_t count,
                     unsigned char *cells, bool in, Stream stream) {
  const FieldMemory &f = fields[static_cast<std::size_t>(field)];
  const Layout &layout = f.layout;
  const std::int64_t nx = layout.grid.nx, row = first / nx;
  const bool whole = first % nx == 0 && count % nx == 0;
  const device::Box box = {whole ? layout.rowBytes()
                                 : static_cast<std::size_t>(count) * layout.cellBytes,
                           whole ? static_cast<std::size_t>(count / nx) : 1, 1};
  unsigned char *start = static_cast<unsigned char *>(f.buffer(level)) +
                         static_cast<std::uint64_t>(row) * layout.rowPitch +
                         static_cast<std::uint64_t>(first % nx) * layout.cellBytes;
  return copyBox(field, {start, layout.rowPitch, layout.rowPitch * box.rows},
                 {cells, box.rowBytes, box.rowBytes * box.rows}, box, in, stream);
}

Status InCore::rows(int field, int level, const CellRows &rows, unsigned char *cells,
                    Stream stream) {
  const FieldMemory &f = fields[static_cast<std::size_t>(field)];
  const Layout &layout = f.layout;
  const auto bytes = [](std::int64_t number, std::uint64_t each) {
    return static_cast<std::size_t>(number) * each;
  };
  const device::Box box = {bytes(rows.span, layout.cellBytes),
                           static_cast<std::size_t>(rows.count[0]),
                           static_cast<std::size_t>(rows.count[1])};
  unsigned char *const start =
      static_cast<unsigned char *>(f.buffer(level)) + bytes(rows.first[0], layout.cellBytes) +
      bytes(rows.first[1], layout.rowPitch) + bytes(rows.first[2], layout.planePitch);
  return copyBox(field,
                 {start, bytes(rows.by[0], layout.rowPitch), bytes(rows.by[1], layout.planePitch)},
                 {cells, box.rowBytes, box.rowBytes * box.rows}, box, false, stream);
}

Status InCore::view(int field, int level, device::Place &place) {
  FieldMemory &f = fields[static_cast<std::size_t>(field)];
  f.changed();
  place = {f.buffer(level), f.layout.rowPitch, f.layout.planePitch};
  return {};
}

Status InCore::hotSwap(const ProgramDescription &other, std::int64_t stepsLeft, Stream stream) {
  Status status = checkGoesOver(program, other, wanted.extents, wanted.limits.rowPitch);
  if (status)
    status = device.synchronize(stream);
  if (!status)
    return status;
  stepper.take(other);
  if (wanted.trial.isWanted)
    stepper.tryKernels(stepsLeft, wanted.learnt);
  return {};
}

Status InCore::copyBox(int field, const device::Place &inside, const device::Place &outside,
                       const device::Box &box, bool in, Stream stream) {
  if (in)
    fields[static_cast<std::size_t>(field)].changed();
  Status status =
      in ? device.copy(inside, outside, box, stream) : device.copy(outside, inside, box, stream);
  return status ? device.synchronize(stream) : status;
}

Status InCore::checkMemory(std::uint64_t limit) const {
  std::uint64_t have = 0;
  if (Status status = device.freeMemory(have); !status)
    return status;
  const bool limited = limit > 0 && limit < have;
  have = limited ? limit : have;
  if (needed <= have)
    return {};
  return Status::outOfMemory("a grid of " + sizeText(program, grid()) + " cells needs " +
                             formatBytes(static_cast<double>(needed)) + " of " +
                             (device.isGpu() ? "device " : "") + "memory, have " +
                             formatBytes(static_cast<double>(have)) +
                             (limited ? " (the limit given); raise the limit or give smaller sizes"
                                      : " free; give smaller sizes or free some"));
}

} // namespace stencilc::inline STENCILC_SPACE
