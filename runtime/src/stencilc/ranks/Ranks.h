/// \file The processes of a run, one of which is this: what they tell each other beside planes, and
/// how the failure of one ends all.
///
/// All of them call the same functions in the same order. Each wait looks for the failure of
/// another; once there is one, every call returns it.
#pragma once

#include "stencilc/ranks/Launcher.h"
#include "stencilc/ranks/RankLink.h"
#include "stencilc/ranks/RankWatch.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Tags of messages.
enum RankTag : int { kRankFailure, kRankNumbers, kRankCells, kRankPlanes = 16 };

/// What must be the same in all processes of a run.
struct RankValue {
  std::string name, value;
  std::string remedy = ""; // what people should do where it is not
};

class Ranks {
public:
  explicit Ranks(std::unique_ptr<RankLink> link) : link(std::move(link)) {}
  /// After a failure waits until all others know, and ends them where they do not answer.
  ~Ranks();

  int rank() const { return link->rank(); }
  int size() const { return link->size(); }
  /// The one that prints and writes files.
  bool isFirst() const { return rank() == 0; }
  /// Whether this is the one that tells people of a failure: the first that lives.
  bool speaks();
  /// Lets the failure of those on this host be noticed that end without a word.
  Status watchProcesses();
  RankLink &messages() const { return *link; }
  /// Which GPU of its host a process takes, if nothing else is said.
  void setLocal(int number) { localNumber = number; }
  int local() const { return localNumber; }
  /// A wait that takes longer is a failure; 0: as long as it takes.
  void setPatience(double seconds) { patience = seconds; }

  /// Waits until a message was sent or received; `what` and `who` say what is awaited.
  Status wait(RankRequest &request, const char *what, int who);
  /// Waits until look(isOver) sets `isOver`, which is called again and again. `who` is -1 where
  /// any process may be late.
  Status waitUntil(const std::function<Status(bool &isOver)> &look, const char *what, int who);
  /// What each has said, on all of them.
  Status gather(const std::string &mine, std::vector<std::string> &all);
  Status gather(std::int64_t mine, std::vector<std::int64_t> &all);
  /// What the first one says, whose word counts where clocks are asked; anything after a failure.
  std::int64_t ofFirst(std::int64_t mine);
  /// Gives what `owner` has to the first one, or to all.
  Status share(int owner, void *data, std::size_t bytes, bool toAll);
  /// Ends when all are here; the failure of any, where one comes with it.
  Status meet(const Status &mine = {});
  /// Refuses to go on if others were started with other values.
  Status compare(const std::vector<RankValue> &values);

  /// If any of them has `raised`, all have `agreed` after the next agree().
  void watch(const volatile bool *raised, volatile bool *agreed) {
    marks.emplace_back(raised, agreed);
  }
  /// Counts a group of launches, and every tenth of a second or so, after the same number of groups
  /// on all of them, agrees about the marks.
  Status agreeNowAndThen();

  /// This process cannot go on, for a reason that the others do not know of.
  void fail(const Status &why);
  const Status &failure() const { return outcome; }

private:
  /// This process cannot go on, for a reason that the others find as well.
  Status failAlike(const Status &why);
  /// Takes the failure of another, if one has come.
  void listen();
  /// After a failure: false if some have not answered in time.
  bool waitUntilAllKnow();
  /// Fails where a process of this host has ended.
  void lookForDead();
  void hear(int from, std::size_t bytes);
  void tellAll(const std::string &text);
  /// A message that `begin(request)` begins, to its end; `what` another process has not done if it
  /// does not come.
  template <class Begin> Status exchange(Begin begin, const char *what, int other);
  Status send(int to, int tag, const void *data, std::size_t bytes);
  Status receive(int from, int tag, void *data, std::size_t bytes);
  Status agree();

  std::unique_ptr<RankLink> link;
  Status outcome; // the first failure, of any
  RankWatch processes;
  std::vector<int> dead;                                    // ended without a word
  std::vector<bool> heard;                                  // whose failure has come, and those
  std::vector<std::pair<std::string, RankRequest>> telling; // of this one, on its way
  std::vector<std::pair<const volatile bool *, volatile bool *>> marks;
  std::int64_t groups = 0, nextAgreement = 1, sinceAgreement = 0;
  double lastAgreement = 0, patience = 0;
  int localNumber = 0;
};

/// Joins the processes that were started with this one; `ranks` stays null where there is one
/// alone.
Status joinRanks(std::unique_ptr<Ranks> &ranks, double patience);

} // namespace stencilc::inline STENCILC_SPACE
