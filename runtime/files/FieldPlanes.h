/// \file Copies of planes of a field, across any axis, to the host.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FieldPlane.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Copies the cells of a plane of a field at time t-`age`, in memory order, in parts. Calls
/// work(count, cells) for each part until it returns false. Fields with fewer than three axes are
/// copied whole. Returns false if `work` does, or after setting `error`.
bool eachOfPlane(const Instance &instance, int field, int age, const FieldPlane &plane,
                 std::string &error, const std::function<bool(std::int64_t, void *)> &work);

} // namespace stencilc::inline STENCILC_SPACE
