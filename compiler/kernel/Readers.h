/// \file Readers: functions that read a field at any cell, inside or beyond the grid. Only this
/// file translates boundary conditions into code of the kernel tree.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Build.h"
#include "kernel/Uniforms.h"
#include <functional>

namespace stencilc::kernel {

/// Returns the greatest distance, in cells beyond the grid, at which kernels and reductions read
/// `field`. Reads by updates of frozen cells count only for kernels for which `loadsAll` returns
/// true. These load whole rows or tiles.
Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t kernel)> &loadsAll);

/// Returns the axis name "x", "y" or "z" that emitted code uses, independent of the source.
const char *axisName(int axis);
/// Returns the suffix of the name of a row of cells, from its offset along y and z: "_ym1zp2", or
/// "_c" for zero.
std::string rowTail(Offset across);
/// Returns the suffix of the name of a value read at an offset: "_xm1zp2", or `centre` for offset
/// zero.
std::string offsetTail(const Offset &offset, const char *centre);

/// Returns the name of a face in the stencil language: "y.low".
std::string faceText(const ir::Program &program, int axis, Side side);

/// Returns the value of a `fixed` boundary at `cell`. `uniforms` must belong to the time step of
/// the level that is read.
Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms);

/// Kind of a reader, a function that reads a field with boundary conditions applied.
enum class ReaderForm : std::uint8_t {
  Value, // value of a cell
  Row,   // a whole row, including the values beyond faces of the other axes
  Place, // place of a cell: maps its coordinates into the grid, unless a boundary gives its value
  AnyPlace, // as Place, for cells at any distance beyond all faces
};

/// Options of a reader, a function that reads a field with boundary conditions applied.
struct ReaderOptions {
  Reach reach;             // reads at most so far beyond the grid
  bool isReadOnly = false; // no thread writes the data
  ReaderForm form = ReaderForm::Value;
  /// First part of the function's name; null: a word for the form. A reader with arguments for the
  /// program's scalars needs a distinct name. Otherwise C++ may choose a function of an enclosing
  /// namespace.
  const char *beginning = nullptr;
};

/// The readers of a module: functions that read a field with boundary conditions applied, by field
/// and form.
class Readers {
public:
  /// `faces` has the boundary conditions of the fields that the readers apply.
  Readers(Module &module, analysis::Faces faces) : module(module), faces(std::move(faces)) {}
  /// Adds a function that reads a cell: `double readT(const View<const double> &T, const Grid &g,
  /// int x, int y, int z)`. If boundary values need uniforms (scalars that the host computes), it
  /// gets parameters for them after the grid.
  void add(ir::FieldId field, const ReaderOptions &options);
  /// Adds `bool beyondT(double &T, const Grid &g, int &x, int &y, int &z)` with the boundary
  /// conditions of the field's reader. It either returns true and sets the value, or maps the
  /// coordinates into the grid. Precondition: add() has added the reader.
  void addPlace(ir::FieldId field);
  /// Returns the value of the cell of `view` at the given coordinates, as a call of the field's
  /// reader.
  Term read(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
            const UniformTerms &uniforms, const std::vector<Term> &cell) const;
  /// Returns the row of cells of `view` at `at`, the coordinates after x, as a call of the field's
  /// reader.
  Term row(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
           const UniformTerms &uniforms, const std::vector<Term> &at) const;
  /// Emits a call for cell `at` and returns its condition. If it is true, a boundary has set
  /// `value`. Otherwise the variables `at` are changed to a cell inside the grid. `form` is Place
  /// or AnyPlace.
  Term isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                const UniformTerms &uniforms, const std::vector<Term> &at,
                ReaderForm form = ReaderForm::Place) const;
  /// Returns which uniforms (scalars that the host computes) the boundary values of the field need.
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
