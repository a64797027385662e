/// \file Prints a program as text: declarations, then one line for each operation.
#include "ir/Printer.h"
#include "ir/Locals.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <set>
#include <utility>

namespace stencilc::ir {

namespace {

/// Largest number of nodes of an expression that is printed on one line in infix notation. The
/// first limit is for values, the second for reports and rules (stopping conditions).
constexpr int kLongestInline = 60, kLongestCheck = 1000;

class ProgramPrinter {
public:
  ProgramPrinter(const Program &program, llvm::raw_ostream &out) : program(program), out(out) {}

  void print() {
    printHead();
    for (const Uniform &uniform : program.uniforms)
      printValue(std::string(uniform.isOfStep ? "step " : "") + "uniform " + uniform.name + ": " +
                     toString(uniform.type) + " =",
                 uniform.value);
    for (const FieldDecl &field : program.fields)
      printField(field, "");
    for (const ProfileDecl &profile : program.profiles)
      printField(profile.field, alongText(profile));
    for (const PointsDecl &points : program.points)
      printPoints(points);
    printLonger();
    if (program.sizeHint)
      printSize(*program.sizeHint);
    if (program.stepsHint)
      out << "steps " << *program.stepsHint << "\n";
    printStep();
    printChecks();
  }

private:
  static std::string number(double value) { return numberText(value, ScalarType::F64); }

  /// Prints the first lines of a program: its name, arithmetic, spacings, parameters and time
  /// series.
  void printHead() {
    out << "stencil " << program.name << "(" << llvm::join(program.axes, ", ") << ")";
    if (!program.sourceName.empty())
      out << " from " << program.sourceName;
    out << "\narithmetic " << toString(program.arithmetic) << ", storage "
        << toString(program.storage) << ", compute " << toString(program.compute) << "\n";
    for (const auto &[name, value] : program.spacing)
      out << "spacing " << name << " = " << number(value) << "\n";
    for (const ParamDecl &param : program.params)
      printParam(param);
    for (const SeriesDecl &series : program.series)
      out << "series " << series.name << " = file(\"" << series.file << "\")\n";
  }

  /// Prints the stages in order. A `repeat` loop and the reductions within the time step are
  /// printed before the stage that they precede.
  void printStep() {
    for (StageId id : program.stages.ids()) {
      for (const Repeat &repeat : program.repeats)
        if (repeat.first == id)
          printRepeat(repeat);
      printGlobalReductions(id);
      printStage(id);
    }
    printGlobalReductions({static_cast<std::uint32_t>(program.stages.size())});
    for (const CarriedScalar &kept : program.kept) {
      printValue("first " + kept.name + "[t-1] =", kept.init);
      printValue("then " + kept.name + "[t-1] =", kept.value);
    }
  }

  void printChecks() {
    for (ReductionId id : program.reductions.ids())
      if (!globalReductionOf(program, id))
        printReduction(id);
    for (const Report &report : program.reports)
      printCheck("report " + report.name, report, report.value);
    for (const Rule &rule : program.rules)
      printCheck("until", rule, rule.condition);
    for (const SaveDecl &save : program.saves)
      printSave(save);
  }

  void printParam(const ParamDecl &param) {
    out << "param " << param.name << " = " << number(param.value);
    if (param.range)
      out << " in " << number(param.range->first) << " .. " << number(param.range->second);
    out << "\n";
  }

  /// Prints the declaration of a source or receiver, such as `source shot into p at (12.5, 0 .. nx
  /// - 1) sinc 4`.
  void printPoints(const PointsDecl &points) {
    out << (points.isReceiver() ? "receiver " : "source ") << points.name
        << (points.isReceiver() ? " of " : " into ") << program.fields[points.field].name << " at ";
    if (!points.file.empty())
      out << "file(\"" << points.file << "\")";
    for (int axis = 0; points.file.empty() && axis < program.rank(); ++axis) {
      out << (axis ? ", " : "(");
      printRange(points.along[static_cast<std::size_t>(axis)]);
      out << (axis + 1 == program.rank() ? ")" : "");
    }
    if (points.sinc)
      out << " sinc " << points.sinc;
    if (points.series.valid())
      out << " times " << program.series[points.series].name;
    if (points.isReceiver())
      out << " every " << points.every << (points.every == 1 ? " step" : " steps");
    out << "\n";
  }

