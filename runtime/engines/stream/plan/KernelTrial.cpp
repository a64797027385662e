/// \file Times kernel launches on planes in the middle of an out-of-core domain, to predict the
/// time of a traversal (pass of all planes).
#include "runtime/engines/stream/plan/KernelTrial.h"
#include "runtime/core/fields/InitialValues.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/engines/stream/plan/StripCounts.h"
#include "runtime/engines/stream/run/LevelLaunch.h"
#include <cstring>
#include <iterator>

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr int kTrialHeights[] = {8, 32, 128};

/// Timing of one kernel of an out-of-core run, on ring buffers that are allocated for the timing
/// alone.
class KernelTrial {
public:
  /// Prepares the timing of the kernel that computes `steps` time steps in one launch.
  KernelTrial(Device &device, const OutOfCoreDomain &domain, const OutOfCoreTrial &trial, int steps)
      : device(device), domain(domain), trial(trial), rows(domain.rows()), rings(device) {
    constexpr int kLaunches = 3;
    const StreamDescription &stream = *domain.program->stream;
    shape.planes = domain.planes();
    shape.margin = stream.margin;
    shape.isPipelined = false;
    shape.levels = traversalLevels(kLaunches * steps, steps, stream);
    if (shape.levels.back().kernel == kReduction)
      shape.levels.pop_back();
    begin = shape.shift() + shape.reach() + shape.margin;
  }

  /// Plans ring buffers within `deviceBytes` bytes for the largest chunk (planes of one launch) to
  /// be timed: 8, 32 or 128 planes. Uses only some rows of each plane if planes are too large.
  /// Returns false if not even the smallest chunk fits.
  bool planRings(std::uint64_t deviceBytes);
  /// Allocates the ring buffers and fills them with copies of one plane of the domain.
  Status allocate();
  Status measure(const TrialTimes &wanted, KernelTimes &times);

private:
  int highestChunk(std::uint64_t most);
  Status fillRings();
  Status measureHeight(int height, const TrialTimes &wanted, double &seconds);
  Status timeLaunches(int height, double &seconds);

  Device &device;
  const OutOfCoreDomain &domain;
  const OutOfCoreTrial &trial;
  TraversalShape shape;
  int begin = 0; // first plane of the first level
  int rows;      // rows of each plane
  int highest = 0;
  RingMemory rings;
  std::unique_ptr<Lane> lane;
  KernelHandles handles;
};

bool KernelTrial::planRings(std::uint64_t deviceBytes) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;
  constexpr int kFewestRows = 16;
  const std::uint64_t most = std::min(deviceBytes, kMostBytes);
  const auto fewest =
      static_cast<int>(std::max<std::int64_t>(kFewestRows, domain.program->minimumExtents[1]));
  const bool hasMorePlanes =
      begin + kTrialHeights[1] + shape.reach() + shape.margin <= shape.planes;
  highest = highestChunk(most);
  while (mayHaveStrips(domain) && rows / 2 >= fewest &&
         (highest == 0 || (highest == kTrialHeights[0] && hasMorePlanes))) {
    rows /= 2;
    highest = highestChunk(most);
  }
  return highest > 0;
}

/// Plans ring buffers of at most `most` bytes for the largest number of planes in a chunk (planes
/// of one launch) that fits, among those in kTrialHeights. Returns that number, or 0 if none fits.
int KernelTrial::highestChunk(std::uint64_t most) {
  const int far = shape.reach() + shape.margin;
  const RingLayout layout = domain.ringLayout(rows);
  int height = 0;
  for (const int now : kTrialHeights) {
    shape.chunk = now;
    std::vector<FieldRing> needed = fieldRings(shape, domain.uses, layout.unit);
    if (shape.shift() + now + 2 * far > shape.planes || layout.bytesOf(needed) > most)
      break;
    rings.plan(std::move(needed), layout);
    height = now;
  }
  return height;
}

Status KernelTrial::allocate() {
  Status status = device.makeLane(false, lane);
  if (status)
    status = rings.allocate();
  return status ? fillRings() : status;
}

/// Fills the ring buffers with copies of the domain's middle plane. Values must be realistic,
/// because the power of a GPU, and therefore its clock, depends on them.
Status KernelTrial::fillRings() {
  const InitialValues initial(*domain.program, trial.parameters, device, false);
  int field = -1;
  std::unique_ptr<unsigned char[]> plane;
  for (std::size_t i = 0; i < rings.all().size(); ++i) {
    unsigned char *const ring = rings.start(i);
    if (rings.all()[i].field != field) {
      field = rings.all()[i].field;
      plane.reset(new (std::nothrow) unsigned char[domain.planeBytes(field)]);
      if (!plane)
        return Status::outOfMemory("no host memory for initial values");
      if (field < domain.program->fieldCount)
        initial.fillPlanes(field, domain.fields[field], plane.get(), domain.planes() / 2, 1);
      else // a local value within a step, which every launch computes
        std::memset(plane.get(), 0, domain.planeBytes(field));
    }
    const std::uint64_t bytes = domain.rowBytes(field) * std::uint64_t(rows);
    const std::uint64_t end = rings.bytesOf(i);
    Status status =
        device.copy({ring, bytes, bytes}, {plane.get(), bytes, bytes}, {bytes}, nullptr);
    for (std::uint64_t done = rings.pitchOf(field); status && done < end; done *= 2) {
      const std::uint64_t more = std::min(done, end - done);
      status = device.copy({ring + done, more, more}, {ring, more, more}, {more}, nullptr);
    }
    if (status)
      status = device.synchronize(nullptr);
    if (!status)
      return status;
  }
  return {};
}

