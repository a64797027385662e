/// \file The engine (holder of the fields, which computes time steps) for domains that fit into the
/// memory of one device.
#pragma once

#include "runtime/core/stepping/Stepper.h"

namespace stencilc::inline STENCILC_SPACE {

/// Engine, the object that holds the fields and computes time steps, for domains that fit into the
/// memory of one device.
class InCore final : public Engine {
public:
  InCore(const ProgramDescription &program, Device &device)
      : program(program), device(device), stepper(program, device, fields) {}
  InCore(const InCore &) = delete;
  InCore &operator=(const InCore &) = delete;
  ~InCore() override;

  /// Returns `wanted`, or true if it is empty: by default a run may time kernel variants (kernels
  /// for the same time steps) to use the fastest. All variants of a program give the same bits.
  bool triesKernels(std::optional<bool> wanted) const override { return wanted.value_or(true); }
  Status plan(const EngineRequest &request) override;
  std::uint64_t deviceBytes() const override { return needed; }

  Status allocate() override;

  const Grid &grid() const override { return fields[0].layout.grid; }

  Status reset(const double *parameters) override;

  Status run(const Segment &segment, std::int64_t &done) override {
    Segment observed = segment;
    observed.recorder = observer ? observer : segment.recorder;
    return stepper.run(observed, done);
  }

  Status reduce(const CheckDescription &check, const Segment &segment,
                std::vector<double> &results) override;

  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream stream) override;

  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream stream) override;

  Status rows(int field, int level, const CellRows &rows, unsigned char *cells,
              Stream stream) override;

  const void *newest(int field) override {
    return fields[static_cast<std::size_t>(field)].buffer(0);
  }
  /// Sets `place` to the memory of field `field` at time level `level` (0: t, -1: t-1), where the
  /// caller may write. Other buffers of the field hold copies of its frozen cells (which no step
  /// changes). These copies are therefore marked as out of date.
  Status view(int field, int level, device::Place &place) override;

  Status synchronize(Stream stream) override { return device.synchronize(stream); }
  Status hotSwap(const ProgramDescription &other, std::int64_t stepsLeft, Stream stream) override;

  std::vector<TriedKernel> triedKernels() const override { return stepper.tried(); }
  bool areRatesLearnt() const override { return stepper.hasLearnt(); }

private:
  Status copyBox(int field, const device::Place &inside, const device::Place &outside,
                 const device::Box &box, bool in, Stream stream);

  Status checkMemory(std::uint64_t limit) const;

  const ProgramDescription &program;
  Device &device;
  EngineRequest wanted;
  std::vector<FieldMemory> fields;
  Stepper stepper;
  std::uint64_t needed = 0;
  void *memory = nullptr;
  bool ownsMemory = false;
  double *partials = nullptr; // memory for partial results of reductions
};

} // namespace stencilc::inline STENCILC_SPACE
