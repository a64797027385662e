/// \file The engine that passes a domain through the device: its parts, put together.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/TierRunner.h"

namespace stencilc::inline STENCILC_SPACE {

/// The domain rests in memory (Homes, TraversalRunner) or in files (TierRunner).
class OutOfCore final : public Engine {
public:
  OutOfCore(const ProgramDescription &program, Device &device);
  ~OutOfCore() override { (void)settle(); }

  /// Also where it is asked for, an emulated device has no times that a plan could go by.
  bool triesKernels(std::optional<bool> wanted) const override {
    return wanted.value_or(device.world() != World::Cpu) && !device.isEmulated();
  }
  Status plan(const EngineRequest &request) override;
  const Grid &grid() const override { return domain.fields[0].layout.grid; }
  bool tellsProgress() const override { return true; }
  bool restsOnDevice() const override { return false; }
  std::int64_t stepsAtOnce() const override { return tier ? tier->steps() : choice.depth; }
  Status allocate() override;
  std::string text() const override;
  Status reset(const double *parameters) override;
  Status run(const Segment &segment, std::int64_t &done) override;
  Status reduce(const CheckDescription &check, const Segment &segment,
                std::vector<double> &results) override;
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream stream) override;
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream stream) override;
  Status view(int field, int level, device::Place &place) override;
  Status synchronize(Stream) override { return {}; }
  std::uint64_t deviceBytes() const override { return choice.deviceBytes(); }
  std::uint64_t hostBytes() const override;
  double bytesIn() const override;
  double bytesOut() const override;
  DomainFiles *files() override { return tier ? &tier->files() : nullptr; }
  /// Where a plane rests now, of a domain in memory. Nothing may be under way.
  HomePlanes::Place restsAt(int field, int level, int z) const {
    return homes->restsAt(field, level, z);
  }

private:
  Status planDomain(const EngineRequest &request);
  Status planInFiles(std::uint64_t device, std::uint64_t host, const OutOfCoreLimits &limits);
  Status measureLink();
  Status freeMemory(const OutOfCoreLimits &limits, std::uint64_t &onDevice, std::uint64_t &onHost);
  Status settle();
  const PlaneCopies *copies() const;

  const ProgramDescription &program;
  Device &device;
  OutOfCoreDomain domain;
  TraversalRates rates;
  TraversalChoice choice;
  RingMemory rings;
  // One or the other.
  std::unique_ptr<TierRunner> tier;
  std::unique_ptr<Homes> homes;
  std::unique_ptr<TaskRunner> runner; // between homes and the device
  std::unique_ptr<TraversalRunner> traversals;
};

} // namespace stencilc::inline STENCILC_SPACE
