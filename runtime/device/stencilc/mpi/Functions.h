/// \file Table of the MPI functions that programs use. A separate library (Shim.h) provides the
/// table, because the binary interfaces of MPI libraries differ. So the same program runs with each
/// of them.
#pragma once

#include <stddef.h>

extern "C" {

/// Table of functions that send messages between the processes of a run, through MPI. Functions
/// that return int return 0 on success. On failure they return another number and write a text to
/// `message`, which has kStencilcMpiMessage bytes. Only one thread of a process may call the
/// functions.
struct stencilc_mpi {
  int interface_number; // kStencilcMpiInterface when the library was built
  const char *library;  // name and version of the MPI library, in one line
  /// Joins the other processes of the run. Sets *link to the connection, *rank to the number of
  /// this process (from 0), and *size to the number of processes. If the caller has not initialised
  /// MPI, this function initialises it, and the last close() finalises it.
  int (*open)(void **link, int *rank, int *size, char *message);
  void (*close)(void *link);
  /// Starts to send a message of at most 1 GiB, with the tag `tag`, to process `to`. Sets *request
  /// for test(). The memory must not change until test() reports that the message is sent. Messages
  /// with one tag from one process arrive in order.
  int (*send)(void *link, int to, int tag, const void *data, size_t bytes, void **request,
              char *message);
  /// Starts to receive a message of at most 1 GiB, with the tag `tag`, from process `from`. Sets
  /// *request for test(). The memory must stay valid until test() reports that the message has
  /// arrived.
  int (*receive)(void *link, int from, int tag, void *data, size_t bytes, void **request,
                 char *message);
  /// Sets *ended to 1 and frees the request if its message has been sent or received. Otherwise
  /// sets *ended to 0.
  int (*test)(void *link, void *request, int *ended, char *message);
  /// Gives up a message that is not yet sent or received, and frees its request. A receive is
  /// cancelled. A send is not cancelled: MPI may still complete it.
  void (*drop)(void *link, void *request);
  /// Looks for a message with tag `tag` that has arrived and is not received yet. Sets *from to the
  /// process that sent it and *bytes to its size. If there is none, sets *from to -1.
  int (*arrived)(void *link, int tag, int *from, size_t *bytes, char *message);
  /// Ends all processes of the run immediately, with exit code `code`.
  void (*abort)(void *link, int code);
};

/// Returns the table of MPI functions. It is the only function that the library exports.
const struct stencilc_mpi *stencilc_mpi_functions(void);
}

inline constexpr int kStencilcMpiInterface = 1, kStencilcMpiMessage = 512;
