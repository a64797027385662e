/// \file `stencilc explain FILE`: what the program is, which plan was chosen, and why not another.
#include "driver/Driver.h"
#include "driver/ExplainFacts.h"
#include "driver/Paragraph.h"
#include "driver/Pipeline.h"
#include "driver/Tuned.h"
#include "plan/CostModel.h"
#include "plan/LaunchGrid.h"
#include "plan/PlanVerifier.h"
#include "plan/Roofline.h"
#include "stencilc/Text.h"
#include <set>

namespace stencilc::driver {

namespace {

constexpr std::size_t kOthers = 5; // candidates shown beside the one chosen

using Records = std::vector<plan::TuningRecord>;

/// What was measured for `plan`; null if nothing was.
const plan::TuningRecord *recordOf(const Records &records, const plan::Plan &plan) {
  for (const plan::TuningRecord &record : records)
    if (record.schedule == plan.requestText())
      return &record;
  return nullptr;
}

/// The rate, with what it means for the bound: a share, or that steps are fused.
std::string predictedText(const plan::Plan &plan, const plan::Roofline &roofline) {
  const double rate = plan.glups() * 1e9, share = rate / std::max(1.0, roofline.bound());
  return rateText(plan.glups()) + " GLUP/s, " +
         (share > 1 ? format("%.2f times the bound of one step at a time", share)
                    : format("%.1f%% of the bound", 100 * share));
}

std::string blockText(const plan::PassPlan &pass, const ir::Program &program) {
  std::string text;
  for (int axis = 0; axis < program.rank(); ++axis)
    text += (axis ? "x" : "") + (pass.block[axis] ? std::to_string(pass.block[axis]) : "all");
  return text;
}

/// What one kernel, or one loop nest, takes of the chip.
std::vector<std::string> passRow(const std::string &name, const plan::PassPlan &pass,
                                 const std::string &cells, const plan::Target &target,
                                 const ir::Program &program, const std::string &updates) {
  std::vector<std::string> row = {name, blockText(pass, program)};
  if (target.kind == plan::TargetKind::Cuda) {
    row.push_back(cells);
    row.push_back(pass.planesPerChunk ? std::to_string(pass.planesPerChunk) : "-");
    row.push_back(std::to_string(pass.isStaged() ? pass.ahead : pass.prefetch));
    row.push_back(formatBytes(pass.sharedBytes));
    row.push_back(pass.registers ? std::to_string(pass.registers) : "-");
    row.push_back(std::to_string(pass.residentBlocks ? pass.residentBlocks
                                                     : plan::residentBlocks(pass, target)));
  }
  row.push_back(format("%.3f", pass.redundancy));
  row.push_back(updates);
  return row;
}

void explainPasses(const analysis::Facts &facts, const plan::Plan &plan, llvm::raw_ostream &out) {
  const bool gpu = plan.target.kind == plan::TargetKind::Cuda;
  Table table(gpu ? std::vector<std::string>{"pass", "threads", "cells", "planes", "ahead",
                                             "shared", "registers", "resident", "work", "updates"}
                  : std::vector<std::string>{"pass", "block", "work", "updates"},
              gpu ? std::vector<bool>{false, false, true, true, true, true, true, true, true, false}
                  : std::vector<bool>{false, false, true, false});
  if (plan.fused)
    table.add(passRow("fused", plan.fusedPass, format("%dx%d", plan.fused->cells, plan.fused->rows),
                      plan.target, facts.program, format("%d steps at once", plan.fused->steps)));
  for (std::size_t index = 0; index < plan.passes.size(); ++index) {
    std::string targets;
    for (ir::StageId id : facts.dependence.passes[index].stages)
      targets += (targets.empty() ? "" : ", ") +
                 facts.program.fields[facts.program.stages[id].target].name;
    const plan::PassPlan &pass = plan.passes[index];
    table.add(passRow(std::to_string(index + 1), pass, std::to_string(pass.cellsPerThread),
                      plan.target, facts.program,
                      targets + (plan.fused ? " in steps left over" : "")));
  }
  table.print(out);
  printLabelled(out, "",
                std::string(gpu ? "threads: of a block. cells: of a thread. planes: of a chunk. "
                                  "resident: blocks on a multiprocessor."
                                : "block: cells along each axis.") +
                    " work: cells read per cell updated" +
                    (plan.fused ? ", fused: cells computed per cell stored." : "."));
}

void explainPlan(const analysis::Facts &facts, const plan::Plan &plan,
                 const plan::Roofline &roofline, const Records &records, llvm::raw_ostream &out) {
  out << "\nPlan\n";
  printLabelled(out, "schedule", plan.requestText());
  printLabelled(out, "predicted", predictedText(plan, roofline));
  if (const plan::TuningRecord *record = recordOf(records, plan))
    printLabelled(out, "measured",
                  rateText(record->measured) + " GLUP/s on " + record->device +
                      format(", %.0f%% of the prediction", 100 * record->measured / plan.glups()));
  std::string label = "notes";
  for (const std::string &note : plan.notes) {
    printLabelled(out, label, note);
    label.clear();
  }
  explainPasses(facts, plan, out);
  if (plan.picture.empty())
    return;
  out << "\nHow it works\n";
  for (const std::string &line : plan.picture)
    out << line << "\n";
}

/// Every schedule without a plan that can run, with the reason.
void explainRejected(const analysis::Facts &facts, const plan::Planning &all,
                     const plan::Target &target, llvm::raw_ostream &out) {
  std::set<std::string> runnable;
  std::map<std::string, std::string> reasons;
  for (const plan::Rejection &rejection : all.rejected)
    reasons.emplace(rejection.schedule, rejection.reason);
  for (const plan::Plan &plan : all.candidates) {
    const std::vector<std::string> findings = plan::verifyPlan(facts, plan);
    if (findings.empty())
      runnable.insert(plan.schedule);
    else
      reasons.emplace(plan.schedule, findings.front());
  }
  out << "\nSchedules that do not fit\n";
  bool none = true;
  for (const plan::Schedule *schedule : plan::allSchedules()) {
    const std::string name = schedule->name().str();
    if (runnable.count(name))
      continue;
    none = false;
    const bool gpu = schedule->target() == plan::TargetKind::Cuda;
    printLabelled(out, name,
                  schedule->target() == target.kind
                      ? reasons[name]
                      : std::string("it makes ") + (gpu ? "cuda" : "cpu") +
                            " code; use --target=" + (gpu ? "cuda" : "cpu"));
  }
  if (none)
    out << "  none\n";
}

void explainCandidates(const analysis::Facts &facts, const plan::Plan &chosen,
                       const plan::Planning &all, const Records &records, llvm::raw_ostream &out) {
  out << "\nCandidates, by predicted GLUP/s\n";
  Table table({"predicted", "of best", "measured", "schedule"}, {true, true, true, false});
  std::set<std::string> seen;
  bool isShown = false;
  std::size_t more = 0;
  const auto add = [&](const plan::Plan &plan) {
    const bool isChosen = plan.requestText() == chosen.requestText();
    const plan::TuningRecord *record = recordOf(records, plan);
    isShown |= isChosen;
    table.add({rateText(plan.glups()),
               format("%.1f%%", 100 * all.candidates.front().cost / plan.cost),
               rateText(record ? record->measured : 0),
               plan.requestText() + (isChosen ? "  <- the plan" : "")});
  };
  for (const plan::Plan &plan : all.candidates) {
    if (!seen.insert(plan.requestText()).second || !plan::verifyPlan(facts, plan).empty())
      continue;
    if (seen.size() <= 1 + kOthers)
      add(plan);
    else
      ++more;
  }
  if (!isShown)
    add(chosen);
  table.print(out);
  if (more)
    printLabelled(out, "", format("and %zu more", more));
  if (!records.empty())
    printLabelled(out, "",
                  format("measured on %s; fastest of %zu: %s GLUP/s, %s",
                         records.front().device.c_str(), records.size(),
                         rateText(records.front().measured).c_str(),
                         records.front().schedule.c_str()));
}

} // namespace

int explainCommand(const Options &options) {
  Pipeline line(options);
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  const plan::TargetKind kind =
      options.target == "cpu" ? plan::TargetKind::Cpu : plan::TargetKind::Cuda;
  if (options.target == "interpreter") {
    line.diagnostics().report(diag::InterpreterEmitsNothing);
    return kUserError;
  }
  if (!chooseTunedPlan(options, line, kind))
    return kUserError;
  const Records records = tuningRecords(options, line, kind);
  const analysis::Facts &facts = line.allFacts();
  const plan::Plan &plan = line.plan();
  const plan::Planning all = plan::choosePlan(facts, plan.target, std::nullopt);
  const plan::Roofline roofline = plan::computeRoofline(facts, plan.target);
  llvm::raw_ostream &out = llvm::outs();
  printLabelled(out, facts.program.name,
                cellsText(facts.program, plan::plannedExtents(facts.program)) + ", " +
                    precisionText(facts.program) + ", for " + plan.target.name,
                0);
  out << "\n";
  explainFacts(facts, out);
  explainBound(facts, plan.target, line.machineText(kind), roofline, out);
  explainPlan(facts, plan, roofline, records, out);
  explainCandidates(facts, plan, all, records, out);
  explainRejected(facts, all, plan.target, out);
  return kFine;
}

} // namespace stencilc::driver
