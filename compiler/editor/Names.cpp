/// \file Declared names and their uses, found in the syntax tree of a .stencil file.
#include "editor/Names.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::editor {

static bool contains(llvm::SMRange outer, llvm::SMRange inner) {
  return outer.Start.getPointer() <= inner.Start.getPointer() &&
         inner.End.getPointer() <= outer.End.getPointer();
}

/// Adds the index variables of `for` loops to `names`. Each variable is visible only in its loop.
static void addIndices(const std::vector<ast::Statement> &statements,
                       std::vector<DeclaredName> &names) {
  for (const ast::Statement &statement : statements) {
    if (const auto *loop = std::get_if<ast::ForStatement>(&statement.node)) {
      const ast::Identifier &name = loop->index.name;
      names.push_back({name.text, NameKind::Argument, name.range, statement.range});
      addIndices(loop->body, names);
    }
    if (const auto *field = std::get_if<ast::FieldStatement>(&statement.node))
      for (const ast::FieldName &each : field->names)
        if (each.index)
          names.push_back(
              {each.index->name.text, NameKind::Argument, each.index->name.range, statement.range});
  }
}

/// Adds the index variables of sums and other reductions to `names`.
static void addIndices(const ast::Stencil &stencil, std::vector<DeclaredName> &names) {
  for (const ast::Expr &expr : stencil.exprs) {
    const auto *call = std::get_if<ast::Call>(&expr.node);
    if (!call || call->arguments.empty())
      continue;
    const ast::ExprNode &first = stencil.exprs[call->arguments.front()].node;
    if (const auto *over = std::get_if<ast::InlineRange>(&first))
      names.push_back(
          {over->index.name.text, NameKind::Argument, over->index.name.range, expr.range});
  }
}

/// Adds the names that statements declare to `names`, including arguments of functions.
static void addNames(const std::vector<ast::Statement> &statements,
                     std::vector<DeclaredName> &names) {
  for (const ast::Statement &statement : statements) {
    const auto add = [&](const ast::Identifier &name, NameKind kind) {
      names.push_back({name.text, kind, name.range, statement.range});
    };
    match(
        statement.node, [&](const ast::SpacingStatement &it) { add(it.name, NameKind::Constant); },
        [&](const ast::ConstStatement &it) { add(it.name, NameKind::Constant); },
        [&](const ast::TimestepStatement &it) { add(it.name, NameKind::Timestep); },
        [&](const ast::SeriesStatement &it) { add(it.name, NameKind::Series); },
        [&](const ast::ParamStatement &it) { add(it.name, NameKind::Parameter); },
        [&](const ast::TableStatement &it) { add(it.name, NameKind::Constant); },
        [&](const ast::FieldStatement &it) {
          for (const ast::FieldName &name : it.names)
            add(name.name, NameKind::Field);
        },
        [&](const ast::NeighbourhoodStatement &it) { add(it.name, NameKind::Neighbourhood); },
        [&](const ast::CoefficientStatement &it) { add(it.name, NameKind::Coefficient); },
        [&](const ast::FunctionStatement &it) {
          add(it.name, NameKind::Function);
          for (const ast::Identifier &argument : it.parameters)
            add(argument, NameKind::Argument);
        },
        [&](const ast::LetStatement &it) { add(it.name, NameKind::Let); },
        [&](const ast::RegionStatement &it) { add(it.name, NameKind::Region); },
        [&](const ast::GlobalStatement &it) { add(it.name, NameKind::Global); },
        [&](const ast::SourceStatement &it) { add(it.name, NameKind::Source); },
        [&](const ast::ReceiverStatement &it) { add(it.name, NameKind::Receiver); },
        [&](const ast::ReportStatement &it) {
          if (!it.isOfName)
            add(it.name, NameKind::Report);
        },
        [](const auto &) {});
  }
}

std::vector<DeclaredName> declaredNames(const ast::Stencil &stencil) {
  std::vector<DeclaredName> names;
  if (stencil.name.range.isValid()) // false for a library, which does not declare axes
    names.push_back({stencil.name.text, NameKind::Stencil, stencil.name.range, stencil.range});
  for (const ast::Identifier &axis : stencil.axes)
    if (axis.range.isValid())
      names.push_back({axis.text, NameKind::Axis, axis.range, axis.range});
  addNames(stencil.statements, names);
  for (const ast::Library &library : stencil.libraries)
    addNames(library.statements, names);
  addIndices(stencil.statements, names);
  addIndices(stencil, names);
  return names;
}

