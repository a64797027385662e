/// \file Plans of programs as texts. A separate thread computes them, because planning takes longer
/// than an answer to the editor may take.
#include "editor/Plans.h"

namespace stencilc::editor {

/// Delay between an edit and the computation of a plan. Each further edit within this time starts
/// the delay again.
static constexpr std::chrono::milliseconds kSettled{300};
/// Largest number of plans that are kept. With a kept plan, the editor shows the plan at once after
/// an undo.
static constexpr std::size_t kMostKnown = 100;
/// Stack size of the planning thread in bytes. It is large because the planner recurses over
/// expressions.
static constexpr std::optional<unsigned> kStack = 256u << 20;

Plans::Plans(PlanText planText)
    : planText(std::move(planText)), worker(kStack, [this] { run(); }) {}

Plans::~Plans() {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
  }
  changed.notify_one();
  worker.join();
}

void Plans::want(Wanted next) {
  wanted = std::move(next);
  changed.notify_one();
}

void Plans::wantSoon(llvm::StringRef text, SharedFacts facts) {
  const std::lock_guard<std::mutex> lock(mutex);
  want({text.str(), std::move(facts), std::chrono::steady_clock::now() + kSettled});
}

std::string Plans::of(llvm::StringRef text, SharedFacts facts) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (const auto found = known.find(text.str()); found != known.end())
    return found->second;
  want({text.str(), std::move(facts), std::chrono::steady_clock::now()});
  return "planning ...";
}

void Plans::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isEnding) {
    if (!wanted) {
      changed.wait(lock);
    } else if (std::chrono::steady_clock::now() < wanted->when) {
      changed.wait_until(lock, wanted->when);
    } else if (const Wanted now = *std::exchange(wanted, std::nullopt); !known.count(now.text)) {
      lock.unlock();
      std::string text = planText(*now.facts);
      lock.lock();
      if (known.size() >= kMostKnown)
        known.clear();
      known[now.text] = std::move(text);
    }
  }
}

} // namespace stencilc::editor
