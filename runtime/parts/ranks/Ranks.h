/// \file The processes of a run: messages (except those with planes of cells), collective
/// operations, and failures. A failure of one process ends all processes.
///
/// All processes must call the same functions in the same order. While a process waits, it checks
/// for failures of others. After a failure, all functions return that failure.
#pragma once

#include "runtime/parts/ranks/Launcher.h"
#include "runtime/parts/ranks/RankLink.h"
#include "runtime/parts/ranks/RankWatch.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Tags that say what a message between processes contains: a failure, numbers or texts, or cells.
/// Tags from 16 (kRankPlanes) upward are for planes of cells.
enum RankTag : int { kRankFailure, kRankNumbers, kRankCells, kRankPlanes = 16 };

/// A named value that must be the same in all processes of a run.
struct RankValue {
  std::string name, value;
  std::string remedy = ""; // advice for the user if it differs
};

class Ranks {
public:
  explicit Ranks(std::unique_ptr<RankLink> link) : link(std::move(link)) {}
  /// After a failure, waits at most 10 seconds until all other processes know about it. If some do
  /// not answer in time or have been killed, ends all processes of the run.
  ~Ranks();

  int rank() const { return link->rank(); }
  int size() const { return link->size(); }
  /// Returns true if this is process 0, which prints and writes files.
  bool isFirst() const { return rank() == 0; }
  /// Returns true if this process should print the failure of the run: no process with a lower
  /// number is alive.
  bool isRoot();
  /// Starts to watch the other processes of this host, so that the end of a killed process is
  /// detected as a failure.
  Status watchProcesses();
  RankLink &messages() const { return *link; }
  /// Sets the index of this process on its host, which selects its GPU by default.
  void setLocal(int number) { localNumber = number; }
  int local() const { return localNumber; }
  /// Sets the time limit of waits, in seconds (option --patience). A longer wait is a failure. 0
  /// means no limit.
  void setPatience(double seconds) { patience = seconds; }

  /// Waits until the message `request` is sent or received. If the time limit (option --patience)
  /// passes, the error message is "process `who` has not `what`", with a participle for `what` such
  /// as "sent planes".
  Status wait(RankRequest &request, const char *what, int who);
  /// Calls `look` repeatedly until it sets `isOver`. Fails if `look` or another process fails. Also
  /// fails if the time limit (option --patience) passes; the error message is then "process `who`
  /// has not `what`". `who` is -1 if the wait is for any process.
  Status waitUntil(const std::function<Status(bool &isOver)> &look, const char *what, int who);
  /// Collects the text `mine` of each process. Sets `all[i]` to that of process i, on every
  /// process.
  Status gather(const std::string &mine, std::vector<std::string> &all);
  /// Collects the number `mine` of each process. Sets `all[i]` to that of process i, on every
  /// process.
  Status gather(std::int64_t mine, std::vector<std::int64_t> &all);
  /// Returns, on all processes, the value that process 0 passes as `mine` (a broadcast). Used for
  /// decisions that depend on clocks. After a failure the result is unspecified.
  std::int64_t fromRoot(std::int64_t mine);
  /// Sends `bytes` bytes at `data` from process `owner` to process 0, or to all processes if
  /// `toAll`. The receivers store them at their own `data`.
  Status share(int owner, void *data, std::size_t bytes, bool toAll);
  /// Waits until all processes have called it (a barrier). If `mine` is a failure, all processes
  /// learn of it. Returns the failure of any process, or success.
  Status meet(const Status &mine = {});
  /// Checks that all processes have the same `values`. If one differs, it fails on all processes,
  /// with a message that names the value and its remedy.
  Status compare(const std::vector<RankValue> &values);

  /// Registers a pair of flags, for example for an interrupt by the user. If any process has set
  /// its `*raised`, the next call of agreeNowAndThen() that exchanges flags sets `*agreed` on all
  /// processes.
  void watch(const volatile bool *raised, volatile bool *agreed) {
    marks.emplace_back(raised, agreed);
  }
  /// Counts one more group of launches. All processes must call it after each group. About every
  /// 0.1 seconds, one of these calls exchanges the flags that watch() has registered. It is the
  /// same call on all processes. Returns the failure of any process, or success.
  Status agreeNowAndThen();

  /// Stores a failure that only this process knows, and sends it to all others.
  void fail(const Status &why);
  const Status &failure() const { return outcome; }

private:
  /// Stores a failure that every process detects by itself, so that its message does not name this
  /// process. Returns the stored failure: this one, or the first if there was one before.
  Status failAlike(const Status &why);
  /// Receives the failure messages of other processes that have arrived, without waiting.
  void listen();
  /// Waits after a failure until all processes have told each other about it. Returns false if some
  /// have not answered within 10 seconds, or the time limit (option --patience) if that is shorter.
  bool waitUntilAllKnow();
  /// Stores a failure if another process of this host has ended without a message.
  void lookForDead();
  void hear(int from, std::size_t bytes);
  void sendToAll(const std::string &text);
  /// Starts a message by calling `begin(request)`, and waits until it is sent or received. If the
  /// time limit (option --patience) passes, the error message is "process `other` has not `what`".
  template <class Begin> Status exchange(Begin begin, const char *what, int other);
  Status send(int to, int tag, const void *data, std::size_t bytes);
  Status receive(int from, int tag, void *data, std::size_t bytes);
  Status agree();

  std::unique_ptr<RankLink> link;
  Status outcome; // the first failure of any process
  RankWatch processes;
  std::vector<int> dead;   // processes that ended without a message
  std::vector<bool> heard; // processes that have sent a failure or have died
  /// Failure messages of this process that are still being sent, with their texts and requests.
  std::vector<std::pair<std::string, RankRequest>> telling;
  std::vector<std::pair<const volatile bool *, volatile bool *>> marks;
  std::int64_t groups = 0, nextAgreement = 1, sinceAgreement = 0;
  double lastAgreement = 0, patience = 0;
  int localNumber = 0;
};

/// Returns, on all processes, the value that process 0 passes as `mine`. Returns `mine` if `ranks`
/// is null, which means that the run has only one process.
inline std::int64_t fromFirst(Ranks *ranks, std::int64_t mine) {
  return ranks ? ranks->fromRoot(mine) : mine;
}

/// Connects to the processes that a launcher has started with this one, and sets `ranks`.
/// `patience` is the time limit, in seconds, for this start and for all later waits. `ranks` stays
/// null if there is only one process.
Status joinRanks(std::unique_ptr<Ranks> &ranks, double patience);

} // namespace stencilc::inline STENCILC_SPACE
