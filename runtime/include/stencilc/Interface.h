/// \file The C interface of the compiled runtime: what the C interfaces of programs call.
///
/// A simulation is an opaque pointer; calls on NULL return a code, whose reason lastError has.
/// Codes: 0 fine, 1 the request makes no sense, 2 it does not fit, 3 the device failed.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Version.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// What a program is created with.
struct CreateRequest {
  const ProgramDescription *program;
  Int64 extents[3];   // axes the program does not have hold 1
  void *memory;       // device memory of the caller, or null to allocate
  Size memoryBytes;   // of `memory`
  Size rowPitch;      // bytes; 0: chosen
  Int64 steps;        // that will be run in all; 0: not known
  int threads;        // of the host; 0: as many as there are
  const int *devices; // numbers of the GPUs of the domain, or null: one, the current
  int deviceCount;    // of these
  char *message;      // of so many bytes, for what went wrong; may be null
  Size messageSize;
};

/// Where a field lies at one time level.
struct FieldView {
  void *data;      // of cell (0, 0, 0)
  Size rowPitch;   // bytes
  Size planePitch; // bytes
  int isOnDevice;  // memory of a GPU
};

extern "C" {

/// Device bytes that create will need; 0 if the extents are not possible.
Size STENCILC_SYMBOL(bytes_needed)(const CreateRequest *request) noexcept;
/// Null on failure.
void *STENCILC_SYMBOL(create)(const CreateRequest *request) noexcept;
void STENCILC_SYMBOL(destroy)(void *simulation) noexcept;
const char *STENCILC_SYMBOL(last_error)(const void *simulation) noexcept;
int STENCILC_SYMBOL(set_parameter)(void *simulation, const char *name, double value) noexcept;
int STENCILC_SYMBOL(get_parameter)(const void *simulation, const char *name,
                                   double *value) noexcept;
int STENCILC_SYMBOL(set_series)(void *simulation, const char *name, const double *numbers,
                                Int64 count) noexcept;
/// The points of a source or receiver that come from a file.
int STENCILC_SYMBOL(set_points)(void *simulation, const char *name, const double *places,
                                Int64 count) noexcept;
/// The traces of a receiver: how often it has read, at how many points; its values.
int STENCILC_SYMBOL(trace_size)(const void *simulation, const char *name, Int64 *times,
                                Int64 *points) noexcept;
int STENCILC_SYMBOL(get_traces)(const void *simulation, const char *name, double *values) noexcept;
int STENCILC_SYMBOL(reset)(void *simulation) noexcept;
/// So many steps were done before the start: the numbers of steps go on from there.
int STENCILC_SYMBOL(set_first_step)(void *simulation, Int64 before) noexcept;
int STENCILC_SYMBOL(copy_in)(void *simulation, const char *field, int level, const void *cells,
                             Size rowPitch, Size planePitch) noexcept;
int STENCILC_SYMBOL(copy_out)(const void *simulation, const char *field, int level, void *cells,
                              Size rowPitch, Size planePitch) noexcept;
/// Where a field lies, without a copy; valid until the next run.
int STENCILC_SYMBOL(view)(void *simulation, const char *field, int level, FieldView *view) noexcept;
/// Part number `part` of a domain that devices share: planes [*begin, *end) of the last axis, on
/// GPU *device. Code 1 where there is no such part.
int STENCILC_SYMBOL(part)(const void *simulation, int part, Int64 *begin, Int64 *end,
                          int *device) noexcept;
/// Saves from the next run on what SaveCall (save/InstanceSaves.h) says; ends all that is saved.
int STENCILC_SYMBOL(save)(void *simulation, const char *what, const char *path, Int64 every,
                          const char *type, int level) noexcept;
int STENCILC_SYMBOL(finish_saves)(void *simulation) noexcept;
int STENCILC_SYMBOL(run)(void *simulation, Int64 steps, void *stream) noexcept;
int STENCILC_SYMBOL(synchronize)(void *simulation) noexcept;
int STENCILC_SYMBOL(get_report)(const void *simulation, const char *name, double *value,
                                Int64 *step) noexcept;
void STENCILC_SYMBOL(on_report)(void *simulation, ReportFunction function, void *user) noexcept;
/// Calls `function` while steps run, about every `seconds`; the run ends at a whole step if it
/// returns another number than 0.
void STENCILC_SYMBOL(on_progress)(void *simulation, ProgressFunction function, void *user,
                                  double seconds) noexcept;
Int64 STENCILC_SYMBOL(steps_done)(const void *simulation) noexcept;
const char *STENCILC_SYMBOL(stopped)(const void *simulation) noexcept;

/// The program around emitted code: does everything its `--help` lists. The exit code.
int STENCILC_SYMBOL(main)(const ProgramDescription *program, int argc, const char *const *argv);

} // extern "C"

} // namespace stencilc::inline STENCILC_SPACE
#endif
