/// \file Prints the summary at the end of `stencilc verify`.
#include "driver/verify/Summary.h"
#include "driver/Driver.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

namespace {

using Lines = std::vector<std::string>;
using LinesOf = Lines (*)(const Verified &);

void addOnce(Lines &lines, std::string line) {
  if (!llvm::is_contained(lines, line))
    lines.push_back(std::move(line));
}

/// Returns the name of a schedule. Unless all its targets had the same outcome (`agree`), the name
/// of the target is added: "stream on cpu".
std::string nameOf(const ScheduleOn &on, bool agree) {
  return agree ? on.schedule : on.schedule + " on " + plan::spelt(on.target);
}

Lines ranLine(const Verified &verified) {
  Lines names;
  for (const ScheduleOn &on : verified.ran) {
    const bool agree = llvm::none_of(verified.refused, [&](const Refusal &refusal) {
      return refusal.on.schedule == on.schedule;
    });
    addOnce(names, nameOf(on, agree));
  }
  return {"ran: " + (names.empty() ? "none" : llvm::join(names, ", "))};
}

Lines refusedLines(const Verified &verified) {
  Lines lines;
  for (const Refusal &refusal : verified.refused) {
    const std::string &schedule = refusal.on.schedule;
    const bool agree =
        llvm::none_of(verified.ran,
                      [&](const ScheduleOn &on) { return on.schedule == schedule; }) &&
        llvm::all_of(verified.refused, [&](const Refusal &other) {
          return other.on.schedule != schedule || other.reason == refusal.reason;
        });
    addOnce(lines, "refused: " + nameOf(refusal.on, agree) + " (" + refusal.reason + ")");
  }
  return lines;
}

bool areAlike(llvm::ArrayRef<Verified> some, LinesOf linesOf) {
  return llvm::all_of(some,
                      [&](const Verified &one) { return linesOf(one) == linesOf(some.front()); });
}

void printLines(const std::string &label, const Lines &lines, llvm::raw_ostream &out) {
  for (const std::string &line : lines)
    out << label << line << "\n";
}

/// Prints the lines that `linesOf` returns for a program in one precision. If all programs and
/// precisions in `all` have the same lines, prints these once. Otherwise lines begin with the
/// program's name, if there are several programs. They also begin with the precision, if the lines
/// of that program depend on it.
void printAgreeing(llvm::ArrayRef<Verified> all, LinesOf linesOf, llvm::raw_ostream &out) {
  if (areAlike(all, linesOf))
    return printLines("", linesOf(all.front()), out);
  const auto isFirst = [&](const Verified &one) { return one.program == all.front().program; };
  const bool several = !llvm::all_of(all, isFirst);
  while (!all.empty()) {
    const auto precisions = all.take_while(isFirst);
    const std::string label = several ? precisions.front().program + " " : "";
    if (areAlike(precisions, linesOf))
      printLines(label, linesOf(precisions.front()), out);
    else
      for (const Verified &one : precisions)
        printLines(label + one.precision + " ", linesOf(one), out);
    all = all.drop_front(precisions.size());
  }
}

/// Returns the sum of the member `count` over all programs and precisions.
template <typename Count> Count total(const std::vector<Verified> &all, Count Verified::*count) {
  Count sum = 0;
  for (const Verified &one : all)
    sum += one.*count;
  return sum;
}

llvm::json::Value verifiedJson(const Verified &verified) {
  llvm::json::Array ran, refused;
  for (const ScheduleOn &on : verified.ran)
    ran.push_back(
        llvm::json::Object{{"schedule", on.schedule}, {"target", plan::spelt(on.target)}});
  for (const Refusal &refusal : verified.refused)
    refused.push_back(llvm::json::Object{{"schedule", refusal.on.schedule},
                                         {"target", plan::spelt(refusal.on.target)},
                                         {"reason", refusal.reason}});
  return llvm::json::Object{{"program", verified.program},     {"precision", verified.precision},
                            {"ran", std::move(ran)},           {"refused", std::move(refused)},
                            {"arrays", verified.arrays},       {"reports", verified.reports},
                            {"different", verified.different}, {"unfinished", verified.unfinished},
                            {"inexact", verified.inexact}};
}

void printCounts(const std::vector<Verified> &all, llvm::raw_ostream &out) {
  out << counted(static_cast<std::int64_t>(total(all, &Verified::arrays)), "array");
  if (const std::size_t reports = total(all, &Verified::reports))
    out << " and " << counted(static_cast<std::int64_t>(reports), "report");
  const int unfinished = total(all, &Verified::unfinished);
  const char *const how = total(all, &Verified::different) ? "NOT all " : unfinished ? "" : "all ";
  out << " compared, " << how << "equal to the interpreter's, byte for byte";
  if (unfinished)
    out << "; nothing of " << unfinished << " that failed";
  out << "\n";
}

llvm::json::Value summaryJson(const std::vector<Verified> &all) {
  llvm::json::Array programs;
  for (const Verified &one : all)
    programs.push_back(verifiedJson(one));
  return llvm::json::Object{{"arrays", total(all, &Verified::arrays)},
                            {"reports", total(all, &Verified::reports)},
                            {"different", total(all, &Verified::different)},
                            {"unfinished", total(all, &Verified::unfinished)},
                            {"programs", std::move(programs)}};
}

} // namespace

/// Prints a note for programs whose results differ on a GPU because they call functions, such as
/// `exp`, that GPU and host round differently.
static void printInexact(const std::vector<Verified> &all, llvm::raw_ostream &out) {
  Lines lines;
  for (const Verified &one : all)
    if (!one.inexact.empty())
      addOnce(lines, "note: kernels of " + one.program + " call " + llvm::join(one.inexact, ", ") +
                         ", which GPU and host round differently, so last digits may differ on a "
                         "GPU; docs/reference/arithmetic.md has the tolerance of each function");
  printLines("", lines, out);
}

int concludeVerify(const Options &options, const std::vector<Verified> &all, int failures) {
  if (total(all, &Verified::arrays) == 0) {
    llvm::errs() << "stencilc: error: nothing was compared\n";
    return kUserError;
  }
  llvm::raw_ostream &out = llvm::outs();
  if (options.run.json) {
    out << llvm::formatv("{0}\n", summaryJson(all));
  } else {
    printAgreeing(all, ranLine, out);
    printAgreeing(all, refusedLines, out);
    printCounts(all, out);
    printInexact(all, out);
  }
  if (total(all, &Verified::unfinished))
    llvm::errs() << "stencilc: error: some cases could not be built or run, see above\n";
  return failures ? kUserError : kFine;
}

} // namespace stencilc::driver
