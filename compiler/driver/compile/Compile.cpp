/// \file `stencilc FILE`: writes the emitted code to files, or prints any step of the pipeline.
#include "analysis/FactsPrinter.h"
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/compile/DependencyRule.h"
#include "driver/compile/SelfContained.h"
#include "driver/files/FileOutput.h"
#include "driver/files/References.h"
#include "driver/files/ResultFiles.h"
#include "driver/run/Place.h"
#include "driver/tune/Tuned.h"
#include "emit/Format.h"
#include "ir/Printer.h"
#include "plan/cost/UpdateSignature.h"
#include "syntax/AstPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

/// Returns the path `output` with the file extension `ending` in place of its own.
static std::string besideOutput(const std::string &output, const char *ending) {
  llvm::SmallString<128> path(output);
  llvm::sys::path::replace_extension(path, ending);
  return path.str().str();
}

/// Returns the target (CUDA or CPU) that --emit, --target or the extension of the output file
/// selects. Without these it is the target that other commands use by default.
static ChosenTarget targetOf(const Options &options) {
  if (options.compile.emit == "cpu")
    return {plan::TargetKind::Cpu, ""};
  if (options.compile.emit == "cuda")
    return {plan::TargetKind::Cuda, ""};
  const llvm::StringRef output = options.compile.output;
  if (options.plan.target.empty() && output.ends_with(".cpp"))
    return {plan::TargetKind::Cpu, ""};
  if (options.plan.target.empty() && output.ends_with(".cu"))
    return {plan::TargetKind::Cuda, ""};
  return chooseTarget(options);
}

/// Writes all `files`, or none if one of them cannot be written: a header without its source file
/// would look like a complete result. After a failure, removes the new files and folders and
/// returns false, with the error reported.
static bool writeAllOrNone(const std::vector<NamedText> &files, Diagnostics &diags) {
  namespace fs = llvm::sys::fs;
  std::vector<std::string> made;
  const auto giveUp = [&] {
    for (const std::string &path : llvm::reverse(made))
      (void)fs::remove(path);
    return false;
  };
  for (const NamedText &file : files) {
    std::vector<std::string> folders; // missing ones, innermost first
    for (llvm::StringRef folder = llvm::sys::path::parent_path(file.name);
         llvm::StringRef(file.name).contains(kRuntimeFolder) && !folder.empty() &&
         !fs::exists(folder);
         folder = llvm::sys::path::parent_path(folder))
      folders.push_back(folder.str());
    for (const std::string &folder : llvm::reverse(folders)) {
      if (const std::error_code code = fs::create_directory(folder)) {
        diags.report(diag::CannotWriteFile, folder, code.message());
        return giveUp();
      }
      made.push_back(folder);
    }
    const bool isNew = !fs::exists(file.name);
    if (!writeFileWhole(file.name, file.text, diags))
      return giveUp();
    if (isNew)
      made.push_back(file.name);
  }
  return true;
}

/// Writes the emitted program to `output`, and beside it its headers for other languages and the
/// file of --depfile. With --self-contained it also writes the runtime's sources. Returns false
/// after a reported error.
static bool writeEmitted(const Options &options, Pipeline &line, const std::string &output) {
  const emit::Emitted &text = line.text();
  std::vector<NamedText> files;
  if (options.compile.selfContained)
    for (NamedText &file : runtimeFiles(text.source, options.build.runtime)) {
      llvm::SmallString<128> path = llvm::sys::path::parent_path(output);
      llvm::sys::path::append(path, file.name);
      files.push_back({path.str().str(), std::move(file.text)});
    }
  const std::string header = besideOutput(output, ".h");
  files.push_back({header, text.header});
  std::string written = output + " and " + header;
  if (options.compile.withCxx)
    files.push_back({besideOutput(output, ".hpp"), text.cxxHeader});
  if (options.compile.withFortran)
    files.push_back({besideOutput(output, ".f90"), text.fortran});
  for (const NamedText &file :
       llvm::ArrayRef(files).take_back(options.compile.withCxx + options.compile.withFortran))
    written += ", " + file.name;
  if (options.compile.selfContained)
    written += ", and beside them " + std::string(kRuntimeFolder);
  files.push_back({output, text.source}); // last, because builds wait for this file
  if (!options.compile.depfile.empty())
    files.push_back(
        {options.compile.depfile, dependencyRule(options, line.inputPath(), line.tree(), output)});
  if (!writeAllOrNone(files, line.diagnostics()))
    return false;
  if (!options.run.quiet)
    llvm::errs() << "wrote " << written << " (schedule " << line.plan().schedule << ", for "
                 << line.plan().target.name << ")\n";
  return true;
}

