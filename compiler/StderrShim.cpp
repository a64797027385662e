/// \file Lets a shared library link an archive that was compiled for executables, such as Debian's
/// libpng16.a. The code there addresses the variable `stderr` of the C library relative to itself,
/// which a linker allows only for variables of the same library. With the option --wrap=stderr, all
/// code of libstencilc reads the pointer in this file instead. If the application assigns another
/// stream to `stderr` later, libstencilc continues to use the first one.
#include <cstdio>

extern "C" {

/// The pointer that replaces `stderr`. It is hidden from other libraries of the process.
__attribute__((visibility("hidden"))) extern std::FILE *standInForStderr __asm__("__wrap_stderr");
std::FILE *standInForStderr = nullptr;

/// The variable `stderr` of the C library.
extern std::FILE *ofTheCLibrary __asm__("__real_stderr");

/// Sets the pointer. The priority is the first one that programs may use, so that code of other
/// constructors can print.
__attribute__((constructor(101))) static void setStandInForStderr() {
  standInForStderr = ofTheCLibrary;
}

} // extern "C"
