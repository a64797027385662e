/// \file `stencilc new NAME`: makes a folder with a program and a notebook to begin with.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/cli/CompletionScripts.h"
#include "driver/new/Examples.h"
#include "driver/new/NewFolder.h"
#include "driver/new/NewProgram.h"
#include "driver/new/Notebook.h"
#include "driver/process/Interrupt.h"
#include "support/Colours.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

namespace path = llvm::sys::path;

namespace {

int refuse(const llvm::Twine &why) {
  llvm::errs() << "stencilc: error: " << why << "\n";
  return kUserError;
}

/// Prints every example with the first sentence of its comment, folder by folder.
int listExamples() {
  const std::vector<Example> examples = allExamples();
  if (examples.empty())
    return refuse("the examples are not installed with this tool");
  std::size_t width = 0;
  for (const Example &example : examples)
    width = std::max(width, example.name.size());
  std::string folder;
  for (const Example &example : examples) {
    if (example.folder != folder)
      llvm::outs() << (folder.empty() ? "" : "\n") << example.folder << "\n";
    folder = example.folder;
    const auto text = llvm::MemoryBuffer::getFile(example.path, /*IsText=*/true);
    const std::string about = text ? firstSentence((*text)->getBuffer()) : "";
    llvm::outs() << "  " << llvm::left_justify(example.name, width) << "  " << about << "\n";
  }
  return kFine;
}

/// Prints that there is no example `wanted`, with the most similar name and the list of all names.
int refuseExample(llvm::StringRef wanted, const std::vector<Example> &examples) {
  if (examples.empty())
    return refuse("the examples are not installed with this tool");
  std::vector<llvm::StringRef> names;
  for (const Example &example : examples)
    names.push_back(example.name);
  llvm::sort(names);
  const llvm::StringRef nearest = nearestName(path::stem(wanted), names);
  const std::string advice = nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
  refuse("there is no example '" + wanted + "'" + advice);
  llvm::errs() << "examples are " << llvm::join(names, ", ")
               << "; 'stencilc new --list' describes them\n";
  return kUserError;
}

/// Returns `name` for a shell, in quotes if it has other characters than those of plain paths.
std::string forShell(const std::string &name) {
  const auto isPlain = [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_-./").contains(c);
  };
  return llvm::all_of(name, isPlain) ? name : inSingleQuotes(name);
}

/// Prints the files that were written, and what to do next.
void printNext(const std::string &folder, const std::string &name,
               const std::vector<std::string> &files) {
  for (const std::string &file : files)
    llvm::outs() << "wrote " << folder << "/" << file << "\n";
  llvm::outs() << "\nIn a terminal:\n"
               << "  cd " << forShell(folder) << "\n"
               << "  stencilc run " << name << ".stencil --picture " << name << ".png\n"
               << "In Python:\n"
               << "  pip install 'stencilc[notebook]'\n"
               << "  jupyter lab " << name << ".ipynb\n";
}

/// Returns the notebook for `program`, which will have the path `file`. Returns `nullopt` after a
/// reported error, such as a name that the program uses for something else.
std::optional<std::string> checkedNotebook(const Options &options, const NewProgram &program,
                                           const std::string &file) {
  Pipeline pipeline(options);
  if (!pipeline.readText(file, program.text) || !pipeline.parse() || !pipeline.analyze())
    return std::nullopt;
  return notebookOf(pipeline.program(), path::stem(file), pipeline.diagnostics());
}

/// Makes the folder with the program, its data files and the notebook: all of them or nothing.
int write(const Options &options, const std::string &folder, const NewProgram &program,
          Diagnostics &diags) {
  const std::string name = path::filename(folder).str();
  const auto notebook = checkedNotebook(options, program, folder + "/" + name + ".stencil");
  if (!notebook)
    return kUserError;
  const Interruptible interruptible; // a signal comes before or after all files
  NewFolder made(folder);
  if (const std::string why = made.make(); !why.empty())
    return refuse(why);
  std::vector<std::string> files;
  const auto add = [&](const std::string &file, llvm::StringRef text) {
    files.push_back(file);
    return made.add(file, text, diags);
  };
  if (!add(name + ".stencil", program.text) || !add(name + ".ipynb", *notebook))
    return kUserError;
  for (const auto &[file, from] : program.files) {
    const auto data = llvm::MemoryBuffer::getFile(from);
    if (!data) {
      diags.report(diag::CannotReadFile, from, data.getError().message());
      return kUserError;
    }
    if (!add(file, (*data)->getBuffer()))
      return kUserError;
  }
  made.keep();
  if (!options.run.quiet)
    printNext(folder, name, files);
  return kFine;
}

} // namespace

int newCommand(const Options &options) {
  const NewOptions &asked = options.fresh;
  if (asked.list)
    return listExamples();
  const std::string folder = llvm::StringRef(asked.folder).rtrim('/').str();
  const llvm::StringRef name = path::filename(folder);
  if (asked.folder.empty())
    return refuse("a name is needed, as in 'stencilc new heat'");
  if (!isProgramName(name)) {
    llvm::SmallString<128> better(path::parent_path(folder));
    path::append(better, similarName(name));
    return refuse("'" + name +
                  "' cannot name a program; use letters, digits and underscores, begin with no "
                  "digit, and take no keyword, for example '" +
                  better + "'");
  }
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs(), wantsColours());
  if (asked.from.empty()) {
    const auto program = firstProgram(name, diags);
    return program ? write(options, folder, *program, diags) : kOurError;
  }
  const std::vector<Example> examples = allExamples();
  const Example *example = findExample(examples, asked.from);
  if (!example)
    return refuseExample(asked.from, examples);
  const auto program = programFrom(example->path, name, diags);
  return program ? write(options, folder, *program, diags) : kUserError;
}

} // namespace stencilc::driver
