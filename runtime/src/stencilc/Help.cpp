/// \file The text of --help.
#include "stencilc/Help.h"
#include "stencilc/CellTypes.h"
#include "stencilc/Text.h"
#include <cstdint>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

/// Appends a line about an option or a name.
static void addHelp(std::string &text, const std::string &option, const std::string &meaning) {
  text += format("  %-26s %s\n", option.c_str(), meaning.c_str());
}

namespace {

/// Texts about the grid size for --help: the axes "nx,ny", an example of their values, and the
/// shape of arrays "ny, nx".
struct SizeWords {
  explicit SizeWords(const ProgramDescription &program) {
    for (int axis = 0; axis < program.rank; ++axis) {
      const std::int64_t hint = program.sizeHint[axis] > 0 ? program.sizeHint[axis] : 256;
      axes += format("%sn%s", axis ? "," : "", program.axes[axis]);
      example += format("%s%lld", axis ? "," : "", static_cast<long long>(hint));
      shape = std::string("n") + program.axes[axis] + (axis ? ", " : "") + shape;
    }
  }

  std::string axes, example, shape;
};

} // namespace

static std::string optionHelp(const ProgramDescription &program, const SizeWords &size) {
  const auto steps = static_cast<long long>(program.stepsHint > 0 ? program.stepsHint : 100);
  const std::pair<std::string, std::string> rows[] = {
      {"--size=" + size.axes,
       program.sizeHint[0] > 0
           ? "cells along each axis (default " + size.example + ", or the shape of an --init file)"
           : "cells along each axis (needed without --init)"},
      {"--steps=N", format("time steps (default %lld)", steps)},
      {"--first-step=N", "steps that were done before: the numbers of steps go on from there"},
      {"--param NAME=VALUE", "set a parameter; may be repeated"},
      {"--init FIELD=FILE.npy",
       "start from an array of f4 or f8 with shape (" + size.shape + "), or FILE.raw: cells alone"},
      {"--out FIELD=FILE.npy", "write the field after the last step"},
      {"--slice FIELD=FILE.npy",
       program.rank == 3
           ? format("write its middle plane along %s; 'FIELD[%s=12]': "
                    "a plane across another axis, 'FIELD[%s=best]': where values differ most",
                    program.axes[2], program.axes[1], program.axes[1])
           : std::string("the same as --out here")},
      {"--slice-start FIELD=FILE.npy", "the same before the first step"},
      {"--frames FIELD=FILE", "write planes while the run goes on, for movies"},
      {"--frames-every=N", "steps from one to the next (default 1)"},
      {"--frames-size=N", "the most values along an axis of one: means of cells (default 480)"},
      {"--reports=FILE", "write what is reported as lines of step, name and value"},
      {"--digits=N", "significant digits of what is printed (default 6); 17: all; files have all"},
      {"--json", "print the summary as one JSON object"},
      {"--summary=FILE", "write the summary as one JSON object to a file as well"},
      {"--stop-at-nan",
       "end after the first step that makes a cell NaN or infinite, with exit code 3; "
       "--stop-at-nan=N looks every N steps only"},
      {"--copy-rates=FILE", "keep the rate of a copy there, instead of measuring it in each run"},
      {"--predicted=GLUPS", "a rate in 10^9 updates per second to compare the run with"},
      {"--progress=WHEN", "auto (on a terminal), always or never"},
      {"--threads=N", "processor threads (default: all)"},
      {"--no-trial", "do not find out which kernels are the fastest as a long run begins"},
      {"--devices=N", program.stream
                          ? "how many devices planes go through one after the other, which (0,2), "
                            "or all"
                          : "how many devices share the domain, which (0,2), or all"},
      {"--patience=SECONDS", "wait no longer than this for other processes of the run"},
      {"--device-mem=6GiB", "use no more device memory than this"},
      {"--host-mem=96GiB", "use no more host memory for a domain that is streamed"},
      {"--checksums=WHEN",
       "on or off (default): planes of a streamed domain are verified when they return"},
      {"--scratch=DIR", "keep a domain that is streamed in files of this folder"},
      {"--resume", "go on with the run that ended early there"},
      {"--checkpoint=FILE", "write the state of the run at its end, at SIGTERM and at SIGUSR1"},
      {"--checkpoint-every=10min", "and so often while it goes on; 1000 is a number of steps"},
      {"--resume=FILE", "go on with the run whose state is in the file, with the same bits"},
      {"--save FIELD=FILE.h5",
       "write the field to an HDF5 file while the run goes on; FILE_%06d.npy: "
       "an array for each time; 'FIELD[x = 0 .. 99 by 2]=...': a part of it"},
      {"--every=STEPS", "how often --save, or what the program saves, writes"},
      {"--as=f32", "the type of what is saved: f32 or f64"},
      {"--compress", "compress what is saved; --compress=9 more, 1 to 9"},
      {"--no-save", "save nothing of what the program asks for"},
      {"--pitch=BYTES", "from one row to the next in memory; auto is a rule, packed adds nothing"},
      {"--repeat=N", "time N runs after a warm-up; report the median and the spread"},
  };
  std::string text = "options:\n";
  for (const auto &[option, meaning] : rows)
    addHelp(text, option, meaning);
  return text;
}

