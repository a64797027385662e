/// \file Readers: emitted functions that read a field at any cell, inside or beyond the grid, with
/// boundary conditions applied. Schedules that keep cells in registers or shared memory also emit
/// code of their own for cells beyond a face.
#pragma once

#include "analysis/Facts.h"
#include "kernel/build/Build.h"
#include "kernel/build/Uniforms.h"
#include <functional>

namespace stencilc::kernel {

/// Returns how many cells beyond the grid, on each side, kernels and reductions read `field`.
/// Frozen cells keep their values, so the reads of their updates count only in kernels for which
/// `loadsAll` returns true. These kernels load whole rows or tiles.
Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t kernel)> &loadsAll);

/// Returns the axis name "x", "y" or "z" that emitted code uses, independent of the source.
const char *axisName(int axis);
/// Returns the suffix for the name of a row of cells at an offset along y and z, such as "_ym1zp2".
/// Returns "_c" for offset zero.
std::string rowTail(Offset across);
/// Returns the suffix for the name of a value read at an offset, such as "_xm1zp2". Returns
/// `centre` for offset zero.
std::string offsetTail(const Offset &offset, const char *centre);

/// Returns the name of a face in the stencil language, such as "y.low".
std::string faceText(const ir::Program &program, int axis, Side side);

/// Returns the value of a `fixed` boundary at `cell`. `uniforms` (scalars that the host computes)
/// must belong to the time step of the level that is read.
Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms);

/// Result of a reader, an emitted function that reads a field with boundary conditions applied.
enum class ReaderForm : std::uint8_t {
  Value, // value of a cell
  Row,   // a whole row, including the values beyond faces of the other axes
  Place, // place of a cell: maps its coordinates into the grid, unless a boundary gives its value
  AnyPlace, // as Place, for cells at any distance beyond all faces
};

/// Options of a reader, an emitted function that reads a field with boundary conditions applied.
struct ReaderOptions {
  Reach reach;             // reads at most so far beyond the grid
  bool isReadOnly = false; // no thread writes the data
  ReaderForm form = ReaderForm::Value;
  /// First part of the function's name, before the name of the field. If it is null, the form of
  /// the result decides: "read", "row", "beyond" or "face". A function with parameters for scalars
  /// of the program needs a name of its own. Otherwise C++ may choose a function of the same name
  /// in an enclosing namespace.
  const char *beginning = nullptr;
};

/// The readers of a module: emitted functions that read a field with boundary conditions applied,
/// by field and kind of result.
class Readers {
public:
  /// `faces` has the boundary conditions that the emitted functions apply, by field.
  Readers(Module &module, analysis::Faces faces) : module(module), faces(std::move(faces)) {}
  /// Adds a function that reads a cell: `double readT(const View<const double> &T, const Grid &g,
  /// int x, int y, int z)`. If boundary values use scalars of the host, the function gets
  /// parameters for them after the grid.
  void add(ir::FieldId field, const ReaderOptions &options);
  /// Adds the function `bool beyondT(double &T, const Grid &g, int &x, int &y, int &z)`, which
  /// applies boundary conditions. It returns true and sets the value, or returns false and maps the
  /// coordinates into the grid. Precondition: the function that reads the field was added.
  void addPlace(ir::FieldId field);
  /// Returns a call of the function that reads a cell of the field, with boundary conditions
  /// applied. The call gives the value of `view` (pointer and strides) at the coordinates `cell`.
  Term read(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
            const UniformTerms &uniforms, const std::vector<Term> &cell) const;
  /// Returns a call of the function that reads a row of the field. The call gives the row of `view`
  /// (pointer and strides) at `at`, the coordinates along all axes but x.
  Term row(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
           const UniformTerms &uniforms, const std::vector<Term> &at) const;
  /// Returns a call of the emitted function that handles the cell `at` beyond the grid. If the call
  /// gives true, it has set `value` to a fixed boundary value. Otherwise it has changed the
  /// variables `at` to the cell inside the grid that gives the value. `form` is Place, or AnyPlace
  /// for cells at any distance from the grid.
  Term isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                const UniformTerms &uniforms, const std::vector<Term> &at,
                ReaderForm form = ReaderForm::Place) const;
  /// Returns which uniforms (scalars that the host computes) the boundary values of the field need.
  const UniformNeeds &usesUniforms(ir::FieldId field) const {
    return made(field, ReaderForm::Value).usesUniforms;
  }
  /// Returns the boundary conditions of a field that the emitted functions apply.
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
