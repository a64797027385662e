/// \file Loads of the cells that an update reads from memory, placed before the update.
#include "kernel/build/MemoryReads.h"

namespace stencilc::kernel {

MemoryReads::MemoryReads(const analysis::KernelFacts &kernel,
                         const std::function<bool(const Place &)> &isWanted) {
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
    for (const Offset &offset : footprint.offsets)
      if (const Place place{fieldLevel, offset}; isWanted(place))
        reads.push_back(place);
}

void MemoryReads::declare(Builder &k, const ir::Program &program) {
  std::map<ir::ScalarType, std::vector<Place>> byType;
  for (const Place &read : reads)
    byType[program.fields[read.fieldLevel.field].storage].push_back(read);
  for (const auto &[type, places] : byType)
    k.together([&, type = type, &places = places] {
      for (const Place &read : places) {
        const auto &[field, level] = read.fieldLevel;
        const NameHint name("", NameOfView{field, level}, offsetTail(read.offset, "_here"));
        values.insert_or_assign(read, k.place(name, {Type::Value, type}));
      }
    });
}

void MemoryReads::load(Builder &k, const Term &inside, const From &from) const {
  const auto loadAll = [&](bool isInside) {
    for (const Place &read : reads)
      k.assign(values.at(read), from(read, isInside));
  };
  k.when(inside, [&] { loadAll(true); }, [&] { loadAll(false); });
}

void MemoryReads::load(Builder &k, const KernelBody &body, const Readers &readers,
                       const std::vector<Term> &cell, const Term &inside) const {
  load(k, inside, [&](const Place &read, bool isInside) {
    const std::vector<Term> at = displaced(cell, read.offset);
    return isInside || read.offset.isCentre() ? body.view(read.fieldLevel).cell(at)
                                              : body.readBeyond(readers, read.fieldLevel, at);
  });
}

const Term *MemoryReads::find(const ir::Read &read) const {
  const auto found = values.find({{read.field, read.level}, read.offset});
  return found == values.end() ? nullptr : &found->second;
}

} // namespace stencilc::kernel
