/// \file The command line tool, from its arguments to its exit code.
#pragma once

namespace stencilc::driver {

/// Runs the command line tool with the arguments of a main function, and returns the exit code of
/// the process. It is called once in a process, and before threads are started: it installs signal
/// handlers, writes to standard output, and handles lack of memory by ending the process.
int toolMain(int argc, char **argv);

} // namespace stencilc::driver
