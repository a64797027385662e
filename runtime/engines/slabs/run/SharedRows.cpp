/// \file Copies rows of a field out of a domain that is divided among processes.
#include "runtime/engines/slabs/run/SharedRows.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

using ReadRows = std::function<Status(int part, const CallersRows &rows)>;

/// Copies those of `rows` that `part` (the slab of one device) computes, from its process to all
/// processes that need them.
static Status shareRowsOf(int part, const RowSharing &sharing, const CallersRows &rows,
                          const ReadRows &read) {
  const PlaneRange own = sharing.division.owned(part);
  const std::int64_t begin = std::max(rows.first, own.begin * sharing.rowsOfAPlane);
  const std::int64_t end = std::min(rows.first + rows.count, own.end * sharing.rowsOfAPlane);
  const int owner = sharing.owners.of(part);
  const bool reads = !sharing.onlyFirstReads || sharing.ranks.isFirst();
  const bool isMine = owner == sharing.ranks.rank();
  if (begin >= end || !(reads || isMine))
    return sharing.ranks.failure();
  const auto count = static_cast<std::size_t>(end - begin);
  std::vector<unsigned char> packed(count * rows.bytes);
  Status status;
  if (isMine)
    status = read(part, {begin, end - begin, rows.begin, rows.bytes, packed.data(), rows.bytes});
  if (status)
    status = sharing.ranks.share(owner, packed.data(), packed.size(), !sharing.onlyFirstReads);
  if (!status || !reads)
    return status;
  unsigned char *const to = rows.cells + static_cast<std::size_t>(begin - rows.first) * rows.pitch;
  status = copyRows(sharing.device, {to, rows.pitch, rows.pitch * count},
                    {packed.data(), rows.bytes, packed.size()}, rows.bytes, count);
  return status ? sharing.device.synchronize(nullptr) : status;
}

Status shareRows(const RowSharing &sharing, const CallersRows &rows, const ReadRows &read) {
  Status status;
  for (int part = 0; status && part < sharing.division.parts; ++part)
    status = shareRowsOf(part, sharing, rows, read);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
