/// \file The C interface of `libstencilc-jit`: Clang and a linker as a library. It needs no
/// installed compiler, headers or other files.
///
/// All other symbols are hidden, so that another LLVM in the same process is not affected. No
/// exception crosses the interface. Every function may be called from several threads at the same
/// time, for the same or different objects.
#ifndef STENCILC_JIT_JIT_H
#define STENCILC_JIT_JIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the interface. It increases with each change that breaks older callers. New members
/// at the end of a request do not break them: the member `size` tells which members the caller
/// knows.
#define STENCILC_JIT_INTERFACE_VERSION 1

#define STENCILC_JIT_API __attribute__((visibility("default")))

/// Returns the STENCILC_JIT_INTERFACE_VERSION with which the library was built. Callers must check
/// it before any other call.
STENCILC_JIT_API int stencilc_jit_interface_version(void);

/// A file in memory, which `#include` finds under `path`, such as "stencilc/Grid.h".
typedef struct stencilc_jit_file {
  const char *path;
  const char *text;
} stencilc_jit_file;

/// Request to compile a text. All strings are null-terminated and owned by the caller.
typedef struct stencilc_jit_compile_request {
  size_t size;      ///< sizeof(stencilc_jit_compile_request)
  const char *name; ///< name of the text in messages: "heat3d.cpp"
  const char *text; ///< C++20
  const char *cpu;  ///< "x86-64-v3"; null: "x86-64". Never chosen by the running machine.
  /// All files that `#include` finds, under one root folder. No file of the machine is ever read.
  /// `options` may add folders below the root: "-I", "/host".
  const stencilc_jit_file *files;
  size_t file_count;
  /// More options of `clang -cc1`, such as "-DN=3", "-fopenmp" or "-w".
  const char *const *options;
  size_t option_count;
  int optimisation; ///< 0 to 3
  /// If not 0, an index outside an array of known length calls
  /// `__ubsan_handle_out_of_bounds_abort(stencilc_jit_out_of_bounds *, uintptr_t index)`. Whoever
  /// loads the object must provide this function, which must not return.
  int bounds_checks;
  /// Result of stencilc_jit_precompile for the first header that `text` includes, or null. It saves
  /// time and changes neither object nor messages. Headers, `cpu`, `options` and `optimisation`
  /// must be those of the precompilation, except "-D" options that the headers do not use.
  const char *precompiled;
  size_t precompiled_size;
} stencilc_jit_compile_request;

/// Source position of an index outside an array. It is the first argument of
/// `__ubsan_handle_out_of_bounds_abort`.
typedef struct stencilc_jit_out_of_bounds {
  const char *file;
  unsigned line, column;
  const struct stencilc_jit_type {
    unsigned short kind, info;
    char name[1]; ///< variable length: "'float[8]'"
  } *array_type, *index_type;
} stencilc_jit_out_of_bounds;

/// Result of a compilation.
typedef struct stencilc_jit_object {
  size_t size; ///< sizeof(stencilc_jit_object) in the library
  /// A relocatable x86-64 ELF object; null if the text has errors.
  const unsigned char *bytes;
  size_t byte_count;
  /// Names that the object uses but does not define, sorted.
  const char *const *undefined;
  size_t undefined_count;
  /// Errors and warnings as Clang prints them, without colours; "" if there are none.
  const char *messages;
} stencilc_jit_object;

/// Compiles a C++ text to position-independent code, and obeys `#pragma omp simd` in it. The code
/// does no contraction to fma, sets no errno, and has no traps or exceptions. After an error, the
/// result has messages and no code. The result is never null. Release it with
/// stencilc_jit_free_object.
STENCILC_JIT_API stencilc_jit_object *
stencilc_jit_compile(const stencilc_jit_compile_request *request);
/// Precompiles the header `name` with the text `text`, and the files that it includes. `bytes` of
/// the result may be passed as `precompiled` in later requests to this build of the library. They
/// are null if the header has errors.
STENCILC_JIT_API stencilc_jit_object *
stencilc_jit_precompile(const stencilc_jit_compile_request *request);
STENCILC_JIT_API void stencilc_jit_free_object(stencilc_jit_object *object);

/// Request to load a compiled object into this process.
typedef struct stencilc_jit_load_request {
  size_t size;       ///< sizeof(stencilc_jit_load_request)
  const void *bytes; ///< ELF object; must stay valid until stencilc_jit_load returns
  size_t byte_count;
  /// Callback for each name that the object does not define. It returns the address, or null if the
  /// name is unknown. No other symbols are searched. It never gets `__cxa_atexit` and
  /// `__dso_handle`: destructors run when the object is unloaded.
  void *(*find)(void *user, const char *symbol);
  void *user;
} stencilc_jit_load_request;

/// An object that is loaded in memory. Different objects may define the same names.
typedef struct stencilc_jit_code stencilc_jit_code;

/// Loads an object and runs its constructors. On failure returns null and sets `*message`, which
/// names every missing symbol; release it with stencilc_jit_free_text. Loaded code has no unwind
/// tables, so no exception may pass through it. `thread_local` is not supported.
STENCILC_JIT_API stencilc_jit_code *stencilc_jit_load(const stencilc_jit_load_request *request,
                                                      char **message);
/// Returns the address of the symbol `name` that the object defines, or null if it defines none.
/// `name` is the mangled name that the linker uses.
STENCILC_JIT_API void *stencilc_jit_symbol(const stencilc_jit_code *code, const char *name);
/// Runs the destructors of the object and frees it. No code of the object may run during the call
/// or later.
STENCILC_JIT_API void stencilc_jit_unload(stencilc_jit_code *code);

/// Returns the C++ name of a function, from its mangled name (Itanium ABI), with template
/// arguments, without return type and parameters:
/// "heat_stencil::steps3::wavefront<(stencilc::TileKind)0>". A name that is not mangled is returned
/// unchanged. Returns null if a mangled name is invalid or is the name of a variable. Release the
/// result with stencilc_jit_free_text.
STENCILC_JIT_API char *stencilc_jit_function_name(const char *mangled);
STENCILC_JIT_API void stencilc_jit_free_text(char *text);

#ifdef __cplusplus
}
#endif

#endif
