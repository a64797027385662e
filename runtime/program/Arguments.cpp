/// \file Parses the command line arguments of a compiled program, one by one.
#include "runtime/program/Arguments.h"
#include "runtime/core/fields/Layout.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/ParseValue.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

std::string ArgumentParser::parse(int count, const char *const *texts) {
  for (int i = 0; i < program.parameterCount; ++i)
    out.parameters.push_back(program.parameters[i].value);
  out.isParameterGiven.resize(out.parameters.size());
  for (int i = 1; i < count; ++i)
    if (const std::string wrong = take(i, count, texts); !wrong.empty())
      return wrong;
  if (!program.stream && (!out.scratch.empty() || out.resume))
    return "--scratch and --resume need a program that streams its domain; compile it with "
           "--schedule=stream";
  if (!program.slabs && !program.stream && out.devices.isGiven())
    return "--devices needs a program for several devices; compile it with --schedule=slabs or "
           "--schedule=stream";
  if (out.resume && out.repeat > 0)
    return "a resumed run cannot be repeated; leave --repeat or --resume out";
  if (!out.frames.empty() && out.repeat > 0)
    return "a run with --repeat writes no frames; leave --repeat or --frames out";
  if (const std::string wrong = checkStates(); !wrong.empty())
    return wrong;
  return checkStarts();
}

std::string ArgumentParser::checkStates() const {
  const bool hasEvery = out.checkpointEvery.steps > 0 || out.checkpointEvery.seconds > 0;
  if (hasEvery && out.checkpoint.empty())
    return "--checkpoint-every needs --checkpoint=FILE, the file for the state";
  const bool hasStates = !out.checkpoint.empty() || !out.resumeFrom.empty();
  if (hasStates && !out.scratch.empty())
    return "a run with --scratch stores its state in that folder and is continued by --resume; "
           "leave --checkpoint and --resume=FILE out";
  if (hasStates && out.repeat > 0)
    return "a run with --repeat starts several times; leave out --repeat, or --checkpoint and "
           "--resume";
  const char *const held = !out.inputs.empty() ? "--init" : "--first-step";
  if (!out.resumeFrom.empty() && (!out.inputs.empty() || out.firstStep > 0))
    return std::string("--resume=FILE continues with the state in the file; leave ") + held +
           " out";
  return "";
}

std::string ArgumentParser::take(int &i, int count, const char *const *texts) {
  std::string name = texts[i], value;
  const std::size_t equals = name.find('=');
  const bool joined = name.rfind("--", 0) == 0 && equals != std::string::npos;
  if (joined) {
    value = name.substr(equals + 1);
    name.resize(equals);
  }
  if (joined && name == "--resume") {
    out.resumeFrom = value;
    return value.empty() ? "--resume=FILE needs the name of a file" : "";
  }
  if (joined && name == "--stop-at-nan")
    return ArgumentParser::count(name, value, out.stopAtNan);
  if (joined && name == "--compress")
    return takeSaveLevel(value, out.saves);
  if (flag(name))
    return joined ? name + " takes no value" : "";
  const Option *const option = find(name);
  if (!option)
    return unknownOption(name);
  if (!joined) {
    if (i + 1 == count)
      return name + " needs a value; --help shows how it is written";
    value = texts[++i];
    if (isOption(value))
      return name + " needs a value, and " + value + " is an option; write " + name + "=VALUE";
  }
  return option->read(*this, name, value);
}

bool ArgumentParser::flag(const std::string &name) {
  out.json |= name == "--json";
  out.silent |= name == "--silent";
  out.quiet |= name == "-q" || name == "--quiet" || name == "--silent";
  out.resume |= name == "--resume";
  out.verbose |= name == "-v" || name == "--verbose";
  if (name == "--stop-at-nan")
    out.stopAtNan = 1;
  out.noTrial |= name == "--no-trial";
  out.saves.isOff |= name == "--no-save";
  if (name == "--compress")
    out.saves.level = 1;
  out.help |= name == "--help" || name == "-h";
  for (const char *f : kFlags)
    if (name == f)
      return true;
  return false;
}

