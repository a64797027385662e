/// \file Parses the command line of a compiled program and checks it against the program.
#include "runtime/program/Arguments.h"
#include "runtime/program/request/ParseRequest.h"

namespace stencilc::inline STENCILC_SPACE {

std::string parseArguments(const ProgramDescription &program, int count, const char *const *texts,
                           ProgramArguments &arguments) {
  std::string wrong = parseRequest(program, count, texts, arguments);
  if (wrong.empty())
    wrong = engineConflict(program, arguments);
  return wrong.empty() ? resolveRequest(program, arguments).text : wrong;
}

} // namespace stencilc::inline STENCILC_SPACE
