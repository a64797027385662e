/// \file `stencilc run FILE`: compile, build, run; results as files and a picture.
#include "driver/Driver.h"
#include "driver/InterpreterRun.h"
#include "driver/Machine.h"
#include "driver/Pictures.h"
#include "driver/Pipeline.h"
#include "driver/References.h"
#include "driver/Toolchain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

namespace {

/// Where the program runs and why, decided before anything is built.
struct Place {
  BuildKind kind;
  std::string note; // shown to the user when it was not asked for
};

Place choosePlace(const Options &options) {
  if (!options.emulate.empty())
    return {BuildKind::CudaOnCpu, ""};
  if (options.target == "cpu")
    return {BuildKind::Cpu, ""};
  if (options.target == "cuda")
    return {BuildKind::Cuda, ""};
  if (cudaDeviceCount() == 0)
    return {BuildKind::Cpu, "no GPU found: running on the CPU target"};
  if (findNvcc().empty())
    return {BuildKind::Cpu, "a GPU is present, but nvcc was not found: running on the CPU target"};
  return {BuildKind::Cuda, ""};
}

/// --init as the user gave it, plus the files the source names for fields not given.
std::vector<std::string> initialFiles(const Pipeline &line, const std::vector<Assignment> &given) {
  std::vector<std::string> texts;
  for (const auto &[field, file] : given)
    texts.push_back(field + "=" + file);
  for (const ir::FieldDecl &field : line.program().fields) {
    bool overridden = std::any_of(given.begin(), given.end(),
                                  [&](const Assignment &a) { return a.first == field.name; });
    if (field.initFile.empty() || overridden)
      continue;
    llvm::SmallString<128> file = llvm::sys::path::parent_path(line.inputPath());
    llvm::sys::path::append(file, field.initFile);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
    texts.push_back(
        field.name + "=" +
        (llvm::sys::path::is_absolute(field.initFile) ? field.initFile : file.str().str()));
  }
  return texts;
}

std::vector<std::string> programArguments(const Options &options, const Pipeline &line,
                                          const std::vector<Assignment> &inits,
                                          const PictureFiles *picture) {
  std::vector<std::string> arguments;
  auto add = [&](const std::string &option, const std::string &value) {
    arguments.push_back(option + "=" + value);
  };
  if (line.program().sizeHint)
    add("--size", toText(*line.program().sizeHint, line.program().rank(), ","));
  if (options.steps)
    add("--steps", std::to_string(*options.steps));
  for (const std::string &param : options.params)
    add("--param", param);
  for (const std::string &init : initialFiles(line, inits))
    add("--init", init);
  for (const std::string &out : options.outs)
    add("--out", out);
  if (picture) {
    add("--slice-start", picture->field + "=" + picture->before);
    add("--slice", picture->field + "=" + picture->after);
  }
  if (!options.deviceMemory.empty())
    add("--device-mem", options.deviceMemory);
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

} // namespace

int runProgramCommand(const Options &options) {
  Pipeline line(options);
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  Diagnostics &diags = line.diagnostics();
  const ir::Program &program = line.program();
  auto params = parseAssignments(options.params, paramNames(program), "parameter", diags);
  auto inits = parseAssignments(options.inits, fieldNames(program), "field", diags);
  auto outs = parseAssignments(options.outs, fieldNames(program), "field", diags);
  if (!params || !inits || !outs)
    return kUserError;
  std::optional<PictureFiles> picture;
  if (!options.picture.empty()) {
    picture = preparePicture(program, options.pictureField, diags);
    if (!picture)
      return kUserError;
  }
  if (options.target == "interpreter")
    return runInterpreter(options, line, *params, *outs, initialFiles(line, *inits),
                          picture ? &*picture : nullptr);

  Place place = choosePlace(options);
  if (!place.note.empty() && !options.quiet)
    llvm::errs() << place.note << "\n";
  bool cpu = place.kind == BuildKind::Cpu;
  if (place.kind == BuildKind::Cuda)
    line.setDefaultArch(nativeCudaArch());
  if (!line.choosePlan(cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda, options.schedule) ||
      !line.emit(/*withMain=*/true))
    return kUserError;
  BuildRequest request;
  request.kind = place.kind;
  request.name = program.name;
  request.arch = options.arch.empty() && cpu ? nativeCpuArch() : line.plan().target.name;
  request.runtime = findRuntime(options.runtime);
  request.text = &line.text();
  request.verbose = options.verbose;
  request.quiet = options.quiet;
  std::optional<std::string> built = build(request, diags);
  if (!built)
    return kUserError;
  std::vector<std::string> command = {*built};
  for (std::string &argument :
       programArguments(options, line, *inits, picture ? &*picture : nullptr))
    command.push_back(std::move(argument));
  if (options.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  std::string error;
  int status = execute(command, "", error);
  if (status < 0) {
    diags.report(diag::ProgramDied, *built, error);
    return kOurError;
  }
  if (status == 0 && picture && !drawPicture(*picture, program, options, diags))
    return kUserError;
  return status;
}

} // namespace stencilc::driver
