/// \file `stencilc lift FILE --check`: compares the results of a C function and of its lifted
/// program on the same data.
#include "driver/Driver.h"
#include "driver/build/Toolchain.h"
#include "driver/lift/LiftParts.h"
#include "driver/lift/LiftTable.h"
#include "driver/process/Process.h"
#include "library/OwnTool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace stencilc::driver {

namespace {

constexpr unsigned kSeconds = 300; // time limit of a program

/// A time level of a field in an .npy file: 0 is the newest level, 1 the one before.
struct LevelFile {
  std::string field;
  int age = 0;
};

/// Data of one run of the C program, from the list of files that it writes: grid size, parameters,
/// and fields before and after the loops.
struct CaseFiles {
  std::string size;
  std::vector<std::int64_t> extents;
  std::vector<std::string> parameters;
  std::vector<LevelFile> begins, made;
  std::int64_t most = -1, steps = 0;
};

/// The comparison of a C function with the stencil program that was lifted from it, on two sets of
/// random data.
class Check {
public:
  Check(const LiftArguments &arguments, const LiftParts &parts, const WorkFolder &work,
        Diagnostics &diags)
      : arguments(arguments), parts(parts), work(work), diags(diags) {}

  int run() {
    if (!compileC())
      return 1;
    // First positive random numbers, then numbers of both signs. Sizes and steps differ as well if
    // the C file allows it.
    for (int number = 1; number <= 2; ++number)
      if (!runCase(number))
        return 1;
    if (differences == 0 && !hasVariety) {
      diags.report(diag::LiftNotRun, "its results do not vary, so a comparison proves nothing");
      return 1;
    }
    if (differences != 0) {
      diags.report(diag::LiftDiffers, parts.name);
      return 1;
    }
    llvm::outs() << "equal bytes: " << cells << " cells\n";
    return 0;
  }

private:
  /// Compiles the C program with AddressSanitizer, which finds accesses outside of arrays. Returns
  /// false after a reported error.
  bool compileC() {
    const std::string compiler = findCompilerFor(arguments.file, diags);
    const std::string runtime = findRuntime("");
    if (runtime.empty())
      diags.report(diag::RuntimeNotFound);
    if (compiler.empty() || runtime.empty())
      return false;
    std::vector<std::string> command{compiler,
                                     "-O1",
                                     "-w",
                                     "-ffp-contract=off",
                                     "-fsanitize=address",
                                     "-I" + runtime,
                                     "-I" + work.path(),
                                     "-iquote",
                                     folderOf(arguments.file)};
    command.insert(command.end(), arguments.compilerFlags.begin(), arguments.compilerFlags.end());
    command.insert(command.end(), {work.file(isCpp(arguments.file) ? "checked.cpp" : "checked.c"),
                                   "-o", work.file("checked"), "-lm"});
    BuildRequest request;
    request.quiet = true;
    return compile(command, request, work, diags);
  }

  /// Runs the C program on set `number` (1 or 2) of random data. Returns false after a reported
  /// error.
  bool runC(int number) {
    std::string said, error;
    ProcessRequest process;
    process.command = {work.file("checked")};
    process.said = &said;
    process.seconds = kSeconds;
    process.environment = {"STENCILC_LIFTED_FOLDER=" + work.path(),
                           "STENCILC_LIFTED_SEED=" + std::to_string(number),
                           std::string("STENCILC_LIFTED_SIGNS=") + (number == 2 ? "1" : "0"),
                           "ASAN_OPTIONS=detect_leaks=0"};
    const int code = runProcess(process, error);
    if (code == 0)
      return true;
    llvm::errs() << said;
    diags
        .report(diag::LiftNotRun,
                code == 3 ? "the call never reached them"
                          : (error.empty() ? "exit code " + std::to_string(code) : error))
        .note({}, diag::Hint,
              code == 3 ? "choose the function with --function=NAME, or define with -D after '--' "
                          "the values with which it reaches the loops"
                        : "its output is above; the arrays have exactly the cells that the lifted "
                          "loops use");
    return false;
  }

  /// Reads into `files` the list that the C program has written: grid size, parameters, numbers of
  /// steps, and fields in files. For example, `made u 1` is field u after the loops, at the time
  /// level before the newest. Returns false if the list is incomplete.
  bool readList(CaseFiles &files) const {
    const auto list = llvm::MemoryBuffer::getFile(work.file("list"));
    if (!list)
      return false;
    llvm::SmallVector<llvm::StringRef, 32> lines;
    (*list)->getBuffer().split(lines, '\n', -1, false);
    return llvm::all_of(lines, [&](llvm::StringRef line) { return readLine(line, files); }) &&
           !files.extents.empty();
  }

  /// Parses one line of the list of files that the C program has written, and adds its data to
  /// `files`. Returns false if the line has text in place of a whole number.
  static bool readLine(llvm::StringRef line, CaseFiles &files) {
    llvm::SmallVector<llvm::StringRef, 4> words;
    line.split(words, ' ', -1, false);
    int age = 0;
    if (words.size() == 3 && words[0] == "param") {
      files.parameters.push_back((words[1] + "=" + words[2]).str());
      return true;
    }
    if (words.size() == 3 && !words[2].getAsInteger(10, age)) {
      (words[0] == "init" ? files.begins : files.made).push_back({words[1].str(), age});
      return true;
    }
    if (words[0] != "size")
      return !words[1].getAsInteger(10, words[0] == "most" ? files.most : files.steps);
    files.size = words[1].str();
    return llvm::all_of(llvm::split(words[1], ','), [&](llvm::StringRef number) {
      return !number.getAsInteger(10, files.extents.emplace_back());
    });
  }

