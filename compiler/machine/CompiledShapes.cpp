/// \file Built-in table of measured compilations: the registers that nvcc allocated for kernels of
/// known programs.
#include "machine/CompiledShapes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::machine {

/// Parses `text`, the registers per thread of one or more kernels, such as "143" or "24-45,30-62".
/// Kernels are separated by commas. Each has one number, or the least and the greatest number.
/// Returns an empty list if `text` has another form.
static std::vector<RegisterRange> readRanges(llvm::StringRef text) {
  std::vector<RegisterRange> ranges;
  llvm::SmallVector<llvm::StringRef> kernels;
  text.split(kernels, ',');
  for (const llvm::StringRef kernel : kernels) {
    const auto [least, most] = kernel.split('-');
    RegisterRange range;
    if (least.getAsInteger(10, range.least) ||
        (most.empty() ? least : most).getAsInteger(10, range.most) || range.most < range.least)
      return {};
    ranges.push_back(range);
  }
  return ranges;
}

llvm::Expected<CompiledShapes> readCompiledShapes(llvm::StringRef text) {
  constexpr std::size_t kColumns = 6;
  CompiledShapes shapes;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const llvm::StringRef line = lines[i];
    if (line.empty() || line.starts_with("#"))
      continue;
    llvm::SmallVector<llvm::StringRef, kColumns> columns;
    line.split(columns, '\t');
    std::uint64_t signature = 0;
    CompiledShape shape;
    if (columns.size() == kColumns)
      shape.kernels = readRanges(columns[4]);
    if (shape.kernels.empty() || columns[0].getAsInteger(16, signature) ||
        columns[5].getAsInteger(10, shape.localBytes))
      return llvm::createStringError(
          llvm::formatv("line {0} of the table of compiled kernels is wrong", i + 1));
    shape.request = columns[3].str();
    shapes[signature].push_back(std::move(shape));
  }
  return shapes;
}

const std::vector<CompiledShape> &compiledShapes(std::uint64_t signature) {
  static const CompiledShapes all = [] {
    CompiledShapes shapes;
    for (const EmbeddedShapes &embedded : embeddedShapes())
      for (auto &[key, list] : llvm::cantFail(readCompiledShapes(embedded.text)))
        llvm::append_range(shapes[key], list);
    return shapes;
  }();
  static const std::vector<CompiledShape> none;
  const auto found = all.find(signature);
  return found == all.end() ? none : found->second;
}

} // namespace stencilc::machine
