/// \file Main program of `stencilc-lift`, which `stencilc lift` starts: lifts a C file to a
/// .stencil program.
#include "lift/Lift.h"
#include "support/Colours.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace {

const char *const kHelp =
    "usage: stencilc lift FILE [-o NAME.stencil] [options] [-- compiler flags]\n"
    "\n"
    "Finds the stencil loops of a C or C++ file and writes them as a .stencil program that gives\n"
    "the same bits as the C program compiled with -ffp-contract=off.\n"
    "\n"
    "  -o, --output FILE    file for the program (default: standard output)\n"
    "  --function=NAME      the function to lift (default: the first with a loop over time)\n"
    "  --all                lift every function that has stencil loops, one program after the "
    "other\n"
    "  --assume-no-alias    assume that pointer parameters point to different memory, as if\n"
    "                       declared restrict\n"
    "  --leave-out=NAMES    functions, separated by commas, whose calls in the loop over time are\n"
    "                       left out: they must not change data of the loops\n"
    "  --check              run the C function and the lifted program on random data at odd "
    "sizes,\n"
    "                       on the interpreter and the CPU target, and compare all bytes\n"
    "  --cuda               write into a folder (-o FOLDER, default: NAME_lifted): the C file\n"
    "                       with its loops replaced by a call of the emitted CUDA library, this\n"
    "                       library, and a Makefile\n"
    "  --target=cpu         as --cuda, with a library for the CPU\n"
    "  --schedule=..., --machine=..., --arch=...\n"
    "                       for the library, as in 'stencilc --help'\n"
    "  --overwrite          replace files of the folder that have other contents\n"
    "  -h, --help           this text\n"
    "\n"
    "Examples:\n"
    "  stencilc lift jacobi.c | stencilc run -\n"
    "  stencilc lift heat.c --function=step -o heat.stencil -- -I include -DN=512\n"
    "  stencilc lift heat.c --check -- -DN=31\n"
    "  stencilc lift heat.c --cuda -o gpu && make -C gpu\n";

/// Returns the value of an option `--name=value` or `--name value` at index `at`, and moves `at` to
/// the last argument it used. Returns `nullopt` for other arguments.
std::optional<std::string> valueOf(llvm::ArrayRef<const char *> arguments, std::size_t &at,
                                   llvm::StringRef name) {
  llvm::StringRef argument = arguments[at];
  if (argument.consume_front(name)) {
    if (argument.consume_front("="))
      return argument.str();
    if (argument.empty() && at + 1 < arguments.size())
      return std::string(arguments[++at]);
  }
  return std::nullopt;
}

void addNames(llvm::StringRef list, std::vector<std::string> &names) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  list.split(parts, ',', -1, false);
  for (llvm::StringRef name : parts)
    names.push_back(name.trim().str());
}

/// Parses the value of the internal option --parts, which `stencilc` passes: `watch:FOLDER` or
/// `call:FOLDER`. Sets the purpose of the lift and the folder for its files. Returns false if the
/// value is invalid.
bool readParts(llvm::StringRef value, stencilc::lift::LiftRequest &request, std::string &folder) {
  const auto [kind, place] = value.split(':');
  request.purpose =
      kind == "watch" ? stencilc::lift::Purpose::Watch : stencilc::lift::Purpose::Replace;
  folder = place.str();
  return (kind == "watch" || kind == "call") && !place.empty();
}

bool writeFile(const std::string &path, const std::string &text, stencilc::Diagnostics &diags) {
  llvm::Error failure = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << text;
    return llvm::Error::success();
  });
  if (failure)
    diags.report(stencilc::diag::CannotWriteFile, path, llvm::toString(std::move(failure)));
  return diags.errors() == 0;
}

