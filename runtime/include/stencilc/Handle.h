/// \file What the C interface calls: an instance that may be missing, as after a create that
/// failed.
#pragma once

#include "stencilc/Instance.h"

namespace stencilc {

/// The pointer a caller gave. Calls on NULL return StatusCode::Invalid, whose reason lastError()
/// has.
class Handle {
public:
  explicit Handle(const void *simulation)
      : instance(const_cast<Instance *>(static_cast<const Instance *>(simulation))) {}

  const char *lastError() const {
    return instance ? instance->lastError()
                    : "the simulation is NULL: it was never created, or create failed";
  }
  int setParameter(const char *name, double value) const {
    return instance ? instance->setParameter(name, value) : kMissing;
  }
  int getParameter(const char *name, double *value) const {
    return instance ? instance->getParameter(name, value) : kMissing;
  }
  int reset() const { return instance ? instance->reset() : kMissing; }
  int copyIn(const char *field, int level, const void *cells, std::size_t rowPitch,
             std::size_t planePitch) const {
    return instance ? instance->copyIn(field, level, cells, rowPitch, planePitch) : kMissing;
  }
  int copyOut(const char *field, int level, void *cells, std::size_t rowPitch,
              std::size_t planePitch) const {
    return instance ? instance->copyOut(field, level, cells, rowPitch, planePitch) : kMissing;
  }
  int run(std::int64_t steps, void *stream) const {
    return instance ? instance->run(steps, stream) : kMissing;
  }
  int synchronize() const { return instance ? instance->synchronize() : kMissing; }
  int getReport(const char *name, double *value, std::int64_t *step) const {
    return instance ? instance->getReport(name, value, step) : kMissing;
  }
  void onReport(ReportFunction function, void *user) const {
    if (instance)
      instance->onReport(function, user);
  }
  std::int64_t stepsDone() const { return instance ? instance->stepsDone() : 0; }
  const char *stopped() const { return instance ? instance->stopped() : nullptr; }

private:
  static constexpr int kMissing = static_cast<int>(StatusCode::Invalid);

  Instance *instance;
};

/// For options that are NULL: says so in `message` (which may be null).
inline void sayNoOptions(char *message, std::size_t messageSize) noexcept {
  copyMessage("the options are NULL: give the extents in them", message, messageSize);
}

} // namespace stencilc
