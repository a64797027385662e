/// \file The version of the runtime that emitted text was made for. It is part of the names of all
/// that the runtime has, so that libraries made by two versions can live in one process and in one
/// executable.
#pragma once

#define STENCILC_VERSION_TEXT "0.1.0"
/// Names of C functions.
#define STENCILC_SYMBOL(name) stencilc_0_1_0_##name
/// All else is in `namespace stencilc::inline STENCILC_SPACE`, which nobody writes who uses it.
#define STENCILC_SPACE v0_1_0
