/// \file The engine for domains that are larger than device memory. It passes all planes through
/// the device several times.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/stream/run/SharedStream.h"
#include "runtime/engines/stream/run/TierRunner.h"
#include "runtime/engines/stream/run/TraversalRunner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Engine of out-of-core runs. Between traversals (passes of all planes) the domain is in memory or
/// in files. Planes may pass through several devices in sequence. Several processes may share the
/// domain, each with its own planes and devices.
class OutOfCore final : public Engine {
public:
  OutOfCore(const ProgramDescription &program, Device &device);
  ~OutOfCore() override { (void)settle(); }

  /// Returns true if the run first times several kernels to choose the fastest. `wanted` is the
  /// user's choice. Without a choice, the result is false for the CPU and true for other devices.
  /// It is always false for an emulated device, because its times mean nothing.
  bool triesKernels(std::optional<bool> wanted) const override {
    return wanted.value_or(chain.first().world() != ExecutionSpace::Cpu) &&
           !chain.first().isEmulated();
  }
  Status plan(const EngineRequest &request) override;
  const Grid &grid() const override { return domain.fields[0].layout.grid; }
  bool reportsProgress() const override { return true; }
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
  const DividedRun *divided() const override { return shared ? &shared->asRecorded() : nullptr; }
  Ranks *ranks() const override { return shared ? &shared->itsRanks() : nullptr; }
  std::int64_t fromRoot(std::int64_t mine) const override { return fromFirst(ranks(), mine); }
  DomainFiles *files() override { return tier ? &tier->files() : nullptr; }
  /// Returns the location in memory of plane `z` of a field at time level `level` (0: t, -1: t-1).
  /// Preconditions: the domain is in host memory, not in files, and no task is running.
  HomePlanes::Place restsAt(int field, int level, int z) const {
    return homes->restsAt(field, level, z);
  }

private:
  /// Returns an error if several devices are wanted that the program or an option does not allow.
  Status refuseChain(const EngineRequest &request) const;
  Status planDomain(const EngineRequest &request);
  void useDevices(const std::vector<int> &all, std::size_t count);
  /// Chooses a plan of the traversals (passes of all planes) that needs at most `have` bytes on
  /// each device and `haveHost` bytes on the host. If the user allows all devices, also chooses how
  /// many of them are used.
  Status chooseTraversals(const EngineRequest &request, std::uint64_t have, std::uint64_t haveHost);
  Status planInFiles(std::uint64_t device, std::uint64_t host, const RunLimits &limits);
  Status measureLink();
  Status freeMemory(const RunLimits &limits, std::uint64_t &onDevice, std::uint64_t &onHost);
  Status settle();
  /// Waits for the tasks of this process after a traversal (pass of all planes), then exchanges
  /// halo planes with the other processes that share the domain. Does nothing if there is only one
  /// process.
  Status meetOthers();
  Status allocateReduced();
  /// Computes the in-step reductions (over the grid, within a time step) for the next time step,
  /// and stores their results in the scalars of the run. `done` is the number of time steps of
  /// `segment` (steps computed in one call) that are already computed.
  Status findNumbers(const Segment &segment, std::int64_t done, const TellProgress &tell);
  /// Computes one in-step reduction (over the grid, within a time step): passes all planes through
  /// the device once, and waits. `globalReduction` is its index in the program. `done` is the
  /// number of time steps of `segment` (steps computed in one call) that are already computed.
  Status traverseFor(int globalReduction, const Segment &segment, std::int64_t done,
                     const TellProgress &tell);

  const ProgramDescription &program;
  OutOfCoreDomain domain;
  OutOfCoreDomain planned; // for planning: the largest part of all processes
  TraversalRates rates;
  TraversalChoice choice;
  std::unique_ptr<Homes> homes; // null with files; must outlive what copies from it
  DeviceChain chain;
  std::unique_ptr<TierRunner> tier;
  std::unique_ptr<TraversalRunner> traversals;
  std::unique_ptr<ReducedPlanes> reduced; // for programs with reports or in-step reductions
  std::int64_t longestRun = 0;            // most steps between two events; 0: no limit
  std::vector<int> numbers;               // device numbers
  std::unique_ptr<SharedStream> shared;   // if several processes share the domain
};

} // namespace stencilc::inline STENCILC_SPACE
