/// \file How programs are planned, in words: found out beside the answers, because it takes longer.
#pragma once

#include "analysis/Facts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace stencilc::editor {

/// The plan of a program in words. It is called by a thread of its own, for one program at a time.
using PlanText = std::function<std::string(const analysis::Facts &)>;

class Plans {
public:
  explicit Plans(PlanText planText);
  /// Waits for what is being planned.
  ~Plans();

  /// Shared by the thread that answers and the one that plans; none changes it.
  using SharedFacts = std::shared_ptr<const analysis::Facts>;
  /// Plans the program of a text, in a while, unless another is asked for before that.
  void wantSoon(llvm::StringRef text, SharedFacts facts);
  /// What is known of the plan of a text. If it is not known yet, it is planned now and "planning
  /// ..." is the answer.
  std::string of(llvm::StringRef text, SharedFacts facts);

private:
  struct Wanted {
    std::string text;
    SharedFacts facts;
    std::chrono::steady_clock::time_point when;
  };
  void want(Wanted next);
  void run();

  const PlanText planText;
  std::mutex mutex; // of all below
  std::condition_variable changed;
  std::map<std::string, std::string> known; // by text of the program
  std::optional<Wanted> wanted;             // the last one asked for
  bool isEnding = false;
  llvm::thread worker; // last: it uses the others
};

} // namespace stencilc::editor
