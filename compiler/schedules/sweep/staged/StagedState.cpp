/// \file State that is shared by the classes which emit a sweep through shared memory.
#include "schedules/sweep/staged/StagedState.h"
#include "kernel/build/FieldFunction.h"

namespace stencilc::schedules {

using namespace kernel;

std::vector<Term> StagedState::fieldArguments(const StagedLevel &level) const {
  return FieldFunction::arguments(readers, level.fieldLevel.field, view(level), body.grid(),
                                  body.uniforms(level.fieldLevel.level));
}

std::vector<Term> StagedState::cellInGrid(const Term &j, const Term &plane) const {
  std::optional<Term> row;
  if (isSpace())
    row = k.call(Primitive::Min, {*y + j, k.extent(1) - 1});
  return cell(select(*x < k.extent(0), *x, 0), row, plane);
}

void StagedState::forEachRow(const std::function<void(Term)> &body) const {
  isSpace() ? k.forEach("j", 0, sizes.rows, Repeat::Unrolled, body) : body(0);
}

std::vector<Term> StagedState::widths() const {
  return vectorBound ? std::vector{sizes.cells, Term(vectorBound)} : std::vector{sizes.cells};
}

} // namespace stencilc::schedules
