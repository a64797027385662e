/// \file Chooses names in emitted code that are legal in C++ and CUDA and unique in their scope.
#include "emit/names/Names.h"
#include "emit/Spelling.h"
#include "emit/names/ReservedNames.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace stencilc::emit {

// --- one scope ----------------------------------------------------------------------------------

/// Maximum length of a name, in characters. Longer names are cut.
static constexpr std::size_t kLongest = 64;

std::string legalIdentifier(llvm::StringRef hint) {
  std::string name;
  for (char c : hint) {
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
  return isOfCuda(name) ? "v_" + name : name;
}

Names Names::ofInterface(Words own) {
  Names names(std::move(own));
  names.isGlobal = true;
  return names;
}

bool Names::isTaken(llvm::StringRef name) const {
  // The interface avoids fewer names, so that its names stay as users expect them.
  return isKeyword(name) || (isGlobal ? isSystemName(name) : isMacroLike(name)) ||
         (own && own->contains(name)) || (settled && settled->contains(name)) ||
         taken.contains(name);
}

void Names::settle() {
  assert(!settled && "names of a program settle once");
  settled = std::make_shared<const Words>(std::exchange(taken, {}));
}

template <class IsFree>
std::string Names::firstFree(llvm::StringRef hint, llvm::StringRef suffix, IsFree isFree) {
  std::string name = legalIdentifier(hint);
  if (isFree(name))
    return name;
  name = legalIdentifier(name + suffix.str());
  if (!suffix.empty() && isFree(name))
    return name;
  if (isMacroLike(name + "2")) // reserved with any number
    name += "Name";
  for (int &number = tried.try_emplace(name, 2).first->second;; ++number)
    if (std::string numbered = name + std::to_string(number); isFree(numbered))
      return numbered;
}

std::string Names::claim(llvm::StringRef hint, llvm::StringRef suffix) {
  std::string name = firstFree(hint, suffix, [&](llvm::StringRef n) { return !isTaken(n); });
  taken.insert(name);
  return name;
}

std::string Names::claim(llvm::StringRef hint, llvm::StringRef suffix, const Affixes &others) {
  const auto made = [&](llvm::StringRef name, const auto &affixes) {
    return (affixes.first + name + affixes.second).str();
  };
  std::string name = firstFree(hint, suffix, [&](llvm::StringRef n) {
    return !isTaken(n) &&
           llvm::none_of(others, [&](const auto &affixes) { return isTaken(made(n, affixes)); });
  });
  taken.insert(name);
  for (const auto &affixes : others)
    taken.insert(made(name, affixes));
  return name;
}

template <class IsFree> std::string Names::numbered(llvm::StringRef name, IsFree isFree) {
  const auto meansElse = [&](const std::string &made) {
    return isTaken(made) || (avoided && avoided->contains(made));
  };
  std::string free = name.str();
  for (int number = 2; !isFree(free) || (number > 2 && meansElse(free)); ++number)
    free = name.str() + std::to_string(number);
  taken.insert(free);
  return free;
}

std::string Names::declare(llvm::StringRef name) {
  return numbered(name, [&](const std::string &n) { return !taken.contains(n); });
}

std::string Names::derive(llvm::StringRef name) {
  return numbered(name, [&](const std::string &n) { return !isTaken(n); });
}

// --- a program ----------------------------------------------------------------------------------

static std::string capitalised(llvm::StringRef name) {
  std::string text = legalIdentifier(name);
  text.front() = llvm::toUpper(text.front());
  return text;
}

/// Returns the suffix for the name of a view (pointer and strides of a field) at time level
/// t+`level`: "_next", "", "_prev" or "_prev2".
static std::string levelTail(int level) {
  if (level >= 0)
    return level > 0 ? "_next" : "";
  return "_prev" + (level < -1 ? std::to_string(-level) : "");
}

void ProgramNames::nameInterface(llvm::StringRef name) {
  Names global = Names::ofInterface(around.interface);
  program = global.claim(name.empty() ? declared.name : name, "Stencil", around.made);
  space = global.claim(program + "_stencil");
  Names options(around.interface);
  for (const std::string &axis : declared.axes)
    extents.push_back(options.claim("n" + axis, "Extent"));
}

/// Chooses the endings of function names: one for each field and one for each kernel. A kernel of
/// one stage gets the ending of the field that it updates.
void ProgramNames::nameFunctions(const std::vector<analysis::Kernel> &all) {
  Words ends;
  const auto claimEnd = [&](const std::string &hint, const char *suffix) {
    std::string end = hint;
    for (int number = 1; !ends.insert(end).second; ++number)
      end = hint + suffix + (number > 1 ? std::to_string(number) : "");
    return end;
  };
  for (const ir::FieldDecl &field : declared.fields)
    capitals.push_back(claimEnd(capitalised(field.name), "Field"));
  for (const analysis::Kernel &kernel : all) {
    std::string joined;
    for (ir::StageId stage : kernel.stages)
      joined += capitals[declared.stages[stage].target.index];
    if (kernel.stages.size() > 3)
      joined = "Kernel" + std::to_string(kernels.size() + 1);
    kernels.push_back(kernel.stages.size() == 1 ? joined : claimEnd(joined, "Kernel"));
  }
}

/// Chooses the names of views (pointer and strides of a field) and of the scalars that the host
/// computes. Emitted functions have parameters with these names, so the names must differ from
/// those that modules declare.
void ProgramNames::nameViews() {
  Words seen = around.kernels;
  for (const kernel::Module *module : around.modules)
    seen.merge(of(*module).declared);
  scope = Names(std::move(seen));
  for (const ir::FieldDecl &field : declared.fields) {
    Affixes views;
    for (int level = 1; level > -field.levels; --level)
      views.emplace("", levelTail(level));
    fields.push_back(scope.claim(field.name, "Field", views));
  }
  for (const char *hint : {"u", "c", "scalars"})
    if (uniforms.empty() && !scope.isTaken(hint))
      uniforms = hint;
  uniforms = scope.claim(uniforms.empty() ? "scalars" : uniforms);
  scope.settle();
  Words values;
  for (const auto &[id, value] : declared.exprNames)
    values.insert(value);
  scope.avoid(std::move(values));
}

ProgramNames::ProgramNames(const ir::Program &declared, const Surroundings &around,
                           const std::vector<analysis::Kernel> &kernels, llvm::StringRef name)
    : declared(declared), around(around) {
  nameInterface(name);
  nameFunctions(kernels);
  Words own = around.kernels;
  own.insert(around.frame.begin(), around.frame.end());
  outer = Names(std::move(own));
  nameViews();

  Names memberScope;
  memberScope.claim("Uniforms"); // no member has the name of its struct
  memberScope.claim("StepUniforms");
  for (const ir::Uniform &uniform : declared.uniforms)
    members.push_back(memberScope.claim(uniform.name, "Value"));
  for (const ir::ProfileDecl &profile : declared.profiles)
    profiles.push_back(memberScope.claim(profile.field.name, "Profile"));
  for (const ir::PointsDecl &points : declared.points)
    this->points.push_back(memberScope.claim(points.name, "Points"));
  for (const ir::FieldDecl &field : declared.fields)
    records.push_back(memberScope.claim(field.name + "Records"));
  Names hostScope(around.frame); // host functions have no fields as parameters
  for (const ir::ParamDecl &param : declared.params)
    parameters.push_back(hostScope.claim(param.name, "Value"));
}

std::string ProgramNames::view(ir::FieldId field, int level) const {
  return fields[field.index] + levelTail(level);
}

std::string ProgramNames::resolved(const kernel::NameHint &hint) const {
  const std::string own = match(
      hint.of, [](const std::monostate &) { return std::string(); },
      [&](const kernel::NameOfView &n) { return view(n.field, n.level); },
      [&](const kernel::NameOfField &n) { return capitals[n.field.index]; },
      [&](const kernel::NameOfKernel &n) { return kernels[n.kernel]; },
      [&](const kernel::NameOfUniforms &) { return uniforms; },
      [&](const kernel::NameOfUniform &n) { return members[n.uniform.index]; },
      [&](const kernel::NameOfParam &n) { return parameters[n.param.index]; },
      [&](const kernel::NameOfValue &n) { return readableName(declared, n.value); });
  return hint.before + own + hint.after;
}

// --- a module -----------------------------------------------------------------------------------

ModuleNames ProgramNames::of(const kernel::Module &module) const {
  ModuleNames names;
  Names claimed = outer;
  const auto claim = [&](const kernel::NameHint &hint) {
    const bool isOwn = std::holds_alternative<std::monostate>(hint.of);
    return *names.declared
                .insert(isOwn ? claimed.declare(hint.before) : claimed.derive(resolved(hint)))
                .first;
  };
  for (kernel::StmtId id : module.constants)
    for (const auto &[var, value] : std::get<kernel::Declare>(module.stmts[id].node).vars)
      names.constants[var] = claim(module.vars[var].hint);
  for (kernel::TypeId id : module.types.ids()) {
    const auto *structure = std::get_if<kernel::Struct>(&module.types[id]);
    if (structure)
      names.types[id] = claim(structure->hint);
    else if (const auto &hint = std::get<kernel::Instance>(module.types[id]).hint)
      names.types[id] = claim(*hint);
  }
  for (kernel::FunctionId id : module.functions.ids())
    names.functions[id] = module.functions[id].hint.before; // final for the runtime's functions
  for (kernel::FunctionId id : module.order)
    names.functions[id] = claim(module.functions[id].hint);
  names.scope = scope;
  for (const std::string &name : names.declared)
    names.scope.declare(name);
  return names;
}

} // namespace stencilc::emit
