/// \file Opens the checkpoint of a resumed run, and checks the command line against it.
#include "runtime/program/ResumedState.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Returns a text about the first parameter or size on the command line that differs from `state`,
/// the state of the resumed run. An example is "a=2, not 3". Returns an empty text if all agree.
static std::string contradiction(const ProgramDescription &program,
                                 const ProgramArguments &arguments, const RunState &state) {
  for (int i = 0; i < program.parameterCount; ++i)
    if (arguments.isParameterGiven[i] && arguments.parameters[i] != state.parameters[i])
      return format("%s=%.10g, not %.10g", program.parameters[i].name, state.parameters[i],
                    arguments.parameters[i]);
  const auto text = [&](const std::int64_t (&size)[3]) {
    return sizeText(program, {int(size[0]), int(size[1]), int(size[2])});
  };
  if (arguments.hasSize() && !std::equal(state.size, state.size + 3, arguments.extents))
    return text(state.size) + " cells, not " + text(arguments.extents);
  return "";
}

Status ResumedState::open(const ProgramDescription &program, ProgramArguments &arguments,
                          Summary &summary) {
  std::string from = arguments.resumeFrom;
  if (!file.open(from)) {
    const std::string wrong = file.error();
    from = earlierState(from);
    if (!file.open(from))
      return Status::invalid(wrong + "; the run cannot be resumed from it");
    said = wrong + "; the run is resumed from the state before it, '" + from + "'";
  }
  if (Status status = run.take(program, file.head(), from); !status)
    return status;
  if (const std::string wrong = contradiction(program, arguments, run); !wrong.empty())
    return Status::invalid("the run in '" + from + "' has " + wrong + "; leave this option out");
  arguments.parameters = summary.parameters = run.parameters;
  std::copy(run.size, run.size + 3, summary.size);
  summary.resumedAt = run.done;
  arguments.firstStep = run.first;
  return {};
}

RunState ResumedState::stateAfter(const Summary &summary, const Instance &instance,
                                  std::int64_t wanted) const {
  RunState state = run;
  std::copy(summary.size, summary.size + 3, state.size);
  state.parameters = summary.parameters;
  state.done = summary.resumedAt + instance.stepsDone();
  state.wanted = summary.resumedAt + wanted;
  state.numbers = instance.numbers();
  state.reports = summary.reports;
  ofTraces(instance, [&](const Points &receivers) {
    state.traces = receivers.traceCounts();
    return Status();
  });
  return state;
}

} // namespace stencilc::inline STENCILC_SPACE
