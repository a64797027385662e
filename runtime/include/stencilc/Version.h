/// \file The version of the runtime that emitted text was made for. It is part of the runtime's
/// symbols, so that libraries made by two versions can live in one process.
#pragma once

#define STENCILC_VERSION_TEXT "0.1.0"
#define STENCILC_SYMBOL(name) stencilc_0_1_0_##name
