/// \file Writes the arrays, sizes and parameters of C loops as C expressions that are valid at the
/// place of the loops.
#include "lift/read/CallSite.h"
#include "lift/memory/CellMemory.h"
#include "lift/memory/MemoryShape.h"
#include "lift/read/TreeWalk.h"
#include "lift/write/LoopTexts.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace stencilc::lift {

using namespace clang;

namespace {

class Site {
public:
  Site(const LiftedStep &lifted, ASTContext &context, const Sources &sources, Diagnostics &diags)
      : step(lifted.step), fields(lifted.fields), written(lifted.written), origins(lifted.origins),
        context(context), sources(sources), diags(diags) {}

  std::optional<Marshalling> run() {
    hand.name = step.name, hand.source = step.file, hand.rank = fields.rank;
    hand.hasRule = step.goesOn != nullptr;
    for (const Polynomial &extent : fields.extents)
      hand.extents.push_back(text(extent));
    for (std::size_t field = 0; field < fields.fields.size() && isFine; ++field)
      addField(int(field));
    for (const Number &number : written.numbers)
      addNumber(number);
    if (origins.exchangesObjects)
      fail(siteOf(origins)->getBeginLoc(), "the loops exchange objects or members of theirs",
           "exchange pointers to the cells");
    if (isFine)
      isFine = readLoopTexts({step, origins, context, sources, diags}, hand);
    return isFine ? std::optional(hand) : std::nullopt;
  }

private:
  void fail(SourceLocation at, const std::string &what, llvm::StringRef hint) {
    if (!isFine)
      return;
    isFine = false;
    reportMarshalling(sources, diags, at, what, hint);
  }

  /// Returns a C expression for the variable `declaration` that is valid at the place of the loops.
  /// Reports a variable that is declared inside the loops or in another function.
  std::string expressionOf(const ValueDecl &declaration) {
    std::string name = declaration.getNameAsString();
    if (isa<FieldDecl>(declaration))
      return memberText(declaration);
    const auto *variable = dyn_cast<VarDecl>(&declaration);
    if (variable && variable->isFileVarDecl())
      return variable->getQualifiedNameAsString();
    if (declaration.getDeclContext() != origins.function || isInSite(declaration))
      fail(declaration.getLocation(), "'" + name + "' is not visible at the loops",
           "declare it in the function that holds the loop over time, or outside all functions");
    return name;
  }

  bool isInSite(const ValueDecl &declaration) const {
    return !isa<ParmVarDecl>(declaration) &&
           isWithin(declaration.getLocation(), siteOf(origins)->getSourceRange(),
                    context.getSourceManager());
  }

  /// Returns the C expression for a structure member, such as `grid->u`. Reports a member that the
  /// loops access by different expressions.
  std::string memberText(const ValueDecl &member) {
    std::set<std::string> texts;
    const MemberExpr *first = nullptr;
    forAll(siteOf(origins), [&](const Stmt &part) {
      const auto *use = dyn_cast<MemberExpr>(&part);
      if (!use || use->getMemberDecl() != &member)
        return;
      first = use;
      texts.insert(sourceOf(*use, context));
    });
    const Expr *base = first ? first->getBase()->IgnoreParenImpCasts() : nullptr;
    const ValueDecl *object = base ? variableOf(base) : nullptr;
    if (texts.size() != 1 || !object || isInSite(*object)) {
      fail(member.getLocation(),
           "'" + member.getNameAsString() + "' is not a member of one single object here",
           "give the loops a pointer to the array, or the number, in a variable");
      return member.getNameAsString();
    }
    return *texts.begin();
  }

  /// Returns the name of the parameter by which the generated call passes the C expression `value`.
  /// Adds the argument to the call at its first use. `suffix` distinguishes several arguments for
  /// one declaration.
  std::string argument(const ValueDecl &declaration, const std::string &type,
                       const std::string &suffix, const std::string &value) {
    const std::pair key(&declaration, suffix);
    if (const auto found = named.find(key); found != named.end())
      return found->second;
    std::string name = declaration.getNameAsString() + suffix;
    while (!taken.insert(name).second)
      name += "_";
    hand.arguments.push_back({type, name, value});
    return named[key] = name;
  }

  std::string text(const Polynomial &size) {
    for (Polynomial::Symbol symbol : size.symbols())
      if (!origins.sizes.count(symbol))
        fail(origins.function->getLocation(),
             "a size of the grid, '" + step.nameOf(symbol) + "', is not a variable of the function",
             "let the loops run from a number to a size less a number");
    return isFine ? size.text([&](Polynomial::Symbol symbol) {
      const ValueDecl &declaration = *origins.sizes.at(symbol);
      const bool isPointed = declaration.getType()->isPointerType();
      return argument(declaration, "long", "", (isPointed ? "*" : "") + expressionOf(declaration));
    })
                  : "0";
  }

