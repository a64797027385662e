/// \file The part of `explain` on the program: fields, footprints, cost, stability and roofline.
#include "driver/explain/ExplainFacts.h"
#include "analysis/FactsPrinter.h"
#include "driver/cli/Paragraph.h"
#include "driver/files/References.h"
#include "ir/Locals.h"
#include "ir/Names.h"
#include "ir/Printer.h"
#include "ir/Walk.h"
#include "plan/cost/Buffers.h"
#include "plan/cost/Column.h"
#include "plan/cost/Points.h"
#include "runtime/core/support/Text.h"
#include "support/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::driver {

namespace {

/// Returns a time level as text: "t", "t+1" or "t-1".
std::string levelText(int level) {
  return level == 0 ? "t" : (level > 0 ? "t+" : "t-") + std::to_string(std::abs(level));
}

std::string boundaryText(const ir::Program &program, const ir::Boundary &boundary) {
  std::string text = ir::toString(boundary.kind);
  if (boundary.value.valid())
    text += " " + ir::expressionText(program, boundary.value);
  return text;
}

/// Returns the boundary conditions of a field as text: "fixed 100 at x.low; periodic at y, z".
std::string facesText(const ir::Program &program, const ir::FieldDecl &field) {
  std::vector<std::pair<std::string, std::vector<std::string>>> kinds; // text, faces
  const auto add = [&](const std::string &kind, const std::string &face) {
    for (auto &[text, faces] : kinds)
      if (text == kind)
        return faces.push_back(face);
    kinds.push_back({kind, {face}});
  };
  for (int axis = 0; axis < program.rank(); ++axis) {
    const std::string low = boundaryText(program, field.at(axis, Side::Low)),
                      high = boundaryText(program, field.at(axis, Side::High));
    const std::string &name = program.axes[axis];
    if (low == high) {
      add(low, name);
      continue;
    }
    add(low, name + ".low");
    add(high, name + ".high");
  }
  std::vector<std::string> texts;
  for (const auto &[text, faces] : kinds)
    texts.push_back(text + " at " + llvm::join(faces, ", "));
  return llvm::join(texts, "; ");
}

bool isBounded(const ir::Program &program, const ir::FieldDecl &field) {
  for (int axis = 0; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (field.at(axis, side).kind != ir::BoundaryKind::None)
        return true;
  return false;
}

void explainField(const analysis::Facts &facts, const plan::Plan &plan, ir::FieldId id,
                  llvm::raw_ostream &out) {
  const ir::Program &program = facts.program;
  const ir::FieldDecl &field = program.fields[id];
  const int buffers = plan::buffersOf(facts, plan, id);
  std::string text = ir::toString(field.storage);
  if (field.isLocal)
    text += ", within a step only";
  else
    text += ir::isUpdated(program, id) ? ", updated, " + counted(field.levels, "time level") +
                                             " in " + counted(buffers, "buffer")
                                       : ", never updated";
  printLabelled(out, field.name, text);
  if (isBounded(program, field))
    printLabelled(out, "", "boundary " + facesText(program, field));
}

void explainStage(const analysis::Facts &facts, ir::StageId id, llvm::raw_ostream &out) {
  const ir::Program &program = facts.program;
  std::string label = program.fields[program.stages[id].target].name + "[t+1]";
  for (const auto &[fieldLevel, part] : facts.footprint.stages.at(id).fieldLevels) {
    std::string text =
        llvm::formatv("reads {0}[{1}]: {2}, {3}", program.fields[fieldLevel.field].name,
                      levelText(fieldLevel.level), analysis::toString(part.shape),
                      counted(part.offsets.size(), "offset"));
    for (int axis = 0; axis < program.rank(); ++axis)
      if (part.reach.low[axis] || part.reach.high[axis])
        text += llvm::formatv(", {0} {1}..{2}", program.axes[axis], -part.reach.low[axis],
                              part.reach.high[axis]);
    printLabelled(out, label, text);
    label.clear();
  }
  if (!label.empty())
    printLabelled(out, label, "reads no field");
}

std::string operationsText(const analysis::Operations &o) {
  std::vector<std::string> parts;
  for (auto [count, name] : {std::pair{o.add, "add"},
                             {o.multiply, "multiply"},
                             {o.fma, "fma"},
                             {o.divide, "divide"},
                             {o.sqrt, "sqrt"},
                             {o.special, "special"},
                             {o.compare, "compare"},
                             {o.convert, "convert"}})
    if (count)
      parts.push_back(std::to_string(count) + " " + name);
  return parts.empty() ? "" : " (" + llvm::join(parts, ", ") + ")";
}

int bytesOf(const ir::Program &program, const std::set<analysis::FieldLevel> &fieldLevels) {
  int bytes = 0;
  for (const analysis::FieldLevel &fieldLevel : fieldLevels)
    bytes += ir::bytesOf(program.fields[fieldLevel.field].storage);
  return bytes;
}

/// Prints the in-step reductions (over the grid, within a time step), for whose results the host
/// waits.
void explainGlobalReductions(const analysis::Facts &facts, llvm::raw_ostream &out) {
  const ir::Program &program = facts.program;
  for (const ir::GlobalReduction &globalReduction : program.globalReductions) {
    std::vector<std::string> sources;
    std::set<analysis::FieldLevel> fieldLevels;
    for (ir::ReductionId id : globalReduction.reductions) {
      sources.push_back(program.reductions[id].source);
      for (const auto &entry : facts.footprint.reductions.at(id).fieldLevels)
        fieldLevels.insert(entry.first);
    }
    const int bytes = bytesOf(program, fieldLevels);
    printLabelled(out,
                  globalReduction.isFirst  ? "first step"
                  : globalReduction.repeat ? "each iteration"
                                           : "each step",
                  llvm::join(sources, "; ") + ": a pass over the cells reads " +
                      counted(bytes, "byte") + " of each, and the host waits for it");
  }
  for (const ir::CarriedScalar &kept : program.kept)
    printLabelled(out, "kept",
                  kept.name + ": a loop-carried scalar, which each step sets for the next one");
}

/// Prints the reports and stopping rules (`until` conditions), how often they are evaluated, and
/// the memory traffic of the reductions that they need.
void explainChecks(const analysis::Facts &facts, llvm::raw_ostream &out) {
  const ir::Program &program = facts.program;
  struct Due {
    std::vector<std::string> names;
    std::set<analysis::FieldLevel> fieldLevels;
  };
  std::map<std::int64_t, Due> all;
  const auto add = [&](std::int64_t every, ir::ExprId value, const std::string &name) {
    Due &due = all[every];
    due.names.push_back(name);
    for (ir::ExprId id : ir::reachableFrom(program, {value}))
      if (const auto *reduced = std::get_if<ir::Reduced>(&program[id].node);
          reduced && !ir::globalReductionOf(program, reduced->reduction))
        for (const auto &entry : facts.footprint.reductions.at(reduced->reduction).fieldLevels)
          due.fieldLevels.insert(entry.first);
  };
  for (const ir::Report &report : program.reports)
    add(report.every, report.value, report.name);
  for (const ir::Rule &rule : program.rules)
    add(rule.every, rule.condition, "until " + rule.source);
  for (const auto &[every, due] : all) {
    const int bytes = bytesOf(program, due.fieldLevels);
    const std::string label =
        every == 1 ? "every step" : "every " + std::to_string(every) + " steps";
    if (bytes == 0) {
      printLabelled(out, label, llvm::join(due.names, "; ") + ": needs no pass over the cells");
      continue;
    }
    const double share = 100.0 * bytes / (static_cast<double>(every) * facts.cost.bytes());
    printLabelled(out, label,
                  llvm::join(due.names, "; ") + ": a pass over the cells reads " +
                      counted(bytes, "byte") + " of each, " + format("%.3g", share) +
                      "% of the memory traffic of single steps");
  }
}

} // namespace

std::string cellsText(const ir::Program &program, const Extents &extents) {
  return toText(extents, program.rank(), " x ") + " cells (" + llvm::join(program.axes, ", ") + ")";
}

std::string precisionText(const ir::Program &program) {
  std::string text = ir::toString(program.storage);
  if (program.compute != program.storage)
    text += std::string(" computed as ") + ir::toString(program.compute);
  return text;
}

/// Prints the predicted number of instructions with which kernels test a row of cells for sources.
/// Also prints the number with which fused kernels store values for receivers, per row and time
/// step. Prints nothing for a program without sources and receivers.
static void explainPoints(const analysis::Facts &facts, llvm::raw_ostream &out) {
  int tables = 0;
  double asking = 0;
  for (std::size_t index = 0; index < facts.cost.kernels.size(); ++index) {
    tables += facts.cost.kernels[index].points;
    asking += plan::pointInstructions(facts, index, 1);
  }
  if (tables > 0)
    printLabelled(out, "points",
                  llvm::formatv("{0} of weights: a thread tests each row of its cells, in about "
                                "{1:F0} instructions if the row has no point",
                                counted(tables, "table"), asking)
                      .str());
  if (const double recording = plan::recordInstructions(facts, 1); recording > 0)
    printLabelled(out, "receivers",
                  llvm::formatv("read after each step; kernels of fused steps record them, in "
                                "about {0:F0} instructions per row and step",
                                recording)
                      .str());
}

void explainFacts(const analysis::Facts &facts, const plan::Plan &plan, llvm::raw_ostream &out) {
  const analysis::Cost &cost = facts.cost;
  out << "Program\n";
  for (ir::FieldId id : facts.program.fields.ids())
    explainField(facts, plan, id, out);
  for (ir::StageId id : facts.program.stages.ids())
    explainStage(facts, id, out);
  printLabelled(out, "an update",
                llvm::formatv("{0}{1} and {2} bytes ({3} read, {4} written): {5} flops a byte",
                              counted(cost.operations.flops(), "flop"),
                              operationsText(cost.operations), cost.bytes(), cost.bytesRead,
                              cost.bytesWritten, format("%.4g", cost.intensity()))
                    .str());
  if (facts.dependence.kernels.size() > 1)
    printLabelled(out, "kernels",
                  std::to_string(facts.dependence.kernels.size()) +
                      " in a step: later ones read new values of neighbours");
  explainPoints(facts, out);
  explainGlobalReductions(facts, out);
  explainChecks(facts, out);
  printLabelled(out, "stability", analysis::stabilityText(facts));
}

void explainBound(const analysis::Facts &facts, const plan::Target &target,
                  const std::string &machine, const plan::Roofline &roofline,
                  llvm::raw_ostream &out) {
  const auto binds = [&](bool isMemory) {
    return roofline.memoryBinds() == isMemory ? ", and binds" : "";
  };
  const bool gpu = target.kind == plan::TargetKind::Cuda;
  const double peak = target.memoryBandwidth * 1e-9;
  out << "\nBound of " << target.name << ", for one step at a time\n";
  printLabelled(out, "machine", machine);
  printLabelled(
      out, "memory",
      format(
          "%s GLUP/s: %d bytes an update at %.0f GB/s%s%s",
          rateText(roofline.memory * 1e-9).c_str(), facts.cost.bytes(), roofline.bytesRate * 1e-9,
          peak > 0
              ? format(", %.0f%% of %.0f", 100 * target.copyBandwidth / (1e9 * peak), peak).c_str()
              : "",
          binds(true)));
  printLabelled(out, "arithmetic",
                gpu ? format("%s GLUP/s: %.0f %s instructions an update, %.0f G/s%s",
                             rateText(roofline.arithmetic * 1e-9).c_str(), roofline.operations,
                             ir::toString(facts.program.compute), roofline.operationRate * 1e-9,
                             binds(false))
                    : "not estimated for CPUs");
  const ir::Program &program = facts.program;
  const auto hidden =
      program.compute == ir::ScalarType::F64 ? target.hiddenDoubles : target.hiddenSingles;
  const double words = double(facts.cost.bytesRead) / plan::bytesOf(program.storage);
  if (hidden && words > 0)
    printLabelled(out, "hidden",
                  format("up to %d %s multiply-adds per word read took no time; an update has %.1f "
                         "instructions",
                         *hidden, ir::toString(program.compute), roofline.operations / words));
}

} // namespace stencilc::driver
