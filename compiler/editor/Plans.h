/// \file Plans of programs as texts. A separate thread computes them, because planning takes longer
/// than an answer to the editor may take.
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

/// Callback that returns the plan of a program as text. Only the planning thread calls it.
using PlanText = std::function<std::string(const analysis::Facts &)>;

/// Cache of plans as text, with a thread that computes them in the background.
class Plans {
public:
  explicit Plans(PlanText planText);
  /// Ends the planning thread. Waits for the plan that is being computed.
  ~Plans();

  /// Results of the analysis of a program. The main thread and the planning thread share them, and
  /// neither changes them.
  using SharedFacts = std::shared_ptr<const analysis::Facts>;
  /// Requests the plan of a program after a short delay. `text` is the program with its imports. A
  /// later request within the delay replaces this one.
  void wantSoon(llvm::StringRef text, SharedFacts facts);
  /// Returns the plan of a program as text. `text` is the program with its imports. If the plan has
  /// not been computed, starts planning at once and returns "planning ...".
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
  std::mutex mutex; // guards all members below
  std::condition_variable changed;
  std::map<std::string, std::string> known; // by text of the program
  std::optional<Wanted> wanted;             // the newest request
  bool isEnding = false;
  llvm::thread worker; // last member: it uses the others
};

} // namespace stencilc::editor
