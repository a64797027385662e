/// \file Times emitted programs and compares their results by bytes, on the device.
///
///     harness --name=NAME --size=nx[,ny[,nz]] --field=NAME:f64:LEVELS[:MORE]...
///             [--param=NAME=VALUE...] [--start=own] [--repeat=5] [--warm=1] [--check=0] [--timed-steps=N] [--planned-steps=N]
///             [--energy=SECONDS]
///             [--converge=MOST]
///             REFERENCE.so:STEPS[:PITCH] [CANDIDATE.so:STEPS[:PITCH]...]
///     harness --profile ... (as above)
///     harness --copy
///
/// Every library is one emitted program, called through its C interface; PITCH is that of its rows
/// in bytes, "packed" or nothing. MORE has a digit for each axis, of cells that the field has more
/// than the size says. All start from the same random numbers in [0, 1), in every field and level
/// named, or with --start=own from the program's initial values. A candidate runs STEPS steps, which is compared with what the reference made of
/// as many, and one step more, which is compared again: a remainder that fills no fused block. Then
/// it runs for --warm seconds, until clocks and power limit have settled, and is timed, each time
/// from the random numbers on. --energy runs it for a while more and reads
/// the energy counter of the GPU. --converge starts from its own initial values and runs until a
/// rule of the program holds, and that is compared as well. --profile runs one step of each behind
/// a kernel of random numbers, for a profiler to look at. One JSON object a line; exit code 0 if
/// everything ran, whatever differed.
#include "harness/Compare.h"
#include "harness/Window.h"
#include <map>
#include <set>
#include <runtime/core/support/ParseValue.h>

namespace {

using namespace harness;

class Harness {
public:
  explicit Harness(const Job &job) : job(job), scratch(job.mostBytes()) {}

  void all() {
    for (std::size_t i = 0; i < job.candidates.size(); ++i) {
      std::printf("{\"begin\": %zu}\n", i);
      std::fflush(stdout);
      Program program(job, job.candidates[i]);
      if (job.profile) {
        restart(program);
        program.run(1);
        program.synchronize();
        continue;
      }
      if (i == 0 && job.check)
        makeReference(program);
      one(i, program);
    }
  }

private:
  /// Results of the reference after every number of steps that will be asked for.
  void makeReference(Program &reference) {
    std::set<std::int64_t> points;
    for (const Candidate &candidate : job.candidates)
      points.insert({candidate.steps, candidate.steps + 1});
    restart(reference);
    std::int64_t done = 0;
    for (const std::int64_t point : points) {
      reference.run(point - done);
      done = point;
      for (const Field &field : job.fields)
        for (int level = 0; level < field.levels; ++level) {
          expected[point].emplace_back(field.cells * field.bytes);
          reference.copyOut(field, -level, expected[point].back().get());
        }
    }
    // A comparison that cannot fail is worth nothing: one step more must show.
    const std::int64_t steps = job.candidates[0].steps;
    Count seen = {0, 0, -1};
    std::size_t index = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level, ++index)
        comparison.add(seen, field, expected[steps + 1][index].get(), expected[steps][index].get());
    std::printf("{\"one_step_more_differs_in\": %llu, \"cells\": %lld}\n",
                static_cast<unsigned long long>(seen.differing),
                static_cast<long long>(job.cells()));
  }

  void one(std::size_t index, Program &program) {
    const std::int64_t steps = job.candidates[index].steps;
    const std::int64_t timed = job.timedSteps > 0 ? job.timedSteps : steps;
    restart(program);
    program.run(steps);
    program.synchronize();
    std::string compared;
    if (job.check) {
      const Count whole = compare(program, steps);
      program.run(1);
      const Count remainder = compare(program, steps + 1);
      compared = stencilc::format(", \"differing\": %llu, \"first\": %lld, \"differing_one_more\": "
                                  "%llu, \"not_finite\": %llu",
                                  static_cast<unsigned long long>(whole.differing),
                                  static_cast<long long>(whole.first),
                                  static_cast<unsigned long long>(remainder.differing),
                                  static_cast<unsigned long long>(whole.notFinite));
    }
    for (double warm = 0; job.repeat > 0 && warm < job.warmSeconds;)
      warm += time(program, steps);
    std::string times;
    for (int i = 0; i < job.repeat; ++i) {
      restart(program);
      times += stencilc::format("%s%.9g", i ? ", " : "", time(program, timed));
    }
    std::string more;
    if (job.energySeconds > 0)
      more += window.measure(program, steps, job.energySeconds);
    if (job.mostSteps > 0)
      more += converge(program);
    std::printf(
        "{\"library\": %zu, \"steps\": %lld, \"timed_steps\": %lld, \"seconds\": [%s]%s%s}\n",
        index, static_cast<long long>(steps), static_cast<long long>(timed), times.c_str(),
        compared.c_str(), more.c_str());
    std::fflush(stdout);
  }

