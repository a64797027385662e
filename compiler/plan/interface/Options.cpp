/// \file Parsing of the values of schedule options: numbers and blocks of threads.
#include "plan/interface/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

std::optional<int> parsePositive(llvm::StringRef text) {
  int value = 0;
  if (text.empty() || !llvm::all_of(text, llvm::isDigit) || text.getAsInteger(10, value) ||
      value < 1)
    return std::nullopt;
  return value;
}

std::optional<std::vector<int>> parseBlock(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 3> parts;
  text.split(parts, 'x');
  if (parts.size() > kMaxAxes)
    return std::nullopt;
  std::vector<int> block;
  for (llvm::StringRef part : parts) {
    std::optional<int> threads = parsePositive(part);
    if (!threads)
      return std::nullopt;
    block.push_back(*threads);
  }
  return block;
}

std::string blockText(const std::vector<int> &block) {
  std::string text;
  for (int threads : block)
    text += (text.empty() ? "" : "x") + std::to_string(threads);
  return text;
}

int numberOf(const std::vector<std::string> &values, llvm::StringRef text) {
  int number = 0;
  if (!text.getAsInteger(10, number))
    return number;
  return static_cast<int>(llvm::find(values, text) - values.begin());
}

std::string wordOf(const std::vector<std::string> &values, int number) {
  const auto position = static_cast<std::size_t>(number);
  const bool isWord =
      number >= 0 && position < values.size() && !llvm::isDigit(values[position].front());
  return isWord ? values[position] : std::to_string(number);
}

std::optional<std::string> textOption(const ScheduleRequest &request, llvm::StringRef key) {
  auto found = request.options.find(key.str());
  return found == request.options.end() ? std::nullopt : std::optional(found->second);
}

std::optional<int> intOption(const ScheduleRequest &request, llvm::StringRef key) {
  std::optional<std::string> text = textOption(request, key);
  if (!text)
    return std::nullopt;
  // Some options accept 0, which parsePositive rejects.
  return *text == "0" ? std::optional(0) : parsePositive(*text);
}

std::optional<std::vector<int>> blockOption(const ScheduleRequest &request, llvm::StringRef key) {
  std::optional<std::string> text = textOption(request, key);
  return text ? parseBlock(*text) : std::nullopt;
}

Fit blockFitsAxes(const ScheduleRequest &request, int axes, int rank) {
  std::optional<std::vector<int>> block = blockOption(request, "block");
  if (!block)
    return Fit::yes();
  for (int axis = axes; axis < static_cast<int>(block->size()); ++axis)
    if ((*block)[axis] != 1)
      return Fit::no(
          llvm::formatv("block={0} puts {1} threads along axis {2}, but {3}; give {4}",
                        blockText(*block), (*block)[axis], axis + 1,
                        axis < rank ? "the sweep runs along that axis"
                        : rank == 1 ? std::string("the program has one axis")
                                    : llvm::formatv("the program has {0} axes", rank).str(),
                        axes == 1 ? "one number" : llvm::formatv("{0} numbers", axes).str())
              .str());
  return Fit::yes();
}

Fit engineFits(CopyEngine engine, const Target &target) {
  if (engine == CopyEngine::Async && !target.has.asyncCopies)
    return Fit::no(
        llvm::formatv(
            "engine=async needs asynchronous copies, which {0} does not have; use engine=plain",
            target.name)
            .str());
  return Fit::yes();
}

} // namespace stencilc::plan
