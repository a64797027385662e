/// \file Parses parameter values and NAME=VALUE arguments, and reads and writes .npy files, for
/// runs of the interpreter.
#include "driver/files/References.h"
#include "driver/files/RequestFor.h"
#include "ir/StorageTypes.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "runtime/files/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include <unistd.h>

namespace stencilc::driver {

std::optional<std::vector<double>> parameterValues(const ir::Program &program,
                                                   const std::vector<std::string> &texts,
                                                   Diagnostics &diags) {
  const ProgramOutline outline(program);
  ResolvedRequest request;
  request.params = texts;
  if (!report(resolveParameters(outline.description(), request), diags))
    return std::nullopt;
  return std::move(request.parameters);
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
  // The interpreter holds every time level of every field as doubles, and one more array per stage.
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

Scalar scalarOf(ir::ScalarType type) {
  switch (type) {
  case ir::ScalarType::F32:
    return Scalar::F32;
  case ir::ScalarType::F16:
    return Scalar::F16;
  case ir::ScalarType::BF16:
    return Scalar::BF16;
  case ir::ScalarType::U8:
    return Scalar::U8;
  case ir::ScalarType::I16:
    return Scalar::I16;
  case ir::ScalarType::I32:
    return Scalar::I32;
  default:
    return Scalar::F64;
  }
}

/// Returns the bytes of all cells of `grid` in the format of files: the grid's own type, little
/// endian.
static std::vector<unsigned char> bytesOfCells(const ir::Grid &grid) {
  const auto size = static_cast<std::size_t>(ir::bytesOf(grid.type));
  std::vector<unsigned char> bytes;
  bytes.reserve(grid.cells.size() * size);
  for (const double cell : grid.cells)
    for (std::size_t i = 0; i < size; ++i)
      bytes.push_back(static_cast<unsigned char>(ir::bitsOf(cell, grid.type) >> 8 * i));
  return bytes;
}

/// Sets all cells of `grid` from the bytes of a file, which are in the grid's own type, little
/// endian.
static void takeBytes(ir::Grid &grid, const std::vector<unsigned char> &bytes) {
  const auto size = static_cast<std::size_t>(ir::bytesOf(grid.type));
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    std::uint64_t bits = 0;
    for (std::size_t i = size; i-- > 0;)
      bits = bits << 8 | bytes[cell * size + i];
    grid.cells[cell] = ir::fromBits(bits, grid.type);
  }
}

bool writeArray(const std::string &path, const ir::Grid &grid, int rank, Diagnostics &diags) {
  NpyOutput output;
  const std::int64_t count = static_cast<std::int64_t>(grid.cells.size());
  std::vector<unsigned char> bytes = bytesOfCells(grid);
  if (output.open(path, scalarOf(grid.type), npyAxes(grid.extents, rank)) &&
      output.writeCells(bytes.data(), count) && output.finish() && output.commit())
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
  const Scalar type = scalarOf(field.storage);
  ir::Grid grid{field.storage, extents, std::vector<double>(axes.cells())};
  // The reader rounds values to the field's type. They are then widened: the interpreter has
  // doubles.
  std::vector<unsigned char> bytes(grid.cells.size() * sizeOf(type));
  const bool isOpen = isRawFile(path)
                          ? input.openRaw(path, type, axes, field.name)
                          : input.open(path, field.name) && input.checkShape(axes, field.name);
  if (!isOpen || !input.readCells(bytes.data(), axes.cells(), type)) {
    diags.report(diag::BadArrayFile, input.error());
    return std::nullopt;
  }
  takeBytes(grid, bytes);
  if (notes && isRoundedTo(input.header().scalar, type))
    notes->push_back(roundingNote(path, input.header().scalar, field.name.c_str(), type));
  if (notes && !input.firstNotFinite().empty())
    llvm::errs() << "warning: '" << path << "' " << input.firstNotFinite()
                 << "; the run starts with it\n";
  return grid;
}

std::string toText(const Extents &extents, int rank, const char *separator) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    text += (axis ? separator : "") + std::to_string(extents[axis]);
  return text;
}

} // namespace stencilc::driver
