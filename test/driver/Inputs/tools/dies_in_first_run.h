/// \file Before any code of a program: ends the first run of the module, and with it the first copy
/// of the process that has loaded the module.
#include <cstdlib>
#include <pthread.h>

static int copies = 0;

[[maybe_unused]] static const int isWatched = pthread_atfork([] { ++copies; }, nullptr,
                                                             [] {
                                                               if (copies == 1)
                                                                 std::abort();
                                                             });
