/// \file Source of the library through which programs use MPI. `stencilc mpi` builds it with the
/// compiler of an MPI, because it needs that MPI's mpi.h. Exactly one source file includes it.
#pragma once

#include "stencilc/mpi/Functions.h"
#include <cstdio>
#include <cstring>
// Use the C interface of MPI only.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace stencilc_mpi_shim {

struct Link {
  MPI_Comm communicator = MPI_COMM_NULL;
};
struct Request {
  MPI_Request request = MPI_REQUEST_NULL;
  bool receives = false;
};

/// Number of open connections (communicators) of this process. `isOurs` is true if this library has
/// initialised MPI. It then finalises MPI after the last connection is closed.
struct Process {
  int links = 0;
  bool isOurs = false;
};
inline Process &process() {
  static Process one;
  return one;
}

/// Returns 0 if the MPI result `code` is MPI_SUCCESS. Otherwise returns 1 and writes `what` and
/// MPI's error text to `message`.
inline int result(int code, const char *what, char *message) {
  if (code == MPI_SUCCESS)
    return 0;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::snprintf(message, kStencilcMpiMessage, "%s: %s", what, text);
  return 1;
}

inline int open(void **link, int *rank, int *size, char *message) {
  int isInitialised = 0, isFinalised = 0, level = 0;
  MPI_Initialized(&isInitialised);
  MPI_Finalized(&isFinalised);
  if (isFinalised) {
    std::snprintf(message, kStencilcMpiMessage, "MPI was finalised before");
    return 1;
  }
  if (!isInitialised) {
    // FUNNELED: other threads of the process do not call MPI.
    if (int code = result(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level),
                          "initialising MPI", message))
      return code;
    process().isOurs = true;
  }
  Link *const made = new Link;
  if (int code =
          result(MPI_Comm_dup(MPI_COMM_WORLD, &made->communicator), "joining the others", message))
    return delete made, code;
  MPI_Comm_set_errhandler(made->communicator, MPI_ERRORS_RETURN);
  MPI_Comm_rank(made->communicator, rank);
  MPI_Comm_size(made->communicator, size);
  ++process().links;
  *link = made;
  return 0;
}

inline void close(void *link) {
  Link *const its = static_cast<Link *>(link);
  MPI_Comm_free(&its->communicator);
  delete its;
  if (--process().links == 0 && process().isOurs)
    MPI_Finalize();
}

inline int begin(void **request, int code, Request *made, const char *what, char *message) {
  if (int failed = result(code, what, message))
    return delete made, failed;
  *request = made;
  return 0;
}

inline int send(void *link, int to, int tag, const void *data, size_t bytes, void **request,
                char *message) {
  Request *const made = new Request;
  const int code = MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag,
                             static_cast<Link *>(link)->communicator, &made->request);
  return begin(request, code, made, "sending", message);
}

inline int receive(void *link, int from, int tag, void *data, size_t bytes, void **request,
                   char *message) {
  Request *const made = new Request;
  made->receives = true;
  const int code = MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tag,
                             static_cast<Link *>(link)->communicator, &made->request);
  return begin(request, code, made, "receiving", message);
}

inline int test(void *, void *request, int *ended, char *message) {
  Request *const its = static_cast<Request *>(request);
  if (int code = result(MPI_Test(&its->request, ended, MPI_STATUS_IGNORE), "asking for a message",
                        message))
    return code;
  if (*ended)
    delete its;
  return 0;
}

inline void drop(void *, void *request) {
  constexpr double kMost = 1; // seconds
  Request *const its = static_cast<Request *>(request);
  int ended = 0;
  if (its->receives) { // a matched message may still be written to its memory
    MPI_Cancel(&its->request);
    for (const double start = MPI_Wtime(); !ended && MPI_Wtime() - start < kMost;)
      if (MPI_Test(&its->request, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        break;
  }
  if (!ended)
    MPI_Request_free(&its->request);
  delete its;
}

inline int arrived(void *link, int tag, int *from, size_t *bytes, char *message) {
  int is = 0, count = 0;
  MPI_Status status;
  *from = -1;
  if (int code = result(
          MPI_Iprobe(MPI_ANY_SOURCE, tag, static_cast<Link *>(link)->communicator, &is, &status),
          "looking for messages", message))
    return code;
  if (!is)
    return 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  *bytes = static_cast<size_t>(count);
  return 0;
}

inline void abort(void *link, int code) {
  MPI_Abort(static_cast<Link *>(link)->communicator, code);
}

/// Returns the name and version of the MPI library: the text of MPI_Get_library_version up to its
/// first comma or line break.
inline const char *library() {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  text[std::strcspn(text, ",\n")] = '\0';
  return text;
}

} // namespace stencilc_mpi_shim

extern "C" __attribute__((visibility("default"))) const stencilc_mpi *stencilc_mpi_functions(void) {
  using namespace stencilc_mpi_shim;
  static const stencilc_mpi table = {
      kStencilcMpiInterface, library(), open, close, send, receive, test, drop, arrived, abort};
  return &table;
}
