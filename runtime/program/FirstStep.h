/// \file Measures when the first time step of a run has ended.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/stepping/Engine.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the time in seconds since the start of the computer, on the clock in which the system
/// tells the start of processes.
double secondsSinceBoot();
/// Returns the time at which this process was started, on the clock of secondsSinceBoot(), with a
/// resolution of 10 ms. Returns -1 if the system does not tell it.
double startOfProcess();

/// Clock for the first launch of a run, which computes its first time step or several fused ones.
/// The device writes the time, so the run does not wait.
class FirstStep final : public StepRecorder {
public:
  explicit FirstStep(Device &device) : device(device) {}

  /// Starts the clock before the first time step. `receivers` gets all calls of take(), and may be
  /// null. Precondition: the device is idle.
  Status begin(StepRecorder *receivers, Stream stream);
  Status take(std::int64_t before, int steps, Stream stream) override;
  /// Returns the time at which the first launch of the run ended, on the clock of
  /// secondsSinceBoot(). Returns -1 if there was none. Precondition: the device is idle.
  double end() const;

private:
  enum class State : std::uint8_t { Idle, Runs, Done };

  Device &device;
  StepRecorder *receivers = nullptr;
  std::unique_ptr<Stopwatch> watch;
  State state = State::Idle;
  double began = -1; // time at which the watch was started
};

} // namespace stencilc::inline STENCILC_SPACE
