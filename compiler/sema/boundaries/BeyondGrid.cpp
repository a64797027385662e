/// \file Handles reads that leave the grid: finds the cells that are not updated because of `keep`,
/// and reports faces without boundary.
#include "sema/boundaries/Boundaries.h"

namespace stencilc::sema {

using FaceKey = std::pair<int, Side>;

Reach frozenLayerOf(const ir::Program &program, const std::vector<ReadSite> &reads,
                    unsigned faces) {
  Reach frozen;
  for (const ReadSite &read : reads)
    for (int axis = 0; axis < program.rank() && read.field.valid(); ++axis) {
      if (axis == read.insideAlong || (read.inside >> axis & 1))
        continue; // the cell that matters is inside
      const ir::FieldDecl &field = program.fields[read.field];
      if (field.at(axis, Side::Low).kind == ir::BoundaryKind::Keep)
        frozen.low[axis] = std::max(frozen.low[axis], -read.offset[axis]);
      const int beyond = read.offset[axis] + field.shorter[axis];
      if (field.at(axis, Side::High).kind == ir::BoundaryKind::Keep)
        frozen.high[axis] = std::max(
            frozen.high[axis], beyond > field.shorter[axis] || (faces >> axis & 1) ? beyond : 0);
    }
  return frozen;
}

/// Returns the faces as text for a message: "x.low, x.high and y.low".
static std::string listFaces(const ir::Program &program, const std::set<FaceKey> &faces) {
  std::string text;
  std::size_t left = faces.size();
  for (const auto &[axis, side] : faces) {
    text += program.axes[axis] + (side == Side::Low ? ".low" : ".high");
    if (--left > 0)
      text += left == 1 ? " and " : ", ";
  }
  return text;
}

/// Returns a fix-it that adds a boundary to the declaration of a field: the source range to
/// replace, and the new text.
static std::pair<llvm::SMRange, std::string> boundaryFixIt(const ast::Statement &declaration) {
  const llvm::StringRef text = sourceText(declaration.range);
  const std::size_t brace = text.rfind('}');
  const std::size_t place = brace != llvm::StringRef::npos ? brace : text.rfind(';');
  if (place == llvm::StringRef::npos)
    return {declaration.range, ""};
  const char *begin = text.data() + place;
  if (brace != llvm::StringRef::npos) {
    const auto at = llvm::SMLoc::getFromPointer(begin);
    return {{at, at}, "boundary fixed(0); "};
  }
  return {{llvm::SMLoc::getFromPointer(begin), llvm::SMLoc::getFromPointer(begin + 1)},
          " { boundary fixed(0); }"};
}

/// Returns the number of cells by which `read` leaves `field` at each face. An expression at both
/// ends of each cell has one value more than the grid has cells. At this last value, a read at
/// offset 0 is one cell beyond a field without it. `frozen` is the layer of cells that are not
/// updated.
static Reach reachBeyond(const Unit &unit, const ReadSite &read, const ir::FieldDecl &field,
                         const Reach &frozen) {
  Reach reach;
  reach.include(read.offset);
  for (int axis = 0; axis < unit.rank(); ++axis) {
    const bool isOfFaces = read.faces >> axis & 1;
    if (!unit.program.wider[axis])
      continue;
    // A frozen layer is counted from the end of the kernels' grid.
    const int more = isOfFaces - !field.shorter[axis] + (!isOfFaces && frozen.high[axis] > 0);
    reach.high[axis] = std::max(0, read.offset[axis] + more);
  }
  return reach;
}

/// Returns the advice of an error message about a field that is read beyond a face without
/// boundary.
static std::string adviceFor(const ast::FieldStatement &declaration) {
  std::string advice = declaration.boundaries.empty()
                           ? "give the values outside, for example 'boundary fixed(0);'"
                           : "give the values there, for example 'boundary fixed(0) elsewhere;'";
  if (declaration.isLocal)
    advice += "; or make it a 'let', which is computed wherever it is read, from the boundary "
              "values of its fields";
  return advice;
}

void checkReadsInsideGrid(Unit &unit, const std::vector<std::pair<ReadSite, Reach>> &reads) {
  std::map<SymbolId, std::set<FaceKey>> faces;
  std::map<SymbolId, llvm::SMRange> firstRead;
  for (const auto &[read, frozen] : reads) {
    const ir::FieldDecl &field = unit.declarationOf(read);
    const bool wasReported = read.profile.valid() ? unit.wrongProfiles.contains(read.profile)
                                                  : unit.wrongBoundaries.contains(read.field);
    const Reach reach = reachBeyond(unit, read, field, frozen);
    for (int axis = 0; axis < unit.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (axis != read.insideAlong && !(read.inside >> axis & 1) &&
            reach.of(axis, side) > frozen.of(axis, side) &&
            field.at(axis, side).kind == ir::BoundaryKind::None && !wasReported) {
          const SymbolId symbol = unit.symbolOf(read);
          faces[symbol].insert({axis, side});
          firstRead.try_emplace(symbol, read.range);
        }
  }
  for (const auto &[field, beyond] : faces) {
    const Symbol &symbol = unit.symbols[field];
    const auto &declaration = std::get<ast::FieldStatement>(symbol.statement->node);
    if (!unit.isFirst(symbol.declared, diag::ReadBeyondGrid.id))
      continue; // another member of the group
    auto report = unit.diags.report(firstRead.at(field), diag::ReadBeyondGrid, symbol.name,
                                    listFaces(unit.program, beyond));
    const auto [place, text] = boundaryFixIt(*symbol.statement);
    report.note(place, diag::Hint, adviceFor(declaration))
        .fixIt(place, declaration.boundaries.empty() ? text : "boundary fixed(0) elsewhere; ");
  }
}

} // namespace stencilc::sema
