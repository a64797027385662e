/// \file Before any code of a program: ends the second run of the module, which is a copy of the
/// process that loaded it.
#include <cstdlib>
#include <pthread.h>

static int runsBegun = 0;

[[maybe_unused]] static const int isWatched = pthread_atfork([] { ++runsBegun; }, nullptr,
                                                             [] {
                                                               if (runsBegun == 2)
                                                                 std::abort();
                                                             });
