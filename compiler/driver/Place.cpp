/// \file Where a program runs, and the files it starts from: the same for `run` and `tune`.
#include "driver/Place.h"
#include "driver/Machine.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace stencilc::driver {

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

BuildRequest buildRequest(const Options &options, const Pipeline &line, const Place &place) {
  BuildRequest request;
  request.kind = place.kind;
  request.name = line.program().name;
  request.arch = options.arch.empty() && place.kind == BuildKind::Cpu ? nativeCpuArch()
                                                                      : line.plan().target.name;
  request.runtime = findRuntime(options.runtime);
  request.verbose = options.verbose;
  request.quiet = options.quiet;
  return request;
}

} // namespace stencilc::driver