  void addNumber(const Number &number) {
    if (!isFine)
      return;
    const ValueDecl *declaration = nullptr;
    if (!number.indices.empty()) {
      for (std::size_t array = 0; array < origins.arrays.size(); ++array)
        if (origins.arrays[array] && step.arrays[array].name == number.name)
          declaration = origins.arrays[array];
    } else if (number.isWhole) {
      for (const auto &[symbol, size] : origins.sizes)
        if (step.nameOf(symbol) == number.name)
          declaration = size;
    } else if (const auto found = origins.parameters.find(number.name);
               found != origins.parameters.end()) {
      declaration = found->second;
    }
    if (!declaration)
      return fail(origins.function->getLocation(),
                  "the number '" + number.name + "' is not visible at the loops",
                  "pass it to the function, or keep it in a variable of the file");
    std::string suffix = number.indices;
    for (char &letter : suffix)
      letter = llvm::isAlnum(letter) ? letter : '_';
    const std::string value = expressionOf(*declaration) + number.indices;
    hand.parameters.push_back({number.parameter, argument(*declaration, "double", suffix, value)});
  }

  std::string cellType(int array) const {
    return step.arrays[array].type == Type::F32 ? "float *" : "double *";
  }

  /// Returns the C declaration of array number `array`, or null if there is none. For a component
  /// such as `f[3]`, returns the declaration of the whole array `f`.
  const ValueDecl *declaredOf(int array) const {
    const int whole = wholeOf(step, array);
    return whole < int(origins.arrays.size()) ? origins.arrays[whole] : nullptr;
  }

  /// Returns the C declaration of array number `array`. Reports a diagnostic and returns null if
  /// the array does not store the cells of the grid row by row.
  const ValueDecl *declarationOf(int array) {
    const auto other = otherMemory(step, fields, array);
    const ValueDecl *declared = other ? nullptr : declaredOf(array);
    if (!declared)
      fail(siteOf(origins)->getBeginLoc(),
           other ? *other : "'" + step.arrays[array].name + "' has no memory at the loops",
           "copy the cells yourself, or lift without --check, --cuda and --target");
    return declared;
  }

  std::string pointerTo(int array) {
    const ValueDecl *declared = declarationOf(array);
    if (!declared)
      return "0";
    const ValueDecl &declaration = *declared;
    const MemoryShape shape = memoryShape(declaration, context);
    if (!shape.isLine)
      fail(declaration.getLocation(),
           "the rows of '" + declaration.getNameAsString() +
               "' do not follow one another in memory",
           "allocate all cells at once: double (*u)[N] = malloc(...)");
    const std::string type = cellType(array);
    const std::string first =
        argument(declaration, type, "", "(" + type + ")" + expressionOf(declaration) + shape.cells);
    const std::int64_t before = gridsBefore(step, array);
    return before ? first + " + " + std::to_string(before) + " * " + cellsOf(array) : first;
  }

  bool isScratch(int array) const {
    if (step.arrays[array].isRounding)
      return true;
    const auto *variable = dyn_cast_or_null<VarDecl>(declaredOf(array));
    return variable && isInSite(*variable) && !variable->hasGlobalStorage() && !variable->getInit();
  }

  /// Returns the extent of an array along `axis`, in cells, as a C expression. If the C file does
  /// not give it, returns the extent of the grid.
  std::string extentText(int array, int axis) {
    const auto own = extentAlong(step.arrays[array], fields, axis);
    return own ? text(*own) : hand.extents[axis];
  }

  /// Returns two C expressions with a comma, such as `nx, ny`: the cells per row and the rows per
  /// plane in the memory of array number `array`. Returns "" if the array has the extents of the
  /// grid.
  std::string pitchOf(int array) {
    if (!isLarger(step, fields, array))
      return "";
    std::string pitch;
    for (int axis = 0; axis < 2; ++axis)
      pitch += (axis ? ", " : "") + (axis < fields.rank ? extentText(array, axis) : "1");
    return pitch;
  }

  /// Returns the number of cells in one time level (copy in time) of an array, as a C expression.
  std::string cellsOf(int array) {
    std::string cells;
    for (int axis = 0; axis < fields.rank; ++axis) {
      const std::string extent = extentText(array, axis);
      cells +=
          (axis ? " * " : "") + (llvm::all_of(extent, llvm::isAlnum) ? extent : "(" + extent + ")");
    }
    return cells;
  }

  /// Reports a diagnostic if `pitch`, the size of rows and planes of an array, differs from
  /// `field.pitch`. The array stores one time level of this field. `of` is the same field in the
  /// .stencil program.
  void checkPitch(const std::string &pitch, const HandedField &field, const Field &of) {
    if (pitch != field.pitch)
      fail(siteOf(origins)->getBeginLoc(), "the arrays of '" + of.name + "' differ in size",
           "give the buffers of an array the same extents");
  }