// The order matters for suggestions: a misspelt name is compared with the options in this order.
const ArgumentParser::Option ArgumentParser::kOptions[] = {
    {"--size", [](Parser &p, const Text &, const Text &value) { return p.size(value); }},
    {"--steps", [](Parser &p, const Text &name, const Text &value) {
       return steps(name, value, p.out.steps);
     }},
    {"--first-step", [](Parser &p, const Text &name, const Text &value) {
       return steps(name, value, p.out.firstStep);
     }},
    {"--series", [](Parser &p, const Text &, const Text &value) { return p.series(value); }},
    {"--points",
     [](Parser &p, const Text &, const Text &value) { return p.points(value, false); }},
    {"--trace",
     [](Parser &p, const Text &, const Text &value) { return p.points(value, true); }},
    {"--param", [](Parser &p, const Text &, const Text &value) { return p.parameter(value); }},
    {"--init", [](Parser &p, const Text &name, const Text &value) {
       return p.file(name, value, p.out.inputs);
     }},
    {"--out", [](Parser &p, const Text &name, const Text &value) {
       return p.file(name, value, p.out.outputs);
     }},
    {"--slice", [](Parser &p, const Text &name, const Text &value) {
       return p.plane(name, value, p.out.slices);
     }},
    {"--frames", [](Parser &p, const Text &name, const Text &value) {
       return p.plane(name, value, p.out.frames);
     }},
    {"--frames-every", [](Parser &p, const Text &name, const Text &value) {
       return count(name, value, p.out.framesEvery);
     }},
    {"--frames-size", [](Parser &p, const Text &name, const Text &value) {
       return count(name, value, p.out.framesSize);
     }},
    {"--progress", [](Parser &p, const Text &, const Text &value) { return p.progress(value); }},
    {"--threads", [](Parser &p, const Text &name, const Text &value) {
       return number(name, value, p.out.threads);
     }},
    {"--devices", [](Parser &p, const Text &,
                     const Text &value) { return parseDevices(value, p.out.devices); }},
    {"--patience", [](Parser &p, const Text &name, const Text &value) {
       return number(name, value, p.out.patience);
     }},
    {"--device-mem", [](Parser &p, const Text &name, const Text &value) {
       return memory(name, value, p.out.deviceMemory);
     }},
    {"--repeat", [](Parser &p, const Text &name, const Text &value) {
       return number(name, value, p.out.repeat);
     }},
    {"--slice-start", [](Parser &p, const Text &name, const Text &value) {
       return p.plane(name, value, p.out.initialSlices);
     }},
    {"--reports", [](Parser &p, const Text &name, const Text &value) {
       p.out.reports = value;
       return value.empty() ? name + " needs the name of a file" : "";
     }},
    {"--checkpoint", [](Parser &p, const Text &name, const Text &value) {
       p.out.checkpoint = value;
       return value.empty() ? name + " needs the name of a file" : "";
     }},
    {"--checkpoint-every", [](Parser &p, const Text &, const Text &value) { return p.every(value); }},
    {"--save", [](Parser &p, const Text &, const Text &value) {
       return takeSave(saveNames(p.program), value, p.out.saves);
     }},
    {"--every", [](Parser &p, const Text &, const Text &value) {
       return takeSaveEvery(value, p.out.saves);
     }},
    {"--as", [](Parser &p, const Text &, const Text &value) {
       return takeSaveType(value, p.out.saves);
     }},
    {"--digits",
     [](Parser &p, const Text &, const Text &value) { return p.digits(value); }},
    {"--pitch", [](Parser &p, const Text &, const Text &value) { return p.pitch(value); }},
    {"--summary", [](Parser &p, const Text &name, const Text &value) {
       p.out.summary = value;
       return value.empty() ? name + " needs the name of a file" : "";
     }},
    {"--copy-rates", [](Parser &p, const Text &name, const Text &value) {
       p.out.copyRates = value;
       return value.empty() ? name + " needs the name of a file" : "";
     }},
    {"--predicted", [](Parser &p, const Text &, const Text &value) { return p.predicted(value); }},
    {"--host-mem", [](Parser &p, const Text &name, const Text &value) {
       return memory(name, value, p.out.hostMemory);
     }},
    {"--checksums", [](Parser &p, const Text &, const Text &value) { return p.checksums(value); }},
    {"--scratch", [](Parser &p, const Text &name, const Text &value) {
       p.out.scratch = value;
       return value.empty() ? name + " needs the name of a folder" : "";
     }},
    {kThreadOrder, [](Parser &p, const Text &, const Text &value) { return p.threadOrder(value); }},
};

bool ArgumentParser::isThere(const Option &option) const {
  return program.world == ExecutionSpace::CpuDevice || std::strcmp(option.name, kThreadOrder) != 0;
}

const ArgumentParser::Option *ArgumentParser::find(const std::string &name) const {
  for (const Option &option : kOptions)
    if (name == option.name && isThere(option))
      return &option;
  return nullptr;
}

bool ArgumentParser::isOption(const std::string &word) const {
  const std::string name = word.substr(0, word.find('='));
  const bool isFlag =
      std::any_of(std::begin(kFlags), std::end(kFlags), [&](const char *f) { return name == f; });
  return isFlag || find(name) || (name.rfind("--", 0) == 0 && name.size() > 2);
}

std::string ArgumentParser::unknownOption(const std::string &name) const {
  if (name.rfind('-', 0) != 0)
    return "'" + name +
           "' is not an option; to name a file, write --init FIELD=FILE or --out FIELD=FILE "
           "(--help shows all options)";
  std::vector<std::string> names;
  for (const Option &option : kOptions)
    if (isThere(option))
      names.push_back(option.name);
  for (const char *f : kFlags)
    names.push_back(f);
  std::string hint = suggest(name, names, "");
  if (hint.find("did you mean") == std::string::npos)
    hint = "; --help shows all options";
  return "there is no option " + name + hint;
}

