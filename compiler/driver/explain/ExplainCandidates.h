/// \file The part of `explain` on candidate plans: their predicted rates, and why they were not
/// chosen.
#pragma once

#include "analysis/Facts.h"
#include "plan/search/Planner.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A plan that can run, with the cost estimate by which it is ranked.
struct Candidate {
  plan::Plan plan;
  plan::Estimate estimate;
  bool isChosen = false;
};

/// The candidate plans that `explain` shows, in the order of their predicted rates.
struct CandidateList {
  std::vector<Candidate> shown;        // fastest by the model first
  std::size_t more = 0;                // number of further plans that can run
  std::vector<plan::Rejection> beyond; // plans that exceed a limit of the target, with the reason
  double bestCost = 0;
};

/// Returns the plans that `explain` lists: the best `count` plans of `all`, the best plan of each
/// schedule, and the plan `chosen`.
CandidateList listCandidates(const analysis::Facts &facts, const plan::Planning &all,
                             const plan::Plan &chosen, std::size_t count);

/// Returns the resource that limits the plan of `candidate`, in one word such as "memory". It is
/// "power" if the power limit of the GPU slows down runs that last a second or more.
const char *boundName(const Candidate &candidate);
/// Returns the resource that limits a plan, with its amount: "bound by memory, 16.7 bytes an
/// update".
std::string boundText(const plan::Estimate &estimate);

/// Returns the reason why `candidate` is slower than the best plan: "1.8 times slower: bound by
/// memory, 16 bytes an update". For the best plan itself, returns only "bound by ...".
std::string reasonText(const Candidate &candidate, const CandidateList &list);

/// Prints two tables of the candidate plans in `list`. The first has their predicted rates and
/// costs, the second their options and the reasons why they are slower. `choice` says how the plan
/// was chosen; it is empty if the cost model chose it.
void explainCandidates(const CandidateList &list, const plan::Target &target,
                       const std::string &choice, llvm::raw_ostream &out);

/// Returns the schedules that have no plan with which the program can run on `target`, each with
/// the reason. `all` has the plans that schedules proposed, and the schedules that proposed none.
std::vector<plan::Rejection> rejectedSchedules(const analysis::Facts &facts,
                                               const plan::Planning &all,
                                               const plan::Target &target);

} // namespace stencilc::driver
