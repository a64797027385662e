/// \file Names in emitted code.
#include "emit/Names.h"
#include "emit/ReservedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace stencilc::emit {

/// Characters of the source's names that emitted ones have; what follows is dropped.
static constexpr std::size_t kLongest = 64;

std::string legalIdentifier(llvm::StringRef wish) {
  std::string name;
  for (char c : wish) {
    if (name.size() == kLongest)
      break;
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

static std::string capitalised(llvm::StringRef name) {
  std::string text = legalIdentifier(name);
  text.front() = llvm::toUpper(text.front());
  return text;
}

/// All names the text makes of `name`.
static std::vector<std::string> derived(const Vocabulary::Affixes &affixes, llvm::StringRef name) {
  std::vector<std::string> all;
  for (const auto &[before, after] : affixes)
    all.push_back((before + name + after).str());
  return all;
}

bool Names::isTaken(llvm::StringRef name) const {
  // What everybody calls the interface stays as it is wherever that is possible.
  return isKeyword(name) || (isGlobal ? isSystemName(name) : isMacroLike(name)) ||
         (text && text->words.contains(name)) || (settled && settled->contains(name)) ||
         taken.contains(name);
}

void Names::settle() {
  assert(!settled && "names of a program settle once");
  settled = std::make_shared<const Vocabulary::Words>(std::exchange(taken, {}));
  ends.clear();
}

template <class IsFree>
std::string Names::firstFree(llvm::StringRef wish, llvm::StringRef hint, IsFree isFree) {
  std::string name = legalIdentifier(wish);
  if (isFree(name))
    return name;
  name = legalIdentifier(name + hint.str());
  if (!hint.empty() && isFree(name))
    return name;
  if (isMacroLike(name + "2")) // with any number
    name += "Name";
  for (int &number = tried.try_emplace(name, 2).first->second;; ++number)
    if (std::string numbered = name + std::to_string(number); isFree(numbered))
      return numbered;
}

std::string Names::claim(llvm::StringRef wish, llvm::StringRef hint) {
  if (isSurvey)
    return standIn(NameKind::Plain, standIns++);
  std::string name = firstFree(wish, hint, [&](llvm::StringRef n) { return !isTaken(n); });
  taken.insert(name);
  return name;
}

std::string Names::claimStem(llvm::StringRef wish, llvm::StringRef hint) {
  if (isSurvey)
    return standIn(NameKind::Stem, standIns++);
  std::string name = firstFree(wish, hint, [&](llvm::StringRef n) {
    return !isTaken(n) && llvm::none_of(derived(text->stems, n),
                                        [&](const std::string &other) { return isTaken(other); });
  });
  taken.insert(name);
  for (std::string &other : derived(text->stems, name))
    taken.insert(std::move(other));
  return name;
}

std::string Names::claimEnd(llvm::StringRef wish, llvm::StringRef hint) {
  if (isSurvey)
    return standIn(NameKind::End, standIns++);
  std::string end = firstFree(capitalised(wish), hint, [&](llvm::StringRef n) {
    return !ends.contains(n) && llvm::none_of(derived(text->ends, n), [&](const std::string &name) {
      return isTaken(name);
    });
  });
  ends.insert(end);
  for (std::string &name : derived(text->ends, end))
    taken.insert(std::move(name));
  return end;
}

/// There is one family of functions for each field and for each pass; passes over one field have
/// that field's.
void ProgramNames::nameFunctions(const ir::Program &program,
                                 const std::vector<analysis::Pass> &all) {
  for (const ir::FieldDecl &field : program.fields)
    capitals.push_back(scope.claimEnd(field.name, "Field"));
  for (const analysis::Pass &pass : all) {
    std::string joined;
    for (ir::StageId stage : pass.stages)
      joined += capitals[program.stages[stage].target.index];
    if (pass.stages.size() > 3)
      joined = "Pass" + std::to_string(passes.size() + 1);
    passes.push_back(pass.stages.size() == 1 ? joined : scope.claimEnd(joined, "Pass"));
  }
}

ProgramNames::ProgramNames(const ir::Program &declared, const Surroundings &around,
                           const std::vector<analysis::Pass> &passes, llvm::StringRef name)
    : around(around), scope(Names::ofCode(around)) {
  program = Names::ofInterface(around).claimStem(name.empty() ? declared.name : name, "Stencil");
  nameFunctions(declared, passes); // first: a field may be called like one of them
  for (const ir::FieldDecl &field : declared.fields)
    fields.push_back(scope.claimStem(field.name, "Field"));
  for (const char *wish : {"u", "c", "scalars"})
    if (uniforms.empty() && !scope.isTaken(wish))
      uniforms = wish;
  uniforms = scope.claim(uniforms.empty() ? "scalars" : uniforms);

  Names memberScope = Names::ofMembers(around);
  memberScope.claim("Uniforms"); // no member is called like its struct
  for (const ir::Uniform &uniform : declared.uniforms)
    members.push_back(memberScope.claim(uniform.name, "Value"));
  Names hostScope = Names::ofCode(around); // functions of the host see no fields
  for (const ir::ParamDecl &param : declared.params)
    parameters.push_back(hostScope.claim(param.name, "Value"));
  Names optionScope = Names::ofOptions(around);
  for (const std::string &axis : declared.axes)
    extents.push_back(optionScope.claim("n" + axis, "Extent"));
  scope.settle();
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
