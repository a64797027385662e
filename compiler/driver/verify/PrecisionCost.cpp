/// \file `stencilc verify --against=f64`: measures with the interpreter how far lower precisions
/// deviate.
#include "driver/verify/PrecisionCost.h"
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/cli/ImportFolders.h"
#include "driver/verify/Cases.h"
#include "ir/StorageTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace stencilc::driver {

/// Returns one unit in the last place of `type` at `value`: the distance to the next number of that
/// type.
static double lastPlaceOf(double value, ir::ScalarType type) {
  if (ir::isInteger(type))
    return 1;
  const double spacing = std::scalbn(ir::epsilonOf(type), value == 0 ? -1074 : std::ilogb(value));
  return std::max(spacing, ir::fromBits(1, type)); // at least the smallest subnormal
}

Deviation deviationOf(const ir::Grid &found, const ir::Grid &wanted) {
  Deviation all;
  double squares = 0, ofWanted = 0;
  for (std::size_t cell = 0; cell < wanted.cells.size(); ++cell) {
    const double right = wanted.cells[cell], distance = std::fabs(found.cells[cell] - right);
    all.isFinite &= std::isfinite(distance);
    all.largest = std::max(all.largest, distance);
    if (right != 0)
      all.relative = std::max(all.relative, distance / std::fabs(right));
    all.lastPlaces = std::max(all.lastPlaces, distance / lastPlaceOf(right, found.type));
    squares = std::fma(distance, distance, squares);
    ofWanted = std::fma(right, right, ofWanted);
  }
  if (squares > 0)
    all.rootMeanSquare = std::sqrt(squares / ofWanted);
  return all;
}

namespace {

/// Returns the time steps after which fields are compared: 1, 10, 100 ... and `last`.
std::vector<std::int64_t> comparedSteps(std::int64_t last) {
  std::vector<std::int64_t> all;
  for (std::int64_t step = 1; step < last; step *= 10)
    all.push_back(step);
  all.push_back(last);
  return all;
}

/// A run of a program in one precision: the values of its fields after each time step that is
/// compared.
struct Course {
  std::string precision;
  std::vector<std::vector<ir::NamedArray>> fields; // [compared step][updated field]
};

/// Interprets one program in several precisions, and prints how far each deviates from the
/// precision of --against.
class PrecisionComparison {
public:
  PrecisionComparison(const Options &options, std::string input)
      : options(options), input(std::move(input)) {}

  bool run() {
    std::vector<std::string> precisions = options.program.precisions;
    if (precisions.empty())
      precisions = {"f32", "f16:f32", "bf16:f32"};
    const std::optional<Course> wanted = follow(options.verify.against);
    if (!wanted)
      return false;
    if (!options.run.json)
      printHead();
    for (const std::string &precision : precisions) {
      const std::optional<Course> course = follow(precision);
      if (!course)
        return false;
      tell(*course, *wanted);
    }
    return true;
  }
  llvm::json::Array takeRows() { return std::move(rows); }

private:
  std::optional<Course> follow(const std::string &precision) {
    Pipeline line(options);
    line.setPrecision(precision);
    if (!line.frontEnd(input))
      return std::nullopt;
    const ir::Program &program = line.program();
    const Extents &minimum = line.allFacts().footprint.minimumExtents;
    if (name.empty())
      choose(line, minimum);
    auto made = makeCase(program, extents, minimum, 0, options.run.params, line.diagnostics(),
                         options.run.stepsBefore());
    const auto params = parameterValues(program, options.run.params, line.diagnostics());
    auto setup = made && params ? makeSetup(program, extents, minimum, *params, line.diagnostics())
                                : std::nullopt;
    if (!setup)
      return std::nullopt;
    setup->series = made->series;
    setup->points = made->points;
    Course course{precision, {}};
    std::int64_t done = 0;
    for (const std::int64_t step : steps) {
      for (; done < step; ++done)
        ir::interpretStep(program, *setup, made->end);
      std::vector<ir::NamedArray> &fields = course.fields.emplace_back();
      for (const ir::FieldId id : ir::namedFields(program))
        if (ir::isNamedUpdated(program, id))
          fields.push_back(ir::namedArray(program, id, made->end.fields[id.index].front()));
    }
    return course;
  }

  void choose(Pipeline &line, const Extents &minimum) {
    const ir::Program &program = line.program();
    name = program.name;
    extents = options.run.size.empty() ? verifyExtents(program, minimum)[1] : *program.sizeHint;
    size = toText(extents, program.rank());
    steps = comparedSteps(options.run.steps.value_or(100));
    for (const ir::FieldId id : ir::namedFields(program))
      if (ir::isNamedUpdated(program, id))
        names.push_back(ir::namedField(program, id).name);
  }

  void printHead() const {
    llvm::outs() << name << ", " << size << " cells, against " << options.verify.against << "\n"
                 << llvm::formatv("{0,-10} {1,-10} {2,7} {3,11} {4,11} {5,11} {6,11}\n",
                                  "precision", "field", "step", "absolute", "relative", "rms",
                                  "last places");
  }

  void tell(const Course &course, const Course &wanted) {
    for (std::size_t field = 0; field < names.size(); ++field)
      for (std::size_t at = 0; at < steps.size(); ++at)
        tell(course.precision, names[field], steps[at],
             deviationOf(course.fields[at][field].grid, wanted.fields[at][field].grid));
  }

  void tell(const std::string &precision, const std::string &field, std::int64_t step,
            const Deviation &found) {
    if (!options.run.json) {
      const auto number = [&](double value) {
        return found.isFinite ? llvm::formatv("{0:e2}", value).str() : std::string("-");
      };
      llvm::outs() << llvm::formatv("{0,-10} {1,-10} {2,7} {3,11} {4,11} {5,11} {6,11}\n",
                                    precision, field, step, number(found.largest),
                                    number(found.relative), number(found.rootMeanSquare),
                                    number(found.lastPlaces));
      return;
    }
    llvm::json::Object row{
        {"program", name}, {"precision", precision}, {"field", field}, {"step", step}};
    if (found.isFinite) {
      row["absolute"] = found.largest;
      row["relative"] = found.relative;
      row["rms"] = found.rootMeanSquare;
      row["lastPlaces"] = found.lastPlaces;
    }
    rows.push_back(std::move(row));
  }

  const Options &options;
  const std::string input;
  std::string name, size;
  Extents extents;
  std::vector<std::int64_t> steps;
  std::vector<std::string> names; // names of the updated fields
  llvm::json::Array rows;
};

} // namespace

int precisionCostCommand(const Options &options) {
  llvm::json::Array all;
  for (const std::string &input : programsAmong(options.inputs)) {
    PrecisionComparison comparison(options, input);
    if (!comparison.run())
      return kUserError;
    for (llvm::json::Value &row : comparison.takeRows())
      all.push_back(std::move(row));
  }
  if (options.run.json)
    llvm::outs() << llvm::json::Value(std::move(all)) << "\n";
  return kFine;
}

} // namespace stencilc::driver
