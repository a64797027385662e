/// \file Measures when the first time step of a run has ended.
#include "runtime/program/FirstStep.h"
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

double secondsSinceBoot() {
  timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double startOfProcess() {
  constexpr int kStart = 22, kAfterName = 3; // numbers of fields, see proc_pid_stat(5)
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name = line.rfind(')'); // the name may hold any byte
  if (name == std::string::npos)
    return -1;
  std::istringstream fields(line.substr(name + 1));
  std::string field;
  for (int number = kAfterName; number < kStart; ++number)
    fields >> field;
  double ticks = -1;
  fields >> ticks;
  const double start = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return ticks > 0 && start <= secondsSinceBoot() ? start : -1;
}

Status FirstStep::begin(StepRecorder *of, Stream stream) {
  receivers = of;
  if (state != State::Idle)
    return {};
  watch = device.makeStopwatch();
  began = secondsSinceBoot();
  state = State::Runs;
  return watch->start(stream);
}

Status FirstStep::take(std::int64_t before, int steps, Stream stream) {
  if (state == State::Runs) {
    state = State::Done;
    if (Status status = watch->stop(stream); !status)
      return status;
  }
  return receivers ? receivers->take(before, steps, stream) : Status();
}

double FirstStep::end() const {
  double seconds = 0;
  return state == State::Done && watch->seconds(seconds) ? began + seconds : -1;
}

} // namespace stencilc::inline STENCILC_SPACE
