/// \file `stencilc run FILE`: compile, build, run; results as files and a picture.
#include "driver/DeviceMemory.h"
#include "driver/Driver.h"
#include "driver/InterpreterRun.h"
#include "driver/Interrupt.h"
#include "driver/Machine.h"
#include "driver/Pictures.h"
#include "driver/Pipeline.h"
#include "driver/Place.h"
#include "driver/PlannedKernels.h"
#include "driver/References.h"
#include "driver/ResultFiles.h"
#include "driver/RunModule.h"
#include "driver/RunRecord.h"
#include "driver/Toolchain.h"
#include "driver/Tuned.h"
#include "plan/Schedule.h"
#include "stencilc/ParseValue.h"
#include "stencilc/Text.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <cstring>

namespace stencilc::driver {

namespace {

std::vector<std::string> programArguments(const Options &options, const Pipeline &line,
                                          const std::vector<FieldFile> &inits,
                                          const PictureFiles *picture) {
  std::vector<std::string> arguments;
  auto add = [&](const std::string &option, const std::string &value) {
    arguments.push_back(option + "=" + value);
  };
  if (!options.size.empty()) // else the program chooses as Pipeline has
    add("--size", toText(*line.program().sizeHint, line.program().rank(), ","));
  if (options.steps)
    add("--steps", std::to_string(*options.steps));
  for (const std::string &param : options.params)
    add("--param", param);
  for (const FieldFile &init : inits)
    add("--init", toText(init, line.program()));
  for (const std::string &out : options.outs)
    add("--out", out);
  if (picture) {
    add("--slice-start", picture->field + "=" + picture->before);
    add("--slice", picture->field + "=" + picture->after);
  }
  if (!options.reports.empty())
    add("--reports", options.reports);
  if (!options.deviceMemory.empty())
    add("--device-mem", options.deviceMemory);
  if (!options.hostMemory.empty())
    add("--host-mem", options.hostMemory);
  if (!options.checksums.empty())
    add("--checksums", options.checksums);
  if (!options.scratch.empty())
    add("--scratch", options.scratch);
  if (options.resume)
    arguments.push_back("--resume");
  if (options.noTrial)
    arguments.push_back("--no-trial");
  if (options.threads > 0)
    add("--threads", std::to_string(options.threads));
  if (options.repeat > 0)
    add("--repeat", std::to_string(options.repeat));
  if (!options.emulate.empty())
    add("--thread-order", options.emulate);
  if (options.json)
    arguments.push_back("--json");
  if (options.quiet)
    arguments.push_back("-q");
  return arguments;
}

/// Whether the fields, as planned, are larger than the device's memory, or than --device-mem, and
/// the program can be streamed through it. Says so.
bool mustStream(const Options &options, Pipeline &line, const Place &place) {
  const ir::Program &program = line.program();
  if (!options.schedule.empty() || place.target() != plan::TargetKind::Cuda || !program.sizeHint)
    return false;
  const plan::Target &target = line.plan().target;
  const std::optional<MemoryNeed> need =
      memoryNeed(line.allFacts(), line.plan(), *program.sizeHint);
  MemoryCapacity have = place.kind == BuildKind::Cuda ? cudaMemory(target, true) : hostMemory();
  if (std::uint64_t limit = 0; parseBytes(options.deviceMemory, limit))
    have = {limit, "the limit"};
  if (!need || have.bytes == 0 || need->total <= have.bytes ||
      !plan::findSchedule("stream")->fit(line.allFacts(), target, {"stream", {}}).legal)
    return false;
  if (!options.quiet)
    llvm::errs() << "note: the fields need " << formatBytes(double(need->total))
                 << " on the device, " << have.owner << " has " << formatBytes(double(have.bytes))
                 << ": the domain is streamed through it (--schedule=stream)\n";
  return true;
}

} // namespace

int runProgramCommand(const Options &options) {
  Pipeline line(options);
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  Diagnostics &diags = line.diagnostics();
  const ir::Program &program = line.program();
  auto params = parameterValues(program, options.params, diags);
  auto inits = parseInits(options, program, diags);
  auto outs = parseOuts(options, program, diags);
  if (!params || !inits || !outs)
    return kUserError;
  *inits = initialFiles(program, line.inputPath(), *inits);
  if (!checkRunFiles(options, *inits, *outs, program, diags))
    return kUserError;
  std::optional<PictureFiles> picture;
  if (!options.picture.empty()) {
    picture = preparePicture(program, options.pictureField, diags);
    if (!picture)
      return kUserError;
    notePictureName(options);
  }
  if (options.target == "interpreter")
    return runInterpreter(options, line, *params, *outs, *inits, picture ? &*picture : nullptr);

  Place place = choosePlace(options);
  if (!place.note.empty() && !options.quiet)
    llvm::errs() << place.note << "\n";
  if (place.kind == BuildKind::Cuda) {
    line.setDefaultArch(nativeCudaArch());
    line.expectRun(options.steps.value_or(program.stepsHint.value_or(100)) * (options.repeat + 1));
  }
  const bool wantsFiles = options.schedule.empty() && (!options.scratch.empty() || options.resume);
  bool isPlanned = wantsFiles ? line.choosePlan(place.target(), "stream")
                              : chooseTunedPlan(options, line, place.target());
  if (isPlanned && !wantsFiles && mustStream(options, line, place))
    isPlanned = line.choosePlan(place.target(), "stream");
  if (!isPlanned || !line.emit(emit::EmitForm::Module))
    return kUserError;
  BuildRequest request = buildRequest(options, line, place);
  request.text = &line.text();
  std::optional<PlannedKernels> planned;
  if (mayBeginWithSteps(options, line, request))
    planned.emplace(request);
  request.singleSteps = planned && planned->hasPlace();
  const std::optional<Built> built = build(request, diags);
  if (!built)
    return kUserError;
  const RunRecord record(options, line, place);
  std::vector<std::string> command =
      moduleCommand(built->path, request.singleSteps ? planned->place() : "");
  for (std::string &argument :
       programArguments(options, line, *inits, picture ? &*picture : nullptr))
    command.push_back(std::move(argument));
  for (std::string &argument : record.arguments())
    command.push_back(std::move(argument));
  if (options.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  std::string error;
  // A streamed run ends after its pass, and writes what it has.
  std::optional<Interruptible> interruptible;
  if (line.plan().streamed)
    interruptible.emplace();
  if (request.singleSteps)
    planned->start();
  int status = execute(command, "", error);
  if (status < 0 && llvm::StringRef(error).starts_with(strsignal(SIGPIPE))) {
    diags.report(diag::OutputNotRead);
    return kUserError;
  }
  if (status < 0) {
    diags.report(diag::ProgramDied, built->path, error);
    return kOurError;
  }
  if (status == 0)
    record.keep(*built);
  if (status == 0 && picture && !drawPicture(*picture, program, options, diags))
    return kUserError;
  return status;
}

} // namespace stencilc::driver
