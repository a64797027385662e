/// \file The context's part about reading fields beyond the grid: for each field that is read at a
/// displacement, what each face does, in the order the IR resolves axes.
#include "emit/Context.h"
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "ir/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

using ir::BoundaryKind;
using llvm::json::Array;
using llvm::json::Object;

/// The coordinate inside the grid that stands for `c` beyond a face of an axis with `n` cells.
static std::string replacement(BoundaryKind kind, Side side, const std::string &c,
                               const std::string &n) {
  const bool isLow = side == Side::Low;
  switch (kind) {
  case BoundaryKind::Periodic:
    return isLow ? c + " + " + n : c + " - " + n;
  case BoundaryKind::MirrorCell: // 2 n - 1 - c, without leaving the range of int
    return isLow ? "-1 - " + c : n + " - 1 - (" + c + " - " + n + ")";
  case BoundaryKind::MirrorNode:
    return isLow ? "-" + c : n + " - 2 - (" + c + " - " + n + ")";
  case BoundaryKind::Copy:
  case BoundaryKind::Keep:
  case BoundaryKind::None:
  case BoundaryKind::Fixed:
    return isLow ? "0" : n + " - 1";
  }
  return c;
}

/// The kind as the source writes it.
static const char *describe(BoundaryKind kind) {
  switch (kind) {
  case BoundaryKind::None:
    return "no boundary";
  case BoundaryKind::MirrorCell:
    return "mirror(cell)";
  case BoundaryKind::MirrorNode:
    return "mirror(node)";
  default:
    return ir::toString(kind);
  }
}

static std::string faceName(const ContextState &state, int axis, Side side) {
  return state.program().axes[axis] + (side == Side::Low ? ".low" : ".high");
}

Object fixedContext(ContextState &state, ir::ExprId value) {
  LeafText leaves;
  leaves.isHost = state.plan.target.kind == plan::TargetKind::Cpu;
  leaves.position = axisName;
  leaves.extent = [](int axis) { return std::string("g.n") + axisName(axis); };
  leaves.uniform = [&](ir::UniformId id) {
    return state.names.uniforms + "." + state.names.members[id.index];
  };
  Names scope = state.names.scope;
  ExprPrinter printer(state.program(), {value}, leaves, scope, state.functions);
  const Printed printed = printer.print(value);
  Array statements;
  appendStatements(statements, printed.statements);
  return Object{{"hasStatements", !statements.empty()},
                {"statements", std::move(statements)},
                {"value", printed.value}};
}

std::optional<std::string> uniformFaceValue(ContextState &state, ir::ExprId value) {
  const Object text = fixedContext(state, value);
  if (ir::contains<ir::Position>(state.program(), value) || *text.getBoolean("hasStatements"))
    return std::nullopt;
  return text.getString("value")->str();
}

/// Where memory holds cells beyond the faces of each axis, for sweeps.
static Array placesContext(const ContextState &state, const ir::FieldDecl &field,
                           const Reach &reach) {
  Array axes;
  for (int axis = 0; axis < state.rank(); ++axis) {
    Array faces;
    for (Side side : {Side::Low, Side::High}) {
      if (!reach.of(axis, side))
        continue;
      const BoundaryKind kind = state.beyond(field, axis, side);
      const std::string c = axisName(axis), n = "g.n" + c;
      const std::string why =
          kind == BoundaryKind::Fixed ? "fixed: any cell will do" : describe(kind);
      faces.push_back(Object{{"outside", side == Side::Low ? c + " < 0" : c + " >= " + n},
                             {"to", replacement(kind, side, c, n)},
                             {"comment", why + " on " + faceName(state, axis, side)}});
    }
    const bool hasGrid = llvm::any_of(faces, [](const llvm::json::Value &face) {
      return face.getAsObject()->getString("outside")->contains("g.n") ||
             face.getAsObject()->getString("to")->contains("g.n");
    });
    if (!faces.empty())
      axes.push_back(
          Object{{"axis", axisName(axis)}, {"usesGrid", hasGrid}, {"faces", std::move(faces)}});
  }
  return axes;
}

