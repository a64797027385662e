/// \file State of shared memory while the verifier follows a sweep: writes that no barrier follows,
/// asynchronous copies in progress, and waits in the current step of the sweep.
#pragma once

#include "kernel/verify/SharedPlaces.h"
#include <vector>

namespace stencilc::kernel {

/// Checker of the order of accesses to shared memory in one kernel. The verifier calls it for each
/// access and barrier, in program order.
class SharedSteps {
public:
  /// `where` is the name of the kernel, for messages.
  SharedSteps(const Module &module, std::string where) : module(module), where(std::move(where)) {}

  void read(const Place &place);
  void write(const Place &place);
  /// Stores, for later checks, that the kernel starts an asynchronous transfer to `place` in shared
  /// memory. With a valid barrier `arrived` it is a tensor load, which completes at that barrier.
  /// Otherwise it is a copy by this thread.
  void fill(const Place &place, VarId arrived);
  void wait(VarId barrier);
  void arrive(VarId barrier);
  void waitForCopies() { copiesAreThere = true; }
  void meetWarp();
  void meetBlock();
  /// Ends a step of the sweep (one plane). Each slot of a ring buffer then contains another plane.
  void endStep();
  /// Returns descriptions of all violations of the rules for copies to shared memory and barriers.
  /// Must be called after the last statement of the kernel.
  std::set<std::string> end();

private:
  /// A write by one thread to a part of shared memory, which other threads must not read before a
  /// barrier.
  struct Written {
    Place place;
    bool isOld = false;     // written in an earlier step: may be any slot
    VarId announcedAt = {}; // barrier at which the thread has arrived since
  };
  /// Sources of the asynchronous transfers that fill a member of shared memory: copies by threads,
  /// tensor loads, or both.
  struct Filled {
    bool byCopies = false;
    std::set<std::string> rows; // rows that a thread copies
    VarId arrived;              // barrier of tensor loads
  };
  void say(VarId var, const std::string &what);
  void readFilled(const Place &place, const Filled &how);

  const Module &module;
  const std::string where;
  std::set<std::string> broken; // a set, because a loop may be followed twice
  std::vector<Written> writes;
  std::map<VarId, Filled> filled;
  std::set<VarId> waitedFor, arrivedAt;
  // State of the current step
  std::set<VarId> met; // barriers waited for
  bool copiesAreThere = false, warpHasMet = false, blockHasMet = false;
};

} // namespace stencilc::kernel
