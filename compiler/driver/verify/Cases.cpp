/// \file Test cases of `stencilc verify`: grid sizes, inputs, the interpreter's results, and
/// comparison bit by bit.
#include "driver/verify/Cases.h"
#include "driver/files/FileOutput.h"
#include "driver/verify/Sum.h"
#include "ir/Named.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "runtime/core/stepping/Reports.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <set>

namespace stencilc::driver {

/// Number of time steps for which the generated time series of a test case have values. Runs with
/// more steps also test reads after the end of a series.
static constexpr std::int64_t kSeriesLength = 9;

std::vector<Extents> verifyExtents(const ir::Program &program, const Extents &minimum) {
  // Indexed by rank - 1. The last axis of the odd grid is longer than the smallest chunk of a
  // sweep.
  static constexpr std::int64_t odd[kMaxAxes][kMaxAxes] = {
      {1037, 1, 1}, {133, 75, 1}, {69, 19, 23}};
  static constexpr std::int64_t thin[kMaxAxes][kMaxAxes] = {{3, 1, 1}, {3, 41, 1}, {3, 5, 37}};
  std::vector<Extents> all;
  std::set<std::array<std::int64_t, kMaxAxes>> seen;
  auto add = [&](Extents extents) {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      extents[axis] = axis < program.rank() ? std::max(extents[axis], minimum[axis]) : 1;
    if (seen.insert(extents.n).second)
      all.push_back(extents);
  };
  add(minimum);
  add({{odd[program.rank() - 1][0], odd[program.rank() - 1][1], odd[program.rank() - 1][2]}});
  add({{thin[program.rank() - 1][0], thin[program.rank() - 1][1], thin[program.rank() - 1][2]}});
  return all;
}

/// Returns a pseudo-random 64-bit number for a counter `x` (splitmix64).
static std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// Converts random `bits` to a value of a cell that can be stored as `type` without loss. A
/// floating-point value is a multiple of 1/1024 from 0 to less than 16384, rounded to `type`.
/// Integers are 0 or 1 in half of the cells, because masks have these values, and 0 to 255 in the
/// others.
static double fileNumber(std::uint64_t bits, ir::ScalarType type) {
  if (ir::isInteger(type))
    return static_cast<double>(bits >> 63 ? bits >> 32 & 1 : bits >> 32 & 255);
  return ir::roundTo(static_cast<double>(bits >> 40) / 1024, type);
}

int writtenLevels(const ir::Program &program, ir::FieldId field) {
  return ir::isNamedUpdated(program, field) ? program.fields[field].levels : 1;
}

std::string arrayName(const ir::Program &program, ir::FieldId field, int age) {
  return levelText(ir::namedField(program, field).name, age);
}

std::optional<VerifyCase> makeCase(const ir::Program &program, const Extents &extents,
                                   const Extents &minimum, std::int64_t steps,
                                   const std::vector<std::string> &params, Diagnostics &diags,
                                   std::int64_t firstStep) {
  const auto values = parameterValues(program, params, diags);
  auto setup = values ? makeSetup(program, extents, minimum, *values, diags) : std::nullopt;
  if (!setup)
    return std::nullopt;
  setup->points = madePoints(program, setup->extents);
  if (!checkPoints(program, *setup, diags))
    return std::nullopt;
  for (ir::SeriesId id : program.series.ids()) {
    std::vector<double> &numbers = setup->series.emplace_back();
    const auto points = static_cast<std::uint64_t>(ir::pointsOf(program, id, *setup));
    for (std::uint64_t at = 0;
         at < std::uint64_t(kSeriesLength) * std::max<std::uint64_t>(1, points); ++at)
      numbers.push_back(static_cast<double>(mix(at + (std::uint64_t(id.index) << 32)) >> 40) /
                        1024);
  }
  VerifyCase result{extents, steps, firstStep,     params,       ir::initialState(program, *setup),
                    {},      {},    setup->series, setup->points};
  for (ir::FieldId id : ir::namedFields(program)) {
    std::vector<ir::Grid> &levels = result.start.fields[id.index];
    for (int age = 0; age < static_cast<int>(levels.size()); ++age) {
      if (ir::namedField(program, id).initFileOf(age).empty())
        continue;
      ir::Grid &level = levels[static_cast<std::size_t>(age)];
      const bool isOwn = ir::namedField(program, id).olderInit(age) != nullptr;
      for (std::size_t cell = 0; cell < level.cells.size(); ++cell) {
        const std::uint64_t number = cell + (isOwn ? std::uint64_t(age) << 40 : 0);
        level.cells[cell] = fileNumber(mix(number), level.type);
      }
    }
  }
  result.start.steps = firstStep;
  result.end = result.start;
  result.result = ir::interpretRun(program, *setup, result.end, steps);
  result.traces = tracesOf(program, *setup, result.result, {});
  return result;
}

static bool isFinite(const ir::State &state) {
  for (const std::vector<ir::Grid> &levels : state.fields)
    for (const ir::Grid &level : levels)
      for (const double cell : level.cells)
        if (!std::isfinite(cell))
          return false;
  return true;
}

/// Returns the smallest extents that it finds for which `isFine` returns true. Shortens `extents`
/// by one cell at a time along each axis in turn, to no less than `minimum`. Precondition:
/// `isFine(extents)` is true.
static Extents shortened(Extents extents, const Extents &minimum, int rank,
                         llvm::function_ref<bool(const Extents &)> isFine) {
  for (int axis = 0; axis < rank; ++axis)
    while (extents[axis] > minimum[axis]) {
      Extents shorter = extents;
      --shorter[axis];
      if (!isFine(shorter))
        break;
      extents = shorter;
    }
  return extents;
}

Extents smallestFinite(const ir::Program &program, const Extents &minimum, std::int64_t steps,
                       const std::vector<std::string> &params, Diagnostics &diags) {
  constexpr std::int64_t kMostCells = 1 << 16; // few enough for the interpreter
  constexpr int kFurther = 3;                  // programs do not divide by nx - 4
  // Some programs always reach infinity. The second pass asks only for finite initial values.
  for (const bool untilTheEnd : {true, false}) {
    const auto isFine = [&](const Extents &extents) {
      if (extents[0] * extents[1] * extents[2] > kMostCells)
        return false;
      const auto made = makeCase(program, extents, minimum, untilTheEnd ? steps : 0, params, diags);
      return made && isFinite(made->start) && isFinite(made->end);
    };
    Extents found = minimum;
    for (int further = 0; further <= kFurther; ++further) {
      for (int axis = 0; axis < program.rank(); ++axis)
        found[axis] = minimum[axis] + further;
      if (isFine(found))
        return shortened(found, minimum, program.rank(), isFine);
    }
  }
  return minimum; // never finite
}

std::string firstDifference(const std::string &field, const ir::NamedArray &wanted,
                            const ir::Grid &found, const ir::Program &program) {
  const ir::Grid &expected = wanted.grid;
  std::size_t count = 0, first = 0;
  for (std::size_t cell = expected.cells.size(); cell-- > 0;)
    if (ir::bitsOf(settled(expected.cells[cell]), expected.type) !=
        ir::bitsOf(found.cells[cell], found.type)) {
      ++count;
      first = cell;
    }
  if (count == 0)
    return "";
  std::string place;
  std::int64_t rest = static_cast<std::int64_t>(first);
  for (std::size_t at = 0; at < wanted.axes.size(); ++at) {
    const std::int64_t extent = expected.extents[static_cast<int>(at)];
    place += (at ? ", " : "") + program.axes[wanted.axes[at]] + "=" + std::to_string(rest % extent);
    rest /= extent;
  }
  return llvm::formatv("{0} of {1} cells of {2} differ, first at {3}: expected {4} ({5:x}), found "
                       "{6} ({7:x})",
                       count, expected.cells.size(), field, place, realText(expected.cells[first]),
                       ir::bitsOf(settled(expected.cells[first]), expected.type),
                       realText(found.cells[first]), ir::bitsOf(found.cells[first], found.type))
      .str();
}

std::string reportsText(const ir::Program &program, const ir::RunResult &result, bool commas) {
  std::vector<Reported> reports;
  for (const ir::Reported &report : result.reports)
    reports.push_back({report.step, program.reports[report.report].name.c_str(), report.value});
  return reportFileText(reports, result.steps,
                        result.rule ? program.rules[*result.rule].source.c_str() : nullptr, commas);
}

std::string firstDifferentReport(const std::string &expected, const std::string &found) {
  llvm::StringRef left = expected, right = found;
  for (int line = 1; !left.empty() || !right.empty(); ++line) {
    llvm::StringRef wanted, got;
    std::tie(wanted, left) = left.split('\n');
    std::tie(got, right) = right.split('\n');
    if (wanted != got)
      return llvm::formatv("line {0} of the reports: expected '{1}', found '{2}'", line, wanted,
                           got)
          .str();
  }
  return "";
}

bool writeSeries(const std::string &folder, const VerifyCase &verifyCase,
                 const ir::Program &program, Diagnostics &diags) {
  for (std::size_t i = 0; i < verifyCase.series.size(); ++i) {
    const std::vector<double> &numbers = verifyCase.series[i];
    const auto count = static_cast<std::int64_t>(numbers.size());
    const ir::SeriesDecl &series = program.series[ir::SeriesId{static_cast<std::uint32_t>(i)}];
    const std::int64_t row = series.isOfPoints ? count / kSeriesLength : count;
    const ir::Grid grid{
        ir::ScalarType::F64, {{row, count / std::max<std::int64_t>(1, row), 1}}, numbers};
    if (!writeArray(folder + "/series-" + series.name + ".npy", grid, series.isOfPoints ? 2 : 1,
                    diags))
      return false;
  }
  return true;
}

bool writeCase(const std::string &folder, const VerifyCase &verifyCase, const ir::Program &program,
               Diagnostics &diags) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder)) {
    diags.report(diag::CannotWriteFile, folder, code.message());
    return false;
  }
  for (ir::FieldId id : ir::namedFields(program)) {
    for (int age = 0; age < writtenLevels(program, id); ++age) {
      const std::string name = arrayName(program, id, age);
      const auto level = static_cast<std::size_t>(age);
      if (!writeField(folder + "/in-" + name + ".npy", program, id,
                      verifyCase.start.fields[id.index][level], diags) ||
          !writeField(folder + "/out-" + name + ".npy", program, id,
                      verifyCase.end.fields[id.index][level], diags))
        return false;
    }
  }
  std::vector<Traces> traces = verifyCase.traces;
  for (Traces &trace : traces)
    trace.path = folder + "/trace-" + trace.path;
  return writeSeries(folder, verifyCase, program, diags) &&
         writePoints(folder, verifyCase.points, program, diags) &&
         writeTraces(program, traces, diags) &&
         (!program.hasChecks() ||
          writeFileWhole(folder + "/reports.txt", reportsText(program, verifyCase.result), diags));
}

} // namespace stencilc::driver