/// What the faces a field is read beyond do, in the order in which they are asked. Consecutive
/// faces fixed at one value that is the same everywhere share an item.
static Array facesContext(ContextState &state, const ir::FieldDecl &field, const Reach &reach) {
  Array faces;
  ir::ExprId shared; // value of the item before, if the next may join it
  for (int axis = 0; axis < state.rank(); ++axis)
    for (Side side : {Side::Low, Side::High}) {
      if (!reach.of(axis, side))
        continue;
      const ir::Boundary &boundary = field.at(axis, side);
      const BoundaryKind kind = state.beyond(field, axis, side);
      const std::string c = axisName(axis), n = "g.n" + c;
      const std::string outside = side == Side::Low ? c + " < 0" : c + " >= " + n;
      const bool isFixed = kind == BoundaryKind::Fixed;
      if (isFixed && shared == boundary.value) {
        Object &before = *faces.back().getAsObject();
        before["outside"] = before["outside"].getAsString()->str() + " || " + outside;
        before["comment"] =
            before["comment"].getAsString()->str() + ", " + faceName(state, axis, side);
        continue;
      }
      const bool isPeriodic = kind == BoundaryKind::Periodic;
      const bool isUnused = kind == BoundaryKind::Keep || kind == BoundaryKind::None;
      const std::string move = isPeriodic ? (side == Side::Low ? c + " += " + n : c + " -= " + n)
                                          : c + " = " + replacement(kind, side, c, n);
      Object face{{"outside", outside},
                  {"move", move},
                  {"comment", std::string(describe(kind)) + " on " + faceName(state, axis, side) +
                                  (isUnused ? ": the value is never used" : "")},
                  {"isFixed", false}};
      if (isFixed)
        face["isFixed"] = fixedContext(state, boundary.value);
      shared = isFixed && !ir::contains<ir::Position>(state.program(), boundary.value)
                   ? boundary.value
                   : ir::ExprId();
      faces.push_back(std::move(face));
    }
  return faces;
}

/// Whether a face needs the extents of the grid.
static bool usesGrid(const Array &faces) {
  const auto mentions = [](const Object &object, const char *key) {
    return object.getString(key)->contains("g.n");
  };
  for (const llvm::json::Value &face : faces) {
    const Object &item = *face.getAsObject(), *fixed = item.getObject("isFixed");
    if (mentions(item, "outside") || (!fixed && mentions(item, "move")) ||
        (fixed && (mentions(*fixed, "value") || *fixed->getBoolean("hasStatements"))))
      return true;
  }
  return false;
}

/// Whether a sweep holds rows of the field.
static bool isSwept(const ContextState &state, ir::FieldId field) {
  for (std::size_t index = 0; index < state.plan.passes.size(); ++index) {
    if (state.plan.passes[index].sweepAxis < 0 || state.plan.passes[index].isStaged())
      continue;
    const PassInfo pass(state, index);
    for (const auto &[stream, footprint] : pass.streams)
      if (stream.field == field)
        return true;
  }
  return false;
}

/// The faces beyond which single cells of the field are read, with the reach there. Updates one by
/// one return before they read beyond a face whose cells all stages keep.
static Reach readerReach(const ContextState &state, ir::FieldId field) {
  Reach all;
  for (std::size_t index = 0; index < state.plan.passes.size(); ++index) {
    const PassInfo pass(state, index);
    const bool bringsAll = pass.plan.bringsAll();
    const Reach kept = bringsAll ? Reach() : pass.commonRim.value_or(Reach());
    for (const auto &[stream, footprint] : pass.streams) {
      if (stream.field != field || !(bringsAll || pass.leavesGrid))
        continue;
      Reach open = footprint.reach;
      for (int axis = 0; axis < kMaxAxes; ++axis) {
        open.low[axis] = open.low[axis] > kept.low[axis] ? open.low[axis] : 0;
        open.high[axis] = open.high[axis] > kept.high[axis] ? open.high[axis] : 0;
      }
      all.include(open);
    }
  }
  for (const auto &[stream, reach] : reducedStreams(state))
    if (stream.field == field)
      all.include(reach);
  return all;
}

