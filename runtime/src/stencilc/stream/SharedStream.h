/// \file What processes that share a streamed domain do together: one plan for all, halos between
/// traversals, and cells, whoever has them.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/slabs/SharedRows.h"
#include "stencilc/stream/HaloExchange.h"
#include "stencilc/stream/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// All processes call the same functions in the same order. Each has one part of the domain, and
/// plans as if it had the largest.
class SharedStream {
public:
  /// `domain`: of this process; says which part that is from share() on.
  SharedStream(Ranks &ranks, OutOfCoreDomain &domain, bool onlyFirstReads)
      : ranks(ranks), domain(domain), onlyFirstReads(onlyFirstReads) {}

  /// Refuses what is for one process; finds the planes of each. `devices`: numbers of those that
  /// this process was asked to use.
  Status share(const OutOfCoreLimits &limits, const std::vector<int> &devices);
  /// Leaves of what is free on this host an even part for each of its processes.
  void divide(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// The least that any process has.
  Status agreeOnMemory(std::uint64_t &onDevice, std::uint64_t &onHost) const;
  /// What the first process has chosen, by what it has measured: all do the same traversals.
  Status agreeOn(TraversalChoice &choice, const TraversalPlanner &planner);
  /// Who has what, for people, after what the planner says of each process.
  std::string text() const;

  /// `device` reaches the caller's memory.
  void open(Homes &homes, Device &device);
  /// After a traversal, when nothing is under way: gives neighbours their planes, and agrees about
  /// signals.
  Status meet();
  /// Copies rows of a field at `level`. What comes in goes to each process that has a copy of it.
  Status move(int field, int level, const CallersRows &rows, bool in);

  const DividedRun &asTold() const { return told; }
  Ranks &itsRanks() const { return ranks; }

private:
  /// Rows of planes that this process has; the caller counts from plane -`plane0` of these.
  Status moveHere(int field, int level, const CallersRows &rows, bool in, int plane0);

  Ranks &ranks;
  OutOfCoreDomain &domain;
  const bool onlyFirstReads; // cells that are copied out
  PartOwners owners;
  Homes *homes = nullptr;
  Device *device = nullptr;
  std::unique_ptr<HaloExchange> halos;
  DividedRun told;
};

} // namespace stencilc::inline STENCILC_SPACE
