/// \file Assignments from the command line, run set-ups, and arrays to and from .npy files.
#include "driver/References.h"
#include "stencilc/Npy.h"
#include "stencilc/ParseValue.h"
#include "stencilc/Text.h"
#include "llvm/ADT/StringExtras.h"
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
  for (const ir::FieldId id : ir::namedFields(program))
    names.push_back(ir::namedField(program, id).name);
  return names;
}

std::optional<std::vector<double>> parameterValues(const ir::Program &program,
                                                   const std::vector<std::string> &texts,
                                                   Diagnostics &diags) {
  std::vector<double> values;
  for (const ir::ParamDecl &param : program.params)
    values.push_back(param.value);
  auto params = parseAssignments(texts, paramNames(program), "parameter", diags);
  if (!params)
    return std::nullopt;
  for (const auto &[name, text] : *params)
    for (ir::ParamId id : program.params.ids()) {
      const ir::ParamDecl &param = program.params[id];
      if (param.name != name)
        continue;
      double &value = values[id.index];
      if (!parseNumber(text, value)) {
        diags.report(diag::BadAssignment, name + "=" + text, "parameter");
        return std::nullopt;
      }
      if (param.range && (value < param.range->first || value > param.range->second)) {
        diags.report(diag::ParamOutOfRange, name, text, realText(param.range->first, 6),
                     realText(param.range->second, 6));
        return std::nullopt;
      }
    }
  return values;
}

std::optional<ir::RunSetup> makeSetup(const ir::Program &program, const Extents &extents,
                                      const Extents &minimum, std::vector<double> params,
                                      Diagnostics &diags) {
  const Extents grid = ir::gridExtents(program, extents);
  for (int axis = 0; axis < program.rank(); ++axis)
    if (grid[axis] < minimum[axis]) {
      diags.report(diag::SizeBelowMinimum, program.axes[axis], extents[axis], program.name,
                   minimum[axis] - program.wider[axis]);
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
  return ir::RunSetup{grid, std::move(params)};
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
  std::vector<double> wide;
  std::vector<float> narrow;
  if (grid.type == ir::ScalarType::F32)
    narrow.assign(grid.cells.begin(), grid.cells.end());
  else
    wide = grid.cells; // NaN get other bits before they are written
  void *const cells = narrow.empty() ? static_cast<void *>(wide.data()) : narrow.data();
  if (output.open(path, toScalar(grid.type), npyAxes(grid.extents, rank)) &&
      output.writeCells(cells, count) && output.finish() && output.commit())
    return true;
  diags.report(diag::CannotWriteFile, path, output.error());
  return false;
}

bool writeField(const std::string &path, const ir::Program &program, ir::FieldId number,
                const ir::Grid &level, Diagnostics &diags) {
  const ir::NamedArray array = ir::namedArray(program, number, level);
  return writeArray(path, array.grid, static_cast<int>(array.axes.size()), diags);
}

std::optional<ir::Grid> readArray(const std::string &path, const ir::Program &program,
                                  ir::FieldId number, const Extents &extents, Diagnostics &diags,
                                  std::vector<std::string> *notes) {
  const ir::FieldDecl &field = ir::namedField(program, number);
  NpyInput input;
  const std::vector<int> own = ir::namedAxes(program, number);
  NpyAxes axes = npyAxes(extents, static_cast<int>(own.size()));
  for (std::size_t axis = 0; axis < own.size(); ++axis)
    axes.names[axis] = program.axes[own[axis]].c_str();
  const Scalar type = toScalar(field.storage);
  ir::Grid grid{field.storage, extents, std::vector<double>(axes.cells())};
  // Rounded to the field's type by the reader, then widened: the interpreter holds doubles.
  std::vector<float> narrow(type == Scalar::F32 ? axes.cells() : 0);
  void *cells = narrow.empty() ? static_cast<void *>(grid.cells.data()) : narrow.data();
  const bool isOpen = isRawFile(path)
                          ? input.openRaw(path, type, axes, field.name)
                          : input.open(path, field.name) && input.checkShape(axes, field.name);
  if (!isOpen || !input.readCells(cells, axes.cells(), type)) {
    diags.report(diag::BadArrayFile, input.error());
    return std::nullopt;
  }
  if (!narrow.empty())
    grid.cells.assign(narrow.begin(), narrow.end());
  if (notes && type == Scalar::F32 && input.header().scalar == Scalar::F64)
    notes->push_back("'" + path + "' holds f8; field '" + field.name +
                     "' is stored as f32: its values are rounded");
  if (notes && !input.firstNotFinite().empty())
    notes->push_back("'" + path + "' " + input.firstNotFinite() + "; the run starts with it");
  return grid;
}

std::string toText(const Extents &extents, int rank, const char *separator) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    text += (axis ? separator : "") + std::to_string(extents[axis]);
  return text;
}

} // namespace stencilc::driver
