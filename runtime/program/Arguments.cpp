/// \file Parses the command line of a compiled program and checks it against the program.
#include "runtime/program/Arguments.h"
#include "runtime/program/request/ParseRequest.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns an error message if the engine of `program` does not have an option of `request`.
static std::string wrongEngine(const ProgramDescription &program, const RunRequest &request) {
  if (!program.stream && (!request.scratch.empty() || request.resume))
    return "--scratch and --resume need a program that streams its domain; compile it with "
           "--schedule=stream";
  if (!program.slabs && !program.stream && request.devices.isGiven())
    return "--devices needs a program for several devices; compile it with --schedule=slabs or "
           "--schedule=stream";
  return "";
}

std::string parseArguments(const ProgramDescription &program, int count, const char *const *texts,
                           ProgramArguments &arguments) {
  std::string wrong = parseRequest(program, count, texts, arguments);
  if (wrong.empty())
    wrong = wrongEngine(program, arguments);
  return wrong.empty() ? resolveRequest(program, arguments).text : wrong;
}

} // namespace stencilc::inline STENCILC_SPACE
