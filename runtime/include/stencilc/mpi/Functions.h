/// \file What programs ask of MPI: a table of functions with a C interface, in a library of its own
/// (Shim.h), so that no program depends on one of the MPI libraries, which have different ABIs.
#pragma once

#include <stddef.h>

extern "C" {

/// Messages between processes, all on one communicator. Functions return 0, or another number after
/// writing what went wrong to `message`, which has kStencilcMpiMessage bytes. One thread calls
/// them.
struct stencilc_mpi {
  int interface_number; // kStencilcMpiInterface of the library
  const char *library;  // the MPI library and its version, in one line
  /// Joins the others. MPI is initialised if the caller has not done it, and finalised by the close
  /// of the last link then.
  int (*open)(void **link, int *rank, int *size, char *message);
  void (*close)(void *link);
  /// Begin to send or to receive: no more than 1 GiB, which must stay until test() says that it has
  /// ended. Messages with one tag from one process arrive in their order.
  int (*send)(void *link, int to, int tag, const void *data, size_t bytes, void **request,
              char *message);
  int (*receive)(void *link, int from, int tag, void *data, size_t bytes, void **request,
                 char *message);
  /// Whether it has ended; the request is gone then.
  int (*test)(void *link, void *request, int *ended, char *message);
  /// Gives up what has not ended.
  void (*drop)(void *link, void *request);
  /// Who has sent something with `tag` that was not received yet, and its size; -1: nobody.
  int (*arrived)(void *link, int tag, int *from, size_t *bytes, char *message);
  /// Ends all processes at once.
  void (*abort)(void *link, int code);
};

/// The name of the one function of the library: it gives the table.
const struct stencilc_mpi *stencilc_mpi_functions(void);
}

inline constexpr int kStencilcMpiInterface = 1, kStencilcMpiMessage = 512;
