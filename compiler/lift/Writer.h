/// \file A step and its fields as `.stencil` text.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// The text, or nothing if a value cannot be said, which has been reported.
std::optional<std::string> writeStencil(const Step &step, const Fields &fields, Diagnostics &diags);

} // namespace stencilc::lift
