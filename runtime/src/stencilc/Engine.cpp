/// \file Which engine a program has been compiled for.
#include "stencilc/Engine.h"
#include "stencilc/InCore.h"
#include "stencilc/stream/OutOfCore.h"

namespace stencilc::inline STENCILC_SPACE {

Status Engine::rows(int field, int level, const CellRows &rows, unsigned char *to, Stream stream) {
  const Grid &all = grid();
  const bool areTogether = rows.span == all.nx && (rows.by[0] == 1 || rows.count[0] == 1);
  const std::int64_t together = areTogether ? rows.count[0] * rows.span : rows.span;
  const std::int64_t parts = rows.count[0] * rows.span / together;
  for (std::int64_t z = 0; z < rows.count[1]; ++z)
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::int64_t plane = rows.first[2] + z * rows.by[1];
      const std::int64_t row = rows.first[1] + part * rows.by[0];
      const std::int64_t first = (plane * all.ny + row) * all.nx + rows.first[0];
      if (Status status = cells(field, level, first, together, to, false, stream); !status)
        return status;
      to += static_cast<std::size_t>(together) * rows.cellBytes;
    }
  return {};
}

std::unique_ptr<Engine> makeEngine(const ProgramDescription &program, Device &device,
                                   std::int64_t longestSegment) {
  if (program.stream)
    return std::make_unique<OutOfCore>(program, device);
  return std::make_unique<InCore>(program, device, longestSegment);
}

} // namespace stencilc::inline STENCILC_SPACE
