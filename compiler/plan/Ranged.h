/// \file What schedules share whose kernels, those of another one, are launched on some planes of
/// the domain at a time (kernel::restrictToRange).
#pragma once

#include "plan/Options.h"

namespace stencilc::plan {

/// Whether the domain repeats itself along the last axis; nothing if some fields do and others that
/// are read beyond its ends do not.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Whether the value of `root` changes along `axis`.
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Whether an update, or a fixed value that it reads beyond a face, changes with the place along
/// `axis`.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Whether what is reduced, for reports and rules or for numbers that a step needs, changes with
/// the place along `axis`.
bool reductionsUsePlaceAlong(const analysis::Facts &facts, int axis);

/// How far a step reads; where devices meet on its way, the widest of its kernels and surveys.
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// Where a step needs numbers of all cells: behind how many kernels, and how far a survey reads
/// along the last axis.
struct SurveyReach {
  int kernels, reach;
};
std::vector<SurveyReach> surveyReaches(const analysis::Facts &facts);

/// Planes by which reductions at the end of traversals of a streamed domain trail a step, and read
/// to either side; -1 if the program reduces no cells.
int reductionReach(const analysis::Facts &facts);

/// Cells that a report or a rule reads to either side; -1 if none reduces cells.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// The request after `inner=`, or what is wrong with it.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Whether kernels of `inner`, which `request` names or leaves open, can be launched so.
Fit canBeRanged(const Target &target, const ScheduleRequest &inner, const ScheduleRequest &request);

/// Fills `ranged` from the plan of its kernels, which then is that of the schedule around them: its
/// options are `inner` alone.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
