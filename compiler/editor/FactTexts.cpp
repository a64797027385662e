/// \file Writes facts about a program, such as its stencil radius, as texts for the editor.
#include "editor/FactTexts.h"
#include "analysis/FactsPrinter.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::editor {

/// Returns a description of the reads of one field at one time level, such as "u[t]: star, 5
/// cells".
static std::string readText(const ir::Program &program, const analysis::FieldLevel &fieldLevel,
                            const analysis::LevelFootprint &read) {
  std::string level = "t";
  if (fieldLevel.level)
    level += (fieldLevel.level > 0 ? "+" : "-") + std::to_string(std::abs(fieldLevel.level));
  std::string text = program.fields[fieldLevel.field].name + "[" + level + "]";
  if (read.offsets.size() > 1)
    text += llvm::formatv(": {0}, {1} cells", analysis::toString(read.shape), read.offsets.size());
  return text;
}

std::string readsText(const analysis::Facts &facts, llvm::StringRef field) {
  std::string text;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    if (facts.program.fields[facts.program.stages[stage].target].name == field)
      for (const auto &[fieldLevel, read] : footprint.fieldLevels)
        text += (text.empty() ? "" : "; ") + readText(facts.program, fieldLevel, read);
  return text;
}

std::string costText(const analysis::Facts &facts) {
  return llvm::formatv("{0} bytes and {1} an update", facts.cost.bytes(),
                       counted(facts.cost.operations.flops(), "operation"));
}

} // namespace stencilc::editor