  /// Returns the path of the .npy file for a time level. `kind` is "init" (before the C loops),
  /// "made" (after them), or the target on which the lifted program ran.
  std::string npy(const char *kind, const LevelFile &level) const {
    return work.file(level.field + "." + kind + "." + std::to_string(level.age) + ".npy");
  }

  /// Runs the lifted program on `target`: "interpreter" or "cpu". The program computes `age` time
  /// steps fewer than the C program did. Its newest values are then those that the C program holds
  /// `age` time levels back. Returns false after a reported error.
  bool runStencil(const CaseFiles &files, const std::string &target, int age) {
    std::int64_t steps = files.steps - age;
    if (age == 0 && files.most >= 0) // a stop rule of the program must end it
      steps = files.most;
    std::vector<std::string> command{library::ownTool(),
                                     "run",
                                     "--silent",
                                     "--no-trial",
                                     "--target=" + target,
                                     "--size=" + files.size,
                                     "--steps=" + std::to_string(steps),
                                     work.file(parts.name + ".stencil")};
    for (const LevelFile &level : files.begins) {
      const std::string past = level.age ? "[t-" + std::to_string(level.age) + "]" : "";
      command.insert(command.end(), {"--init", level.field + past + "=" + npy("init", level)});
    }
    for (const LevelFile &level : files.made)
      if (level.age == age)
        command.insert(command.end(), {"--out", level.field + "=" + npy(target.c_str(), level)});
    for (const std::string &parameter : files.parameters)
      command.insert(command.end(), {"--param", parameter});
    std::string said, error;
    ProcessRequest process;
    process.command = command;
    process.said = &said;
    process.seconds = kSeconds;
    const int code = runProcess(process, error);
    if (code == 0)
      return true;
    llvm::errs() << said;
    diags.report(diag::ProgramDied, "stencilc run", error);
    return false;
  }

  /// Runs the C program and the lifted program on set `number` (1 or 2) of random data and compares
  /// all results. Returns false after a reported error.
  bool runCase(int number) {
    if (!runC(number))
      return false;
    CaseFiles files;
    if (!readList(files) || files.steps < 1) {
      diags.report(diag::LiftNotRun, "it did no step");
      return false;
    }
    llvm::outs() << llvm::join(llvm::split(files.size, ','), " x ") << " cells, " << files.steps
                 << (files.steps == 1 ? " step" : " steps") << ", numbers from "
                 << (number == 1 ? "0.25 to 1.25" : "-1 to 1") << "\n";
    int oldest = 0;
    for (const LevelFile &level : files.made)
      oldest = std::max(oldest, level.age);
    for (const char *target : {"interpreter", "cpu"})
      for (int age = 0; age <= oldest; ++age)
        if (!runStencil(files, target, age))
          return false;
    for (const LevelFile &level : files.made)
      for (const char *target : {"interpreter", "cpu"})
        if (!compare(files, level, target))
          return false;
    llvm::outs().flush(); // before what is said on standard error
    return true;
  }

  /// Compares one time level of a field, as the C program computed it, with the result of the
  /// lifted program on `target`, and prints the outcome. Returns true even if values differ:
  /// `differences` counts them. Returns false, after a reported error, if a file cannot be read or
  /// has another shape than `files` says.
  bool compare(const CaseFiles &files, const LevelFile &level, const char *target) {
    const std::string name =
        level.field + "[t" + (level.age ? "-" + std::to_string(level.age) : "") + "]";
    const auto found = compareCells(npy("made", level), npy(target, level), files.extents);
    if (!found) {
      diags.report(diag::CannotReadFile, npy(target, level), "it has another shape than the array");
      return false;
    }
    cells += found->cells;
    differences += found->different;
    hasVariety |= found->hasVariety;
    llvm::outs() << "  " << llvm::left_justify(name, 16) << llvm::left_justify(target, 12)
                 << llvm::format("%8zu cells  ", found->cells);
    if (found->different)
      llvm::outs() << "DIFFERENT in " << found->different << ", first at " << found->first;
    else
      llvm::outs() << "equal";
    if (found->notNumbers)
      llvm::outs() << " (" << found->notNumbers << " are no numbers in both)";
    llvm::outs() << "\n";
    return true;
  }

  const LiftArguments &arguments;
  const LiftParts &parts;
  const WorkFolder &work;
  Diagnostics &diags;
  std::size_t cells = 0, differences = 0;
  bool hasVariety = false;
};

} // namespace

int checkLifted(const LiftArguments &arguments, Diagnostics &diags) {
  const WorkFolder work;
  if (!work.isThere(diags))
    return 1;
  int code = 0;
  const auto parts = makeLiftParts(arguments, "watch", work, code, diags);
  return parts ? Check(arguments, *parts, work, diags).run() : code;
}

} // namespace stencilc::driver
