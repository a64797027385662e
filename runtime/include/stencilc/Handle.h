/// \file What the C interface calls: an instance that may be missing, as after a create that
/// failed.
///
/// Who builds many programs compiles what stands behind it once, with main.h.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/InstanceOptions.h"
#include "stencilc/Status.h"

namespace stencilc {

class Instance;

/// The pointer a caller gave. Calls on NULL return StatusCode::Invalid, whose reason lastError()
/// has.
class Handle {
public:
  /// Instance::bytesNeeded() and Instance::create(), and its end.
  static std::size_t bytesNeeded(const ProgramDescription &program,
                                 const std::int64_t (&extents)[3], char *message,
                                 std::size_t messageSize, std::uint64_t rowPitch) noexcept;
  static Instance *create(const ProgramDescription &program, const InstanceOptions &options,
                          char *message, std::size_t messageSize) noexcept;
  void destroy() const noexcept;
  /// For options that are NULL: says so in `message` (which may be null).
  static void sayNoOptions(char *message, std::size_t messageSize) noexcept;

  explicit Handle(const void *simulation)
      : instance(static_cast<Instance *>(const_cast<void *>(simulation))) {}

  const char *lastError() const;
  int setParameter(const char *name, double value) const;
  int getParameter(const char *name, double *value) const;
  int reset() const;
  int copyIn(const char *field, int level, const void *cells, std::size_t rowPitch,
             std::size_t planePitch) const;
  int copyOut(const char *field, int level, void *cells, std::size_t rowPitch,
              std::size_t planePitch) const;
  int run(std::int64_t steps, void *stream) const;
  int synchronize() const;
  int getReport(const char *name, double *value, std::int64_t *step) const;
  void onReport(ReportFunction function, void *user) const;
  std::int64_t stepsDone() const;
  const char *stopped() const;

private:
  static constexpr int kMissing = static_cast<int>(StatusCode::Invalid);

  Instance *instance;
};

} // namespace stencilc

#ifndef STENCILC_MAIN_APART
#include "stencilc/HandleCalls.h"
#endif
