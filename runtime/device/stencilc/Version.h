/// \file The version of the runtime that a program was emitted for. Every symbol of the runtime
/// carries the version in its name, so that libraries built with two versions can be loaded into
/// one process or linked into one executable.
#pragma once

#define STENCILC_VERSION_TEXT "0.1.0"
/// Expands to the name of a C function of the runtime, with the version in it.
#define STENCILC_SYMBOL(name) stencilc_0_1_0_##name
/// Name of the inline namespace of all other declarations. Users write `stencilc::`, never this
/// name.
#define STENCILC_SPACE v0_1_0
