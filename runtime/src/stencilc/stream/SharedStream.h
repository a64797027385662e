/// \file Collective operations of processes that share an out-of-core domain: one plan for all,
/// halo exchanges between traversals, and access to cells.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/slabs/SharedRows.h"
#include "stencilc/stream/HaloExchange.h"
#include "stencilc/stream/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// An out-of-core domain that several processes share. Each has one part, and all use a plan for
/// the largest part. All processes call the same functions in the same order.
class SharedStream {
public:
  /// `domain` is that of this process. share() sets which part it has.
  SharedStream(Ranks &ranks, OutOfCoreDomain &domain, bool onlyFirstReads)
      : ranks(ranks), domain(domain), onlyFirstReads(onlyFirstReads) {}

  /// Divides the domain among the processes. `devices` are the numbers of this process's devices,
  /// and all processes must have equally many. Fails if the user has given an option that several
  /// processes do not support.
  Status share(const OutOfCoreLimits &limits, const std::vector<int> &devices);
  /// Divides free memory, in bytes, evenly among the processes on this host. A GPU's memory is not
  /// divided.
  void divide(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// Sets both memory sizes, in bytes, to the smallest of all processes.
  Status agreeOnMemory(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// Makes all processes use the plan of process 0, whose measurements may differ from theirs.
  Status agreeOn(TraversalChoice &choice, const TraversalPlanner &planner);
  /// Returns a description of the processes and their planes for the user. It follows the text of
  /// the planner.
  std::string text() const;

  /// Prepares halo exchanges of the planes in `homes`. `device` can access the caller's memory.
  void open(Homes &homes, Device &device);
  /// Exchanges halos with neighbours after a traversal, and flags such as an interrupt by the user
  /// with all processes. No task may be running.
  Status meet();
  /// Copies rows of a field at time level `level` into the domain (`in`) or out of it. Rows go into
  /// each process that stores a copy of them.
  Status move(int field, int level, const CallersRows &rows, bool in);

  const DividedRun &asRecorded() const { return told; }
  Ranks &itsRanks() const { return ranks; }

private:
  /// Copies rows of planes that this process has. Its plane z is plane z + `plane0` in the caller's
  /// numbering.
  Status moveHere(int field, int level, const CallersRows &rows, bool in, int plane0);

  Ranks &ranks;
  OutOfCoreDomain &domain;
  const bool onlyFirstReads; // only process 0 needs cells that are copied out
  PartOwners owners;
  Homes *homes = nullptr;
  Device *device = nullptr;
  std::unique_ptr<HaloExchange> halos;
  DividedRun told;
};

} // namespace stencilc::inline STENCILC_SPACE