/// Whether values that faces fix need uniforms: of those read beyond, or of all.
static bool facesUseUniforms(const ContextState &state, ir::FieldId field, const Reach *reach) {
  for (int axis = 0; axis < state.rank(); ++axis)
    for (Side side : {Side::Low, Side::High}) {
      const ir::Boundary &boundary = state.program().fields[field].at(axis, side);
      if ((!reach || reach->of(axis, side)) && boundary.kind == BoundaryKind::Fixed &&
          ir::contains<ir::UniformRef>(state.program(), boundary.value))
        return true;
    }
  return false;
}

bool boundaryUsesUniforms(const ContextState &state, ir::FieldId field) {
  const Reach reach = readerReach(state, field);
  return facesUseUniforms(state, field, &reach);
}

bool anyFaceUsesUniforms(const ContextState &state, ir::FieldId field) {
  return facesUseUniforms(state, field, nullptr);
}

Object accessorContext(ContextState &state, const analysis::Stream &stream, bool isFirst) {
  const std::string view = state.names.view(stream.field, stream.level);
  const std::string reader = "read" + state.names.capitals[stream.field.index];
  state.helpers.insert(reader);
  return Object{
      {"name", view + "_at"}, {"view", view},
      {"reader", reader},     {"usesUniforms", boundaryUsesUniforms(state, stream.field)},
      {"first", isFirst},
  };
}

Array boundaryContext(ContextState &state) {
  Array fields;
  for (ir::FieldId id : state.program().fields.ids()) {
    const Reach reach = state.facts.footprint.reachOf(id);
    const ir::FieldDecl &field = state.program().fields[id];
    Array faces = facesContext(state, field, readerReach(state, id));
    const std::string &capital = state.names.capitals[id.index];
    const bool hasReader = state.helpers.count("read" + capital);
    const bool hasGrid = usesGrid(faces);
    fields.push_back(Object{
        {"name", state.names.fields[id.index]},
        {"capital", capital},
        {"reader", "read" + capital},
        {"loader", "load" + capital},
        {"hasReader", hasReader},
        {"hasBeyond", state.helpers.count("beyond" + capital) > 0},
        {"hasFetch", state.helpers.count("fetch" + capital) > 0},
        {"hasBring", state.helpers.count("bring" + capital) > 0},
        {"firstZ", std::to_string(-reach.low[2])},
        {"lastZ", displaced("g.nz", reach.high[2] - 1)},
        {"hasOwn", state.helpers.count("own" + capital) > 0},
        {"firstX", std::to_string(-reach.low[0])},
        {"lastX", displaced("g.nx", reach.high[0] - 1)},
        {"firstY", std::to_string(-reach.low[1])},
        {"lastY", displaced("g.ny", reach.high[1] - 1)},
        {"hasLoader", state.helpers.count("load" + capital) > 0},
        {"type", typeName(field.storage)},
        {"usesUniforms", boundaryUsesUniforms(state, id)},
        {"usesGrid", hasGrid},
        {"faces", std::move(faces)},
        {"isSwept", isSwept(state, id)},
        {"isReadOnly", llvm::any_of(state.plan.passes,
                                    [](const plan::PassPlan &pass) {
                                      return pass.staging == plan::Staging::ReadOnly;
                                    })},
        {"places", placesContext(state, field, reach)},
        {"needed", "x + i < " + displaced("g.nx", reach.high[0])},
    });
  }
  return fields;
}

} // namespace stencilc::emit
