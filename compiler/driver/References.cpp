/// \file Assignments from the command line, run set-ups, and arrays to and from .npy files.
#include "driver/References.h"
#include "stencilc/Npy.h"
#include "stencilc/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <unistd.h>

namespace stencilc::driver {

std::optional<std::vector<Assignment>> parseAssignments(const std::vector<std::string> &texts,
                                                        const std::vector<std::string> &known,
                                                        llvm::StringRef what, Diagnostics &diags) {
  std::vector<Assignment> all;
  for (const std::string &text : texts) {
    auto [name, value] = llvm::StringRef(text).split('=');
    if (value.empty() || name.empty()) {
      diags.report(diag::BadAssignment, text, what);
      return std::nullopt;
    }
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::vector<llvm::StringRef> candidates(known.begin(), known.end());
      llvm::StringRef nearest = nearestName(name, candidates);
      std::string hint = nearest.empty() ? "there is " + llvm::join(known, ", ")
                                         : "did you mean '" + nearest.str() + "'?";
      diags.report(diag::UnknownAssignment, what, name)
          .note({}, diag::Hint, known.empty() ? "the program has none" : hint);
      return std::nullopt;
    }
    all.emplace_back(name.str(), value.str());
  }
  return all;
}

std::vector<std::string> paramNames(const ir::Program &program) {
  std::vector<std::string> names;
  for (const ir::ParamDecl &param : program.params)
    names.push_back(param.name);
  return names;
}

std::vector<std::string> fieldNames(const ir::Program &program) {
  std::vector<std::string> names;
  for (const ir::FieldDecl &field : program.fields)
    names.push_back(field.name);
  return names;
}

/// Six digits, as many as people read.
static std::string numberText(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.6g", value);
  return text;
}

std::optional<ir::RunSetup> makeSetup(const ir::Program &program, const Extents &extents,
                                      const Extents &minimum, const std::vector<Assignment> &params,
                                      Diagnostics &diags) {
  ir::RunSetup setup{extents, {}};
  for (int axis = 0; axis < program.rank(); ++axis)
    if (extents[axis] < minimum[axis]) {
      diags.report(diag::SizeBelowMinimum, program.axes[axis], extents[axis], program.name,
                   minimum[axis]);
      return std::nullopt;
    }
  // Every level of every field as doubles, and one array more while a stage is computed.
  std::uint64_t arrays = 1;
  for (const ir::FieldDecl &field : program.fields)
    arrays += field.levels;
  double needed = 8.0 * static_cast<double>(arrays);
  for (int axis = 0; axis < program.rank(); ++axis)
    needed *= static_cast<double>(extents[axis]);
  double have =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (needed > have) {
    diags.report(diag::GridTooLarge, toText(extents, program.rank()), formatBytes(needed),
                 formatBytes(have));
    return std::nullopt;
  }
  for (const ir::ParamDecl &param : program.params)
    setup.params.push_back(param.value);
  for (const auto &[name, text] : params) {
    for (ir::ParamId id : program.params.ids()) {
      const ir::ParamDecl &param = program.params[id];
      if (param.name != name)
        continue;
      double value;
      if (llvm::StringRef(text).getAsDouble(value) || !std::isfinite(value)) {
        diags.report(diag::BadAssignment, name + "=" + text, "parameter");
        return std::nullopt;
      }
      if (param.range && (value < param.range->first || value > param.range->second)) {
        diags.report(diag::ParamOutOfRange, name, text, numberText(param.range->first),
                     numberText(param.range->second));
        return std::nullopt;
      }
      setup.params[id.index] = value;
    }
  }
  return setup;
}

static NpyAxes npyAxes(const Extents &extents, int rank) {
  NpyAxes axes;
  axes.rank = rank;
  for (int axis = 0; axis < rank; ++axis)
    axes.extents[axis] = extents[axis];
  return axes;
}

static Scalar toScalar(ir::ScalarType type) {
  return type == ir::ScalarType::F32 ? Scalar::F32 : Scalar::F64;
}

bool writeArray(const std::string &path, const ir::Grid &grid, int rank, Diagnostics &diags) {
  NpyOutput output;
  std::int64_t count = static_cast<std::int64_t>(grid.cells.size());
  std::vector<float> narrow;
  const void *cells = grid.cells.data();
  if (grid.type == ir::ScalarType::F32) {
    narrow.assign(grid.cells.begin(), grid.cells.end());
    cells = narrow.data();
  }
  if (output.open(path, toScalar(grid.type), npyAxes(grid.extents, rank)) &&
      output.writeCells(cells, count) && output.finish() && output.commit())
    return true;
  diags.report(diag::CannotWriteFile, path, output.error());
  return false;
}

std::optional<ir::Grid> readArray(const std::string &path, const std::string &field,
                                  ir::ScalarType type, const Extents &extents, int rank,
                                  Diagnostics &diags) {
  NpyInput input;
  NpyAxes axes = npyAxes(extents, rank);
  ir::Grid grid{type, extents, std::vector<double>(axes.cells())};
  // Rounded to the field's type by the reader, then widened: the interpreter holds doubles.
  std::vector<float> narrow(type == ir::ScalarType::F32 ? axes.cells() : 0);
  void *cells = narrow.empty() ? static_cast<void *>(grid.cells.data()) : narrow.data();
  if (!input.open(path) || !input.checkShape(axes, field) ||
      !input.readCells(cells, axes.cells(), toScalar(type))) {
    diags.report(diag::BadArrayFile, input.error());
    return std::nullopt;
  }
  if (!narrow.empty())
    grid.cells.assign(narrow.begin(), narrow.end());
  return grid;
}

std::string toText(const Extents &extents, int rank, const char *separator) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    text += (axis ? separator : "") + std::to_string(extents[axis]);
  return text;
}

} // namespace stencilc::driver
