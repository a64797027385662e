/// \file `stencilc explain FILE`: describes the program and its plan, and why other plans were not
/// chosen.
#include "driver/Driver.h"
#include "driver/cli/Paragraph.h"
#include "driver/explain/ExplainFacts.h"
#include "driver/explain/Explanation.h"
#include "driver/explain/RooflinePlot.h"
#include "driver/files/References.h"
#include "driver/files/ResultFiles.h"
#include "driver/run/Chained.h"
#include "driver/run/Divided.h"
#include "driver/run/Place.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/Watching.h"
#include "runtime/core/support/Text.h"

namespace stencilc::driver {

namespace {

/// Returns the predicted rate of a plan as text, with its ratio to the roofline (bound by memory
/// and arithmetic). Plans that fuse time steps may exceed the bound, which is for one step at a
/// time.
std::string predictedText(const plan::Plan &plan, const plan::Roofline &roofline) {
  const int devices = plan.devices();
  const double rate = plan.glups() * 1e9 / devices, share = rate / std::max(1.0, roofline.bound());
  return rateText(plan.glups()) + " GLUP/s, " +
         (devices > 1 ? format("of each of %d devices ", devices) : "") +
         (share > 1 ? format("%.2f times the bound of one step at a time", share)
                    : format("%.1f%% of the bound", 100 * share));
}

std::string blockText(const plan::KernelPlan &kernel, const ir::Program &program) {
  std::string text;
  for (int axis = 0; axis < program.rank(); ++axis)
    text += (axis ? "x" : "") + (kernel.block[axis] ? std::to_string(kernel.block[axis]) : "all");
  return text;
}

/// Returns a row of the table of kernels that `explain` prints: threads, memory and registers of a
/// GPU kernel, or the block sizes of a loop nest.
std::vector<std::string> kernelRow(const std::string &name, const plan::KernelPlan &kernel,
                                   const std::string &cells, const plan::Target &target,
                                   const ir::Program &program, const std::string &updates) {
  std::vector<std::string> row = {name, blockText(kernel, program)};
  if (target.kind == plan::TargetKind::Cuda) {
    row.push_back(cells);
    row.push_back(kernel.planesPerChunk ? std::to_string(kernel.planesPerChunk) : "-");
    row.push_back(std::to_string(kernel.planesAhead()));
    row.push_back(formatBytes(kernel.sharedBytes));
    row.push_back(kernel.registers ? std::to_string(kernel.registers) : "-");
    row.push_back(std::to_string(kernel.residentBlocks ? kernel.residentBlocks
                                                       : plan::residentBlocks(kernel, target)));
  }
  row.push_back(format("%.3f", kernel.redundancy));
  row.push_back(updates);
  return row;
}

void explainKernels(const analysis::Facts &facts, const plan::Plan &plan, llvm::raw_ostream &out) {
  const bool gpu = plan.target.kind == plan::TargetKind::Cuda;
  Table table(gpu ? std::vector<std::string>{"kernel", "threads", "cells", "planes", "ahead",
                                             "shared", "registers", "resident", "work", "updates"}
                  : std::vector<std::string>{"kernel", "block", "work", "updates"},
              gpu ? std::vector<bool>{false, false, true, true, true, true, true, true, true, false}
                  : std::vector<bool>{false, false, true, false});
  const auto addFused = [&](const std::string &name, const plan::FusedPlan &fused,
                            const plan::KernelPlan &kernel) {
    table.add(kernelRow(
        name, kernel, format("%dx%d", kernel.cellsPerThread, kernel.rowsPerThread()), plan.target,
        facts.program, fused.steps == 1 ? "one step" : format("%d fused steps", fused.steps)));
  };
  if (plan.fused)
    addFused("fused", *plan.fused, plan.fusedKernel);
  for (const plan::FusedKernel &kernel : plan.rest)
    addFused("rest", kernel.fused, kernel.needs);
  for (std::size_t index = 0; plan.hasStepKernels() && index < plan.kernels.size(); ++index) {
    std::string targets;
    for (ir::StageId id : facts.dependence.kernels[index].stages)
      targets += (targets.empty() ? "" : ", ") +
                 facts.program.fields[facts.program.stages[id].target].name;
    const plan::KernelPlan &kernel = plan.kernels[index];
    table.add(kernelRow(std::to_string(index + 1), kernel, std::to_string(kernel.cellsPerThread),
                        plan.target, facts.program,
                        targets + (plan.fused ? " in remainder steps" : "")));
  }
  table.print(out);
  printLabelled(out, "",
                std::string(gpu ? "threads: of a block. cells: of a thread. planes: of a chunk. "
                                  "resident: blocks on a multiprocessor."
                                : "block: cells along each axis.") +
                    " work: cells read per cell updated" +
                    (plan.fused ? ", fused: cells computed per cell stored." : "."));
}

/// Prints the reductions over all cells that make the host wait for their results, how often and
/// how long. Then prints their share of the predicted time of the run.
void explainPasses(const Explanation &explanation, llvm::raw_ostream &out) {
  const plan::Plan &plan = explanation.plan;
  std::string label = "waited for";
  for (const plan::WaitedPass &pass : plan::waitedPasses(explanation.facts, plan.target)) {
    const std::string often = pass.perStep >= 1 ? format("%.4g a step", pass.perStep)
                                                : format("one in %.6g steps", 1 / pass.perStep);
    const ir::Program &program = explanation.facts.program;
    std::string text = program.reductions[pass.reductions.front()].source;
    if (pass.reductions.size() > 1)
      text += format(" and %zu more", pass.reductions.size() - 1);
    text += ": " + often + format(", a pass of %.3g ms", 1e3 * pass.seconds);
    if (pass.untilHost > 0)
      text += format(" and %.3g ms until the host has it", 1e3 * pass.untilHost);
    printLabelled(out, label, text);
    label.clear();
  }
  if (plan.waited > 0)
    printLabelled(out, label, format("together %.3g%% of the time", 100 * plan.waited / plan.cost));
}

void explainPlan(const Explanation &explanation, llvm::raw_ostream &out) {
  const plan::Plan &plan = explanation.plan;
  out << "\nPlan\n";
  printLabelled(out, "schedule", plan.requestText());
  printLabelled(out, "predicted", predictedText(plan, explanation.roofline));
  explainEnergy(explanation, out);
  explainPasses(explanation, out);
  explainMeasuredPlan(explanation, out);
  if (!explanation.model.empty())
    printLabelled(out, "model", explanation.model);
  std::string label = "notes";
  for (const std::string &note : plan.notes) {
    printLabelled(out, label, note);
    label.clear();
  }
  explainKernels(explanation.facts, plan, out);
  if (plan.picture.empty())
    return;
  out << "\nHow it works\n";
  for (const std::string &line : plan.picture)
    out << line << "\n";
}

void explainRejected(const Explanation &explanation, llvm::raw_ostream &out) {
  out << "\nSchedules that do not fit\n";
  for (const plan::Rejection &rejection : explanation.rejected)
    printLabelled(out, rejection.schedule, rejection.reason);
  if (explanation.rejected.empty())
    out << "  none\n";
}

void print(const Explanation &explanation, const DeviceChoice &devices, llvm::raw_ostream &out) {
  const ir::Program &program = explanation.facts.program;
  const plan::Target &target = explanation.plan.target;
  printLabelled(out, program.name,
                cellsText(program, explanation.extents) + ", " + precisionText(program) + ", for " +
                    target.name,
                0);
  out << "\n";
  explainFacts(explanation.facts, explanation.plan, out);
  explainMemory(explanation, out);
  explainBound(explanation.facts, target, explanation.machine, explanation.roofline, out);
  explainPlan(explanation, out);
  explainDevices(explanation, out);
  explainChain(explanation, devices, out);
  explainCandidates(explanation.candidates, target, explanation.choice, out);
  explainRejected(explanation, out);
  printRoofline(explanation.picture, out);
  explainMeasured(explanation, out);
}

} // namespace

int explainCommand(const Options &options) {
  Pipeline line(options);
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  if (!resolve(options.run, line.program(), line.diagnostics()) ||
      (!options.draw.plot.empty() &&
       !checkOutput(options, line, options.draw.plot, "the plot (--plot)")))
    return kUserError;
  if (options.plan.target == "interpreter") {
    line.diagnostics().report(diag::InterpreterEmitsNothing);
    return kUserError;
  }
  const auto [kind, note] = chooseTarget(options);
  if (!note.empty() && !options.run.quiet)
    llvm::errs() << note << "\n";
  if (!chooseTunedPlan(options, line, kind))
    return kUserError;
  const Explanation explanation = gatherExplanation(options, line, kind);
  if (options.run.json)
    llvm::outs() << llvm::formatv("{0}\n", explanationJson(explanation));
  else
    print(explanation, options.run.devices, llvm::outs());
  llvm::outs().flush(); // before what is said on standard error
  if (options.draw.plot.empty())
    return kFine;
  if (!plotRoofline(explanation.picture, options.draw.plot, line.diagnostics()))
    return kUserError;
  if (!options.run.quiet)
    llvm::errs() << "wrote " << options.draw.plot << "\n";
  return kFine;
}

} // namespace stencilc::driver
