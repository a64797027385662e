/// \file What is known of shared memory while a sweep is followed: who has written, what is on its
/// way, what was waited for in this step.
#pragma once

#include "kernel/SharedPlaces.h"
#include <vector>

namespace stencilc::kernel {

class SharedSteps {
public:
  /// `where`: the kernel, for messages.
  SharedSteps(const Module &module, std::string where) : module(module), where(std::move(where)) {}

  void read(const Place &place);
  void write(const Place &place);
  /// Cells come beside the threads: by tensor loads that complete at the barrier `arrived`, or,
  /// where that is invalid, by copies of this thread.
  void fill(const Place &place, VarId arrived);
  void wait(VarId barrier);
  void arrive(VarId barrier);
  void waitForCopies() { copiesAreThere = true; }
  void meetWarp();
  void meetBlock();
  /// From here on slots mean other planes.
  void endStep();
  /// The broken promises, once the kernel has ended.
  std::set<std::string> end();

private:
  /// A place that a thread has written, and no other may read.
  struct Written {
    Place place;
    bool isOld = false;     // of a step before: it may be any slot
    VarId announcedAt = {}; // the barrier at which the thread arrived since
  };
  /// How cells get into a member beside the threads.
  struct Filled {
    bool byCopies = false;
    std::set<std::string> rows; // that a thread copies
    VarId arrived;              // barrier of tensor loads
  };
  void say(VarId var, const std::string &what);
  void readFilled(const Place &place, const Filled &how);

  const Module &module;
  const std::string where;
  std::set<std::string> broken; // a loop may be followed twice
  std::vector<Written> writes;
  std::map<VarId, Filled> filled;
  std::set<VarId> waitedFor, arrivedAt;
  // of the step
  std::set<VarId> met; // barriers waited for
  bool copiesAreThere = false, warpHasMet = false, blockHasMet = false;
};

} // namespace stencilc::kernel
