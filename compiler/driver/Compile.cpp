/// \file `stencilc FILE`: emitted text to a file, or any step of the pipeline to standard output.
#include "analysis/FactsPrinter.h"
#include "driver/DependencyRule.h"
#include "driver/Driver.h"
#include "driver/FileOutput.h"
#include "driver/Pipeline.h"
#include "driver/References.h"
#include "driver/ResultFiles.h"
#include "driver/Tuned.h"
#include "ir/Printer.h"
#include "syntax/AstPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

namespace {
struct EmittedFile {
  std::string path, text;
};
} // namespace

static std::string besideOutput(const std::string &output, const char *ending) {
  llvm::SmallString<128> path(output);
  llvm::sys::path::replace_extension(path, ending);
  return path.str().str();
}

/// The kind of target asked for by --target, --emit or the ending of the output file.
static plan::TargetKind chooseKind(const Options &options) {
  if (options.emit == "cpu")
    return plan::TargetKind::Cpu;
  if (options.emit == "cuda")
    return plan::TargetKind::Cuda;
  if (!options.target.empty())
    return options.target == "cpu" ? plan::TargetKind::Cpu : plan::TargetKind::Cuda;
  if (llvm::StringRef(options.output).ends_with(".cpp"))
    return plan::TargetKind::Cpu;
  return plan::TargetKind::Cuda;
}

/// Writes the program, what it is called by from other languages, and what it was made from. All
/// or none: a header without its source would be taken for a finished result.
static bool writeEmitted(const Options &options, Pipeline &line, const std::string &output) {
  const emit::Emitted &text = line.text();
  std::vector<EmittedFile> files = {{besideOutput(output, ".h"), text.header}};
  if (options.withCxx)
    files.push_back({besideOutput(output, ".hpp"), text.cxxHeader});
  if (options.withFortran)
    files.push_back({besideOutput(output, ".f90"), text.fortran});
  files.push_back({output, text.source}); // last, as everything depends on it
  if (!options.depfile.empty())
    files.push_back({options.depfile, dependencyRule(options, line.inputPath(), output)});
  std::vector<std::string> fresh;
  std::string written;
  for (const EmittedFile &file : files) {
    const bool isNew = !llvm::sys::fs::exists(file.path);
    if (!writeFileWhole(file.path, file.text, line.diagnostics())) {
      for (const std::string &path : fresh)
        llvm::sys::fs::remove(path);
      return false;
    }
    if (isNew)
      fresh.push_back(file.path);
    if (file.path != options.depfile && file.path != output)
      written += (written.empty() ? "" : ", ") + file.path;
  }
  if (!options.quiet)
    llvm::errs() << "wrote " << output << " and " << written << " (schedule "
                 << line.plan().schedule << ")\n";
  return true;
}

int compileCommand(const Options &options) {
  Pipeline line(options);
  llvm::raw_ostream &out = llvm::outs();
  if (options.target == "interpreter") {
    line.diagnostics().report(diag::InterpreterEmitsNothing);
    return kUserError;
  }
  if (!line.read(options.inputs.front()) || !line.parse())
    return kUserError;
  if (options.emit == "ast") {
    printAst(line.tree(), out);
    return kFine;
  }
  if (!line.analyze())
    return kUserError;
  if (options.emit == "ir") {
    ir::printProgram(line.program(), out);
    return kFine;
  }
  if (!line.gatherFacts() || !parameterValues(line.program(), options.params, line.diagnostics()))
    return kUserError;
  if (options.emit == "facts") {
    analysis::printFacts(line.allFacts(), out);
    return kFine;
  }
  if (!chooseTunedPlan(options, line, chooseKind(options)))
    return kUserError;
  if (options.emit == "plan") {
    out << llvm::formatv("{0:2}\n", llvm::json::Value(line.plan().toJson()));
    return kFine;
  }
  const emit::EmitForm form = options.withMain ? emit::EmitForm::Program : emit::EmitForm::Library;
  // The header is named after the output, so that both can be renamed by choosing -o.
  const std::string &name = options.name.empty() ? line.program().name : options.name;
  std::string stem = options.output.empty() || options.output == "-"
                         ? name
                         : llvm::sys::path::stem(options.output).str();
  if (!checkHeaderName(stem + ".h", line.diagnostics()))
    return kUserError;
  line.setHeaderName(stem + ".h");
  if (options.emit == "context") {
    emit::EmitOptions emitOptions;
    emitOptions.form = form;
    emitOptions.headerName = stem + ".h";
    emitOptions.name = options.name;
    emitOptions.templatesFolder = options.templates;
    const auto context =
        emit::emitContext(line.allFacts(), line.plan(), emitOptions, line.diagnostics());
    if (!context)
      return kUserError;
    out << llvm::formatv("{0:2}\n", *context);
    return kFine;
  }
  std::string output = options.output;
  if (output.empty())
    output = stem + (chooseKind(options) == plan::TargetKind::Cuda ? ".cu" : ".cpp");
  const bool isShown = !options.emit.empty() || options.output == "-";
  if (!isShown && !checkEmittedFiles(line.inputPath(), output, line.diagnostics()))
    return kUserError;
  if (!line.emit(form))
    return kUserError;
  if (isShown) {
    const emit::Emitted &text = line.text();
    out << (options.emit == "c++header" ? text.cxxHeader
            : options.emit == "fortran" ? text.fortran
                                        : text.source);
    return kFine;
  }
  return writeEmitted(options, line, output) ? kFine : kUserError;
}

} // namespace stencilc::driver
