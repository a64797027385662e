/// \file The engine that passes a domain through the device: its parts, put together.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/SharedStream.h"
#include "stencilc/stream/TierRunner.h"
#include "stencilc/stream/TraversalRunner.h"

namespace stencilc::inline STENCILC_SPACE {

/// The domain rests in memory (Homes, TraversalRunner) or in files (TierRunner). In memory it may
/// go through several devices, one after the other; and processes may share it, each of which
/// passes its own planes through its devices (SharedStream).
class OutOfCore final : public Engine {
public:
  OutOfCore(const ProgramDescription &program, Device &device);
  ~OutOfCore() override { (void)settle(); }

  /// Also where it is asked for, an emulated device has no times that a plan could go by.
  bool triesKernels(std::optional<bool> wanted) const override {
    return wanted.value_or(chain.first().world() != World::Cpu) && !chain.first().isEmulated();
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
  std::uint64_t deviceBytes() const override;
  std::uint64_t hostBytes() const override;
  double bytesIn() const override;
  double bytesOut() const override;
  ChainedRun chained() const override;
  const DividedRun *divided() const override { return shared ? &shared->asTold() : nullptr; }
  Ranks *ranks() const override { return shared ? &shared->itsRanks() : nullptr; }
  DomainFiles *files() override { return tier ? &tier->files() : nullptr; }
  /// Where a plane rests now, of a domain in memory. Nothing may be under way.
  HomePlanes::Place restsAt(int field, int level, int z) const {
    return homes->restsAt(field, level, z);
  }

private:
  /// Why several devices cannot go through the domain one after the other, if so.
  Status refuseChain(const EngineRequest &request) const;
  Status planDomain(const EngineRequest &request);
  void useDevices(const std::vector<int> &all, std::size_t count);
  /// How the domain goes through the devices, or as many of all as pay.
  Status chooseTraversals(const EngineRequest &request, std::uint64_t have, std::uint64_t haveHost);
  Status planInFiles(std::uint64_t device, std::uint64_t host, const OutOfCoreLimits &limits);
  Status measureLink();
  Status freeMemory(const OutOfCoreLimits &limits, std::uint64_t &onDevice, std::uint64_t &onHost);
  Status settle();
  /// Waits until all processes of a shared domain have ended their traversals.
  Status meetOthers();
  Status allocateReduced();
  /// Finds the numbers that a step needs on its way, after `done` steps of the segment.
  Status findNumbers(const Segment &segment, std::int64_t done, const TellProgress &tell);

  const ProgramDescription &program;
  OutOfCoreDomain domain;
  OutOfCoreDomain planned; // as plans see it: the largest part of all
  TraversalRates rates;
  TraversalChoice choice;
  std::unique_ptr<Homes> homes; // or the tier; outlives what copies from there
  DeviceChain chain;
  std::unique_ptr<TierRunner> tier;
  std::unique_ptr<TraversalRunner> traversals;
  std::unique_ptr<ReducedPlanes> reduced; // of programs that make reports
  std::int64_t longestRun = 0;            // steps between two moments that are asked for; 0: many
  std::vector<int> numbers;               // of the devices
  std::unique_ptr<SharedStream> shared;   // where processes share the domain
};

} // namespace stencilc::inline STENCILC_SPACE
