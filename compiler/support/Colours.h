/// \file Decides whether messages are coloured.
#pragma once

namespace stencilc {

/// Returns whether standard error is a terminal with colours and the environment variable NO_COLOR
/// is unset or empty.
bool wantsColours();

} // namespace stencilc
