/// \file The compilation of a module, which is the compiled form of a program, by a background
/// worker during a run.
#pragma once

#include "driver/build/Toolchain.h"
#include "driver/process/BackgroundWorker.h"

namespace stencilc::driver {

/// Name of the internal command by which stencilc starts itself as a compiler in the background.
/// Users do not see it.
inline constexpr const char *kCompileModule = "compile-module";

/// Compiles `request` in a child process, which stores the module (built program) in the cache.
/// Returns when the child has ended. Returns earlier if another thread calls `worker.leave()`; the
/// child then finishes alone. In the result, `errors` has compiler messages and `said` the reason
/// of a failure.
BackgroundWorker::End compileBeside(const BuildRequest &request, const BackgroundWorker &worker);

/// Executes the internal command `stencilc compile-module KIND NAME ARCH RUNTIME GIVEN-RUNTIME
/// may-take-nvcc|-` in a background worker (child process). KIND is the number of a BuildKind,
/// RUNTIME the folder of the runtime's headers, GIVEN-RUNTIME the value of --runtime. Reads the
/// code from standard input. `argc` and `argv` are those of main(). Returns the exit code.
int compileModule(int argc, const char *const *argv);

} // namespace stencilc::driver