/// Writes the files of a lifted function into `folder`, and a list of their names into the file
/// `parts`. `isCall`: the loops are replaced by a call, so assumptions are reported. Returns false
/// after an error.
bool writeParts(const stencilc::lift::Lifted &lifted, bool isCall, const std::string &folder,
                stencilc::Diagnostics &diags) {
  std::string names = lifted.name + "\n";
  for (const auto &[name, text] : lifted.files) {
    if (!writeFile(folder + "/" + name, text, diags))
      return false;
    names += name + "\n";
  }
  for (const std::string &assumption : lifted.assumed)
    if (isCall)
      diags.report(stencilc::diag::LiftAssumed, assumption);
  if (isCall && !lifted.hasTimeLoop)
    diags.report(stencilc::diag::LiftEveryCall, lifted.function);
  return writeFile(folder + "/parts", names + (lifted.hasMain ? "main\n" : ""), diags);
}

int mistake(llvm::StringRef text) {
  llvm::errs() << "stencilc lift: error: " << text << "\nsee 'stencilc lift --help'\n";
  return 1;
}

/// The parsed command line of `stencilc-lift`.
struct Given {
  stencilc::lift::LiftRequest request;
  std::string output = "-", folder;
};

/// Parses the command line argument at index `at` and its value. Returns an error message, or an
/// empty string.
std::string take(llvm::ArrayRef<const char *> arguments, std::size_t &at, Given &given) {
  const llvm::StringRef argument = arguments[at];
  stencilc::lift::LiftRequest &request = given.request;
  if (const auto file = valueOf(arguments, at, "-o"))
    given.output = *file;
  else if (const auto file = valueOf(arguments, at, "--output"))
    given.output = *file;
  else if (const auto name = valueOf(arguments, at, "--function"))
    request.function = *name;
  else if (const auto parts = valueOf(arguments, at, "--parts")) {
    if (!readParts(*parts, request, given.folder))
      return "'--parts=" + *parts + "' is no kind of parts";
  } else if (argument == "--all")
    request.isAll = true;
  else if (argument == "--assume-no-alias")
    request.options.isNoAlias = true;
  else if (const auto names = valueOf(arguments, at, "--leave-out"))
    addNames(*names, request.options.leftOut);
  else if (argument.starts_with("-") && argument != "-")
    return "there is no option '" + argument.str() + "'";
  else if (request.file.empty())
    request.file = argument;
  else
    return "one file at a time; given are '" + request.file + "' and '" + argument.str() + "'";
  return "";
}

/// Parses the command line. Returns an exit code after help or an error, or `nullopt` to go on.
std::optional<int> readArguments(llvm::ArrayRef<const char *> arguments, Given &given) {
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const llvm::StringRef argument = arguments[at];
    if (argument == "--") {
      given.request.compilerFlags.assign(arguments.begin() + at + 1, arguments.end());
      break;
    }
    if (argument == "-h" || argument == "--help") {
      llvm::outs() << kHelp;
      return 0;
    }
    if (const std::string wrong = take(arguments, at, given); !wrong.empty())
      return mistake(wrong);
  }
  return std::nullopt;
}

} // namespace

int main(int argc, char **argv) {
  Given given;
  if (const auto code = readArguments(llvm::ArrayRef<const char *>(argv + 1, argc - 1), given))
    return *code;
  const stencilc::lift::LiftRequest &request = given.request;
  if (request.file.empty())
    return mistake("no file given");
  if (request.isAll && !given.folder.empty())
    return mistake("--all prints programs; check or replace one function at a time");
  llvm::SourceMgr sources;
  stencilc::Diagnostics diags(sources, llvm::errs(), stencilc::wantsColours());
  const auto lifted = stencilc::lift::liftFile(request, sources, diags);
  if (diags.errors() != 0 || lifted.empty())
    return 1;
  if (!given.folder.empty()) {
    const bool isCall = request.purpose == stencilc::lift::Purpose::Replace;
    return writeParts(lifted.front(), isCall, given.folder, diags) ? 0 : 1;
  }
  std::string text;
  for (const auto &part : lifted)
    text += part.text;
  return writeFile(given.output, text, diags) ? 0 : 1;
}
