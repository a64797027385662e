/// \file Parses the command line of a compiled program, word by word.
#include "runtime/program/request/ParseRequest.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

bool hasOption(const ProgramDescription &program, const RunOption &option) {
  const std::string_view name = option.name;
  const auto anyPoints = [&](auto is) {
    return std::any_of(program.points, program.points + program.pointsCount, is);
  };
  if (name == "series")
    return program.seriesCount > 0;
  if (name == "points")
    return anyPoints([](const PointsDescription &points) { return points.file != nullptr; });
  if (name == "trace")
    return anyPoints([](const PointsDescription &points) { return points.every > 0; });
  return option.use != OptionUse::Emulated || program.world == ExecutionSpace::CpuDevice;
}

namespace {

/// Parser of the words of a command line. It stores the values of the options in a request.
class CommandWords {
public:
  CommandWords(const ProgramDescription &program, int count, const char *const *texts,
               RunRequest &request)
      : program(program), texts(texts), count(count), request(request) {}

  /// Parses word `i` of the command line (word 0 is the name of the program). Increments `i` if the
  /// next word is the value of this option. Returns an error message, or an empty text on success.
  std::string take(int &i);

private:
  const RunOption *find(const std::string &word) const;
  bool isOption(const std::string &word) const;
  std::string unknown(const std::string &word) const;

  const ProgramDescription &program;
  const char *const *const texts;
  const int count;
  RunRequest &request;
};

/// Returns the option that the word `word`, such as "--steps" or "-q", names, or null.
const RunOption *CommandWords::find(const std::string &word) const {
  const RunOption *const option = word == "-q"               ? findRunOption("quiet")
                                  : word == "-v"             ? findRunOption("verbose")
                                  : word.rfind("--", 0) == 0 ? findRunOption(word.substr(2))
                                                             : nullptr;
  return option && hasOption(program, *option) ? option : nullptr;
}

bool CommandWords::isOption(const std::string &word) const {
  return (word.rfind("--", 0) == 0 && word.size() > 2) || word == "-h" || find(word);
}

std::string CommandWords::unknown(const std::string &word) const {
  if (word.rfind('-', 0) != 0)
    return "'" + word +
           "' is not an option; to name a file, write --init FIELD=FILE or --out FIELD=FILE "
           "(--help shows all options)";
  std::vector<std::string> names = {"--help"};
  for (const RunOption &option : runOptions())
    if (hasOption(program, option))
      names.push_back(std::string("--") + option.name);
  std::string hint = suggest(word, names, "");
  if (hint.find("did you mean") == std::string::npos)
    hint = "; --help shows all options";
  return "there is no option " + word + hint;
}

std::string CommandWords::take(int &i) {
  std::string name = texts[i], value;
  const std::size_t equals = name.rfind("--", 0) == 0 ? name.find('=') : std::string::npos;
  const bool isJoined = equals != std::string::npos;
  if (isJoined) {
    value = name.substr(equals + 1);
    name.resize(equals);
  }
  if (name == "--help" || name == "-h") {
    request.help = true;
    return isJoined ? name + " takes no value" : "";
  }
  const RunOption *const option = find(name);
  if (!option)
    return unknown(name);
  if (isJoined && option->isFlag())
    return name + " takes no value";
  if (isJoined && option->alone && value.empty())
    return name + "= has no value; leave out the =, or write " + name + "=" + option->value;
  if (!isJoined && option->needsValue()) {
    if (i + 1 == count)
      return name + " needs a value; --help shows how it is written";
    value = texts[++i];
    if (isOption(value))
      return name + " needs a value, and " + value + " is an option; write " + name + "=VALUE";
  }
  if (!isJoined && option->alone)
    value = option->alone;
  const std::string wrong = option->read(request, value);
  return wrong.empty() ? wrong : name + ": " + wrong;
}

} // namespace

std::string parseRequest(const ProgramDescription &program, int count, const char *const *texts,
                         RunRequest &request) {
  CommandWords words(program, count, texts, request);
  for (int i = 1; i < count; ++i)
    if (const std::string wrong = words.take(i); !wrong.empty())
      return wrong;
  return "";
}

std::string engineConflict(const ProgramDescription &program, const RunRequest &request) {
  if (!program.stream && (!request.scratch.empty() || request.resume))
    return "--scratch and --resume need a program that streams its domain; compile it with "
           "--schedule=stream";
  if (!program.slabs && !program.stream && request.devices.isGiven())
    return "--devices needs a program for several devices; compile it with --schedule=slabs or "
           "--schedule=stream";
  return "";
}

std::string conflictIn(const RunRequest &request) {
  if (request.resume && request.repeat > 0)
    return "a resumed run cannot be repeated; leave --repeat or --resume out";
  if (!request.frameFiles.empty() && request.repeat > 0)
    return "a run with --repeat writes no frames; leave --repeat or --frames out";
  if (request.checkpointEvery != Every() && request.checkpoint.empty())
    return "--checkpoint-every needs --checkpoint=FILE, the file for the state";
  const bool hasStates = !request.checkpoint.empty() || !request.resumeFrom.empty();
  if (hasStates && !request.scratch.empty())
    return "a run with --scratch stores its state in that folder and is continued by --resume; "
           "leave --checkpoint and --resume=FILE out";
  if (hasStates && request.repeat > 0)
    return "a run with --repeat starts several times; leave out --repeat, or --checkpoint and "
           "--resume";
  const char *const held = !request.inits.empty() ? "--init" : "--first-step";
  if (!request.resumeFrom.empty() && (!request.inits.empty() || request.firstStep))
    return std::string("--resume=FILE continues with the state in the file; leave ") + held +
           " out";
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
