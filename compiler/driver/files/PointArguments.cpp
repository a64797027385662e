/// \file Reads the options `--points` (files with positions of sources and receivers) and `--trace`
/// (files for values of receivers).
#include "driver/files/PointArguments.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/References.h"
#include "ir/Named.h"
#include "runtime/files/Npy.h"
#include "runtime/parts/points/PointFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <bit>
#include <cmath>

namespace stencilc::driver {

PointInputs pointInputs(const ResolvedRequest &request, const ir::Program &program,
                        const std::string &source) {
  PointInputs inputs;
  for (ir::PointsId id : program.points.ids())
    if (const std::string &file = program.points[id].file; !file.empty())
      inputs.points.emplace_back(id, besideSource(source, file));
  for (const auto &[index, file] : request.points)
    for (auto &[id, path] : inputs.points)
      if (id.index == static_cast<std::uint32_t>(index))
        path = file;
  for (const auto &[index, file] : request.traces)
    inputs.traces.emplace_back(ir::PointsId{static_cast<std::uint32_t>(index)}, file);
  return inputs;
}

std::vector<std::string> pointTexts(const PointFiles &files, const ir::Program &program) {
  std::vector<std::string> texts;
  for (const auto &[id, path] : files)
    texts.push_back(program.points[id].name + "=" + path);
  return texts;
}

bool readPoints(const ir::Program &program, const PointFiles &files, ir::RunSetup &setup,
                Diagnostics &diags) {
  setup.points.resize(program.points.size());
  for (const auto &[id, path] : files) {
    std::string error;
    if (stencilc::readPoints(path, program.points[id].name, program.rank(), setup.points[id.index],
                             error))
      continue;
    diags.report(diag::BadArrayFile, error);
    return false;
  }
  return checkPoints(program, setup, diags);
}

bool checkPoints(const ir::Program &program, const ir::RunSetup &setup, Diagnostics &diags) {
  const std::optional<ir::Misplaced> wrong = ir::misplaced(program, setup);
  if (wrong)
    diags.report(diag::PointOutside, wrong->text);
  return !wrong;
}

PointFiles traceFiles(const ir::Program &program, const PointFiles &given, bool onlyGiven) {
  PointFiles files;
  for (ir::PointsId id : program.points.ids()) {
    std::string path = onlyGiven ? "" : program.points[id].name + ".npy";
    for (const auto &[receiver, named] : given)
      if (receiver == id)
        path = named;
    if (program.points[id].isReceiver() && !path.empty())
      files.emplace_back(id, path);
  }
  return files;
}

std::vector<Traces> tracesOf(const ir::Program &program, const ir::RunSetup &setup,
                             const ir::RunResult &result, const PointFiles &given) {
  std::vector<Traces> all;
  for (const auto &[id, path] : traceFiles(program, given, /*onlyGiven=*/false)) {
    Traces &traces = all.emplace_back();
    traces.receiver = id;
    traces.path = path;
    traces.points = static_cast<std::int64_t>(ir::placesOf(program, id, setup).size());
    for (const ir::Received &received : result.traces)
      if (received.receiver == id) {
        ++traces.times;
        llvm::append_range(traces.values, received.values);
      }
  }
  return all;
}

static Scalar scalarOf(const ir::Program &program, const Traces &traces) {
  const ir::FieldId field = program.points[traces.receiver].field;
  return scalarOf(program.fields[field].storage);
}

bool writeTraces(const ir::Program &program, const std::vector<Traces> &all, Diagnostics &diags) {
  return llvm::all_of(all, [&](const Traces &traces) {
    NpyOutput file;
    if (stencilc::writeTrace(file, traces.path, scalarOf(program, traces), traces.times,
                             traces.points, traces.values) &&
        file.commit())
      return true;
    diags.report(diag::BadArrayFile, file.error());
    return false;
  });
}

std::string firstDifferentTrace(const ir::Program &program, const Traces &wanted,
                                std::vector<double> &found, Diagnostics &diags) {
  const std::string &name = program.points[wanted.receiver].name;
  NpyInput file;
  found.assign(wanted.values.size(), 0);
  const bool isOpen = file.open(wanted.path);
  const NpyHeader &header = file.header();
  if (isOpen && (header.rank != 2 || header.shape[0] != wanted.times ||
                 header.shape[1] != wanted.points || header.scalar != scalarOf(program, wanted)))
    return "the traces of " + name + " have the shape " + header.shapeText() + " or another type";
  if (!isOpen || !file.readCells(found.data(), std::int64_t(found.size()), Scalar::F64)) {
    diags.report(diag::BadArrayFile, file.error());
    return "the traces of " + name + " cannot be read, see the error";
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double left = wanted.values[i], right = found[i];
    const bool areSame = std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
    if (!areSame && !(std::isnan(left) && std::isnan(right)))
      return llvm::formatv("the traces of {0} differ, first at time {1}, point {2}: expected {3}, "
                           "found {4}",
                           name, i / std::size_t(wanted.points), i % std::size_t(wanted.points),
                           left, right);
  }
  return "";
}

Extents extentsForPoints(const ir::Program &program, Extents minimum,
                         const std::vector<double> &params) {
  constexpr int kRounds = 200;
  constexpr std::int64_t kMostCells = 1 << 22; // few enough for the interpreter
  Extents extents = minimum;
  for (int round = 0; round < kRounds; ++round) {
    const ir::RunSetup setup{ir::gridExtents(program, extents), params};
    const auto wrong = ir::misplaced(program, setup);
    if (!wrong)
      return extents;
    extents[wrong->axis] += wrong->missing;
    if (extents[0] * extents[1] * extents[2] > kMostCells)
      break;
  }
  return minimum; // the caller reports points outside
}

std::vector<std::vector<double>> madePoints(const ir::Program &program, const Extents &grid) {
  constexpr int kPoints = 5;
  std::vector<std::vector<double>> all(program.points.size());
  std::uint64_t state = 12345;
  const auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  };
  for (ir::PointsId id : program.points.ids()) {
    const ir::PointsDecl &points = program.points[id];
    if (points.file.empty())
      continue;
    const Extents own = ir::ownExtents(program, points, grid);
    for (int point = 0; point < kPoints; ++point)
      for (int axis = 0; axis < program.rank(); ++axis) {
        // Points with even numbers lie at cells, the others may lie between cells.
        const std::uint64_t parts = point % 2 ? 16 : 1;
        const std::uint64_t places = std::uint64_t(own[axis] - 1) * parts + 1;
        all[id.index].push_back(double(next() % places) / double(parts) +
                                points.shift[std::size_t(axis)]);
      }
  }
  return all;
}

bool writePoints(const std::string &folder, const std::vector<std::vector<double>> &points,
                 const ir::Program &program, Diagnostics &diags) {
  for (ir::PointsId id : program.points.ids()) {
    if (program.points[id].file.empty())
      continue;
    const auto rank = static_cast<std::int64_t>(program.rank());
    const std::vector<double> &numbers = points[id.index];
    const ir::Grid grid{
        ir::ScalarType::F64, {{rank, std::int64_t(numbers.size()) / rank, 1}}, numbers};
    if (!writeArray(folder + "/points-" + program.points[id].name + ".npy", grid, 2, diags))
      return false;
  }
  return true;
}

} // namespace stencilc::driver
