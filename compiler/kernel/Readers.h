/// \file Readers: functions that read a field at any cell, also beyond the grid. Only here do
/// boundary conditions become code of the kernel tree.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Build.h"
#include "kernel/Uniforms.h"
#include <functional>

namespace stencilc::kernel {

/// Returns how far beyond the grid kernels and reductions read `field`. Reads of frozen cells'
/// updates do not count, except for kernels for which `bringsAll` returns true: these load whole
/// rows or tiles.
Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t kernel)> &bringsAll);

/// Returns the axis name "x", "y" or "z" that emitted code uses, independent of the source.
const char *axisName(int axis);
/// Returns the suffix for the name of a row of cells, from its displacement across rows: "_ym1zp2"
/// or "_c".
std::string rowTail(Offset across);
/// Returns the suffix "_xm1zp2" for the name of a value read at an offset, or `centre` for offset
/// zero.
std::string offsetTail(const Offset &offset, const char *centre);

/// Returns a face as the source writes it: "y.low".
std::string faceText(const ir::Program &program, int axis, Side side);

/// Returns the fixed boundary value at `cell`. `uniforms` must be those of the step of the level
/// read, if the value uses any.
Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms);

/// Result of a reader.
enum class ReaderForm : std::uint8_t {
  Value, // value of a cell
  Row,   // a whole row, including the values beyond faces of the other axes
  Place, // place of a cell: maps its coordinates into the grid, unless a boundary gives its value
  AnyPlace, // as Place, for cells at any distance beyond all faces
};

/// Options of a reader.
struct ReaderOptions {
  Reach reach;             // reads at most so far beyond the grid
  bool isReadOnly = false; // no thread writes the data
  ReaderForm form = ReaderForm::Value;
  /// First part of the name; null: a word for the form. A distinct name is needed if arguments
  /// involve scalars of the program, because C++ would otherwise consider a reader of an enclosing
  /// namespace as an overload.
  const char *beginning = nullptr;
};

/// The readers of a module, by field and form.
class Readers {
public:
  /// `faces`: boundary conditions of the fields as the functions of the module see them.
  Readers(Module &module, analysis::Faces faces) : module(module), faces(std::move(faces)) {}
  /// Adds a reader `double readT(const View<const double> &T, const Grid &g, int x, int y, int z)`.
  /// If boundary values need uniforms, these parameters follow the grid.
  void add(ir::FieldId field, const ReaderOptions &options);
  /// Adds `bool beyondT(double &T, const Grid &g, int &x, int &y, int &z)` for the faces of the
  /// field's reader, which must have been added before.
  void addPlace(ir::FieldId field);
  /// Returns the value of a cell of `view`, by the field's reader.
  Term read(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
            const UniformTerms &uniforms, const std::vector<Term> &cell) const;
  /// Returns the row of `view` at `at`, the coordinates after x.
  Term row(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
           const UniformTerms &uniforms, const std::vector<Term> &at) const;
  /// Returns a condition: true if a boundary gives `value` for the cell at `at`. Otherwise the
  /// variables `at` become the coordinates of a cell in the grid. `form`: Place or AnyPlace.
  Term isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                const UniformTerms &uniforms, const std::vector<Term> &at,
                ReaderForm form = ReaderForm::Place) const;
  /// Returns the uniforms that boundary values of the field need.
  const UniformNeeds &usesUniforms(ir::FieldId field) const {
    return made(field, ReaderForm::Value).usesUniforms;
  }
  /// Returns the boundary conditions of a field, as its readers apply them.
  const analysis::FieldFaces &facesOf(ir::FieldId field) const { return faces[field]; }

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
  const analysis::Faces faces;
  std::map<std::pair<ir::FieldId, ReaderForm>, Made> all;
};

} // namespace stencilc::kernel
