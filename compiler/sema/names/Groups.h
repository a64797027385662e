/// \file Groups of fields, tables of constants, and index ranges over them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Maximum number of members of a group of fields, entries of a table, and values of an index
/// variable.
inline constexpr int kMaxMembers = 256;

/// First and last value of an index variable, both included.
struct IndexBounds {
  std::int64_t low, high;
};
/// Returns the bounds of the index range `index`. Reports bounds that are unknown at compile time,
/// and ranges that are empty or too long. Returns nullopt after such an error. `frame` has the
/// arguments and index variables that the bounds can use.
std::optional<IndexBounds> boundsOf(Unit &unit, const ast::IndexRange &index, const Frame *frame);

/// Returns the number of members that the declaration of a group of fields gives. Returns nullopt
/// after it has reported an error.
std::optional<int> membersOf(Unit &unit, const ast::FieldName &name);
/// Returns the name of the variable for the member number in the declaration of a group of fields:
/// `q` in `f[q in 0 .. 8]`.
llvm::StringRef indexNameOf(const ast::FieldName &name);

/// Returns the member number in an index list such as `f[3]`, which must be less than `count`.
/// Returns nullopt after it has reported an error. `what` is "member" or "entry", for messages.
std::optional<int> numberOf(Unit &unit, const ast::Access &access, std::size_t count,
                            llvm::StringRef what, const Frame *frame);

/// Sets the entries of a table of constants, which can depend on parameters and sizes. Reports a
/// wrong number of entries. Precondition: the constants that they use are evaluated.
void defineTable(Unit &unit, SymbolId id, const ast::TableStatement &table);

/// Stores all updates of a time step in Unit::updates, in order of execution. Each iteration of a
/// `for` loop gives separate updates. Reports targets that are no field and no member of a group of
/// fields. Precondition: fields are declared.
void unrollUpdates(Unit &unit);
/// Warns about groups of fields of which some members are updated and others are not.
void warnPartlyUpdated(Unit &unit);

} // namespace stencilc::sema