  /// Prints a range of coordinates of points: `12.5`, `0 .. nx - 1` or `0 .. 511 by 2`.
  void printRange(const PointsAlong &along) {
    out << expressionText(program, along.first);
    if (along.last != along.first)
      out << " .. " << expressionText(program, along.last);
    if (const auto *by = std::get_if<Constant>(&program[along.by].node); !by || by->value != 1)
      out << " by " << expressionText(program, along.by);
  }

  /// Prints the declaration of a saved field, such as `save p[z = 64] as f32 into "wave.h5" every
  /// 10 steps`.
  void printSave(const SaveDecl &save) {
    out << "save " << program.fields[save.field].name;
    const char *before = "[";
    for (int axis = 0; axis < program.rank(); ++axis)
      if (const PointsAlong &along = save.along[axis]; along.first.valid()) {
        out << std::exchange(before, ", ") << program.axes[axis] << " = ";
        printRange(along);
      }
    out << (*before == '[' ? "" : "]");
    if (save.as)
      out << " as " << toString(*save.as);
    out << " into \"" << save.file << '"' << (save.level > 0 ? " compressed" : "") << " every "
        << save.every << (save.every == 1 ? " step" : " steps") << "\n";
  }

  /// Returns the axes of a profile (a field over some of the axes) as text, such as "(x, z)".
  std::string alongText(const ProfileDecl &profile) const {
    std::string text;
    for (int axis = 0; axis < program.rank(); ++axis)
      if (profile.along[axis])
        text += (text.empty() ? "(" : ", ") + program.axes[axis];
    return text + ")";
  }

  void printField(const FieldDecl &field, const std::string &along) {
    out << (field.isLocal ? "local " : "field ") << field.name << along << ": "
        << toString(field.storage);
    if (!field.isLocal)
      out << ", levels " << field.levels;
    if (field.isConstant)
      out << ", constant";
    for (int axis = 0; axis < program.rank(); ++axis)
      if (field.shorter[axis])
        out << ", less the last cell along " << program.axes[axis];
    out << "\n";
    printFaces(field);
    printInits(field);
  }

  void printFaces(const FieldDecl &field) {
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        printFace(field.at(axis, side),
                  "  boundary " + program.axes[axis] + (side == Side::Low ? ".low " : ".high "));
  }

  void printInits(const FieldDecl &field) {
    if (field.init.valid())
      printValue("  init", field.init);
    if (!field.initFile.empty())
      out << "  init file \"" << field.initFile << "\"\n";
    for (const OlderInit &older : field.olderInits) {
      const std::string start = "  init[t-" + std::to_string(older.age) + "]";
      if (older.value.valid())
        printValue(start, older.value);
      else
        out << start << (older.file.empty() ? " 0" : " file \"" + older.file + "\"") << "\n";
    }
  }

  void printFace(const Boundary &face, const std::string &statement) {
    if (face.kind == BoundaryKind::None)
      return;
    if (face.value.valid())
      printValue(statement + toString(face.kind), face.value);
    else
      out << statement << toString(face.kind) << "\n";
  }

  /// Prints the names of the axes along which the grid has one cell more than the size that users
  /// give. Prints nothing if there are none.
  void printLonger() {
    const char *before = "a cell longer along ";
    for (int axis = 0; axis < program.rank(); ++axis)
      if (program.wider[axis])
        out << std::exchange(before, ", ") << program.axes[axis];
    out << (*before == 'a' ? "" : "\n");
  }

  void printSize(const Extents &size) {
    out << "size";
    for (int axis = 0; axis < program.rank(); ++axis)
      out << (axis ? ", " : " ") << size[axis];
    out << "\n";
  }

  void printRepeat(const Repeat &repeat) {
    out << "repeat " << repeat.count << ": stages " << repeat.first.index << " to "
        << repeat.last.index << "\n";
    for (const Carry &carry : repeat.carries)
      out << "  " << program.fields[carry.previous].name
          << "[t+1] = " << program.fields[carry.from].name << (carry.level ? "[t+1]" : "[t]")
          << ", then " << program.fields[carry.target].name << "[t+1]\n";
    if (repeat.until.valid())
      printValue("  until", repeat.until);
  }

  void printGlobalReductions(StageId before) {
    for (const GlobalReduction &globalReduction : program.globalReductions) {
      if (globalReduction.before != before)
        continue;
      out << "globalReduction"
          << (globalReduction.isFirst  ? " in the first step"
              : globalReduction.repeat ? " in each iteration"
                                       : "")
          << "\n";
      for (ReductionId id : globalReduction.reductions)
        printReduction(id);
    }
  }

