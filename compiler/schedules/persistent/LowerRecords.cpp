/// \file Emits the code that stores values of a tile for receivers (positions at which a program
/// observes a field).
#include "ir/Walk.h"
#include "schedules/persistent/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

void recordReceivers(PersistentState &s, std::size_t index, const Term &step) {
  Builder &k = s.k;
  const std::set<ir::FieldId> received = ir::receivedFields(s.facts.program);
  bool isOverwritten = false; // by the next update, without a barrier before
  for (ir::FieldId field : s.kernels[index].stored) {
    if (!received.contains(field))
      continue;
    const Term cells = s.array(field, 1, step);
    const Term records = s.bodies[index].uniforms(0).ofRun->records(field);
    s.forRows(s.own, [&](const InTile &row) {
      std::vector<Term> cell(kMaxAxes, k.number(0));
      for (int axis = 1; axis < s.shape.rank; ++axis)
        cell[axis] = s.first[axis] + row[axis];
      k.when(records.invoke("has", {cell[1], cell[2]}), [&] {
        s.forLanes(s.own.count(0), [&](const Term &i) {
          InTile at = row;
          at[0] = s.own.low[0] + i;
          k.run(records.invoke("take",
                               {s.first[0] + at[0], cell[1], cell[2], step, s.cell(cells, at)}));
        });
      });
    });
    isOverwritten |= s.shape.of(field).slots == 1;
  }
  if (isOverwritten)
    s.meet();
}

} // namespace stencilc::schedules
