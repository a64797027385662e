/// \file Names in emitted code.
#include "emit/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace stencilc::emit {

bool isKeyword(llvm::StringRef name) {
  static const llvm::StringSet<> keywords = {
      // C++20 and C
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
      "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "compl", "concept",
      "const", "consteval", "constexpr", "constinit", "const_cast", "continue", "co_await",
      "co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast",
      "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
      "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
      "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
      "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static",
      "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
      "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned",
      "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // macros of the standard headers and of compilers
      "assert", "errno", "stdin", "stdout", "stderr", "linux", "unix", "i386", "major", "minor",
      "makedev", "NULL", "EOF", "NAN", "INFINITY", "HUGE", "OVERFLOW", "UNDERFLOW", "DOMAIN",
      "SING", "PLOSS", "TLOSS", "BUFSIZ", "RAND_MAX", "I", "signbit", "isnan", "isinf", "isfinite",
      "isnormal", "fpclassify", "offsetof", "va_start", "va_arg", "va_end", "va_copy"};
  return keywords.contains(name) || name.starts_with("M_") || name.starts_with("STENCILC_") ||
         name.starts_with("CUDA_");
}

/// Names that mean something else in emitted code: the runtime's, CUDA's, the templates' own.
static const char *const codeNames[] = {
    // namespaces, the runtime and the fixed parts of each file
    "std", "stencilc", "main", "Grid", "View", "Step", "Uniforms", "Instance", "Scalar", "uniforms",
    "initialValue", "olderValue", "olderInits", "age", "fields", "parameters", "description",
    "step", "load", "store", "storeRow", "fill", "copy", "ceilDiv", "random01", "programMain",
    "size_t", "int64_t", "uint64_t", "options", "simulation", "message",
    // what reports and rules use
    "check", "values", "width", "compute", "partials", "reduced", "report", "rule",
    // functions in expressions
    "fma", "min", "max", "abs", "sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "pow",
    "overLargeRoot", "overRoot",
    // CUDA
    "dim3", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "uint", "ushort", "ulong",
    // variables of the templates
    "g", "x", "y", "z", "i", "dx", "dy", "dz", "N", "cells", "block", "blocks", "update", "inside",
    "kept", "rim", "updated", "next", "field", "out", "index", "kCells", "kPlanes", "kWhole",
    "xBegin", "xEnd", "yBegin", "yEnd", "zBegin", "zEnd", "xBlock", "yBlock", "rows", "kRows",
    "kAhead", "kTileX", "kTileY", "xTile", "yTile", "shared", "planes", "plane", "thread", "count",
    "fetch", "slot", "row", "cell", "j", "left", "low", "tile", "part", "piece", "layer", "to",
    "from", "newest", "ahead", "numbers", "Numbers", "kNumbers", "isWhole", "above", "alongX",
    "alongY", "before", "begin", "below", "blocksAtOnce", "bottom", "chunk", "chunks", "chunksHere",
    "clock", "Clock", "Shared", "Tile", "Waiting", "column", "columns", "end", "endTasks", "ends",
    "faces", "first", "firstStep", "inner", "innerTiles", "insideBegin", "insideEnd", "isEdge",
    "isEnd", "isFlush", "isInside", "isLast", "isNeeded", "isStored", "lane", "last", "lastStep",
    "level", "moving", "n", "now", "order", "own", "ownRows", "place", "plain", "planeBegin",
    "planeEnd", "put", "rowAt", "rowOf", "rowOfTiles", "rowsOfTiles", "s", "stays", "storedBegin",
    "storedEnd", "storedCell", "storedRows", "swept", "sweepChunk", "t", "task", "team",
    "tensorBegin", "tensorEnd", "tiles", "until", "value", "waiting", "warp", "wavefront", "fused",
    "fetchOwn", "leaveRim", "xCell", "xFirst", "xHere", "yHere", "xPiece", "y0", "yCell", "yFirst",
    "yPiece", "zTile", "advance", "advanceOnce", "advanceTwice", "planeSlot", "range", "streamed"};

