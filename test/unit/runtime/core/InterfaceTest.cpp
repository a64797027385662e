/// \file The C interface of the runtime, which emitted code calls: what is missing is said, a view
/// shows what copies do, and who is told of progress can end the run.
#include "stencilc/Interface.h"
#include "HandPrograms.h"
#include "Texts.h"
#include "runtime/core/support/Status.h"
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace stencilc;

namespace interface_test {
using programs::heat, programs::wave;
namespace {

#define CALL(name) STENCILC_SYMBOL(name)

constexpr int kInvalid = static_cast<int>(StatusCode::Invalid);

struct Destroy {
  void operator()(void *simulation) const { CALL(destroy)(simulation); }
};
using Owned = std::unique_ptr<void, Destroy>;

CreateRequest requestOf(const ProgramDescription *program, Int64 nx, Int64 ny = 1) {
  CreateRequest request{};
  request.program = program;
  request.extents[0] = nx;
  request.extents[1] = ny;
  request.extents[2] = 1;
  return request;
}
Owned make(const ProgramDescription &program, Int64 nx, Int64 ny = 1) {
  char message[512] = "";
  CreateRequest request = requestOf(&program, nx, ny);
  request.message = message;
  request.messageSize = sizeof message;
  Owned made(CALL(create)(&request));
  EXPECT_TRUE(made) << message;
  return made;
}

template <class T = double>
std::vector<T> cells(const Owned &simulation, const char *field, std::size_t count, int level = 0) {
  std::vector<T> values(count);
  EXPECT_EQ(CALL(copy_out)(simulation.get(), field, level, values.data(), 0, 0), 0)
      << CALL(last_error)(simulation.get());
  return values;
}

// --- what is missing -----------------------------------------------------------------------------

TEST(Interface, callsOnNoSimulationReturnACode) {
  double value = 7;
  Int64 step = 7;
  FieldView view{};
  EXPECT_EQ(CALL(set_parameter)(nullptr, "d", 0.25), kInvalid);
  EXPECT_EQ(CALL(get_parameter)(nullptr, "d", &value), kInvalid);
  EXPECT_EQ(CALL(reset)(nullptr), kInvalid);
  EXPECT_EQ(CALL(copy_in)(nullptr, "T", 0, &value, 0, 0), kInvalid);
  EXPECT_EQ(CALL(copy_out)(nullptr, "T", 0, &value, 0, 0), kInvalid);
  EXPECT_EQ(CALL(view)(nullptr, "T", 0, &view), kInvalid);
  EXPECT_EQ(CALL(run)(nullptr, 1, nullptr), kInvalid);
  EXPECT_EQ(CALL(synchronize)(nullptr), kInvalid);
  EXPECT_EQ(CALL(get_report)(nullptr, "largest", &value, &step), kInvalid);
  EXPECT_EQ(value, 7);
  EXPECT_EQ(step, 7);
  EXPECT_EQ(view.data, nullptr);
  EXPECT_EQ(CALL(steps_done)(nullptr), 0);
  EXPECT_EQ(CALL(stopped)(nullptr), nullptr);
  EXPECT_HAS(CALL(last_error)(nullptr), "the simulation is NULL");
  CALL(on_report)(nullptr, nullptr, nullptr);
  CALL(on_progress)(nullptr, nullptr, nullptr, 1);
  CALL(destroy)(nullptr);
}

// A program's interface leaves its description out where options are NULL or have no size.
TEST(Interface, noOptionsAreRefusedAndMessagesMayBeLeftOut) {
  CreateRequest request = requestOf(nullptr, 4, 4);
  EXPECT_EQ(CALL(create)(&request), nullptr);
  EXPECT_EQ(CALL(bytes_needed)(&request), 0u);
  char message[256];
  request.message = message;
  request.messageSize = sizeof message;
  for (const bool creates : {true, false}) {
    std::memset(message, 'x', sizeof message);
    if (creates)
      EXPECT_EQ(CALL(create)(&request), nullptr);
    else
      EXPECT_EQ(CALL(bytes_needed)(&request), 0u);
    EXPECT_HAS(message, "the options are NULL, or their size is 0");
  }
  std::memset(message, 'x', sizeof message);
  request.messageSize = 12;
  EXPECT_EQ(CALL(create)(&request), nullptr);
  EXPECT_STREQ(message, "the options");
  EXPECT_EQ(message[12], 'x');
}

TEST(Interface, whatMakesNoSenseIsSaid) {
  char message[256] = "";
  const auto refusal = [&](CreateRequest request) {
    EXPECT_EQ(CALL(create)(&request), nullptr); // no message wanted
    request.message = message;
    request.messageSize = sizeof message;
    EXPECT_EQ(CALL(create)(&request), nullptr);
    return std::string(message);
  };
  EXPECT_HAS(refusal(requestOf(&heat, 1, 4)), "nx=1 is too small");
  CreateRequest request = requestOf(&heat, 4, 4);
  request.steps = -1;
  EXPECT_HAS(refusal(request), "-1 steps cannot be run");
  request.steps = 0;
  request.threads = -2;
  EXPECT_HAS(refusal(request), "-2 threads cannot run");
  request.threads = 0;
  request.rowPitch = 24;
  EXPECT_HAS(refusal(request), "a row pitch of 24 bytes does not fit rows of 32 bytes");
  request.rowPitch = 0;
  double memory[4];
  request.memory = memory;
  request.memoryBytes = sizeof memory;
  EXPECT_HAS(refusal(request), "the memory given is too small: need ");
}

TEST(Interface, memoryOfTheCallerIsWhatBytesNeededSays) {
  CreateRequest request = requestOf(&heat, 5, 3);
  request.rowPitch = kPackedRows;
  const std::size_t need = CALL(bytes_needed)(&request);
  ASSERT_GT(need, 0u);
  std::vector<unsigned char> memory(need);
  request.memory = memory.data();
  request.memoryBytes = need;
  const Owned simulation(CALL(create)(&request));
  ASSERT_TRUE(simulation);
  FieldView view{};
  ASSERT_EQ(CALL(view)(simulation.get(), "T", 0, &view), 0);
  EXPECT_EQ(view.rowPitch, 48u); // five cells, and what 16 bytes at once need
  EXPECT_GE(static_cast<unsigned char *>(view.data), memory.data());
  EXPECT_LE(static_cast<unsigned char *>(view.data) + 3 * 48, memory.data() + need);
}

TEST(Interface, parametersStepsAndReset) {
  const Owned simulation = make(heat, 4);
  void *const it = simulation.get();
  ASSERT_EQ(CALL(set_parameter)(it, "d", 0.5), 0);
  double d = 0;
  ASSERT_EQ(CALL(get_parameter)(it, "d", &d), 0);
  EXPECT_EQ(d, 0.5);
  EXPECT_EQ(CALL(set_parameter)(it, "e", 0.5), kInvalid);
  EXPECT_HAS(CALL(last_error)(it), "'e' is no parameter of heat2d");
  const std::vector<double> start = cells(simulation, "T", 4);
  ASSERT_EQ(CALL(run)(it, 3, nullptr), 0);
  ASSERT_EQ(CALL(synchronize)(it), 0);
  EXPECT_EQ(CALL(steps_done)(it), 3);
  EXPECT_NE(cells(simulation, "T", 4), start);
  ASSERT_EQ(CALL(reset)(it), 0);
  EXPECT_EQ(CALL(steps_done)(it), 0);
  EXPECT_EQ(cells(simulation, "T", 4), start);
}

// --- views ---------------------------------------------------------------------------------------

/// The cells that a view shows.
template <class T = double>
std::vector<T> shown(const Owned &simulation, const char *field, int nx, int ny, int level = 0) {
  FieldView view{};
  EXPECT_EQ(CALL(view)(simulation.get(), field, level, &view), 0)
      << CALL(last_error)(simulation.get());
  EXPECT_FALSE(view.isOnDevice);
  EXPECT_GE(view.rowPitch, nx * sizeof(T));
  EXPECT_EQ(view.planePitch, view.rowPitch * static_cast<std::size_t>(ny));
  std::vector<T> values(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
  for (int y = 0; y < ny; ++y)
    std::memcpy(&values[static_cast<std::size_t>(y) * static_cast<std::size_t>(nx)],
                static_cast<const unsigned char *>(view.data) +
                    view.rowPitch * static_cast<std::size_t>(y),
                static_cast<std::size_t>(nx) * sizeof(T));
  return values;
}

TEST(Interface, aViewShowsWhatCopiesGive) {
  const Owned simulation = make(heat, 7, 3);
  for (int steps = 0; steps < 4; ++steps) {
    EXPECT_EQ(shown(simulation, "T", 7, 3), cells(simulation, "T", 21)) << steps;
    ASSERT_EQ(CALL(run)(simulation.get(), 1, nullptr), 0);
  }
  const Owned levels = make(wave, 5);
  ASSERT_EQ(CALL(run)(levels.get(), 3, nullptr), 0);
  for (const int level : {0, -1})
    EXPECT_EQ(shown(levels, "u", 5, 1, level), cells(levels, "u", 5, level));
  EXPECT_NE(shown(levels, "u", 5, 1, 0), shown(levels, "u", 5, 1, -1));
  EXPECT_EQ(shown<float>(levels, "c", 5, 1), cells<float>(levels, "c", 5));
}

TEST(Interface, whatIsWrittenToAViewIsWhatTheNextStepReads) {
  const Owned seen = make(heat, 7, 3), copied = make(heat, 7, 3);
  for (int turn = 0; turn < 3; ++turn) {
    FieldView view{};
    ASSERT_EQ(CALL(view)(seen.get(), "T", 0, &view), 0);
    std::vector<double> values = cells(copied, "T", 21);
    for (int x = 0; x < 7; ++x) {
      auto *row =
          reinterpret_cast<double *>(static_cast<unsigned char *>(view.data) + 2 * view.rowPitch);
      row[x] = values[14 + static_cast<std::size_t>(x)] = 100 * turn + x * x;
    }
    ASSERT_EQ(CALL(copy_in)(copied.get(), "T", 0, values.data(), 0, 0), 0);
    for (const Owned *each : {&seen, &copied})
      ASSERT_EQ(CALL(run)(each->get(), 2, nullptr), 0);
    EXPECT_EQ(cells(seen, "T", 21), cells(copied, "T", 21));
  }
}

/// A step that leaves the cells at both ends as they are, once they are in all buffers.
void keepEnds(Step &s) {
  const int last = s.grid().nx - 1;
  const View<const double> u = s.read<double>(0, 0);
  const View<double> next = s.write<double>(0);
  if (s.takeStaleFrozen(0)) {
    next(0) = u(0);
    next(last) = u(last);
  }
  for (int x = 1; x < last; ++x)
    next(x) = 0.5 * (u(x - 1) + u(x + 1));
}

TEST(Interface, cellsAtFacesThatAViewHasChangedReachAllBuffers) {
  static const FieldDescription fields[] = {
      {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};
  const ProgramDescription program =
      programs::ofOneAxis("ends", "loops", fields, programs::waveInitial, keepEnds);
  const Owned simulation = make(program, 5);
  ASSERT_EQ(CALL(run)(simulation.get(), 3, nullptr), 0);
  FieldView view{};
  ASSERT_EQ(CALL(view)(simulation.get(), "u", 0, &view), 0);
  static_cast<double *>(view.data)[0] = 50;
  for (int turn = 0; turn < 3; ++turn) {
    ASSERT_EQ(CALL(run)(simulation.get(), 1, nullptr), 0);
    EXPECT_EQ(cells(simulation, "u", 5)[0], 50) << turn;
  }
}

TEST(Interface, viewsOfNothingAreRefused) {
  const Owned simulation = make(wave, 4);
  FieldView view{};
  EXPECT_EQ(CALL(view)(simulation.get(), "v", 0, &view), kInvalid);
  EXPECT_HAS(CALL(last_error)(simulation.get()), "'v' is no field of wave1d");
  EXPECT_EQ(CALL(view)(simulation.get(), "u", -2, &view), kInvalid);
  EXPECT_HAS(CALL(last_error)(simulation.get()), "field 'u' keeps 2 time levels");
  EXPECT_EQ(CALL(view)(simulation.get(), "u", 1, &view), kInvalid);
  EXPECT_EQ(CALL(view)(simulation.get(), nullptr, 0, &view), kInvalid);
  EXPECT_EQ(view.data, nullptr);
  EXPECT_EQ(CALL(view)(simulation.get(), "u", 0, nullptr), kInvalid);
  EXPECT_HAS(CALL(last_error)(simulation.get()), "no memory for the view");
}

// --- progress ------------------------------------------------------------------------------------

/// What a run has told, and where it is to end.
struct Listener {
  std::vector<Int64> steps;
  Int64 wanted = 0, endsAt = -1;
};
int listen(void *user, Int64 steps, Int64 wanted) {
  auto &listener = *static_cast<Listener *>(user);
  listener.steps.push_back(steps);
  listener.wanted = wanted;
  return listener.endsAt >= 0 && steps >= listener.endsAt;
}

TEST(Interface, progressIsToldUpToTheEnd) {
  const Owned simulation = make(heat, 30, 20), other = make(heat, 30, 20);
  Listener listener;
  CALL(on_progress)(simulation.get(), listen, &listener, 0);
  ASSERT_EQ(CALL(run)(simulation.get(), 20000, nullptr), 0);
  ASSERT_GT(listener.steps.size(), 2u);
  for (std::size_t i = 1; i < listener.steps.size(); ++i)
    EXPECT_LT(listener.steps[i - 1], listener.steps[i]);
  EXPECT_GE(listener.steps.front(), 1);
  EXPECT_EQ(listener.steps.back(), 20000);
  EXPECT_EQ(listener.wanted, 20000);
  ASSERT_EQ(CALL(run)(other.get(), 20000, nullptr), 0);
  EXPECT_EQ(cells(simulation, "T", 600), cells(other, "T", 600)) << "telling changes no byte";
  // The next run counts on.
  ASSERT_EQ(CALL(run)(simulation.get(), 5, nullptr), 0);
  EXPECT_EQ(listener.steps.back(), 20005);
  EXPECT_EQ(listener.wanted, 20005);
  const std::size_t told = listener.steps.size();
  CALL(on_progress)(simulation.get(), nullptr, nullptr, 0);
  ASSERT_EQ(CALL(run)(simulation.get(), 5, nullptr), 0);
  EXPECT_EQ(listener.steps.size(), told) << "nobody is told any more";
}

TEST(Interface, progressIsToldNoMoreOftenThanWanted) {
  const Owned simulation = make(heat, 30, 20);
  Listener listener;
  CALL(on_progress)(simulation.get(), listen, &listener, 3600);
  ASSERT_EQ(CALL(run)(simulation.get(), 5000, nullptr), 0);
  EXPECT_EQ(listener.steps, std::vector<Int64>{5000}) << "the end alone";
}

TEST(Interface, aNumberOtherThanZeroEndsTheRunAtAWholeStep) {
  const Owned simulation = make(heat, 30, 20), other = make(heat, 30, 20);
  Listener listener;
  listener.endsAt = 50;
  CALL(on_progress)(simulation.get(), listen, &listener, 0);
  ASSERT_EQ(CALL(run)(simulation.get(), 1000000000, nullptr), 0);
  const Int64 done = CALL(steps_done)(simulation.get());
  EXPECT_GE(done, 50);
  EXPECT_LT(done, 1000000000);
  EXPECT_EQ(done, listener.steps.back());
  EXPECT_EQ(CALL(stopped)(simulation.get()), nullptr) << "that is no rule";
  ASSERT_EQ(CALL(run)(other.get(), done, nullptr), 0);
  EXPECT_EQ(cells(simulation, "T", 600), cells(other, "T", 600));
  // A later run goes on.
  listener.endsAt = -1;
  for (const Owned *each : {&simulation, &other})
    ASSERT_EQ(CALL(run)(each->get(), 7, nullptr), 0);
  EXPECT_EQ(CALL(steps_done)(simulation.get()), done + 7);
  EXPECT_EQ(cells(simulation, "T", 600), cells(other, "T", 600));
}

} // namespace
} // namespace interface_test
