/// \file Whether messages are coloured.
#pragma once

namespace stencilc {

/// Whether standard error is a terminal that wants colours (NO_COLOR is obeyed).
bool wantsColours();

} // namespace stencilc