Status KernelTrial::measure(const TrialTimes &wanted, KernelTimes &times) {
  constexpr double kMostSeconds = 0.1; // for all launches of one height
  Status status;
  double shortest = 0; // of the second launch, because the first one loads the kernel
  for (int time = 0; status && time < 2; ++time)
    status = timeLaunches(kTrialHeights[0], shortest);
  std::vector<std::pair<int, double>> measured;
  for (auto height = std::rbegin(kTrialHeights); status && height != std::rend(kTrialHeights);
       ++height) {
    const double expected = shortest * *height / kTrialHeights[0];
    if (*height > highest || (*height > kTrialHeights[0] && expected > kMostSeconds))
      continue;
    double seconds = 0;
    status = measureHeight(*height, wanted, seconds);
    measured.emplace_back(*height, seconds);
  }
  for (auto at = measured.rbegin(); status && at != measured.rend(); ++at)
    times.measured(at->first, at->second / double(shape.levels.size()) * domain.rows() / rows);
  return status;
}

/// Sets `mean` to the mean seconds of launches on `height` planes, measured after the clock of the
/// device has settled.
Status KernelTrial::measureHeight(int height, const TrialTimes &wanted, double &mean) {
  Status status;
  double seconds = 0, total = 0;
  int count = 0;
  for (const double start = secondsNow(); status && secondsNow() - start < wanted.settle;)
    status = timeLaunches(height, seconds);
  for (; status && (count == 0 || total < wanted.measure); total += seconds, ++count)
    status = timeLaunches(height, seconds);
  mean = total / count;
  return status;
}

/// Launches the kernel of each level once, on `height` planes, and sets `seconds` to the time of
/// all these launches together. Level i is the i-th launch on a chunk of planes. Each launch trails
/// the previous one by some planes, as in a run.
Status KernelTrial::timeLaunches(int height, double &seconds) {
  const std::unique_ptr<Stopwatch> watch = device.makeStopwatch();
  const Scalars none(*domain.program);
  const Scalars &scalars = trial.scalars ? *trial.scalars : none;
  Status status = watch->start(lane->stream());
  for (int i = 0; status && i < static_cast<int>(shape.levels.size()); ++i) {
    TraversalTask task;
    task.act = TraversalAct::Launch;
    task.level = i;
    task.begin = begin - shape.levels[i].shift;
    task.end = task.begin + height;
    status = launchLevel(device, domain, rings, task, shape, rows, scalars, 0, *lane, handles);
    lane->finish();
  }
  if (status)
    status = watch->stop(lane->stream());
  return status ? watch->seconds(seconds) : status;
}

} // namespace

Status tryKernels(Device &device, const OutOfCoreDomain &domain, std::uint64_t deviceBytes,
                  const OutOfCoreTrial &trial, TraversalRates &rates) {
  const ProgramDescription &program = *domain.program;
  const StreamDescription &stream = *program.stream;
  const double perPlane = domain.planeCells() / stream.updatesPerSecond;
  rates.fused.assume(perPlane * program.fusedSteps(), stream.margin);
  rates.single.assume(perPlane / std::max(1, stream.kernels), 0);
  const bool hasScalars = program.uniformBytes > 0 || program.stepUniformBytes > 0;
  if (!trial.isWanted || (hasScalars && !trial.scalars))
    return {};
  const auto tryOne = [&](int steps, const TrialTimes &wanted, KernelTimes &times) {
    KernelTrial kernel(device, domain, trial, steps);
    if (!kernel.planRings(deviceBytes))
      return Status();
    Status status = kernel.allocate();
    return status ? kernel.measure(wanted, times) : status;
  };
  // In programs with temporal blocking, few launches compute a single step.
  constexpr TrialTimes kBriefly = {0.02, 0.005}, kSettled = {0.15, 0.05};
  const bool isFused = program.fusedSteps() > 1;
  Status status = tryOne(1, isFused ? kBriefly : kSettled, rates.single);
  if (status && isFused)
    status = tryOne(program.fusedSteps(), kSettled, rates.fused);
  return status.code() == StatusCode::OutOfMemory ? Status() : status;
}

} // namespace stencilc::inline STENCILC_SPACE
