/// \file Groups of fields, tables of constants, and the indices that pick from them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// More members or entries than this nobody counts, and more numbers of one index neither.
inline constexpr int kMaxMembers = 256;

/// The first and the last number of an index.
struct IndexBounds {
  std::int64_t low, high;
};
/// What the bounds of `index` come out as. Reports what is not known when compiling, an empty range
/// and one that is too long. `frame` holds the arguments and indices around it.
std::optional<IndexBounds> boundsOf(Unit &unit, const ast::IndexRange &index, const Frame *frame);

/// How many members a group has; nothing after a report.
std::optional<int> membersOf(Unit &unit, const ast::FieldName &name);
/// What the member's number is called in the group's block.
llvm::StringRef indexNameOf(const ast::FieldName &name);

/// The number that an index list with one member holds, at most `count` - 1. `what` is a "member"
/// or an "entry" of what `access` names.
std::optional<int> numberOf(Unit &unit, const ast::Access &access, std::size_t count,
                            llvm::StringRef what, const Frame *frame);

/// Gives a table its entries, which may hold parameters and sizes. Reports a wrong number of them.
/// The constants that they need are known.
void defineTable(Unit &unit, SymbolId id, const ast::TableStatement &table);

/// Lists the updates of a step in their order, loops written out: `Unit::updates`. Fields are
/// declared. Reports targets that are no fields or no members of theirs.
void unrollUpdates(Unit &unit);
/// Warns about groups of which some members have an update and others have none.
void warnPartlyUpdated(Unit &unit);

} // namespace stencilc::sema
