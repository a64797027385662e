/// \file Reader of files of shares (numbers of the cost model that were fitted to measured runs),
/// and the files that are compiled into stencilc.
#include "machine/Shares.h"
#include "machine/JsonFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::machine {

static constexpr std::int64_t kVersion = 1;
/// Name of the machine whose shares (fitted numbers of the cost model) are used for machines
/// without a file of shares.
static constexpr std::string_view kDefault = "h200";

std::string FittedShares::text() const {
  return llvm::formatv("fitted on {0}, {1}: median error {2:P1} of {3} programs", machine, date,
                       error, programs)
      .str();
}

/// Returns the number `name` of the JSON object `section`, which is a member of the object
/// `shares`. They are part of a file of shares (fitted numbers of the cost model). Records an error
/// in `reader` and returns 0 if the number is missing, or not from `least` to `most`.
static double numberOf(JsonReader &reader, const JsonSection &shares, llvm::StringRef section,
                       llvm::StringRef name, double least, double most) {
  const std::optional<JsonSection> in = reader.section(shares, section);
  return in ? reader.between(*in, name, least, most) : 0;
}

llvm::Expected<FittedShares> readShares(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = parseJsonFile(text, "stencilc-shares");
  if (!value)
    return value.takeError();
  JsonReader reader(text);
  const JsonSection top{value->getAsObject(), "", 0};
  reader.version(top, kVersion);
  FittedShares fitted;
  fitted.machine = reader.word(top, "machine");
  fitted.date = reader.word(top, "date");
  fitted.programs = reader.whole(top, "programs");
  fitted.error = reader.between(top, "median_error", 0, 1e3);
  if (const auto shares = reader.section(top, "shares")) {
#define SHARE(SECTION, MEMBER, NAME, LEAST, MOST)                                                  \
  fitted.shares.SECTION.MEMBER = numberOf(reader, *shares, #SECTION, NAME, LEAST, MOST);
#include "machine/Shares.def"
#undef SHARE
  }
  if (reader.failed())
    return reader.takeError();
  return fitted;
}

/// Returns the contents of all files of shares (fitted numbers of the cost model) that are built
/// into stencilc, with the names of the files. Parses the files on the first call. Invalid files
/// would end the program, so a unit test checks them.
static const std::vector<std::pair<std::string_view, FittedShares>> &allShares() {
  static const auto all = [] {
    std::vector<std::pair<std::string_view, FittedShares>> list;
    for (const EmbeddedShares &embedded : embeddedShares())
      list.emplace_back(embedded.name, llvm::cantFail(readShares(embedded.text)));
    return list;
  }();
  return all;
}

const FittedShares *findShares(llvm::StringRef machine) {
  for (const auto &[name, fitted] : allShares())
    if (fitted.machine == machine)
      return &fitted;
  return nullptr;
}

const FittedShares &defaultShares() {
  return llvm::find_if(allShares(), [](const auto &one) { return one.first == kDefault; })->second;
}

} // namespace stencilc::machine