/// Prints the kernel tree, the compiler's representation of kernels, as code after each pass.
/// Returns the exit code.
static int printKernelPasses(Pipeline &line, emit::EmitForm form, llvm::raw_ostream &out) {
  emit::EmitOptions options = line.emitOptions(form);
  options.onKernels = [&](llvm::StringRef pass, const std::string &text) {
    out << "// after " << pass << '\n' << emit::formatCode(text, "kernels.cu") << '\n';
  };
  return emit::emitContext(line.allFacts(), line.plan(), options, line.diagnostics()) ? kFine
                                                                                      : kUserError;
}

static int printContext(Pipeline &line, emit::EmitForm form, llvm::raw_ostream &out) {
  const auto context =
      emit::emitContext(line.allFacts(), line.plan(), line.emitOptions(form), line.diagnostics());
  if (!context)
    return kUserError;
  out << llvm::formatv("{0:2}\n", *context);
  return kFine;
}

/// Executes the steps of the compiler up to the choice of a plan. If --emit asks for the result of
/// one of these steps, prints it and returns the exit code. Also returns an exit code if a step
/// fails. Returns `nullopt` if code is to be emitted.
static std::optional<int> planOrPrint(const Options &options, Pipeline &line,
                                      llvm::raw_ostream &out) {
  if (!line.read(options.inputs.front()) || !line.parse())
    return kUserError;
  if (options.compile.emit == "ast") {
    printAst(line.tree(), out);
    return kFine;
  }
  if (!line.analyze())
    return kUserError;
  if (options.compile.emit == "ir") {
    ir::printProgram(line.program(), out);
    return kFine;
  }
  if (!line.gatherFacts() ||
      !parameterValues(line.program(), options.run.params, line.diagnostics()))
    return kUserError;
  if (options.compile.emit == "facts") {
    analysis::printFacts(line.allFacts(), out);
    return kFine;
  }
  const ChosenTarget target = targetOf(options);
  if (!target.note.empty() && !options.run.quiet)
    llvm::errs() << target.note << "\n";
  if (!chooseTunedPlan(options, line, target.kind))
    return kUserError;
  if (options.compile.emit == "plan") {
    llvm::json::Object plan = line.plan().toJson();
    // bench/suite/shapes finds the registers of compiled kernels by it.
    plan["signature"] =
        llvm::utohexstr(plan::updateSignature(line.allFacts()), /*LowerCase=*/true, 16);
    out << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(plan)));
    return kFine;
  }
  return std::nullopt;
}

/// Returns the path of the output file: the one of -o, or a file in the working folder that is
/// named after the program.
static std::string outputFile(const Options &options, const Pipeline &line) {
  if (!options.compile.output.empty() && options.compile.output != "-")
    return options.compile.output;
  return (options.compile.name.empty() ? line.program().name : options.compile.name) +
         (line.plan().target.kind == plan::TargetKind::Cuda ? ".cu" : ".cpp");
}

int compileCommand(const Options &options) {
  Pipeline line(options);
  llvm::raw_ostream &out = llvm::outs();
  if (options.plan.target == "interpreter") {
    line.diagnostics().report(diag::InterpreterEmitsNothing);
    return kUserError;
  }
  if (const std::optional<int> code = planOrPrint(options, line, out))
    return *code;
  const emit::EmitForm form =
      options.compile.withMain ? emit::EmitForm::Program : emit::EmitForm::Library;
  // The header is named after the output, so that both can be renamed by choosing -o.
  const std::string output = outputFile(options, line);
  const std::string header = llvm::sys::path::stem(output).str() + ".h";
  if (!checkHeaderName(header, line.diagnostics()))
    return kUserError;
  line.setHeaderName(header);
  line.setSourceName(llvm::sys::path::filename(output).str());
  if (options.compile.emit == "kernel")
    return printKernelPasses(line, form, out);
  if (options.compile.emit == "context")
    return printContext(line, form, out);
  const bool isShown = !options.compile.emit.empty() || options.compile.output == "-";
  if (!isShown && !checkEmittedFiles(options, line, output))
    return kUserError;
  if (!line.emit(form))
    return kUserError;
  if (!isShown)
    return writeEmitted(options, line, output) ? kFine : kUserError;
  const emit::Emitted &text = line.text();
  out << (options.compile.emit == "c++header" ? text.cxxHeader
          : options.compile.emit == "fortran" ? text.fortran
                                              : text.source);
  return kFine;
}

} // namespace stencilc::driver
