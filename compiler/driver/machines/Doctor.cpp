/// \file `stencilc doctor`: prints which parts of the tool work on this machine, and how to repair
/// the others.
#include "driver/Driver.h"
#include "driver/machines/ToolchainChecks.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

namespace stencilc::driver {

namespace {

/// The word and the colour that show the result of one check of `stencilc doctor`.
struct MarkStyle {
  const char *text;
  llvm::raw_ostream::Colors colour;
};

MarkStyle styleOf(CheckResult::Mark mark) {
  switch (mark) {
  case CheckResult::Ok:
    return {"ok", llvm::raw_ostream::GREEN};
  case CheckResult::Missing:
    return {"missing", llvm::raw_ostream::YELLOW};
  case CheckResult::Broken:
    return {"broken", llvm::raw_ostream::RED};
  }
  llvm_unreachable("mark without a style");
}

void print(const ToolchainChecks &equipment, llvm::raw_ostream &out) {
  const char *noColor = std::getenv("NO_COLOR");
  out.enable_colors((!noColor || !*noColor) && llvm::sys::Process::StandardOutHasColors());
  for (const CheckResult &finding : equipment.findings) {
    const MarkStyle style = styleOf(finding.mark);
    out.changeColor(style.colour) << llvm::left_justify(style.text, 8);
    out.resetColor() << llvm::left_justify(finding.thing, 14) << finding.text;
    if (!finding.advice.empty())
      out << "; " << finding.advice;
    out << "\n";
  }
  const auto target = [&](const char *name, bool works, const std::string &text) {
    out << name << (works ? "yes, " : "no, ") << text << "\n";
  };
  out << "\n";
  target("programs on the CPU: ", equipment.runsOnCpu, equipment.cpuText);
  target("programs on a GPU:   ", equipment.runsOnCuda, equipment.cudaText);
}

llvm::json::Value toJson(const ToolchainChecks &equipment) {
  llvm::json::Array findings;
  for (const CheckResult &finding : equipment.findings) {
    llvm::json::Object one{{"thing", finding.thing},
                           {"mark", styleOf(finding.mark).text},
                           {"text", llvm::json::fixUTF8(finding.text)}};
    if (!finding.advice.empty())
      one["advice"] = finding.advice;
    findings.push_back(std::move(one));
  }
  const auto target = [](bool works, const std::string &text) {
    return llvm::json::Object{{"works", works}, {"text", llvm::json::fixUTF8(text)}};
  };
  return llvm::json::Object{{"findings", std::move(findings)},
                            {"cpu", target(equipment.runsOnCpu, equipment.cpuText)},
                            {"cuda", target(equipment.runsOnCuda, equipment.cudaText)}};
}

} // namespace

int doctorCommand(const Options &options) {
  const ToolchainChecks equipment = checkToolchain(options);
  if (options.run.json)
    llvm::outs() << toJson(equipment) << "\n";
  else
    print(equipment, llvm::outs());
  return equipment.runsOnCpu ? kFine : kUserError;
}

} // namespace stencilc::driver
