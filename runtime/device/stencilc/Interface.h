/// \file The C interface of the compiled runtime, which the emitted C interface of each program
/// calls.
///
/// A simulation is an opaque pointer. Functions that return int return a code: 0 success, 1 invalid
/// request, 2 not enough memory, 3 device failure. last_error() returns the reason. A null
/// simulation is an error, not undefined behaviour.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Version.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// Arguments of create(): extents, options, and space for an error message.
struct CreateRequest {
  const ProgramDescription *program;
  Int64 extents[3];   // extents of missing axes are 1
  void *memory;       // device memory of the caller, or null: the runtime allocates
  Size memoryBytes;   // size of `memory`
  Size rowPitch;      // bytes; 0: chosen by the runtime
  Int64 steps;        // total number of steps to expect; 0: unknown
  int threads;        // host threads; 0: all
  const int *devices; // GPU numbers that share the domain, or null for the current GPU
  int deviceCount;    // length of `devices`
  char *message;      // buffer for an error message, or null
  Size messageSize;
};

/// Address and pitches of a field at one time level.
struct FieldView {
  void *data;      // address of cell (0, 0, 0)
  Size rowPitch;   // bytes
  Size planePitch; // bytes
  int isOnDevice;  // 1 if the memory is on a GPU
};

extern "C" {

/// Returns the number of bytes of device memory that create() would allocate, or 0 if the requested
/// extents are not possible.
Size STENCILC_SYMBOL(bytes_needed)(const CreateRequest *request) noexcept;
/// Returns a new simulation. On failure it returns null and writes a message to the request.
void *STENCILC_SYMBOL(create)(const CreateRequest *request) noexcept;
/// Completes all files that fields are saved to, and frees the simulation. Does nothing for null,
/// or when called from a callback of a run.
void STENCILC_SYMBOL(destroy)(void *simulation) noexcept;
/// Returns the message of the last call that failed. Valid until the next call.
const char *STENCILC_SYMBOL(last_error)(const void *simulation) noexcept;
/// Sets a parameter for the time steps that follow. Initial values change only with reset().
/// Returns 0 or an error code.
int STENCILC_SYMBOL(set_parameter)(void *simulation, const char *name, double value) noexcept;
/// Stores the current value of the parameter `name` in *value. Returns 0 or an error code.
int STENCILC_SYMBOL(get_parameter)(const void *simulation, const char *name,
                                   double *value) noexcept;
/// Sets the numbers of a series, one for each time step, beginning with the first step. If each
/// point of a source has its own numbers, the numbers of all points for one step are adjacent. The
/// numbers are copied. Returns 0 or an error code.
int STENCILC_SYMBOL(set_series)(void *simulation, const char *name, const double *numbers,
                                Int64 count) noexcept;
/// Sets the points of a source or receiver whose coordinates the program reads from a file.
/// `places` has `count` rows, with one coordinate for each axis. The coordinates are copied.
/// Returns 0 or an error code.
int STENCILC_SYMBOL(set_points)(void *simulation, const char *name, const double *places,
                                Int64 count) noexcept;
/// Stores the size of a receiver's traces: how many times it has read since the start or the last
/// reset(), and its number of points. Returns 0 or an error code.
int STENCILC_SYMBOL(trace_size)(const void *simulation, const char *name, Int64 *times,
                                Int64 *points) noexcept;
/// Copies all values that a receiver has saved so far to `values`: times x points numbers, with
/// both counts as trace_size() stores them. The values of all points at one time are adjacent.
/// Returns 0 or an error code.
int STENCILC_SYMBOL(get_traces)(const void *simulation, const char *name, double *values) noexcept;
/// Sets all fields to their initial values, computed with the current parameters, and restarts the
/// count of time steps. Returns 0 or an error code.
int STENCILC_SYMBOL(reset)(void *simulation) noexcept;
/// Sets the number of time steps done before this simulation: the first step gets number `before` +
/// 1. Used for a run that continues another one. reset() keeps the setting. Returns 0 or an error
/// code.
int STENCILC_SYMBOL(set_first_step)(void *simulation, Int64 before) noexcept;
/// Sets a field at time level `level` (0 is t, -1 is t-1, ...) from `cells`, an array in host or
/// device memory. It has the storage type of the field, x fastest. Pitches are in bytes; 0 is
/// packed. Waits for the copy. Returns 0 or an error code.
int STENCILC_SYMBOL(copy_in)(void *simulation, const char *field, int level, const void *cells,
                             Size rowPitch, Size planePitch) noexcept;
/// Copies a field at time level `level` (0 is t, -1 is t-1, ...) to `cells`, an array in host or
/// device memory. It has the storage type of the field, x fastest. Pitches are in bytes; 0 is
/// packed. Returns 0 or an error code.
int STENCILC_SYMBOL(copy_out)(const void *simulation, const char *field, int level, void *cells,
                              Size rowPitch, Size planePitch) noexcept;
/// Stores the address and pitches of a field's own memory in *view, without a copy. The address is
/// valid until the next run. Returns 0 or an error code.
int STENCILC_SYMBOL(view)(void *simulation, const char *field, int level, FieldView *view) noexcept;
/// Describes part number `part`, from 0, of a domain that is divided among devices: planes [*begin,
/// *end) of the last axis, on GPU *device. Returns 0, or 1 if there is no such part.
int STENCILC_SYMBOL(part)(const void *simulation, int part, Int64 *begin, Int64 *end,
                          int *device) noexcept;
/// Adds a file `path` to which the following runs save `what`: a field, or a part of it such as
/// "p[z = 64]". `every` is the interval in time steps, and the other arguments are the cell type
/// and the compression. A null `what` means all `save` statements of the source. Returns 0 or an
/// error code. Fails while saved files are open, until finish_saves() is called.
int STENCILC_SYMBOL(save)(void *simulation, const char *what, const char *path, Int64 every,
                          const char *type, int level) noexcept;
/// Completes and closes all files to which fields are saved. Returns 0 or an error code.
int STENCILC_SYMBOL(finish_saves)(void *simulation) noexcept;
/// Enqueues `steps` time steps on `stream` (a cudaStream_t; null is the default stream) and returns
/// without waiting for them. On the CPU the steps are done on return. Waits at reports and `until`
/// conditions, and ends early if such a condition is true. Returns 0 or an error code.
int STENCILC_SYMBOL(run)(void *simulation, Int64 steps, void *stream) noexcept;
/// Waits for all enqueued time steps. Returns 0, or the code of a failure in one of them.
int STENCILC_SYMBOL(synchronize)(void *simulation) noexcept;
/// Stores the newest value of report `name`, and the number of the time step after which it was
/// computed; step 0 if there is no value yet. Returns 0 or an error code.
int STENCILC_SYMBOL(get_report)(const void *simulation, const char *name, double *value,
                                Int64 *step) noexcept;
/// Registers a function that is called for each report, on the thread that calls run(). A null
/// `function` removes the registered one.
void STENCILC_SYMBOL(on_report)(void *simulation, ReportFunction function, void *user) noexcept;
/// Registers a function to be called about every `seconds` seconds during a run, on the thread that
/// calls run(). Null removes it. If it returns a non-zero value, the run ends after the current
/// step.
void STENCILC_SYMBOL(on_progress)(void *simulation, ProgressFunction function, void *user,
                                  double seconds) noexcept;
/// Returns the number of steps done since the start or the last reset().
Int64 STENCILC_SYMBOL(steps_done)(const void *simulation) noexcept;
/// Returns the source text of the rule (`until` condition) that ended the last run, or null if none
/// did.
const char *STENCILC_SYMBOL(stopped)(const void *simulation) noexcept;

/// Runs the command line of an emitted program, as its `--help` describes it. Returns the exit
/// code.
int STENCILC_SYMBOL(main)(const ProgramDescription *program, int argc, const char *const *argv);

} // extern "C"

} // namespace stencilc::inline STENCILC_SPACE
#endif
