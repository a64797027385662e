/// \file Template data of reports and rules (stopping conditions): the tables in the program
/// description and in the interface. Their functions are in the kernel tree (kernel/build/Checks.h,
/// kernel/build/HostFunctions.h).
#include "emit/frame/Frame.h"
#include "ir/Names.h"
#include "kernel/build/Checks.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

static std::string stepsText(std::int64_t every) {
  return every == 1 ? "step" : std::to_string(every) + " steps";
}

static std::string kindText(ir::ReductionKind kind) {
  std::string name = ir::toString(kind);
  name.front() = llvm::toUpper(name.front());
  return "stencilc::Reduce::" + name;
}

/// Returns the declaration of an array called `name`, with `ids` (indices of reductions) as
/// elements.
static std::string tableText(const std::string &name, const std::vector<std::string> &ids) {
  return "const int " + name + "[] = { " + llvm::join(ids, ", ") + " };";
}

static Array groupList(const FrameState &state) {
  Array groups;
  for (const kernel::CheckGroup &group : kernel::checkGroups(state.program())) {
    std::vector<std::string> ids;
    for (ir::ReductionId id : group.reductions)
      ids.push_back(std::to_string(id.index));
    const std::string every = std::to_string(group.every);
    groups.push_back(Object{
        {"every", group.every},
        {"table", ids.empty() ? "" : tableText("every" + every, ids)},
        {"reductions", ids.empty() ? "nullptr" : "every" + every},
        {"count", ids.size()},
        {"single", kernel::needsSingleStep(state.facts, group) ? "true" : "false"},
        {"reduce", ids.empty() ? "nullptr" : "checkEvery" + every},
    });
  }
  return groups;
}

static Array globalReductionList(const ir::Program &program) {
  Array globalReductions;
  for (std::size_t index = 0; index < program.globalReductions.size(); ++index) {
    std::vector<std::string> ids;
    for (ir::ReductionId id : program.globalReductions[index].reductions)
      ids.push_back(std::to_string(id.index));
    globalReductions.push_back(
        Object{{"number", index},
               {"ids", llvm::join(ids, ", ")},
               {"count", ids.size()},
               {"first", program.globalReductions[index].isFirst ? ", .isFirst = true" : ""}});
  }
  return globalReductions;
}

/// Returns a readable line for each report and each rule (stopping condition), for a comment in the
/// emitted text.
static Array watched(const ir::Program &program) {
  Array lines;
  for (const ir::Report &report : program.reports)
    lines.push_back(report.name + ": " + report.source + ", every " + stepsText(report.every));
  for (const ir::Rule &rule : program.rules)
    lines.push_back("run ends if " + rule.source + ", every " + stepsText(rule.every));
  return lines;
}

static void table(Members &members, const std::string &name, const std::string &count,
                  std::size_t size) {
  members.emplace_back(name, name);
  members.emplace_back(count, std::to_string(size));
}

/// Returns the initialisers of ProgramDescription for in-step reductions (over the grid, within a
/// time step) and for scalars that are carried from one time step to the next.
static Members globalReductionMembers(const ir::Program &program) {
  Members members;
  if (!program.globalReductions.empty())
    table(members, "globalReductions", "globalReductionCount", program.globalReductions.size());
  if (llvm::any_of(program.repeats, [](const auto &repeat) { return repeat.until.valid(); }))
    members.emplace_back("iterationsEnd", "iterationsEnd");
  if (!program.kept.empty()) {
    members.emplace_back("keptCount", std::to_string(program.kept.size()));
    members.emplace_back("keptValue", "keptValue");
    members.emplace_back("keptAtFirst", "keptAtFirst");
  }
  return members;
}

/// Returns the initialisers of ProgramDescription for reductions, reports and rules (stopping
/// conditions). `groups` is the number of groups of reports and rules with the same period.
static Members membersOf(const ir::Program &program, std::size_t groups) {
  Members members;
  table(members, "reductions", "reductionCount", program.reductions.size());
  if (groups)
    table(members, "checks", "checkCount", groups);
  if (!program.reports.empty())
    table(members, "reports", "reportCount", program.reports.size());
  if (!program.rules.empty())
    table(members, "rules", "ruleCount", program.rules.size());
  if (!program.reports.empty())
    members.emplace_back("reportValue", "reportValue");
  if (!program.rules.empty())
    members.emplace_back("ruleHolds", "ruleHolds");
  return members;
}

void addChecks(const FrameState &state, Object &code) {
  const ir::Program &program = state.program();
  Array groups = groupList(state), reports, rules;
  for (const ir::Report &report : program.reports)
    reports.push_back(Object{
        {"name", quoted(report.name)}, {"text", quoted(report.source)}, {"every", report.every}});
  for (const ir::Rule &rule : program.rules)
    rules.push_back(Object{{"text", quoted(rule.source)}, {"every", rule.every}});
  code["reports"] = listOrFalse(std::move(reports));
  code["rules"] = listOrFalse(std::move(rules));
  code["checks"] = false;
  code["globalReductions"] = listOrFalse(globalReductionList(program));
  code["globalReductionMembers"] = membersText(globalReductionMembers(program));
  code["reductions"] = false;
  code["checkMembers"] = "";
  if (program.reductions.empty() && !program.hasChecks())
    return;
  std::vector<std::string> kinds;
  for (const ir::Reduction &reduction : program.reductions)
    kinds.push_back(kindText(reduction.kind));
  code["checkMembers"] = membersText(membersOf(program, groups.size()));
  code["reductions"] = Object{{"kinds", llvm::join(kinds, ", ")}};
  if (program.hasChecks())
    code["checks"] = Object{{"groups", std::move(groups)}, {"watched", watched(program)}};
}

} // namespace stencilc::emit
