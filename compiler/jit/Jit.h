/// \file The C interface of `libstencilc-jit`: Clang and a linker as a library of their own, which
/// needs no compiler, no header and no file of the machine.
///
/// All symbols but these are hidden, so that another LLVM in the same process is not disturbed. No
/// exception crosses the interface. Every function may be called from several threads at once, on
/// different objects or the same.
#ifndef STENCILC_JIT_JIT_H
#define STENCILC_JIT_JIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Grows with each change that an older caller would not survive. Members added at the end of a
/// request do not count: `size` tells which members the caller knows.
#define STENCILC_JIT_INTERFACE_VERSION 1

#define STENCILC_JIT_API __attribute__((visibility("default")))

/// The STENCILC_JIT_INTERFACE_VERSION the library was built with. Ask this first.
STENCILC_JIT_API int stencilc_jit_interface_version(void);

/// A text that `#include` finds under `path`: "stencilc/device/Grid.h".
typedef struct stencilc_jit_file {
  const char *path;
  const char *text;
} stencilc_jit_file;

/// What to compile. All texts end with a zero and stay the caller's.
typedef struct stencilc_jit_compile_request {
  size_t size;      ///< sizeof(stencilc_jit_compile_request)
  const char *name; ///< of the text, as messages show it: "heat3d.cpp"
  const char *text; ///< C++20
  const char *cpu;  ///< "x86-64-v3"; null: "x86-64". Never this machine's unless it is named here.
  /// All that `#include` finds, searched from one root; no file of the machine is ever read.
  /// `options` may name folders inside: "-I", "/host".
  const stencilc_jit_file *files;
  size_t file_count;
  /// More options of `clang -cc1`: "-DN=3", "-fopenmp", "-w".
  const char *const *options;
  size_t option_count;
  int optimisation; ///< 0 to 3
  /// Not 0: an index beyond an array whose length is known calls
  /// `__ubsan_handle_out_of_bounds_abort(stencilc_jit_out_of_bounds *, uintptr_t index)`, which
  /// whoever loads the object provides, and which must not return.
  int bounds_checks;
  /// Bytes of stencilc_jit_precompile for a header that is the first thing `text` includes, or
  /// null: the header is not parsed again. The object and the messages are the same as without.
  /// Headers, `cpu`, `options` and `optimisation` must be those that the bytes were made with, but
  /// for options "-D" that the headers do not ask for.
  const char *precompiled;
  size_t precompiled_size;
} stencilc_jit_compile_request;

/// Where an index left an array: the first argument of `__ubsan_handle_out_of_bounds_abort`.
typedef struct stencilc_jit_out_of_bounds {
  const char *file;
  unsigned line, column;
  const struct stencilc_jit_type {
    unsigned short kind, info;
    char name[1]; ///< as long as it is: "'float[8]'"
  } *array_type, *index_type;
} stencilc_jit_out_of_bounds;

/// What became of a text.
typedef struct stencilc_jit_object {
  size_t size; ///< sizeof(stencilc_jit_object) in the library
  /// A relocatable x86-64 ELF object; null if the text has errors.
  const unsigned char *bytes;
  size_t byte_count;
  /// Names the object asks for and does not define, sorted.
  const char *const *undefined;
  size_t undefined_count;
  /// Errors and warnings as Clang prints them, without colours; "" if there are none.
  const char *messages;
} stencilc_jit_object;

/// Compiles one text: no contraction of floating point, no errno, no traps, no exceptions, position
/// independent, `#pragma omp simd` obeyed. Never null; hand it back to stencilc_jit_free_object.
STENCILC_JIT_API stencilc_jit_object *
stencilc_jit_compile(const stencilc_jit_compile_request *request);
/// Parses the header `name`, whose text is `text`, and what it includes. The bytes of the result
/// are for the `precompiled` of later requests, in this library alone; null if the header has
/// errors.
STENCILC_JIT_API stencilc_jit_object *
stencilc_jit_precompile(const stencilc_jit_compile_request *request);
STENCILC_JIT_API void stencilc_jit_free_object(stencilc_jit_object *object);

/// An object to be loaded into this process.
typedef struct stencilc_jit_load_request {
  size_t size;       ///< sizeof(stencilc_jit_load_request)
  const void *bytes; ///< needed until stencilc_jit_load returns
  size_t byte_count;
  /// Asked for each name that the object does not define; null if it is not known. Nothing else is
  /// searched: what is not given here is missing. `__cxa_atexit` and `__dso_handle` are never asked
  /// for: destructors of the object's constants run when it is unloaded.
  void *(*find)(void *user, const char *symbol);
  void *user;
} stencilc_jit_load_request;

/// An object in memory. Several with the same names do not meet.
typedef struct stencilc_jit_code stencilc_jit_code;

/// Loads an object and runs its constructors. Null if it cannot be: then `*message` says why, names
/// every symbol that is missing, and goes back to stencilc_jit_free_text. Code so loaded has no
/// unwind tables: no exception may pass through it. `thread_local` is not supported.
STENCILC_JIT_API stencilc_jit_code *stencilc_jit_load(const stencilc_jit_load_request *request,
                                                      char **message);
/// The address of what the object defines, null if it does not. `name` is as the linker sees it.
STENCILC_JIT_API void *stencilc_jit_symbol(const stencilc_jit_code *code, const char *name);
/// Runs destructors and gives the memory back: nothing of the object may be running or be called.
STENCILC_JIT_API void stencilc_jit_unload(stencilc_jit_code *code);

/// The function behind a name of the Itanium ABI as C++ writes it, with its template arguments but
/// neither return type nor parameters: "heat_stencil::steps3::wavefront<(stencilc::TileKind)0>". A
/// name that is not mangled is its own. Null if it is no function's; else goes back to
/// stencilc_jit_free_text.
STENCILC_JIT_API char *stencilc_jit_function_name(const char *mangled);
STENCILC_JIT_API void stencilc_jit_free_text(char *text);

#ifdef __cplusplus
}
#endif

#endif
