/// \file The part of `explain` about the plans that were ranked: which, their numbers, why not
/// they.
#pragma once

#include "analysis/Facts.h"
#include "plan/Planner.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A plan that can run, with what its cost rests on.
struct Candidate {
  plan::Plan plan;
  plan::Estimate estimate;
  bool isChosen = false;
};

struct CandidateList {
  std::vector<Candidate> shown;        // fastest by the model first
  std::size_t more = 0;                // that can run as well
  std::vector<plan::Rejection> beyond; // candidates that exceed a limit of the target, with it
  double bestCost = 0;
};

/// The best `count` plans, the best of every schedule, and the one chosen.
CandidateList listCandidates(const analysis::Facts &facts, const plan::Planning &all,
                             const plan::Plan &chosen, std::size_t count);

/// What takes longest, in a word: "memory"; "power" if that is the limit of a run of seconds.
const char *boundName(const Candidate &candidate);
/// What takes longest, with its number: "bound by memory, 16.7 bytes an update".
std::string boundText(const plan::Estimate &estimate);

/// Why `candidate` is not the model's choice: "1.8 times slower: bound by memory, 16 bytes an
/// update". What binds it if it is.
std::string reasonText(const Candidate &candidate, const CandidateList &list);

/// Two tables: the numbers of each, then its options and the reason. `choice` says who took the
/// plan if that was not the model.
void explainCandidates(const CandidateList &list, const plan::Target &target,
                       const std::string &choice, llvm::raw_ostream &out);

/// Every schedule without a plan that can run, with the reason.
std::vector<plan::Rejection> rejectedSchedules(const analysis::Facts &facts,
                                               const plan::Planning &all,
                                               const plan::Target &target);

} // namespace stencilc::driver
