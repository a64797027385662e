/// \file Table of the MPI functions that programs use. A separate library provides it (Shim.h), so
/// that programs do not depend on one MPI, whose binary interfaces differ.
#pragma once

#include <stddef.h>

extern "C" {

/// Messages between processes, on one communicator. Functions that return int return 0 on success.
/// On failure they return another number and write a message to `message`, which has
/// kStencilcMpiMessage bytes. Only one thread may call them.
struct stencilc_mpi {
  int interface_number; // kStencilcMpiInterface when the library was built
  const char *library;  // name and version of the MPI library, in one line
  /// Joins the other processes of the run. Sets *link to the connection, *rank to the number of
  /// this process (from 0), and *size to the number of processes. If the caller has not initialised
  /// MPI, this function initialises it, and the last close() finalises it.
  int (*open)(void **link, int *rank, int *size, char *message);
  void (*close)(void *link);
  /// Starts to send at most 1 GiB to process `to`. The memory must stay valid until test() reports
  /// the end. Messages with one tag from one process arrive in order.
  int (*send)(void *link, int to, int tag, const void *data, size_t bytes, void **request,
              char *message);
  /// Starts to receive at most 1 GiB from process `from`. The memory must stay valid until test()
  /// reports the end.
  int (*receive)(void *link, int from, int tag, void *data, size_t bytes, void **request,
                 char *message);
  /// Sets *ended to 1 and frees the request if its message has been sent or received. Otherwise
  /// sets *ended to 0.
  int (*test)(void *link, void *request, int *ended, char *message);
  /// Cancels and frees the request of a message that is not sent or received yet.
  void (*drop)(void *link, void *request);
  /// Looks for a message with tag `tag` that can be received. Sets *from to its sender, or to -1 if
  /// there is none, and *bytes to its size.
  int (*arrived)(void *link, int tag, int *from, size_t *bytes, char *message);
  /// Ends all processes of the run immediately, with exit code `code`.
  void (*abort)(void *link, int code);
};

/// Returns the table of MPI functions. It is the only function that the library exports.
const struct stencilc_mpi *stencilc_mpi_functions(void);
}

inline constexpr int kStencilcMpiInterface = 1, kStencilcMpiMessage = 512;
