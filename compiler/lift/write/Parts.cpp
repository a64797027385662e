/// \file Assembles the generated files: the edited C file, headers that describe the step, and a
/// `main` for `--check`.
#include "lift/write/Parts.h"
#include "lift/write/CheckDriver.h"
#include "lift/write/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::lift {

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::string guarded(const Marshalling &hand, llvm::StringRef kind, const std::string &body) {
  const std::string guard = llvm::StringRef(hand.name + "_" + kind.str()).upper() + "_H";
  return "/* " + hand.source + ", as stencil '" + hand.name +
         "': written by stencilc lift. Plain C. */\n#ifndef " + guard + "\n#define " + guard +
         "\n" + body + "\n#endif\n";
}

/// Returns the text of the generated header. It has the C function that replaces the loops by a run
/// of the compiled stencil.
std::string callHeader(const Marshalling &hand) {
  std::string arguments = argumentList(hand, true);
  arguments = arguments == "void" ? "long steps" : arguments + ", long steps";
  std::string passed;
  for (const Argument &argument : hand.arguments)
    passed += (passed.empty() ? "" : ", ") + argument.name;
  const std::string rule =
      hand.hasRule ? hand.name + "_liftedStopped, " + hand.name + "_liftedDone" : "NULL, NULL";
  return guarded(
      hand, "call",
      "#include \"" + hand.name + ".h\"\n#include <stencilc/lifted/DropIn.h>\n\n" +
          "LIFTED_LIBRARY(" + hand.name + ", " + std::to_string(hand.rank) + ")\n" +
          (hand.hasRule ? "LIFTED_RULES(" + hand.name + ")\n" : "") +
          "\n/* What the loops work on. */\n" + describeStep(hand) +
          "\n/* Does what the loops do; returns the number of steps done. An instance is "
          "kept for the next call. */\nstatic long " +
          hand.name + "_call(" + arguments + ") {\n" +
          "  static LiftedKept kept;\n"
          "  const LiftedLibrary library = {LIFTED_CALLS(" +
          hand.name + "), " + rule + "};\n  LiftedStep step = " + hand.name + "_step(" + passed +
          ");\n  return (long)liftedLoops(&step, &library, &kept, steps);\n}\n");
}

std::string watchHeader(const Marshalling &hand) {
  return guarded(hand, "watch",
                 "#include <stencilc/lifted/Check.h>\n\n" + describeStep(hand) + "\nstatic long " +
                     hand.name + "_count;\n");
}

} // namespace

std::optional<Files> makeParts(const LiftedStep &lifted, const LiftRequest &request,
                               clang::ASTContext &context, const Sources &sources,
                               Diagnostics &diags) {
  const auto hand = findMarshalling(lifted, context, sources, diags);
  if (!hand)
    return std::nullopt;
  Files files{{hand->name + ".stencil", lifted.written.text}};
  const std::string suffix = context.getLangOpts().CPlusPlus ? ".cpp" : ".c";
  if (request.purpose == Purpose::Replace) {
    const auto text = replaceLoops(lifted, *hand, context, sources, diags);
    if (!text)
      return std::nullopt;
    files.push_back({hand->name + "_call.h", callHeader(*hand)});
    files.push_back({llvm::sys::path::filename(request.file).str(), *text});
    return files;
  }
  const auto text = watchLoops(lifted, *hand, context, sources, diags);
  const auto driver = text ? checkDriver(lifted, context, sources, diags) : std::nullopt;
  if (!driver)
    return std::nullopt;
  llvm::SmallString<128> path(request.file);
  (void)llvm::sys::fs::make_absolute(path); // on failure the path stays relative
  files.push_back({hand->name + "_watch.h", watchHeader(*hand)});
  files.push_back({"checked" + suffix, "#define main lifted_main\n#line 1 \"" + path.str().str() +
                                           "\"\n" + *text + "\n#undef main\n" + *driver});
  return files;
}

} // namespace stencilc::lift
