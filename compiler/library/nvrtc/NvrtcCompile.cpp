/// \file Compiles CUDA code with NVRTC.
#include "library/nvrtc/Nvrtc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::library {

namespace {

std::string archList(const std::vector<int> &archs) {
  return llvm::join(llvm::map_range(archs, [](int arch) { return "sm_" + std::to_string(arch); }),
                    ", ");
}

/// An NVRTC program: code with the headers it may include. The destructor destroys it.
class Program {
public:
  Program(const NvrtcCalls &calls, const NvrtcRequest &request) : calls(calls) {
    std::vector<const char *> texts, names;
    for (const NvrtcRequest::File &file : request.files) {
      texts.push_back(file.text.c_str());
      names.push_back(file.path.c_str());
    }
    keep(calls.createProgram(&program, request.text.c_str(), request.name.c_str(),
                             static_cast<int>(texts.size()), texts.data(), names.data()));
    for (const std::string &name : request.nameExpressions)
      if (!error)
        keep(calls.addNameExpression(program, name.c_str()));
  }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program() {
    if (program)
      calls.destroyProgram(&program);
  }

  bool compile(const std::vector<std::string> &options) {
    std::vector<const char *> words;
    for (const std::string &option : options)
      words.push_back(option.c_str());
    if (!error)
      keep(calls.compileProgram(program, static_cast<int>(words.size()), words.data()));
    return !error;
  }
  std::string log() const {
    std::string text;
    std::size_t size = 0;
    if (program && calls.logSize(program, &size) == 0 && size > 1) {
      text.resize(size);
      calls.log(program, text.data());
      text.resize(text.find_last_not_of('\0') + 1); // the log ends with one or two zero bytes
    }
    return text;
  }
  bool cubin(std::string &bytes) {
    std::size_t size = 0;
    keep(calls.cubinSize(program, &size));
    bytes.resize(size);
    if (!error)
      keep(calls.cubin(program, bytes.data()));
    return !error;
  }
  bool loweredName(const std::string &expression, std::string &name) {
    const char *found = nullptr; // owned by the NVRTC program
    keep(calls.loweredName(program, expression.c_str(), &found));
    name = found ? found : "";
    return !error;
  }
  NvrtcCalls::Result failure() const { return error; }

private:
  void keep(NvrtcCalls::Result result) { error = error ? error : result; }

  const NvrtcCalls &calls;
  NvrtcCalls::Program program = nullptr;
  NvrtcCalls::Result error = 0;
};

/// NVRTC option that optimises the kernels of one program in parallel, with all threads of the
/// machine. The generated code is the same as without it.
constexpr const char *kBesideEachOther = "--split-compile=0";
constexpr int kKnowsSplitCompile = 13; // first major version with this option

} // namespace

std::vector<std::string> nvrtcOptions(const std::string &arch) {
  return {"--gpu-architecture=" + arch, "--std=c++20",
          // The same arithmetic as with arithmeticFlags(BuildKind::Cuda) of nvcc.
          "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false",
          // Functions without __host__ or __device__ are compiled for the device.
          "-default-device",
          // Suppresses "declared but never used": some functions serve the host alone.
          "--diag-suppress=177"};
}

bool Nvrtc::compile(const NvrtcRequest &request, NvrtcResult &result) const {
  result = {};
  if (!supports(request.arch)) {
    result.why =
        versionText() + " makes no code for '" + request.arch + "'; it knows " + archList(archs);
    return false;
  }
  Program program(calls, request);
  std::vector<std::string> options = nvrtcOptions(request.arch);
  llvm::append_range(options, request.options);
  if (majorVersion >= kKnowsSplitCompile)
    options.push_back(kBesideEachOther);
  bool isGood = program.compile(options);
  result.log = program.log();
  isGood = isGood && program.cubin(result.cubin);
  for (const std::string &expression : request.nameExpressions) {
    std::string name;
    isGood = isGood && program.loweredName(expression, name);
    result.loweredNames.push_back(std::move(name));
  }
  if (isGood)
    return true;
  result.cubin.clear();
  result.loweredNames.clear();
  result.why = versionText() + " did not compile '" + request.name +
               "': " + calls.errorString(program.failure());
  return false;
}

} // namespace stencilc::library
