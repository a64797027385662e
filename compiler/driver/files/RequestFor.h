/// \file The request of a run, checked against a program before it is built.
#pragma once

#include "ir/Program.h"
#include "runtime/program/request/ResolvedRequest.h"
#include "support/Diagnostics.h"
#include <deque>
#include <optional>
#include <vector>

namespace stencilc::driver {

/// The description of a program as far as a request needs it: names, axes, time levels, ranges of
/// parameters, and files. It has no code, because the program is not built yet.
class ProgramOutline {
public:
  /// Describes `program`, which must outlive this object.
  explicit ProgramOutline(const ir::Program &program);
  ProgramOutline(const ProgramOutline &) = delete;
  ProgramOutline &operator=(const ProgramOutline &) = delete;

  const ProgramDescription &description() const { return outline; }

private:
  void addFields(const ir::Program &program);

  std::vector<FieldDescription> fields;
  std::vector<ParameterDescription> parameters;
  std::vector<SeriesDescription> series;
  std::vector<PointsDescription> points;
  ProgramDescription outline = {};
};

/// Returns `request` with its names found in `program`. Returns `nullopt` after it has reported a
/// name that the program does not have, a value that is not allowed, or options that exclude each
/// other.
std::optional<ResolvedRequest> resolve(const RunRequest &request, const ir::Program &program,
                                       Diagnostics &diags);
/// Reports `refusal`. Returns true if there is none.
bool report(const Refusal &refusal, Diagnostics &diags);

} // namespace stencilc::driver
