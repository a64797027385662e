/// \file `stencilc FILE`: emitted text to a file, or any step of the pipeline to standard output.
#include "analysis/FactsPrinter.h"
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
  std::string stem =
      options.output.empty() ? line.program().name : llvm::sys::path::stem(options.output).str();
  if (!checkHeaderName(stem + ".h", line.diagnostics()))
    return kUserError;
  line.setHeaderName(stem + ".h");
  if (options.emit == "context") {
    emit::EmitOptions emitOptions;
    emitOptions.form = form;
    emitOptions.headerName = stem + ".h";
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
  llvm::SmallString<128> header(output);
  llvm::sys::path::replace_extension(header, ".h");
  const bool isShown = !options.emit.empty() || options.output == "-";
  if (!isShown &&
      !checkEmittedFiles(line.inputPath(), output, header.str().str(), line.diagnostics()))
    return kUserError;
  if (!line.emit(form))
    return kUserError;
  if (isShown) {
    out << line.text().source;
    return kFine;
  }
  // Both or none: a header without its source would be taken for a finished result.
  bool newHeader = !llvm::sys::fs::exists(header);
  if (!writeFileWhole(header, line.text().header, line.diagnostics()))
    return kUserError;
  if (!writeFileWhole(output, line.text().source, line.diagnostics())) {
    if (newHeader)
      llvm::sys::fs::remove(header);
    return kUserError;
  }
  if (!options.quiet)
    llvm::errs() << "wrote " << output << " and " << header << " (schedule " << line.plan().schedule
                 << ")\n";
  return kFine;
}

} // namespace stencilc::driver
