/// \file Reads the environment variables that MPI launchers and Slurm set for each process.
#include "runtime/parts/ranks/Launcher.h"
#include "runtime/core/support/ParseValue.h"
#include <cstdlib>
#include <limits>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

struct Variables {
  const char *by, *size, *rank, *local, *localSize;
};

constexpr Variables kKnown[] = {
    {"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"MVAPICH2", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_LOCAL_RANK",
     "MV2_COMM_WORLD_LOCAL_SIZE"},
    {"PMI", "PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    // Slurm: a batch script has SLURM_STEP_NUM_TASKS only in processes that srun has started.
    {"Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE"},
};

/// Returns the number in the environment variable `name`, or -1 if it is not set or no number.
/// Slurm's "4(x2)" gives 4.
int numberOf(const char *name) {
  const char *const variable = std::getenv(name);
  const std::string text = variable ? variable : "";
  std::int64_t number = -1;
  return parseInteger(text.substr(0, text.find('(')), number) && number >= 0 &&
                 number <= std::numeric_limits<int>::max()
             ? static_cast<int>(number)
             : -1;
}

} // namespace

Launched launched() {
  if (const char *library = std::getenv("STENCILC_MPI"); library && !*library)
    return {};
  for (const Variables &known : kKnown) {
    const int size = numberOf(known.size), rank = numberOf(known.rank);
    if (size > 1 && rank >= 0 && rank < size)
      return {size, rank, std::max(0, numberOf(known.local)),
              std::max(1, numberOf(known.localSize)), known.by};
  }
  return {};
}

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

void silenceAllButRoot() {
  constexpr unsigned kSeconds = 2;
  if (launched().rank > 0)
    sleep(kSeconds);
}

} // namespace stencilc::inline STENCILC_SPACE
