/// \file Writes the --help text of a compiled program.
#include "runtime/program/Help.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/support/Text.h"
#include "runtime/program/request/ParseRequest.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Appends a line to the help text `text`: an option or another name, and its `meaning`.
static void addHelp(std::string &text, const std::string &option, const std::string &meaning) {
  text += format("  %-26s %s\n", option.c_str(), meaning.c_str());
}

namespace {

/// Texts about the size of the domain for --help: the names of the sizes such as "nx,ny", an
/// example of values, and the shape of arrays such as "ny, nx".
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

/// Returns how `option` is written: "--steps=N", "--param NAME=VALUE", "--compress[=LEVEL]", "-q".
static std::string written(const RunOption &option, const SizeWords &size) {
  const std::string name = option.name, value = option.value ? option.value : "";
  std::string dashed = name == "quiet"     ? "-q, --quiet"
                       : name == "verbose" ? "-v, --verbose"
                                           : "--" + name;
  if (option.isFlag())
    return dashed;
  if (option.alone)
    return dashed + "[=" + value + "]";
  if (name == "size")
    return dashed + "=" + size.axes;
  return dashed + (option.isRepeated ? " " : "=") + value;
}

/// Returns the help text of `option` for `program`. It is the text in the table of options, or a
/// text with the default size, the default steps or the array shape of `program`.
static std::string meaningIn(const ProgramDescription &program, const RunOption &option,
                             const SizeWords &size) {
  const std::string name = option.name;
  if (name == "size")
    return program.sizeHint[0] > 0 ? "cells along each axis (default " + size.example +
                                         ", or the shape of an --init file)"
                                   : "cells along each axis (required without --init)";
  if (name == "steps")
    return format("time steps (default %lld)",
                  static_cast<long long>(program.stepsHint > 0 ? program.stepsHint : 100));
  if (name == "init")
    return std::string(option.text) + "; an f4 or f8 array of shape (" + size.shape + ")";
  return option.text;
}

static std::string optionHelp(const ProgramDescription &program, const SizeWords &size) {
  std::string text = "options:\n";
  for (const RunOption &option : runOptions())
    if (hasOption(program, option))
      addHelp(text, written(option, size), meaningIn(program, option, size));
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
  text += optionHelp(program, size) + fieldHelp(program);
  if (program.parameterCount > 0)
    text += parameterHelp(program);
  if (program.reportCount + program.ruleCount > 0)
    text += checkHelp(program);
  return text + exampleHelp(program, command, size);
}

} // namespace stencilc::inline STENCILC_SPACE
