/// \file Writes the --help text of a compiled program.
#include "runtime/program/Help.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/support/Text.h"
#include <cstdint>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

/// Appends a line about `option`, an option or a name, with its `meaning` to the help text.
static void addHelp(std::string &text, const std::string &option, const std::string &meaning) {
  text += format("  %-26s %s\n", option.c_str(), meaning.c_str());
}

namespace {

/// Texts about the grid size for --help: the names of the sizes such as "nx,ny", an example of
/// values, and the shape of arrays such as "ny, nx".
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
           : "cells along each axis (required without --init)"},
      {"--steps=N", format("time steps (default %lld)", steps)},
      {"--first-step=N",
       "number of steps that an earlier run has done; step numbers continue from it (default 0)"},
      {"--param NAME=VALUE", "set a parameter; may be repeated"},
      {"--init FIELD=FILE.npy", "read initial values from an f4 or f8 array of shape (" +
                                    size.shape + "), or from FILE.raw, the cells without a header"},
      {"--out FIELD=FILE.npy", "write the field after the last step"},
      {"--slice FIELD=FILE.npy",
       program.rank == 3
           ? format("write the middle plane along %s; 'FIELD[%s=12]': a plane across another axis, "
                    "'FIELD[%s=best]': the plane in which values differ most",
                    program.axes[2], program.axes[1], program.axes[1])
           : std::string("the same as --out in this program")},
      {"--slice-start FIELD=FILE.npy", "as --slice, before the first step"},
      {"--frames FIELD=FILE", "write planes during the run, for movies"},
      {"--frames-every=N", "steps from one frame to the next (default 1)"},
      {"--frames-size=N",
       "most values along an axis of a frame; larger planes are averaged (default 480)"},
      {"--reports=FILE", "write the reports, one a line: step, name and value"},
      {"--digits=N",
       "significant digits of printed numbers (default 6; 17 shows all); files have all digits"},
      {"--json", "print the summary as one JSON object"},
      {"--summary=FILE", "write the summary to a file as one JSON object"},
      {"--stop-at-nan", "end the run with exit code 3 after the first step that makes a cell NaN "
                        "or infinite; --stop-at-nan=N checks every N steps"},
      {"--copy-rates=FILE",
       "file that stores the measured copy rate, so that it is measured only once"},
      {"--predicted=GLUPS",
       "predicted rate in 10^9 updates per second, which the summary compares with the run"},
      {"--progress=WHEN", "print a line of progress: auto (on a terminal), always or never"},
      {"--threads=N", "CPU threads (default: all)"},
      {"--no-trial", "do not time several kernels at the start of a long run"},
      {"--devices=N",
       program.stream
           ? "devices through which planes pass in sequence: how many (4), which (0,2), or all"
           : "devices that share the domain: how many (4), which (0,2), or all"},
      {"--patience=SECONDS",
       "longest time to wait for other processes of the run (default: no limit)"},
      {"--device-mem=6GiB", "limit for the device memory of fields"},
      {"--host-mem=96GiB", "limit for the host memory of a streamed domain"},
      {"--checksums=WHEN",
       "verify planes of a streamed domain when they return from the host: on or off (default)"},
      {"--scratch=DIR", "store a streamed domain in files of this folder"},
      {"--resume", "continue the run that was interrupted in --scratch"},
      {"--checkpoint=FILE", "write the state of the run at its end, at SIGTERM and at SIGUSR1"},
      {"--checkpoint-every=10min",
       "also write the state at this interval during the run; 1000 is a number of steps"},
      {"--resume=FILE", "continue the run whose state is in the file, with the same bits"},
      {"--save FIELD=FILE.h5",
       "save the field during the run to an HDF5 file; FILE_%06d.npy: to one array file for each "
       "time; 'FIELD[x = 0 .. 99 by 2]=...': a part of the field"},
      {"--every=STEPS", "steps from one save to the next, for --save and for saves of the program"},
      {"--as=f32", "type of the saved numbers: f32 or f64"},
      {"--compress", "compress saved fields; --compress=1 (fast) to 9 (small)"},
      {"--no-save", "do not save the fields that the program saves"},
      {"--pitch=BYTES",
       "distance of rows in memory, or packed: rows padded to 16 bytes only (default auto)"},
      {"--repeat=N",
       "time N runs after a warm-up run; the summary has the median, the fastest and the slowest"},
  };
  std::string text = "options:\n";
  for (const auto &[option, meaning] : rows)
    addHelp(text, option, meaning);
  return text;
}

/// Returns the help for options that only some programs have, and for the options that set how much
/// is printed.
static std::string ownOptionHelp(const ProgramDescription &program) {
  std::string text;
  if (program.seriesCount > 0)
    addHelp(text, "--series NAME=FILE.npy", "read a series from this file; may be repeated");
  bool hasFiles = false, hasReceivers = false;
  for (int i = 0; i < program.pointsCount; ++i) {
    hasFiles |= program.points[i].file != nullptr;
    hasReceivers |= program.points[i].every > 0;
  }
  if (hasFiles)
    addHelp(text, "--points NAME=FILE.npy",
            "read the points of a source or receiver from this file; may be repeated");
  if (hasReceivers)
    addHelp(text, "--trace NAME=FILE.npy",
            "write the traces of a receiver to this file, not to NAME.npy; may be repeated");
  if (program.world == ExecutionSpace::CpuDevice)
    addHelp(text, "--thread-order=ORDER",
            "order of CUDA threads: forward, reverse, shuffled, ahead or behind");
  addHelp(text, "-v", "add speed, memory and schedule to the summary");
  addHelp(text, "-q", "print only warnings and errors");
  addHelp(text, "--silent", "print only errors, and do not search the result for NaN");
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
