/// \file Groups of fields, tables of constants, and index ranges over them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Largest number of members of a group, entries of a table, and values of an index.
inline constexpr int kMaxMembers = 256;

/// First and last value of an index.
struct IndexBounds {
  std::int64_t low, high;
};
/// Returns the bounds of `index`. Reports bounds unknown at compile time and ranges that are empty
/// or too long. Returns nullopt then. `frame`: the enclosing arguments and indices.
std::optional<IndexBounds> boundsOf(Unit &unit, const ast::IndexRange &index, const Frame *frame);

/// Returns the number of members of a group, or nullopt after a report.
std::optional<int> membersOf(Unit &unit, const ast::FieldName &name);
/// Returns the name of the member number in the group's block.
llvm::StringRef indexNameOf(const ast::FieldName &name);

/// Returns the number that the single member entry of an index list holds, which must be less than
/// `count`. Returns nullopt after a report. `what` is "member" or "entry", for messages.
std::optional<int> numberOf(Unit &unit, const ast::Access &access, std::size_t count,
                            llvm::StringRef what, const Frame *frame);

/// Sets the entries of a table, which can depend on parameters and sizes. Reports a wrong number of
/// entries. Precondition: the constants that they use are evaluated.
void defineTable(Unit &unit, SymbolId id, const ast::TableStatement &table);

/// Fills Unit::updates with the updates of a step in order, with loops unrolled. Reports targets
/// that are not fields or not members of the group. Precondition: fields are declared.
void unrollUpdates(Unit &unit);
/// Warns about groups of which only some members are updated.
void warnPartlyUpdated(Unit &unit);

} // namespace stencilc::sema
