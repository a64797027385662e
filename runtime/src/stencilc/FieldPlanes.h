/// \file Copies of planes of fields, which may lie across any axis.
#pragma once

#include "stencilc/FieldPlane.h"
#include "stencilc/Instance.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Calls work(count, cells) for the cells of a plane in their order, some at a time; or for those
/// of a field with fewer axes. Stops at the first false. False after setting `error`.
bool eachOfPlane(const Instance &instance, int field, int age, const FieldPlane &plane,
                 std::string &error, const std::function<bool(std::int64_t, void *)> &work);

} // namespace stencilc::inline STENCILC_SPACE
