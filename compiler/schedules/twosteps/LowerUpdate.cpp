/// \file The update of a cell in one of two steps, as functions.
#include "schedules/twosteps/Update.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// The update by functions that read, and memory for what is read at the cell itself alone.
void updateBy(Builder &k, KernelBody &body, const CellUpdate &update,
              const KernelBody::Accessors &accessors) {
  const auto read = [&](const ir::Read &read) {
    const analysis::FieldLevel fieldLevel{read.field, read.level};
    const auto by = accessors.find(fieldLevel);
    if (by == accessors.end())
      return body.view(fieldLevel).cell(displaced(update.cell, read.offset));
    const auto &offset = read.offset.d;
    return k.call(by->second,
                  {offset.begin(), offset.begin() + static_cast<int>(update.cell.size())});
  };
  body.update({.read = read,
               .place = update.place,
               .position = [&](int axis) { return update.cell[axis]; },
               .storesLast = true});
}

} // namespace

void updateCell(Builder &k, KernelBody &body, const analysis::KernelFacts &kernel,
                const Readers &readers, const CellUpdate &update) {
  std::vector<analysis::FieldLevel> leaving;
  std::vector<Wish> names;
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
    if (!footprint.reach.isZero() && !update.near.contains(fieldLevel)) {
      leaving.push_back(fieldLevel);
      names.push_back(KernelBody::accessorName(fieldLevel));
    }
  if (leaving.empty())
    return updateBy(k, body, update, update.near);
  const auto accessors = [&](bool isInside) {
    std::vector<Term> all;
    for (const analysis::FieldLevel &fieldLevel : leaving)
      all.push_back(body.accessor(update.cell, [&](const std::vector<Term> &at) {
        k.give(isInside ? body.view(fieldLevel).cell(at)
                        : body.readBeyond(readers, fieldLevel, at));
      }));
    return all;
  };
  const Term by =
      k.define("update", {Type::Auto}, k.closure(names, {Type::Auto}, [&](const auto &given) {
        KernelBody::Accessors all = update.near;
        for (std::size_t i = 0; i < leaving.size(); ++i)
          all.emplace(leaving[i], given[i]);
        updateBy(k, body, update, all);
      }));
  k.when(
      update.inside, [&] { k.run(k.call(by, accessors(true))); },
      [&] { k.run(k.call(by, accessors(false))); });
}

} // namespace stencilc::schedules
