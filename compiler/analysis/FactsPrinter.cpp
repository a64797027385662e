/// \file Facts about a program as text, which `--emit=facts` shows and tests compare.
#include "analysis/FactsPrinter.h"
#include "ir/Names.h"
#include "llvm/Support/Format.h"
#include <utility>

namespace stencilc::analysis {

namespace {

/// Prints the facts about one program as text.
class FactsPrinter {
public:
  FactsPrinter(const Facts &facts, llvm::raw_ostream &out)
      : program(facts.program), facts(facts), out(out) {}

  void print() {
    out << "facts of " << program.name << "\n";
    out << "minimum extents";
    for (int axis = 0; axis < program.rank(); ++axis)
      out << (axis ? " x " : " ") << facts.footprint.minimumExtents[axis];
    out << "\n";
    for (ir::StageId id : program.stages.ids())
      printStage(id);
    for (std::size_t kernel = 0; kernel < facts.dependence.kernels.size(); ++kernel)
      printKernel(kernel);
    for (ir::ReductionId id : program.reductions.ids())
      printReduction(id);
    out << "buffers:";
    for (ir::FieldId id : program.fields.ids())
      out << (id.index ? ", " : " ") << program.fields[id].name << " "
          << facts.dependence.buffers.at(id);
    out << "\n";
    for (const auto &[id, place] : facts.dependence.locals)
      printLocal(id, place);
    out << llvm::format("cost of one update: %d operations, %d bytes, %.4g operations a byte\n",
                        facts.cost.operations.flops(), facts.cost.bytes(), facts.cost.intensity());
    out << "stability: " << stabilityText(facts) << "\n";
  }

private:
  void printStage(ir::StageId id) {
    const ir::Stage &stage = program.stages[id];
    const StageFootprint &footprint = facts.footprint.stages.at(id);
    out << "stage " << id.index << ": " << program.fields[stage.target].name << ", line "
        << stage.line << "\n";
    printFieldLevels(footprint);
    if (stage.frozen.isZero())
      return;
    out << "  frozen layer";
    for (int axis = 0; axis < program.rank(); ++axis)
      if (stage.frozen.low[axis] || stage.frozen.high[axis])
        out << " " << program.axes[axis] << " " << stage.frozen.low[axis] << "+"
            << stage.frozen.high[axis];
    out << "\n";
  }

  void printFieldLevels(const StageFootprint &footprint) {
    for (const auto &[fieldLevel, part] : footprint.fieldLevels) {
      out << "  reads " << program.fields[fieldLevel.field].name << "[t";
      if (fieldLevel.level != 0)
        out << (fieldLevel.level > 0 ? "+" : "") << fieldLevel.level;
      out << "]: " << toString(part.shape) << ", " << part.offsets.size()
          << (part.offsets.size() == 1 ? " offset" : " offsets");
      for (int axis = 0; axis < program.rank(); ++axis)
        if (part.reach.low[axis] || part.reach.high[axis])
          out << ", " << program.axes[axis] << " " << -part.reach.low[axis] << ".."
              << part.reach.high[axis];
      out << "\n";
    }
  }

  void printLocal(ir::FieldId id, const LocalPlace &place) {
    const ir::FieldDecl &holder = program.fields[place.field];
    out << "local " << program.fields[id].name << ": ";
    if (!place.isStored)
      out << "not stored\n";
    else if (place.field == id)
      out << "a buffer\n";
    else
      out << "in " << holder.name << (holder.isLocal ? "" : place.level ? "[t+1]" : "[t]") << "\n";
  }

  void printReduction(ir::ReductionId id) {
    out << "reduction " << id.index << ": " << ir::toString(program.reductions[id].kind) << "\n";
    printFieldLevels(facts.footprint.reductions.at(id));
  }

  void printKernel(std::size_t index) {
    const KernelCost &cost = facts.cost.kernels[index];
    out << "kernel " << index << ":";
    const char *separator = " stage ";
    for (ir::StageId id : facts.dependence.kernels[index].stages)
      out << std::exchange(separator, " and ") << id.index;
    if (const std::int64_t times = facts.dependence.kernels[index].times; times > 1)
      out << ", " << times << " times";
    out << "\n  ";
    const Operations &o = cost.operations;
    separator = "";
    for (auto [count, name] : {std::pair{o.add, "add"},
                               {o.multiply, "multiply"},
                               {o.fma, "fma"},
                               {o.divide, "divide"},
                               {o.sqrt, "sqrt"},
                               {o.special, "special"},
                               {o.compare, "compare"},
                               {o.convert, "convert"}})
      if (count)
        out << std::exchange(separator, ", ") << count << " " << name;
    out << (*separator ? "; " : "") << "reads " << cost.bytesRead << " bytes, writes "
        << cost.bytesWritten << " bytes\n";
  }

  const ir::Program &program;
  const Facts &facts;
  llvm::raw_ostream &out;
};

} // namespace

std::string stabilityText(const Facts &facts) {
  if (!facts.stability)
    return "not analysed (not a single linear update with constant coefficients)";
  const Stability &stability = *facts.stability;
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "the fastest wave " << describeWave(stability, facts.program.rank()) << " grows by "
      << llvm::format("%.4g", stability.factor) << " a step, "
      << (stability.isStable() ? "stable" : "unstable");
  if (stability.limit)
    out << " above " << facts.program.params[stability.limit->param].name << " = "
        << llvm::format("%.4g", stability.limit->value);
  return text;
}

void printFacts(const Facts &facts, llvm::raw_ostream &out) { FactsPrinter(facts, out).print(); }

} // namespace stencilc::analysis
