/// \file Operations that all processes which share an out-of-core domain call together: a common
/// plan, halo exchanges between traversals (passes of all planes), and access to cells.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/slabs/run/SharedRows.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"
#include "runtime/engines/stream/run/HaloExchange.h"

namespace stencilc::inline STENCILC_SPACE {

/// An out-of-core domain that several processes share. Each process has some planes, and all use
/// one plan that suits the largest part. All processes must call the same functions in the same
/// order.
class SharedStream {
public:
  /// Creates the object of one process. share() will store in `domain` which part of it belongs to
  /// this process. If `onlyFirstReads` is true, only process 0 gets the rows that move() copies out
  /// of the domain.
  SharedStream(Ranks &ranks, OutOfCoreDomain &domain, bool onlyFirstReads)
      : ranks(ranks), domain(domain), onlyFirstReads(onlyFirstReads) {}

  /// Divides the domain among the processes. `devices` are the numbers of this process's devices,
  /// and all processes must have equally many. Fails if the user has given an option that several
  /// processes do not support.
  Status share(const EngineRequest &request, const std::vector<int> &devices);
  /// Divides the free bytes `onHost` by the number of processes on this host, which share that
  /// memory. Also divides `onDevice` unless the device is a GPU.
  void divide(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// Sets both memory sizes, in bytes, to the smallest of all processes.
  Status agreeOnMemory(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// Makes all processes use the plan of process 0, whose measurements may differ from theirs.
  Status agreeOn(TraversalChoice &choice, const TraversalPlanner &planner);
  /// Returns a description of the processes and of their planes, which the user sees after the text
  /// of the plan.
  std::string text() const;

  /// Sets the objects for halo exchanges and copies. `homes` holds the planes of the domain in host
  /// memory. `device` copies cells to arrays of the caller, and must be able to access these
  /// arrays.
  void open(Homes &homes, Device &device);
  /// Exchanges halo planes with neighbours after a traversal (pass of all planes). Also exchanges
  /// flags with all processes, such as an interrupt by the user. Precondition: no task is running.
  Status meet();
  /// Copies rows of a field at time level `level` (0: t, -1: t-1). If `in` is true, copies them
  /// from the caller into each process that stores them, as own planes or as halo. Otherwise copies
  /// them from the domain to the caller.
  Status move(int field, int level, const CallersRows &rows, bool in);

  const DividedRun &asRecorded() const { return told; }
  Ranks &itsRanks() const { return ranks; }

private:
  /// Copies rows of planes that this process stores: into the field if `in`, otherwise out of it.
  /// Plane z of this process is plane z + `plane0` in the caller's numbering.
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
