/// \file The MPI functions that programs use, as a table in a library of its own (Shim.h). So
/// programs do not depend on one MPI library; their ABIs differ.
#pragma once

#include <stddef.h>

extern "C" {

/// Messages between processes, on one communicator. Functions that return int return 0 on success.
/// On failure they return another number and write a message to `message`, which has
/// kStencilcMpiMessage bytes. Only one thread may call them.
struct stencilc_mpi {
  int interface_number; // kStencilcMpiInterface when the library was built
  const char *library;  // name and version of the MPI library, in one line
  /// Joins the other processes. Initialises MPI unless the caller has done so; then the last
  /// close() finalises it.
  int (*open)(void **link, int *rank, int *size, char *message);
  void (*close)(void *link);
  /// Start sending or receiving at most 1 GiB. The memory must stay valid until test() reports the
  /// end. Messages with one tag from one process arrive in order.
  int (*send)(void *link, int to, int tag, const void *data, size_t bytes, void **request,
              char *message);
  int (*receive)(void *link, int from, int tag, void *data, size_t bytes, void **request,
                 char *message);
  /// Sets *ended to 1 if the request has ended, and then frees it.
  int (*test)(void *link, void *request, int *ended, char *message);
  /// Cancels and frees a request that has not ended.
  void (*drop)(void *link, void *request);
  /// Finds a message with `tag` that has not been received: its sender (-1 if there is none) and
  /// size.
  int (*arrived)(void *link, int tag, int *from, size_t *bytes, char *message);
  /// Ends all processes immediately.
  void (*abort)(void *link, int code);
};

/// Returns the table. It is the only function that the library exports.
const struct stencilc_mpi *stencilc_mpi_functions(void);
}

inline constexpr int kStencilcMpiInterface = 1, kStencilcMpiMessage = 512;
