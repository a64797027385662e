/// \file The context of the templates: its frame and the small texts all parts use.
#include "emit/Context.h"
#include "plan/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

std::string stemOf(llvm::StringRef schedule) {
  std::string name = schedule.str();
  name.front() = llvm::toUpper(name.front());
  return name;
}

std::string displaced(const std::string &base, int by) {
  return by == 0 ? base : base + (by < 0 ? " - " : " + ") + std::to_string(std::abs(by));
}

std::string ContextState::cell(const char *prefix, const char *suffix) const {
  std::string text;
  for (int axis = 0; axis < rank(); ++axis)
    text += (axis ? ", " : "") + std::string(prefix) + axisName(axis) + suffix;
  return text;
}

bool ContextState::goesOn(int axis) const { return axis == plan.endlessAxis(program()); }

ir::BoundaryKind ContextState::beyond(const ir::FieldDecl &field, int axis, Side side) const {
  return goesOn(axis) ? ir::BoundaryKind::None : field.at(axis, side).kind;
}

llvm::json::Array commentLines(const std::string &text) {
  return llvm::json::Array(brokenComment(text));
}

std::string quoted(const std::string &text) {
  const bool isText = llvm::json::isUTF8(text); // else bytes beyond ASCII are escaped
  std::string escaped;
  llvm::raw_string_ostream out(escaped);
  out << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      out << '\\' << c;
    else if (c < 0x20 || c == 0x7f || c == '?' || (c >= 0x80 && !isText)) // ?: no trigraphs
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

std::string insideCondition(int firstAxis, int lastAxis, const Reach &margin,
                            const std::string &x) {
  std::vector<std::string> parts;
  for (int axis = firstAxis; axis <= lastAxis; ++axis) {
    const std::string at = axis == 0 ? x : axisName(axis), n = std::string("g.n") + axisName(axis);
    if (margin.low[axis])
      parts.push_back(at + " >= " + std::to_string(margin.low[axis]));
    if (margin.high[axis])
      parts.push_back(at + " < " + displaced(n, -margin.high[axis]));
  }
  return joined(parts, " && ");
}

std::string outsideCondition(int rank, const Reach &margin, const std::string &x) {
  std::vector<std::string> parts;
  for (int axis = 0; axis < rank; ++axis) {
    const std::string at = axis == 0 ? x : axisName(axis), n = std::string("g.n") + axisName(axis);
    if (margin.low[axis])
      parts.push_back(at + " < " + std::to_string(margin.low[axis]));
    if (margin.high[axis])
      parts.push_back(at + " >= " + displaced(n, -margin.high[axis]));
  }
  return joined(parts, " || ");
}

/// "block=32x8x1, cells=2", or nothing.
static std::string optionText(const plan::Plan &plan, const char *between) {
  std::vector<std::string> parts;
  for (const auto &[key, value] : plan.options)
    parts.push_back(key + "=" + value);
  return joined(parts, between);
}

static std::string precisionText(const ir::Program &program) {
  const auto name = [](ir::ScalarType type) { return type == ir::ScalarType::F32 ? "f32" : "f64"; };
  if (program.storage == program.compute)
    return name(program.storage);
  return std::string("stored as ") + name(program.storage) + ", computed in " +
         name(program.compute);
}

/// "7 reads and 1 write of T, 1 read of k; 24 bytes through memory, 10 operations".
static std::string trafficText(const analysis::Facts &facts) {
  std::map<ir::FieldId, std::pair<int, int>> counts; // reads, writes
  for (const auto &[stage, footprint] : facts.footprint.stages) {
    for (const auto &[stream, reads] : footprint.streams)
      counts[stream.field].first += static_cast<int>(reads.offsets.size());
    ++counts[facts.program.stages[stage].target].second;
  }
  const auto number = [](int n, const char *what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  std::vector<std::string> parts;
  for (const auto &[field, count] : counts) {
    std::string part = count.first ? number(count.first, "read") : "";
    if (count.second)
      part += (part.empty() ? "" : " and ") + number(count.second, "write");
    parts.push_back(part + " of " + facts.program.fields[field].name);
  }
  return joined(parts, ", ") + "; " + number(facts.cost.bytes(), "byte") + " through memory, " +
         number(facts.cost.operations.flops(), "operation");
}

static llvm::json::Object planContext(const ContextState &state) {
  const plan::Plan &plan = state.plan;
  const plan::Schedule *schedule = plan::findSchedule(plan.schedule);
  std::string head = "Schedule: " + plan.schedule;
  if (schedule)
    head += " (" + schedule->summary().str() + ")";
  if (const std::string options = optionText(plan, ", "); !options.empty())
    head += ", " + options;
  const bool isCuda = plan.target.kind == plan::TargetKind::Cuda;
  return llvm::json::Object{
      {"schedule", plan.schedule},
      {"options", optionText(plan, ",")},
      {"target", (isCuda ? "cuda " : "cpu ") + plan.target.name},
      {"isCuda", isCuda},
      {"isReadOnly", plan.hasReadOnlyViews()},
      {"usesTensors", llvm::any_of(plan.passes,
                                   [](const plan::PassPlan &pass) {
                                     return pass.isStaged() &&
                                            pass.engine == plan::CopyEngine::Tensor;
                                   })},
      {"head", commentLines(head + "; " + precisionText(state.program()) + ".")},
      {"traffic", commentLines("Per update: " + trafficText(state.facts) + ".")},
      {"notes", plan.notes.empty() ? llvm::json::Array()
                                   : commentLines("Plan: " + llvm::join(plan.notes, "; ") + ".")},
  };
}

llvm::json::Value makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                              const EmitOptions &options, const LoweredKernels &kernels,
                              const Surroundings &around) {
  ContextState state{facts, plan, options, kernels,
                     ProgramNames(facts.program, around, facts.dependence.passes, options.name)};
  llvm::json::Object code = programContext(state);
  code["uniforms"] = uniformsContext(state);
  code["initial"] = initialContext(state);
  addFused(state, code);
  llvm::json::Array numbers = numberList(state.numbers); // of all passes, fused ones too
  code["hasNumbers"] = !numbers.empty();
  code["numbers"] = std::move(numbers);
  code["checks"] = checksContext(state);
  addKernels(state, code);
  llvm::json::Array functions;
  for (const std::string &function : state.functions)
    functions.push_back(function);
  code["functions"] = std::move(functions);

  llvm::json::Array ladder = ownLadder(code);
  llvm::json::Object context{
      {"alternatives", llvm::json::Array()},
      {"plan", planContext(state)},
      {"code", std::move(code)},
  };
  setLadder(context, std::move(ladder));
  return context;
}

} // namespace stencilc::emit
