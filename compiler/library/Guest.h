/// \file The question to whom this process belongs: to the tool stencilc, or to a program that has
/// loaded libstencilc.
#pragma once

namespace stencilc::library {

/// Declares that this process belongs to another program, which has loaded libstencilc. From then
/// on, stencilc installs no signal handlers, starts no copy of this process, takes no part in an
/// MPI launch, and prints nothing. The declaration cannot be taken back. Any thread may call this
/// function, before the other functions of the compiler.
void becomeGuest();

/// Returns true if becomeGuest() has been called.
bool isGuest();

} // namespace stencilc::library
