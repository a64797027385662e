/// \file Computes how many registers of a thread of a sweep kernel contain cells at the same time.
#include "schedules/sweep/HeldCells.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include <algorithm>
#include <set>

namespace stencilc::schedules {

namespace {

/// Reads of one row of cells by the stages (update statements) of a kernel. `last` is the position
/// in the kernel of the last stage that reads the row. `offsets` has the offsets of the reads along
/// x.
struct RowUse {
  int last = 0;
  std::set<int> offsets;
};
using RowUses = std::map<std::pair<analysis::FieldLevel, Offset>, RowUse>;

/// Collector of the rows that the stages (update statements) of a kernel read, in the member
/// `uses`. Its function read() must be called for each stage in order. If several stages share an
/// expression, its reads count only for the first of them.
class RowReader {
public:
  explicit RowReader(const ir::Program &program) : program(program) {}

  void read(const ir::Stage &stage, int number) {
    this->number = number;
    if (!stage.frozen.isZero())
      use({stage.target, 0, Offset()});
    visit(stage.value);
  }
  RowUses uses;

private:
  void visit(ir::ExprId id) {
    if (const auto *read = std::get_if<ir::Read>(&program[id].node))
      return use(*read);
    if (computed.insert(id).second)
      ir::forEachOperand(program[id].node, [&](ir::ExprId operand) { visit(operand); });
  }
  void use(const ir::Read &read) {
    Offset row = read.offset;
    row[0] = 0;
    RowUse &use = uses[{{read.field, read.level}, row}];
    use.last = number;
    use.offsets.insert(read.offset[0]);
  }

  const ir::Program &program;
  std::set<ir::ExprId> computed;
  int number = 0;
};

/// Returns the number of different cells of a row that a thread reads to update `cells` adjacent
/// cells. `offsets` has the offsets along x at which each of these updates reads.
int cellsRead(const std::set<int> &offsets, int cells) {
  std::set<int> all;
  for (int offset : offsets)
    for (int i = 0; i < cells; ++i)
      all.insert(i + offset);
  return static_cast<int>(all.size());
}

/// Returns true if the cells of the row at displacement `at` (relative to the updated cell) stay in
/// registers when the sweep advances by one plane. They then become the row one plane lower.
/// Returns false if `rows` has no row one plane lower, or if the kernel keeps no cells from plane
/// to plane.
bool movesOn(const SweepShape &shape, const SweepRows &rows, Offset at) {
  --at[shape.along];
  return shape.keepsColumn && rows.contains(at);
}

} // namespace

int heldWords(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
              const ColumnOptions &options) {
  const ir::Program &program = facts.program;
  const std::vector<ir::StageId> &stages = facts.dependence.kernels[index].stages;
  RowReader reader(program);
  for (std::size_t number = 0; number < stages.size(); ++number)
    reader.read(program.stages[stages[number]], static_cast<int>(number));
  std::vector<int> held(stages.size(), 0); // 32-bit words in registers during each stage
  const auto hold = [&](std::size_t first, std::size_t last, int count) {
    for (std::size_t number = first; number <= last; ++number)
      held[number] += count;
  };
  const int newWords = registersOfCells(ir::bytesOf(program.compute), options.cells);
  for (std::size_t number = 0; number < stages.size(); ++number)
    hold(number, stages.size() - 1, newWords);
  for (const auto &[fieldLevel, column] : shape.fieldLevels) {
    const int bytes = ir::bytesOf(program.fields[fieldLevel.field].storage);
    if (shape.newestOf(column))
      hold(0, stages.size() - 1, registersOfCells(bytes, options.prefetch * options.cells));
    for (const auto &[at, row] : column) {
      const auto use = reader.uses.find({fieldLevel, at});
      const bool isKept = movesOn(shape, column, at) || use == reader.uses.end();
      const int cells = isKept ? options.cells + row.left + row.right
                               : cellsRead(use->second.offsets, options.cells);
      hold(0, isKept ? stages.size() - 1 : static_cast<std::size_t>(use->second.last),
           registersOfCells(bytes, cells));
    }
  }
  return *std::max_element(held.begin(), held.end());
}

} // namespace stencilc::schedules