  void printStage(StageId id) {
    const Stage &stage = program.stages[id];
    const std::string &target = program.fields[stage.target].name;
    out << "stage " << id.index << ": " << target;
    printLayer(stage.frozen);
    printSource(stage);
    printOperations(stage.value);
    out << "  " << target << "[t+1] = " << operand(stage.value) << "\n";
  }

  void printLayer(const Reach &layer) {
    if (layer.isZero())
      return;
    out << ", rim"; // the frozen layer; lookup of tuned plans depends on this text
    for (int axis = 0; axis < program.rank(); ++axis)
      out << " " << program.axes[axis] << " " << layer.low[axis] << " " << layer.high[axis];
  }

  void printReduction(ReductionId id) {
    const Reduction &reduction = program.reductions[id];
    out << "reduction " << id.index << ": " << toString(reduction.kind);
    printLayer(reduction.leftOut);
    printSource(reduction);
    printOperations(reduction.value);
    out << "  %r" << id.index << " = " << toString(reduction.kind) << " "
        << operand(reduction.value) << "\n";
  }

  /// Prints a report or a rule (a stopping condition): `what`, its period in time steps, and its
  /// value.
  template <class Check>
  void printCheck(const std::string &what, const Check &check, ExprId value) {
    const bool isShort = treeSize(program, value, kLongestCheck) <= kLongestCheck;
    out << what << " every " << check.every << ": "
        << (isShort ? expressionText(program, value) : "...");
    printSource(check);
    if (isShort)
      return;
    printOperations(value);
    out << "  ... " << operand(value) << "\n";
  }

  template <class Written> void printSource(const Written &written) {
    if (!written.source.empty())
      out << "  // " << program.sourceName << ":" << written.line << ": " << written.source;
    out << "\n";
  }

  /// Prints `statement` and its value. A short value is in infix notation on the same line. A long
  /// value follows as lines of operations below.
  void printValue(const std::string &statement, ExprId value) {
    if (treeSize(program, value, kLongestInline) <= kLongestInline) {
      out << statement << " " << expressionText(program, value) << "\n";
      return;
    }
    out << statement << " ...\n";
    printOperations(value);
    out << "  ... " << operand(value) << "\n";
  }

  void printOperations(ExprId root) {
    names.clear();
    std::set<std::string> taken;
    int line = 0;
    for (ExprId id : reachableFrom(program, {root})) {
      if (isLeaf(program[id].node))
        continue;
      const auto let = program.exprNames.find(id);
      std::string name = let != program.exprNames.end() ? let->second : "";
      if (name.empty() || !taken.insert(name).second)
        name = std::to_string(line);
      ++line;
      names[id] = "%" + name;
      printOperation(id);
    }
  }

  void printOperation(ExprId id) {
    const Expr &expr = program[id];
    out << "  " << names[id] << ": " << toString(expr.type) << " = " << operationName(expr.node);
    const char *separator = " ";
    bool isFirst = true;
    forEachOperand(expr.node, [&](ExprId below) {
      const bool isCondition = isFirst && std::holds_alternative<Select>(expr.node);
      if (isFirst && !isCondition && program[below].type != expr.type)
        out << "." << toString(program[below].type);
      out << separator << operand(below);
      separator = ", ";
      isFirst = false;
    });
    out << "\n";
  }

  static const char *operationName(const ExprNode &node) {
    if (const auto *unary = std::get_if<Unary>(&node))
      return toString(unary->op);
    if (const auto *binary = std::get_if<Binary>(&node))
      return toString(binary->op);
    if (std::holds_alternative<Fma>(node))
      return "fma";
    if (std::holds_alternative<Noise>(node))
      return "noise";
    return std::holds_alternative<Select>(node) ? "select" : "convert";
  }

  std::string operand(ExprId id) const {
    const auto name = names.find(id);
    return name != names.end() ? name->second : expressionText(program, id);
  }

  const Program &program;
  llvm::raw_ostream &out;
  std::map<ExprId, std::string> names; // names of operations of the current root
};

} // namespace

void printProgram(const Program &program, llvm::raw_ostream &out) {
  ProgramPrinter(program, out).print();
}

} // namespace stencilc::ir
