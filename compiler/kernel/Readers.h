/// \file Functions that read a field anywhere, also beyond the grid: the one place where a boundary
/// becomes code of the kernel tree.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Build.h"
#include "kernel/Uniforms.h"
#include <functional>

namespace stencilc::kernel {

/// How far beyond the grid the program's kernels and reductions read single cells of `field`.
/// `bringsAll` says of which kernels reads do not stop at cells that keep their values: they bring
/// whole rows or tiles.
Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t kernel)> &bringsAll);

/// Axis names "x", "y", "z": what emitted code calls them, whatever the source does.
const char *axisName(int axis);
/// What a row of cells is called behind its field, by its displacement across: "_ym1zp2" or "_c".
std::string rowTail(Offset across);
/// "_xm1zp2" behind the name of what is read at a cell; `centre` at the cell itself.
std::string offsetTail(const Offset &offset, const char *centre);

/// A face as the source writes it: "y.low".
std::string faceText(const ir::Program &program, int axis, Side side);

/// The value that a face gives at `cell`; `uniforms`, of the step read, where it asks for some.
Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms);

/// What a reader gives.
enum class ReaderForm : std::uint8_t {
  Value,    // of a cell
  Row,      // whole: what it holds beyond faces of the other axes
  Place,    // of a cell: its coordinates become those in the grid, unless a face gives the value
  AnyPlace, // however far beyond all faces a cell is
};

/// What is asked of a reader.
struct ReaderOptions {
  Reach reach;             // beyond the faces of the grid
  bool isReadOnly = false; // of data that nobody writes
  ReaderForm form = ReaderForm::Value;
  /// What its name begins with, else a word for its form. Where scalars of the program are among
  /// its arguments, C++ takes a reader of the same name around its namespace for another candidate.
  const char *beginning = nullptr;
};

/// The readers of a module, by field.
class Readers {
public:
  /// `faces`: what lies beyond the grid in memory as the functions of the module find it.
  Readers(Module &module, analysis::Faces faces) : module(module), faces(std::move(faces)) {}
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
  /// grid; by the reader of that form, of places.
  Term isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                const UniformTerms &uniforms, const std::vector<Term> &at,
                ReaderForm form = ReaderForm::Place) const;
  /// The uniforms that values of the faces need.
  const UniformNeeds &usesUniforms(ir::FieldId field) const {
    return made(field, ReaderForm::Value).usesUniforms;
  }
  /// What lies beyond the faces of a field, as its readers find it.
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