std::string legalIdentifier(llvm::StringRef wish) {
  std::string name;
  for (char c : wish) {
    const bool legal = llvm::isAlnum(c);
    if (legal)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(0, "v");
  return name;
}

/// Whether `tail` is what emitted code appends to a stem: `next`, `prev2`, `zm1`, `prev_ym1zp2`.
static bool isDerivedTail(llvm::StringRef tail) {
  static const llvm::StringSet<> fixed = {"next",  "prev", "c",    "new", "row",
                                          "ahead", "kept", "rim",  "to",  "updated",
                                          "here",  "at",   "ring", "map", "whole"};
  llvm::SmallVector<llvm::StringRef, 4> parts;
  tail.split(parts, '_');
  return llvm::all_of(parts, [&](llvm::StringRef part) {
    if (fixed.contains(part))
      return true;
    if (part.consume_front("prev"))
      return !part.empty() && llvm::all_of(part, llvm::isDigit);
    const bool hasPieces = !part.empty();
    while (!part.empty()) { // axis, m or p, number
      if (part.size() < 3 || part[0] < 'x' || part[0] > 'z' || (part[1] != 'm' && part[1] != 'p') ||
          !llvm::isDigit(part[2]))
        return false;
      part = part.drop_front(2).drop_while(llvm::isDigit);
    }
    return hasPieces;
  });
}

static bool isDerived(llvm::StringRef name, llvm::StringRef stem) {
  return name.consume_front(stem) && name.consume_front("_") && isDerivedTail(name);
}

Names Names::ofCode() {
  Names names;
  names.taken.insert(std::begin(codeNames), std::end(codeNames));
  return names;
}

bool Names::isTaken(llvm::StringRef name) const {
  return isKeyword(name) || taken.count(name) ||
         llvm::any_of(stems, [&](const std::string &stem) { return isDerived(name, stem); });
}

bool Names::isFreeStem(llvm::StringRef name) const {
  return !isTaken(name) &&
         llvm::none_of(taken, [&](const std::string &other) { return isDerived(other, name); });
}

template <class IsFree>
static std::string firstFree(llvm::StringRef wish, llvm::StringRef hint, IsFree isFree) {
  const std::string name = legalIdentifier(wish);
  if (isFree(name))
    return name;
  const std::string longer = legalIdentifier(name + hint.str());
  if (isFree(longer))
    return longer;
  for (int number = 2;; ++number)
    if (std::string numbered = longer + std::to_string(number); isFree(numbered))
      return numbered;
}

std::string Names::claim(llvm::StringRef wish, llvm::StringRef hint) {
  std::string name = firstFree(wish, hint, [&](llvm::StringRef n) { return !isTaken(n); });
  taken.insert(name);
  return name;
}

std::string Names::claimStem(llvm::StringRef wish, llvm::StringRef hint) {
  std::string name = firstFree(wish, hint, [&](llvm::StringRef n) { return isFreeStem(n); });
  taken.insert(name);
  stems.push_back(name);
  return name;
}

static std::string capitalised(llvm::StringRef name) {
  std::string text = legalIdentifier(name);
  text.front() = llvm::toUpper(text.front());
  return text;
}

ProgramNames::ProgramNames(const ir::Program &declared) {
  program = Names::ofMembers().claim(declared.name, "Stencil");
  // Functions first: there is one family for each field, and a field may be called like one of
  // them.
  Names ends = Names::ofMembers();
  for (const ir::FieldDecl &field : declared.fields) {
    capitals.push_back(ends.claim(capitalised(field.name), "Field"));
    for (const char *start : {"read", "load", "step", "sweep", "edge", "fetch", "face", "patch",
                              "beyond", "kCells", "kPlanes", "kRows"})
      scope.claim(start + capitals.back());
  }
  const auto claimCheck = [&](std::int64_t every) {
    for (const char *start : {"reduceEvery", "checkEvery"})
      if (const std::string name = start + std::to_string(every); !scope.isTaken(name))
        scope.claim(name);
  };
  for (const ir::Report &report : declared.reports)
    claimCheck(report.every);
  for (const ir::Rule &rule : declared.rules)
    claimCheck(rule.every);
  for (const ir::FieldDecl &field : declared.fields)
    fields.push_back(scope.claimStem(field.name, "Field"));
  for (const char *wish : {"u", "c", "scalars"})
    if (uniforms.empty() && !scope.isTaken(wish))
      uniforms = wish;
  uniforms = scope.claim(uniforms.empty() ? "scalars" : uniforms);

  Names memberScope = Names::ofMembers();
  for (const ir::Uniform &uniform : declared.uniforms)
    members.push_back(memberScope.claim(uniform.name, "Value"));
  Names hostScope = Names::ofCode(); // functions of the host see no fields
  for (const ir::ParamDecl &param : declared.params)
    parameters.push_back(hostScope.claim(param.name, "Value"));
  Names optionScope = Names::ofMembers();
  optionScope.claim("memory");
  optionScope.claim("memory_bytes");
  optionScope.claim("row_pitch");
  for (const std::string &axis : declared.axes)
    extents.push_back(optionScope.claim("n" + axis, "Extent"));
}

std::string ProgramNames::view(ir::FieldId field, int level) const {
  const std::string &stem = fields[field.index];
  if (level == 0)
    return stem;
  if (level > 0)
    return stem + "_next";
  return stem + "_prev" + (level < -1 ? std::to_string(-level) : "");
}

} // namespace stencilc::emit
