/// \file Plans of programs as texts, computed on a separate thread because planning takes longer
/// than answering.
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

/// Function that returns the plan of a program as text. It is called on the planning thread, for
/// one program at a time.
using PlanText = std::function<std::string(const analysis::Facts &)>;

/// Cache of plan texts, and the thread that computes them.
class Plans {
public:
  explicit Plans(PlanText planText);
  /// Waits for the plan being computed.
  ~Plans();

  /// Facts shared between the answering and the planning thread; neither changes them.
  using SharedFacts = std::shared_ptr<const analysis::Facts>;
  /// Schedules planning of a text after a short delay, unless another text is requested before
  /// that.
  void wantSoon(llvm::StringRef text, SharedFacts facts);
  /// Returns the plan of a text. If it is not known, starts planning now and returns "planning
  /// ...".
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