std::string ArgumentParser::steps(const std::string &name, const std::string &value,
                                  std::int64_t &to) {
  if (!parseInteger(value, to))
    return name + "=" + value + " is not a whole number";
  return to >= 0 ? "" : name + "=" + value + " is negative; give 0 or more steps";
}

std::string ArgumentParser::number(const std::string &name, const std::string &value, int &to) {
  std::int64_t number = 0;
  if (!parseInteger(value, number))
    return name + "=" + value + " is not a whole number";
  if (number < 1 || number > 1000000)
    return name + "=" + value + " is out of range; give 1 or more";
  to = static_cast<int>(number);
  return "";
}

std::string ArgumentParser::memory(const std::string &name, const std::string &value,
                                   std::uint64_t &to) {
  return parseBytes(value, to)
             ? ""
             : name + "=" + value + " is not an amount of memory; write it like 6GiB or 512MiB";
}

std::string ArgumentParser::predicted(const std::string &value) {
  return parseNumber(value, out.predicted) && out.predicted > 0
             ? ""
             : "--predicted=" + value +
                   " is not a rate; give a number above 0, in 10^9 updates per second";
}

std::string ArgumentParser::checksums(const std::string &value) {
  out.checksums = value == "on";
  return value == "on" || value == "off" ? "" : "--checksums is on or off, not '" + value + "'";
}

std::string ArgumentParser::threadOrder(const std::string &value) {
  out.threadOrder = value;
  ThreadOrder order;
  return parseThreadOrder(value, order)
             ? ""
             : std::string("--thread-order is ") + kThreadOrderNames + ", not '" + value + "'";
}

std::string ArgumentParser::pitch(const std::string &value) {
  if (parsePitch(value, out.rowPitch))
    return "";
  return "--pitch=" + value +
         format(" is not a row pitch; give auto, packed, or a number of bytes that is a multiple "
                "of %d",
                static_cast<int>(kWidestAccess));
}

std::string ArgumentParser::size(const std::string &value) {
  std::string axes;
  for (int axis = 0; axis < program.rank; ++axis)
    axes += format("%sn%s", axis ? "," : "", program.axes[axis]);
  std::vector<std::int64_t> numbers;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    std::int64_t number = 0;
    if (!parseInteger(std::string_view(value).substr(begin, end - begin), number))
      return "--size=" + value + ": '" + value.substr(begin, end - begin) +
             "' is not a whole number; write --size=" + axes;
    numbers.push_back(number);
    begin = end + 1;
  }
  if (static_cast<int>(numbers.size()) != program.rank)
    return format("--size=%s gives %d size%s; %s needs %d: --size=%s", value.c_str(),
                  int(numbers.size()), numbers.size() == 1 ? "" : "s", program.name, program.rank,
                  axes.c_str());
  for (int axis = 0; axis < 3; ++axis) {
    out.size[axis] = axis < program.rank ? numbers[axis] : 1;
    if (out.size[axis] < 1)
      return format("--size=%s: n%s must be at least 1", value.c_str(), program.axes[axis]);
  }
  return "";
}

std::string ArgumentParser::parameter(const std::string &value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos)
    return "--param " + value + ": write --param NAME=VALUE";
  const std::string name = value.substr(0, equals);
  const int index = findNamed(program.parameters, program.parameterCount, name);
  if (index < 0)
    return unknownParameter(program, name.c_str());
  double number;
  if (!parseNumber(std::string_view(value).substr(equals + 1), number))
    return "--param " + value + ": '" + value.substr(equals + 1) + "' is not a number";
  out.parameters[index] = number;
  out.isParameterGiven[index] = true;
  return checkParameter(program.parameters[index], number);
}

std::string ArgumentParser::count(const std::string &name, const std::string &value,
                                  std::int64_t &to) {
  return parseInteger(value, to) && to > 0
             ? ""
             : name + "=" + value + " is not a whole number of at least 1";
}

std::string ArgumentParser::every(const std::string &value) {
  return parseEvery(value, out.checkpointEvery)
             ? ""
             : "--checkpoint-every=" + value +
                   " is neither a number of steps, like 1000, nor a time, like 30s, 10min or 2h";
}

std::string ArgumentParser::digits(const std::string &value) {
  std::int64_t number = 0;
  if (!parseInteger(value, number) || number < 1 || number > kMostDigits)
    return "--digits=" + value + format(" is not a number of digits; give 1 to %d", kMostDigits);
  out.digits = static_cast<int>(number);
  return "";
}

std::string ArgumentParser::progress(const std::string &value) {
  out.progress = value == "always"  ? ProgressMode::Always
                 : value == "never" ? ProgressMode::Never
                                    : ProgressMode::Auto;
  return value == "auto" || value == "always" || value == "never"
             ? ""
             : "--progress is auto, always or never, not '" + value + "'";
}

} // namespace stencilc::inline STENCILC_SPACE