  /// JSON members: from the program's own initial values until a rule holds.
  std::string converge(Program &program) {
    program.reset();
    const double seconds = time(program, job.mostSteps);
    Count seen = {0, 0, -1};
    const bool isReference = converged.empty();
    std::size_t index = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level, ++index) {
        if (isReference)
          converged.emplace_back(field.cells * field.bytes);
        program.copyOut(field, -level, isReference ? converged[index].get() : scratch.get());
        if (!isReference)
          comparison.add(seen, field, scratch.get(), converged[index].get());
      }
    return stencilc::format(", \"converged_steps\": %lld, \"converged_seconds\": %.6f, "
                            "\"converged_differing\": %llu",
                            static_cast<long long>(program.stepsDone()), seconds,
                            static_cast<unsigned long long>(seen.differing));
  }

  /// Seconds on the device.
  static double time(Program &program, std::int64_t steps) {
    const std::unique_ptr<stencilc::Stopwatch> watch = device().makeStopwatch();
    double seconds = 0;
    require(watch->start(nullptr));
    program.run(steps);
    require(watch->stop(nullptr));
    program.synchronize();
    require(watch->seconds(seconds));
    return seconds;
  }

  /// Random numbers in all fields that are updated, on all their levels; or what the program itself
  /// begins with.
  void restart(Program &program) {
    program.reset(); // also the number of the step, which values of time follow
    if (job.start == Start::Own)
      return;
    std::uint64_t seed = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level) {
        // Both levels alike: a wave that starts at rest, so that it stays bounded.
        if (level == 0)
          comparison.fillRandom(field, ++seed, scratch.get());
        program.copyIn(field, -level, scratch.get());
      }
  }

  Count compare(Program &program, std::int64_t point) {
    Count seen = {0, 0, -1};
    std::size_t index = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level, ++index) {
        require(device().fill(scratch.get(), 0xff, field.cells * field.bytes, nullptr));
        program.copyOut(field, -level, scratch.get());
        comparison.add(seen, field, scratch.get(), expected[point][index].get());
      }
    return seen;
  }

  const Job &job;
  Comparison comparison;
  Memory scratch;
  EnergyWindow window;
  std::map<std::int64_t, std::vector<Memory>> expected; // by steps
  std::vector<Memory> converged;                        // of the first program
};

/// PATH:STEPS or PATH:STEPS:PITCH.
Candidate candidate(const std::string &text) {
  const std::size_t steps = text.find(':', text.rfind('/')), pitch = text.find(':', steps + 1);
  if (steps == std::string::npos)
    stop("no number of steps in " + text);
  Candidate result{text.substr(0, steps), std::atoll(text.c_str() + steps + 1), 0};
  if (pitch != std::string::npos && !stencilc::parsePitch(text.substr(pitch + 1), result.rowPitch))
    stop("no pitch in " + text);
  return result;
}

/// NAME:f64:LEVELS or NAME:f64:LEVELS:01, a digit for each axis: the cells that it has more.
Field field(const std::string &text, const Job &job) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  parts.resize(4);
  std::vector<int> more;
  for (const char digit : parts[3])
    more.push_back(digit - '0');
  return {parts[0], parts[1], cellsOf(parts[1]).bytes, std::atoi(parts[2].c_str()), job.cells(more)};
}

Job parse(int argc, char **argv) {
  Job job;
  std::vector<std::string> fields;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string key = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (key == "--name")
      job.name = value;
    else if (key == "--size")
      for (const char *rest = value.c_str(); *rest; rest += *rest == ',') {
        char *end = nullptr;
        job.size.push_back(std::strtoll(rest, &end, 10));
        rest = end;
      }
    else if (key == "--field") {
      fields.push_back(value);
    } else if (key == "--param")
      job.parameters.push_back({value.substr(0, value.find('=')),
                                std::strtod(value.c_str() + value.find('=') + 1, nullptr)});
    else if (key == "--start")
      job.start = value == "own" ? Start::Own : Start::Random;
    else if (key == "--repeat")
      job.repeat = std::atoi(value.c_str());
    else if (key == "--warm")
      job.warmSeconds = std::strtod(value.c_str(), nullptr);
    else if (key == "--check")
      job.check = value != "0";
    else if (key == "--timed-steps")
      job.timedSteps = std::atoll(value.c_str());
    else if (key == "--planned-steps")
      job.plannedSteps = std::atoll(value.c_str());
    else if (key == "--energy")
      job.energySeconds = std::strtod(value.c_str(), nullptr);
    else if (key == "--converge")
      job.mostSteps = std::atoll(value.c_str());
    else if (key == "--profile")
      job.profile = true;
    else if (key == "--copy")
      job.copy = true;
    else if (key.rfind("--", 0) == 0)
      stop("unknown argument " + argument);
    else
      job.candidates.push_back(candidate(argument));
  }
  for (const std::string &text : fields) // whose cells follow from the size
    job.fields.push_back(field(text, job));
  if (!job.copy &&
      (job.name.empty() || job.size.empty() || job.fields.empty() || job.candidates.empty()))
    stop("a name, a size, a field and a library are needed");
  return job;
}

} // namespace

int main(int argc, char **argv) {
  const Job job = parse(argc, argv);
  stencilc::device::Info info;
  require(device().query(info));
  if (job.copy) {
    const double rate = stencilc::measureCopy(device(), 0);
    std::printf("{\"device\": \"%s\", \"copy_gb_per_second\": %.1f}\n", info.name.c_str(),
                rate * 1e-9);
    return 0;
  }
  Harness(job).all();
  return 0;
}