/// Returns the help for options that only some programs have, and for verbosity.
static std::string ownOptionHelp(const ProgramDescription &program) {
  std::string text;
  if (program.seriesCount > 0)
    addHelp(text, "--series NAME=FILE.npy", "read a series from there; may be repeated");
  bool hasFiles = false, hasReceivers = false;
  for (int i = 0; i < program.pointsCount; ++i) {
    hasFiles |= program.points[i].file != nullptr;
    hasReceivers |= program.points[i].every > 0;
  }
  if (hasFiles)
    addHelp(text, "--points NAME=FILE.npy",
            "read the points of a source or receiver from there; may be repeated");
  if (hasReceivers)
    addHelp(text, "--trace NAME=FILE.npy",
            "write the traces of a receiver there, not to NAME.npy; may be repeated");
  if (program.world == ExecutionSpace::CpuDevice)
    addHelp(text, "--thread-order=ORDER",
            "order of CUDA threads: forward, reverse, shuffled, ahead or behind");
  addHelp(text, "-v", "print all about speed, memory and schedule");
  addHelp(text, "-q", "print neither summary nor notes, only warnings and errors");
  addHelp(text, "--silent", "print errors alone, and do not look for NaN in the result");
  return text;
}

static std::string fieldHelp(const ProgramDescription &program) {
  std::string text = "\nfields:\n";
  for (int i = 0; i < program.namedCount(); ++i) {
    const FieldDescription &f = program.fields[i];
    std::string axes;
    for (int axis = 0; axis < program.rank; ++axis)
      if (f.lacks && !(f.lacks >> axis & 1))
        axes += (axes.empty() ? " along " : ", ") + std::string(program.axes[axis]);
    addHelp(text, f.name,
            format("%s%s%s%s", nameOf(f.storage), axes.c_str(), f.updated ? "" : ", constant",
                   f.levels > 1 ? format(", %d time levels", f.levels).c_str() : ""));
  }
  return text;
}

static std::string parameterHelp(const ProgramDescription &program) {
  std::string text = "\nparameters:\n";
  for (int i = 0; i < program.parameterCount; ++i) {
    const ParameterDescription &p = program.parameters[i];
    const std::string range =
        p.hasRange ? format(", range %.10g .. %.10g", p.low, p.high) : std::string();
    addHelp(text, p.name, format("default %.10g", p.value) + range);
  }
  return text;
}

static std::string dueText(Int64 every) {
  return every == 1 ? ", every step" : format(", every %lld steps", static_cast<long long>(every));
}

static std::string checkHelp(const ProgramDescription &program) {
  std::string text = "\nreports and rules:\n";
  for (int i = 0; i < program.reportCount; ++i)
    addHelp(text, program.reports[i].name,
            program.reports[i].text + dueText(program.reports[i].every));
  for (int i = 0; i < program.ruleCount; ++i)
    addHelp(text, "ends if", program.rules[i].text + dueText(program.rules[i].every));
  return text;
}

static std::string exampleHelp(const ProgramDescription &program, const char *command,
                               const SizeWords &size) {
  const char *field = program.fields[0].name;
  std::string text = format("\nexamples:\n  %s --size=%s --steps=100 --out %s=result.npy\n",
                            command, size.example.c_str(), field);
  if (program.parameterCount > 0)
    text += format("  %s --init %s=start.npy --steps=100 --param %s=%.10g --json\n", command, field,
                   program.parameters[0].name, program.parameters[0].value);
  else
    text += format("  %s --init %s=start.npy --steps=100 --json\n", command, field);
  if (program.stream)
    text +=
        format("  %s --scratch=/disk/run1 --host-mem=96GiB --out %s=result.npy\n", command, field);
  return text;
}

std::string helpText(const ProgramDescription &program, const char *command) {
  const SizeWords size(program);
  std::string text =
      format("%s: generated by stencilc from %s\n"
             "  schedule %s%s%s, target %s\n\nusage: %s [options]\n\n",
             program.name, program.source, program.schedule, *program.scheduleOptions ? ":" : "",
             program.scheduleOptions, program.target, command);
  text += optionHelp(program, size) + ownOptionHelp(program) + fieldHelp(program);
  if (program.parameterCount > 0)
    text += parameterHelp(program);
  if (program.reportCount + program.ruleCount > 0)
    text += checkHelp(program);
  return text + exampleHelp(program, command, size);
}

} // namespace stencilc::inline STENCILC_SPACE
