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

/// Arguments of create().
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

/// Returns the bytes of device memory that create() needs, or 0 if the extents are not possible.
Size STENCILC_SYMBOL(bytes_needed)(const CreateRequest *request) noexcept;
/// Returns a new simulation, or null on failure with a message in the request.
void *STENCILC_SYMBOL(create)(const CreateRequest *request) noexcept;
void STENCILC_SYMBOL(destroy)(void *simulation) noexcept;
const char *STENCILC_SYMBOL(last_error)(const void *simulation) noexcept;
int STENCILC_SYMBOL(set_parameter)(void *simulation, const char *name, double value) noexcept;
int STENCILC_SYMBOL(get_parameter)(const void *simulation, const char *name,
                                   double *value) noexcept;
int STENCILC_SYMBOL(set_series)(void *simulation, const char *name, const double *numbers,
                                Int64 count) noexcept;
/// Sets the points of a source or receiver that come from a file. `places` has `count` points.
int STENCILC_SYMBOL(set_points)(void *simulation, const char *name, const double *places,
                                Int64 count) noexcept;
/// Returns the size of a receiver's traces: how many times it was read, and its number of points.
/// get_traces() copies the values.
int STENCILC_SYMBOL(trace_size)(const void *simulation, const char *name, Int64 *times,
                                Int64 *points) noexcept;
int STENCILC_SYMBOL(get_traces)(const void *simulation, const char *name, double *values) noexcept;
int STENCILC_SYMBOL(reset)(void *simulation) noexcept;
/// Sets the number of the first step, for a run that continues one of `before` steps.
int STENCILC_SYMBOL(set_first_step)(void *simulation, Int64 before) noexcept;
int STENCILC_SYMBOL(copy_in)(void *simulation, const char *field, int level, const void *cells,
                             Size rowPitch, Size planePitch) noexcept;
int STENCILC_SYMBOL(copy_out)(const void *simulation, const char *field, int level, void *cells,
                              Size rowPitch, Size planePitch) noexcept;
/// Returns the memory of a field without a copy. Valid until the next run.
int STENCILC_SYMBOL(view)(void *simulation, const char *field, int level, FieldView *view) noexcept;
/// Describes part number `part` of a domain that is divided among devices: planes [*begin, *end) of
/// the last axis, on GPU *device. Returns code 1 if there is no such part.
int STENCILC_SYMBOL(part)(const void *simulation, int part, Int64 *begin, Int64 *end,
                          int *device) noexcept;
/// Adds outputs that are saved from the next run on, as SaveCall (save/InstanceSaves.h) describes.
/// A null `what` means the saves that the source of the program names. finish_saves() completes and
/// closes all of them.
int STENCILC_SYMBOL(save)(void *simulation, const char *what, const char *path, Int64 every,
                          const char *type, int level) noexcept;
int STENCILC_SYMBOL(finish_saves)(void *simulation) noexcept;
int STENCILC_SYMBOL(run)(void *simulation, Int64 steps, void *stream) noexcept;
int STENCILC_SYMBOL(synchronize)(void *simulation) noexcept;
int STENCILC_SYMBOL(get_report)(const void *simulation, const char *name, double *value,
                                Int64 *step) noexcept;
void STENCILC_SYMBOL(on_report)(void *simulation, ReportFunction function, void *user) noexcept;
/// Registers a function that is called during runs, about every `seconds`. The run ends after the
/// current step if it returns a non-zero value.
void STENCILC_SYMBOL(on_progress)(void *simulation, ProgressFunction function, void *user,
                                  double seconds) noexcept;
Int64 STENCILC_SYMBOL(steps_done)(const void *simulation) noexcept;
const char *STENCILC_SYMBOL(stopped)(const void *simulation) noexcept;

/// Runs the command line of an emitted program, as its `--help` describes it. Returns the exit
/// code.
int STENCILC_SYMBOL(main)(const ProgramDescription *program, int argc, const char *const *argv);

} // extern "C"

} // namespace stencilc::inline STENCILC_SPACE
#endif
