/// \file Functions that read a field anywhere, also beyond the grid: the one place where a boundary
/// becomes code of the kernel tree.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Build.h"
#include "kernel/Uniforms.h"
#include <functional>

namespace stencilc::kernel {

/// How far beyond the grid the program's passes and reductions read single cells of `field`.
/// `bringsAll` says of which passes reads do not stop at cells that keep their values: they bring
/// whole rows or tiles.
Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t pass)> &bringsAll);

/// Axis names "x", "y", "z": what emitted code calls them, whatever the source does.
const char *axisName(int axis);
/// What a row of cells is called behind its field, by its displacement across: "_ym1zp2" or "_c".
std::string rowTail(Offset across);

/// The kind of a boundary as the source writes it, and a face of it: "y.low".
const char *boundaryText(ir::BoundaryKind kind);
std::string faceText(const ir::Program &program, int axis, Side side);
/// The coordinate inside the grid that stands for `c` beyond a face; of kinds that give no cell,
/// one that will do.
Term cellBeyond(Builder &k, ir::BoundaryKind kind, int axis, Side side, const Term &c);

/// The value that a face gives at `cell`; `uniforms`, of the step read, where it asks for some.
Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms);

/// What a reader gives.
enum class ReaderForm : std::uint8_t {
  Value, // of a cell
  Row,   // whole: what it holds beyond faces of the other axes
  Place, // of a cell: its coordinates become those in the grid, unless a face gives the value
};

/// What is asked of a reader.
struct ReaderOptions {
  Reach reach;             // beyond the faces of the grid
  bool isReadOnly = false; // of data that nobody writes
  int goesOn = -1;         // an axis along which memory goes on beyond the faces
  ReaderForm form = ReaderForm::Value;
};

/// The readers of a module, by field.
class Readers {
public:
  Readers(Module &module) : module(module) {}
  /// `double readT(const View<const double> &T, const Grid &g, int x, int y, int z)`, with the
  /// uniforms behind the grid if values of faces need them.
  void add(ir::FieldId field, const ReaderOptions &options);
  /// `bool beyondT(double &T, const Grid &g, int &x, int &y, int &z)`, for the faces of the field's
  /// reader, which is there already.
  void addPlace(ir::FieldId field);
  /// A cell of `view`, read by the field's reader.
  Term read(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
            const UniformTerms &uniforms, const std::vector<Term> &cell) const;
  /// The row of `view` at `at`, the coordinates behind x.
  Term row(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
           const UniformTerms &uniforms, const std::vector<Term> &at) const;
  /// Whether a face gives `value` for the cell at `at`, variables that then name a cell in the
  /// grid.
  Term isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                const UniformTerms &uniforms, const std::vector<Term> &at) const;
  /// The uniforms that values of the faces need.
  const UniformNeeds &usesUniforms(ir::FieldId field) const {
    return made(field, ReaderForm::Value).usesUniforms;
  }

private:
  struct Made {
    FunctionId function;
    ReaderOptions options;
    UniformNeeds usesUniforms;
  };
  const Made &made(ir::FieldId field, ReaderForm form) const { return all.at({field, form}); }
  Term call(Builder &builder, const Made &reader, std::vector<Term> arguments,
            const UniformTerms &uniforms, const std::vector<Term> &at) const;

  Module &module;
  std::map<std::pair<ir::FieldId, ReaderForm>, Made> all;
};

} // namespace stencilc::kernel
