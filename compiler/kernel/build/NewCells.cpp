/// \file Local arrays for the new values of a thread that updates several cells.
#include "kernel/build/NewCells.h"

namespace stencilc::kernel {

void NewCells::declare(const std::vector<Term> &extents) {
  const bool isOne = kernel.stages.size() == 1;
  for (ir::StageId id : kernel.stages) {
    const ir::FieldId field = program.stages[id].target;
    arrays.insert_or_assign(
        field, k.array(isOne ? NameHint("next") : NameHint("", NameOfView{field, 0}, "_new"),
                       {Type::Value, program.fields[field].storage}, extents));
  }
}

void NewCells::update(const std::vector<Term> &at, const KernelBody::Access &access,
                      const FrozenOf &frozenOf) {
  for (ir::StageId id : kernel.stages) {
    const ir::Stage &stage = program.stages[id];
    Term result = of(stage.target);
    for (const Term &index : at)
      result = result[index];
    body.note(id);
    Term value = body.value(id, access);
    if (const Term *isFrozen = frozenOf(stage)) {
      const NameHint hint = kernel.stages.size() == 1
                                ? NameHint("updated")
                                : NameHint("", NameOfView{stage.target, 0}, "_updated");
      value = k.define(hint, {Type::Value, program.fields[stage.target].storage}, value);
      value = select(*isFrozen, access.read({stage.target, 0, Offset()}), value);
    }
    k.assign(result, value);
    body.setNew(stage.target, result);
  }
}

} // namespace stencilc::kernel
