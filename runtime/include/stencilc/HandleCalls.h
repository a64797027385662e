/// \file What stands behind the calls of the C interface.
#pragma once

#include "stencilc/Handle.h"
#include "stencilc/Instance.h"

namespace stencilc {

STENCILC_MAIN_LINKAGE std::size_t Handle::bytesNeeded(const ProgramDescription &program,
                                                      const std::int64_t (&extents)[3],
                                                      char *message, std::size_t messageSize,
                                                      std::uint64_t rowPitch) noexcept {
  return Instance::bytesNeeded(program, extents, message, messageSize, rowPitch);
}
STENCILC_MAIN_LINKAGE Instance *Handle::create(const ProgramDescription &program,
                                               const InstanceOptions &options, char *message,
                                               std::size_t messageSize) noexcept {
  return Instance::create(program, options, message, messageSize);
}
STENCILC_MAIN_LINKAGE void Handle::destroy() const noexcept { delete instance; }
STENCILC_MAIN_LINKAGE void Handle::sayNoOptions(char *message, std::size_t messageSize) noexcept {
  copyMessage("the options are NULL: give the extents in them", message, messageSize);
}

STENCILC_MAIN_LINKAGE const char *Handle::lastError() const {
  return instance ? instance->lastError()
                  : "the simulation is NULL: it was never created, or create failed";
}
STENCILC_MAIN_LINKAGE int Handle::setParameter(const char *name, double value) const {
  return instance ? instance->setParameter(name, value) : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::getParameter(const char *name, double *value) const {
  return instance ? instance->getParameter(name, value) : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::reset() const { return instance ? instance->reset() : kMissing; }
STENCILC_MAIN_LINKAGE int Handle::copyIn(const char *field, int level, const void *cells,
                                         std::size_t rowPitch, std::size_t planePitch) const {
  return instance ? instance->copyIn(field, level, cells, rowPitch, planePitch) : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::copyOut(const char *field, int level, void *cells,
                                          std::size_t rowPitch, std::size_t planePitch) const {
  return instance ? instance->copyOut(field, level, cells, rowPitch, planePitch) : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::run(std::int64_t steps, void *stream) const {
  return instance ? instance->run(steps, stream) : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::synchronize() const {
  return instance ? instance->synchronize() : kMissing;
}
STENCILC_MAIN_LINKAGE int Handle::getReport(const char *name, double *value,
                                            std::int64_t *step) const {
  return instance ? instance->getReport(name, value, step) : kMissing;
}
STENCILC_MAIN_LINKAGE void Handle::onReport(ReportFunction function, void *user) const {
  if (instance)
    instance->onReport(function, user);
}
STENCILC_MAIN_LINKAGE std::int64_t Handle::stepsDone() const {
  return instance ? instance->stepsDone() : 0;
}
STENCILC_MAIN_LINKAGE const char *Handle::stopped() const {
  return instance ? instance->stopped() : nullptr;
}

} // namespace stencilc