/// Adds to `used` the identifiers in `statements` that are not part of expressions. They are the
/// fields that statements update, read at points or save, and the axes in faces, offsets and saved
/// ranges.
static void addUsed(const std::vector<ast::Statement> &statements,
                    std::vector<ast::Identifier> &used) {
  const auto addShifts = [&](const std::vector<ast::Shift> &shifts) {
    for (const ast::Shift &shift : shifts)
      used.push_back(shift.axis);
  };
  for (const ast::Statement &statement : statements)
    match(
        statement.node,
        [&](const ast::FieldStatement &it) {
          for (const ast::BoundaryItem &item : it.boundaries)
            for (const ast::Face &face : item.faces)
              used.push_back(face.axis);
          for (const ast::InitItem &item : it.inits)
            addShifts(item.level);
        },
        [&](const ast::UpdateStatement &it) {
          used.push_back(it.target.base);
          addShifts(it.target.shifts);
        },
        [&](const ast::SourceStatement &it) { used.push_back(it.field.name); },
        [&](const ast::ReceiverStatement &it) { used.push_back(it.field.name); },
        [&](const ast::SaveStatement &it) {
          for (const ast::SavedField &saved : it.fields) {
            used.push_back(saved.field);
            for (const auto &[axis, range] : saved.window)
              used.push_back(axis);
          }
        },
        [&](const ast::ForStatement &it) { addUsed(it.body, used); }, [](const auto &) {});
}

/// Returns all identifiers in a program that may be uses of declared names.
static std::vector<ast::Identifier> usedNames(const ast::Stencil &stencil) {
  std::vector<ast::Identifier> used;
  const auto addShifts = [&](const std::vector<ast::Shift> &shifts) {
    for (const ast::Shift &shift : shifts)
      used.push_back(shift.axis);
  };
  for (const ast::Expr &expr : stencil.exprs)
    match(
        expr.node, [&](const ast::Name &it) { used.push_back(it.name); },
        [&](const ast::Access &it) {
          used.push_back(it.base);
          addShifts(it.shifts);
        },
        [&](const ast::Call &it) { used.push_back(it.callee); }, [](const auto &) {});
  for (const ast::Neighbourhood &neighbourhood : stencil.neighbourhoods)
    match(
        neighbourhood.node, [&](const ast::AxisLine &it) { used.push_back(it.axis); },
        [&](const ast::NeighbourhoodName &it) { used.push_back(it.name); }, [](const auto &) {});
  addUsed(stencil.statements, used);
  return used;
}

/// Returns the declaration to which the name `use` refers, or null if there is none. If the name is
/// in a function, an argument of that function comes before other declarations.
static const DeclaredName *meaning(const std::vector<DeclaredName> &names,
                                   const ast::Identifier &use) {
  const DeclaredName *found = nullptr;
  for (const DeclaredName &name : names) {
    if (name.text != use.text)
      continue;
    if (name.kind == NameKind::Argument && contains(name.statement, use.range))
      return &name;
    if (name.kind != NameKind::Argument && name.kind != NameKind::Stencil && !found)
      found = &name;
  }
  return found;
}

std::vector<NameAt> placesOf(const ast::Stencil &stencil, const std::vector<DeclaredName> &names) {
  std::vector<NameAt> places;
  for (const DeclaredName &name : names)
    places.push_back({&name, name.declared});
  for (const ast::Identifier &use : usedNames(stencil))
    if (use.range.isValid())
      if (const DeclaredName *name = meaning(names, use))
        places.push_back({name, use.range});
  const auto begin = [](const NameAt &place) { return place.range.Start.getPointer(); };
  llvm::stable_sort(places, [&](const NameAt &a, const NameAt &b) { return begin(a) < begin(b); });
  const auto same = [&](const NameAt &a, const NameAt &b) { return begin(a) == begin(b); };
  places.erase(std::unique(places.begin(), places.end(), same), places.end());
  return places;
}

} // namespace stencilc::editor