  /// Appends the C memory of all time levels of an array such as `A[(t + 1) % 2]` to `field`,
  /// newest level first.
  void addBuffers(int array, HandedField &field, const Field &of) {
    const ValueDecl *declared = declarationOf(array);
    if (!declared)
      return;
    const ValueDecl &declaration = *declared;
    const std::int64_t modulus = step.arrays[array].buffers;
    if (of.updates.empty())
      return fail(declaration.getLocation(),
                  "'" + declaration.getNameAsString() + "' has time levels but is never written",
                  "pass the level that is read");
    const std::int64_t version = step.writes[of.updates.front()].cell.version;
    for (int update : of.updates)
      if (step.writes[update].cell.version != version)
        return fail(declaration.getLocation(),
                    "several levels of '" + declaration.getNameAsString() +
                        "' are written in a step",
                    "write one level in a step");
    const MemoryShape shape = memoryShape(declaration, context);
    const auto chooser = timeText({step, origins, context, sources, diags});
    if (!chooser)
      return fail(declaration.getLocation(),
                  "no single variable chooses the levels of '" + declaration.getNameAsString() +
                      "'",
                  "choose them by the variable of the loop over time");
    const std::string level = argument(*origins.function, "long", "_level", *chooser);
    for (std::int64_t age = 1; age <= modulus; ++age) {
      const std::int64_t shift = ((version - age) % modulus + modulus) % modulus;
      const std::string place = "(" + level + (shift ? " + " + std::to_string(shift) : "") +
                                ") % " + std::to_string(modulus);
      if (!shape.isRows) {
        field.memory.push_back(pointerTo(array) + " + " + place + " * " + cellsOf(array));
        continue;
      }
      std::string choice;
      for (std::int64_t buffer = 0; buffer < modulus; ++buffer) {
        const std::string index = std::to_string(buffer);
        const std::string name = argument(declaration, cellType(array), index,
                                          "(" + cellType(array) + ")" + expressionOf(declaration) +
                                              "[" + index + "]" + shape.rowCells);
        choice += buffer + 1 == modulus ? name : place + " == " + index + " ? " + name + " : ";
      }
      field.memory.push_back(choice);
    }
  }

  void addField(int index) {
    const Field &of = fields.fields[index];
    HandedField field{
        written.names[index], of.type, written.levels[index], of.isConstant, {}, {}, {}, ""};
    std::vector<std::pair<int, int>> members; // age (1 is the newest time level) and array
    for (int array = 0; array < int(step.arrays.size()); ++array)
      if (fields.levels[array].field == index && !isCopy(array))
        members.push_back({fields.levels[array].age, array});
    llvm::sort(members);
    for (const auto &[age, array] : members) {
      if (isScratch(array) && members.size() == 1)
        return; // temporary memory: not passed
      const std::string pitch = pitchOf(array);
      if (array == members.front().second)
        field.pitch = pitch;
      checkPitch(pitch, field, of);
      if (step.arrays[array].buffers > 1)
        addBuffers(array, field, of);
      else
        field.memory.push_back(pointerTo(array));
    }
    for (int array = 0; array < int(step.arrays.size()); ++array)
      if (fields.levels[array].field == index && isCopy(array) && !isScratch(array)) {
        checkPitch(pitchOf(array), field, of);
        field.copies.push_back(pointerTo(array));
      }
    for (int update : of.updates)
      field.boxes.push_back(boxText(fields.boxes[update]));
    hand.fields.push_back(field);
  }

  /// Returns true if the array is only a second buffer: it holds new values until the C program
  /// copies them to the main array of the field.
  bool isCopy(int array) const {
    const Level &own = fields.levels[array];
    return llvm::any_of(fields.copiedAt, [&](const auto &copied) {
      return copied.first != array && fields.levels[copied.first].field == own.field;
    });
  }

  std::string boxText(const Box &box) const {
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
      const auto edge = [&](const Edge &e) {
        if (!e.isFromHigh)
          return std::to_string(e.distance);
        const std::string number = std::to_string(std::abs(e.distance));
        return "(" + hand.extents[axis] + ")" +
               (e.distance == 0 ? "" : (e.distance > 0 ? " - " : " + ") + number);
      };
      const bool isThere = axis < fields.rank;
      text += (axis ? ", " : "") + (isThere ? edge(box[axis].first) : "0") + ", " +
              (isThere ? edge(box[axis].second) : "1");
    }
    return text;
  }

  const Step &step;
  const Fields &fields;
  const Written &written;
  const Origins &origins;
  ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
  Marshalling hand;
  std::map<std::pair<const ValueDecl *, std::string>, std::string> named;
  std::set<std::string> taken{"step", "field", "liftedSteps"};
  bool isFine = true;
};

} // namespace

void reportMarshalling(const Sources &sources, Diagnostics &diags, SourceLocation at,
                       const std::string &what, llvm::StringRef hint) {
  const llvm::SMLoc place = sources.place(at);
  diags.report({place, place}, diag::LiftMarshalling, what).note({}, diag::Hint, hint);
}

std::optional<Marshalling> findMarshalling(const LiftedStep &lifted, ASTContext &context,
                                           const Sources &sources, Diagnostics &diags) {
  return Site(lifted, context, sources, diags).run();
}

} // namespace stencilc::lift
