/// \file Facts about a program as JSON.
#include "interface/FactsJson.h"
#include "analysis/FactsPrinter.h"
#include "interface/MessageJson.h"
#include "interface/SourceJson.h"
#include "ir/Names.h"

namespace stencilc::interface {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// Returns the extents along the axes of `program` as a JSON array, or null if there are none.
static Value extentsJson(const ir::Program &program, const std::optional<Extents> &extents) {
  if (!extents)
    return nullptr;
  Array list;
  for (int axis = 0; axis < program.rank(); ++axis)
    list.push_back((*extents)[axis]);
  return list;
}

static Array fieldsJson(const analysis::Facts &facts) {
  Array list;
  for (const ir::FieldId id : facts.program.fields.ids()) {
    const ir::FieldDecl &field = facts.program.fields[id];
    if (!field.isLocal)
      list.push_back(Object{{"name", field.name},
                            {"type", ir::toString(field.storage)},
                            {"levels", field.levels},
                            {"buffers", facts.dependence.buffers.at(id)},
                            {"updated", !field.isConstant},
                            {"half_cells", halfCellsJson(facts.program, field)},
                            {"reads", readsJson(facts.program, facts.footprint, id)}});
  }
  return list;
}

Value factsJson(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  std::string text;
  llvm::raw_string_ostream out(text);
  analysis::printFacts(facts, out);
  Object object{{"name", program.name},
                {"axes", Array(program.axes)},
                {"size", extentsJson(program, program.sizeHint)},
                {"steps", program.stepsHint ? Value(*program.stepsHint) : Value(nullptr)},
                {"minimum_size", extentsJson(program, facts.footprint.minimumExtents)},
                {"storage", ir::toString(program.storage)},
                {"compute", ir::toString(program.compute)},
                {"spacing", spacingJson(program)},
                {"fields", fieldsJson(facts)},
                {"intermediates", intermediatesJson(program, facts.footprint)},
                {"flops_per_update", facts.cost.operations.flops()},
                {"bytes_per_update", facts.cost.bytes()},
                {"text", jsonText(text)}};
  addTimestep(program, object);
  return object;
}

} // namespace stencilc::interface
