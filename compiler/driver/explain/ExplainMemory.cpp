/// \file The part of `explain` on memory: the need of each field, and the largest grid that fits.
#include "driver/cli/Paragraph.h"
#include "driver/explain/ExplainFacts.h"
#include "driver/explain/Explanation.h"
#include "ir/Names.h"
#include "runtime/files/FieldFiles.h"
#include "runtime/program/Summary.h"
#include <limits>

namespace stencilc::driver {

namespace {

/// Returns the memory of a local field, which exists only within a time step, as text.
std::string localText(const FieldNeed &field) {
  if (!field.sharedWith.empty())
    return "none of its own: within a step it uses the buffer of '" + field.sharedWith + "'";
  if (field.buffers == 0)
    return "none: it never leaves the kernel that computes it";
  return formatBytes(static_cast<double>(field.bufferBytes)) + ", " + ir::toString(field.storage) +
         ": one buffer, used within a step";
}

std::string fieldText(const FieldNeed &field) {
  if (field.isLocal)
    return localText(field);
  const double bytes = static_cast<double>(field.bufferBytes);
  std::string text = formatBytes(bytes * field.buffers) + ", " + ir::toString(field.storage);
  if (field.buffers > 1)
    text += format(": %d buffers of %s for %d time level%s", field.buffers,
                   formatBytes(bytes).c_str(), field.levels, field.levels == 1 ? "" : "s") +
            (field.buffers > field.levels ? " and the one being written"
                                          : ", the oldest of which is overwritten");
  else
    text += std::string(": one buffer, ") + (!field.isUpdated  ? "never updated"
                                             : field.isInPlace ? "updated in place"
                                                               : "in which iterations end, too");
  return text;
}

/// Returns the size of a grid with `cells` cells along each axis as text: "2083 x 2083 x 2083 cells
/// (x, y, z)".
std::string cubeText(const ir::Program &program, std::int64_t cells) {
  Extents extents;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    extents[axis] = axis < program.rank() ? cells : 1;
  return cellsText(program, extents);
}

/// Returns the total memory as text: "12.5 GiB, 13.5% of the 93 GiB of one NVIDIA H100".
std::string totalText(std::uint64_t need, const MemoryCapacity &capacity) {
  std::string total = formatBytes(double(need));
  if (!capacity.bytes)
    return total;
  return total +
         (need <= capacity.bytes
              ? format(", %.3g%% of ", 100 * double(need) / double(capacity.bytes))
              : std::string(", more than ")) +
         "the " + formatBytes(double(capacity.bytes)) + " of " + capacity.owner;
}

/// Prints the largest grid with the same extent along every axis that fits into memory.
void explainLargest(const Explanation &explanation, llvm::raw_ostream &out) {
  static constexpr const char *kShapes[kMaxAxes] = {"longest line", "largest square",
                                                    "largest cube"};
  const ir::Program &program = explanation.facts.program;
  const std::uint64_t capacity = explanation.capacity.bytes;
  const std::int64_t cells = largestCube(explanation.facts, explanation.plan, capacity);
  const bool fits = explanation.memory->total <= capacity;
  printLabelled(out, kShapes[program.rank() - 1],
                cells ? cubeText(program, cells) + (fits ? "" : "; give a smaller --size")
                      : std::string("not even the smallest grid fits"));
}

} // namespace

void explainMemory(const Explanation &explanation, llvm::raw_ostream &out) {
  const ir::Program &program = explanation.facts.program;
  out << "\nMemory for " << cellsText(program, explanation.extents) << "\n";
  if (!explanation.memory) {
    printLabelled(out, "none", "no such grid is possible");
    return;
  }
  const MemoryNeed &need = *explanation.memory;
  for (const FieldNeed &field : need.fields)
    printLabelled(out, field.name, fieldText(field));
  if (need.reductions)
    printLabelled(out, "reductions", formatBytes(double(need.reductions)) + " of partial results");
  printLabelled(out, explanation.isGpu() ? "on the device" : "in all",
                totalText(need.total, explanation.capacity));
  if (explanation.isGpu())
    printLabelled(out, "on the host",
                  "at most " + formatBytes(double(kFileChunkBytes)) +
                      " at a time while arrays are read or written, never a whole field");
  if (explanation.capacity.bytes)
    explainLargest(explanation, out);
  double cells = 1;
  for (int axis = 0; axis < program.rank(); ++axis)
    cells *= double(explanation.extents[axis]);
  const bool isLong = cells > std::numeric_limits<std::int32_t>::max();
  printLabelled(out, "indices",
                std::string("32 bits along an axis, 64 bits for cells of the grid") +
                    (isLong ? ", which has " + groupDigits(cells) + ": more than 2^31" : ""));
}

} // namespace stencilc::driver
