/// \file Puts together the data for the Mustache templates of an emitted program, and computes the
/// texts that several templates use.
#include "emit/frame/Frame.h"
#include "emit/Dialect.h"
#include "ir/Names.h"
#include "plan/interface/Schedule.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

llvm::json::Value listOrFalse(llvm::json::Array list) {
  if (list.empty())
    return false;
  return llvm::json::Object{{"list", std::move(list)}};
}

std::string membersText(const Members &members) {
  std::string text;
  for (const auto &[name, value] : members)
    text += "\n    ." + name + " = " + value + ",";
  return text;
}

Members partMember(const FrameState &state, const char *member, const char *part) {
  if (state.options.form == EmitForm::Module)
    return {};
  return {{member, "&stencilc::STENCILC_SYMBOL(" + std::string(part) + ")"}};
}

std::string quoted(const std::string &text) {
  const bool isText = llvm::json::isUTF8(text); // otherwise bytes above 0x7f are escaped
  std::string escaped;
  llvm::raw_string_ostream out(escaped);
  out << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      out << '\\' << c;
    else if (c < 0x20 || c == 0x7f || c == '?' || (c >= 0x80 && !isText)) // '?': trigraphs
      out << '\\' << char('0' + c / 64) << char('0' + c / 8 % 8) << char('0' + c % 8);
    else
      out << c;
  }
  out << '"';
  return escaped;
}

static std::string joined(const std::vector<std::string> &parts, const char *between) {
  return llvm::join(parts, between);
}

/// Returns the options of a plan as text, separated by `between`: "block=32x8x1, cells=2". Returns
/// "" if the plan has none.
static std::string optionText(const plan::Plan &plan, const char *between) {
  std::vector<std::string> parts;
  for (const auto &[key, value] : plan.options)
    parts.push_back(key + "=" + value);
  return joined(parts, between);
}

static std::string precisionText(const ir::Program &program) {
  const auto name = [](ir::ScalarType type) { return ir::toString(type); };
  if (program.storage == program.compute)
    return name(program.storage);
  return std::string("stored as ") + name(program.storage) + ", computed in " +
         name(program.compute);
}

/// Returns the memory traffic and the operations of an update as text: "7 reads and 1 write of T, 1
/// read of k; 24 bytes through memory, 10 operations".
static std::string trafficText(const analysis::Facts &facts) {
  std::map<ir::FieldId, std::pair<int, int>> counts; // reads, writes
  for (const auto &[stage, footprint] : facts.footprint.stages) {
    for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
      counts[fieldLevel.field].first += static_cast<int>(reads.offsets.size());
    ++counts[facts.program.stages[stage].target].second;
  }
  std::vector<std::string> parts;
  for (const auto &[field, count] : counts) {
    std::string part = count.first ? counted(count.first, "read") : "";
    if (count.second)
      part += (part.empty() ? "" : " and ") + counted(count.second, "write");
    parts.push_back(part + " of " + facts.program.fields[field].name);
  }
  return joined(parts, ", ") + "; " + counted(facts.cost.bytes(), "byte") + " through memory, " +
         counted(facts.cost.operations.flops(), "operation");
}

/// Returns the comment at the top of the emitted source: the compiler command, the plan with its
/// reasons, and the memory traffic of an update.
static std::string headComment(const FrameState &state) {
  const plan::Plan &plan = state.plan;
  std::vector<std::string> lines;
  if (!state.options.buildLine.empty())
    lines.push_back("// Build: " + inComment(state.options.buildLine));
  lines.push_back("//");
  const auto add = [&](const std::string &text) {
    for (const std::string &line : brokenComment(text))
      lines.push_back("// " + line);
  };
  std::string head = "Schedule: " + plan.schedule;
  if (const plan::Schedule *schedule = plan::findSchedule(plan.schedule))
    head += " (" + schedule->summary().str() + ")";
  if (const std::string options = optionText(plan, ", "); !options.empty())
    head += ", " + options;
  add(head + "; " + precisionText(state.program()) + ".");
  if (!plan.notes.empty())
    add("Plan: " + llvm::join(plan.notes, "; ") + ".");
  add("Per update: " + trafficText(state.facts) + ".");
  return llvm::join(lines, "\n");
}

static llvm::json::Object planContext(const FrameState &state) {
  const plan::Plan &plan = state.plan;
  const bool isCuda = plan.target.kind == plan::TargetKind::Cuda;
  const Dialect &dialect = dialectOf(plan);
  return llvm::json::Object{
      {"schedule", plan.schedule},
      {"options", optionText(plan, ",")},
      {"target", (isCuda ? "cuda " : "cpu ") + plan.target.name},
      {"comment", headComment(state)},
      {"hostBegin", llvm::StringRef(dialect.hostBegin).rtrim()},
      {"hostEnd", llvm::StringRef(dialect.hostEnd).rtrim()},
  };
}

llvm::json::Object makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                               const EmitOptions &options, const LoweredPlan &lowered,
                               const ProgramNames &names) {
  FrameState state{facts, plan, options, lowered.own, names};
  llvm::json::Object code = programContext(state);
  addUniforms(state, code);
  addOlderInits(state, code);
  addChecks(state, code);
  addPoints(state, code);
  addSaves(state, code);
  addVariantTable(state, code);
  PlanText own = kernelsText(state);
  code["checkPasses"] = std::move(own.checkPasses);
  code["hostFunctions"] = hostFunctionsText(state);
  std::set<std::string> fromRuntime = namesOfRuntime(state);
  for (std::size_t at = 0; at < plan.alternatives.size(); ++at) {
    FrameState other{facts, plan.alternatives[at], options, lowered.others[at], names};
    other.isAlternative = true;
    own.kernels += alternativeText(other);
    fromRuntime.merge(namesOfRuntime(other));
  }
  code["kernels"] = std::move(own.kernels);
  code["names"] = llvm::json::Array(fromRuntime);
  return llvm::json::Object{{"plan", planContext(state)}, {"code", std::move(code)}};
}

} // namespace stencilc::emit
