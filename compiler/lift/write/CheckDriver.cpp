/// \file Generates arguments for a call of the C function that `--check` runs, from the types of
/// its parameters and their use in the loops.
#include "lift/write/CheckDriver.h"
#include "lift/memory/CellMemory.h"
#include "lift/read/TreeWalk.h"
#include "lift/write/LoopTexts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include <set>

namespace stencilc::lift {

using namespace clang;

namespace {

class Driver {
public:
  Driver(const LiftedStep &lifted, ASTContext &context, const Sources &sources, Diagnostics &diags)
      : step(lifted.step), fields(lifted.fields), origins(lifted.origins), context(context),
        sources(sources), diags(diags) {}

  std::optional<std::string> run() {
    const FunctionDecl &function = *origins.function;
    if (isa<CXXMethodDecl>(function))
      fail(function.getLocation(), "'" + function.getNameAsString() + "' needs an object",
           "check a function that takes its arrays as arguments");
    findSizes();
    findGlobals();
    std::string arguments;
    if (function.isMain()) {
      arguments = function.getNumParams() == 0 ? "" : "liftedCount, liftedWords";
    } else {
      for (const ParmVarDecl *parameter : function.parameters())
        arguments += (arguments.empty() ? "" : ", ") + argument(*parameter);
    }
    if (!isFine)
      return std::nullopt;
    const std::string name =
        function.isMain() ? "lifted_main" : function.getQualifiedNameAsString();
    const std::string list =
        context.getLangOpts().CPlusPlus ? "" : "(void)liftedCount;\n  (void)liftedWords;\n";
    return "\nint main(int liftedCount, char **liftedWords) {\n  " + list + "  liftedPrepare();\n" +
           sizes + arrays + "  " + name + "(" + arguments + ");\n  return liftedFinish();\n}\n";
  }

private:
  void fail(SourceLocation at, const std::string &what, llvm::StringRef hint) {
    if (!isFine)
      return;
    isFine = false;
    const llvm::SMLoc place = sources.place(at);
    diags.report({place, place}, diag::LiftNoCall, origins.function->getNameAsString(), what)
        .note({}, diag::Hint, hint);
  }

  /// Finds the C variables that are sizes of the grid or of arrays, and those that count time
  /// steps.
  void findSizes() {
    const auto see = [&](const Polynomial &size) {
      for (Polynomial::Symbol symbol : size.symbols())
        if (const auto found = origins.sizes.find(symbol); found != origins.sizes.end())
          isSize.insert(found->second);
    };
    for (const Polynomial &extent : fields.extents)
      see(extent);
    for (const Array &array : step.arrays)
      for (const auto &extent : array.extents)
        if (extent)
          see(*extent);
    if (const Expr *condition = conditionOf(origins.loop))
      collectNames(condition, countsSteps);
    if (const auto *loop = dyn_cast_or_null<ForStmt>(origins.loop))
      collectNames(loop->getInit(), beginsSteps);
  }

  static bool isVariable(const ValueDecl &declaration) {
    const auto *variable = dyn_cast<VarDecl>(&declaration);
    return variable && variable->isFileVarDecl() && !variable->getType().isConstQualified();
  }

  /// Writes C code that initialises the global variables of the C file: numbers for sizes, memory
  /// for pointers.
  void findGlobals() {
    for (const ValueDecl *size : isSize)
      if (isVariable(*size))
        sizes += "  " + name(*size) + " = " + nextSize(*size) + ";\n";
    for (const ValueDecl *counter : countsSteps)
      if (isVariable(*counter) && !isSize.count(counter) && counter != origins.counter &&
          !llvm::is_contained(origins.counted, counter) &&
          counter->getType()->isIntegralOrEnumerationType())
        sizes += "  " + name(*counter) + " = liftedSteps();\n";
    if (origins.function->isMain())
      return;
    for (std::size_t array = 0; array < origins.arrays.size(); ++array) {
      const ValueDecl *declaration = origins.arrays[array];
      if (!declaration || !isVariable(*declaration))
        continue;
      const clang::Type *const cell = declaration->getType()->getPointeeOrArrayElementType();
      if (declaration->getType()->isArrayType() && cell->isPointerType())
        fail(declaration->getLocation(),
             "the memory of the pointers of '" + name(*declaration) + "' is not known",
             "check main, which sets them, or put the levels into one array");
      else if (declaration->getType()->isPointerType())
        arrays += "  " + name(*declaration) + " = " + allocated(int(array)) + ";\n";
      else if (declaration->getType()->isRecordType())
        arrays += "  " + name(*declaration) + ".resize(" + cellsOf(int(array)) + ");\n";
    }
  }

  static std::string name(const ValueDecl &declaration) {
    const auto *variable = dyn_cast<VarDecl>(&declaration);
    return variable && variable->isFileVarDecl() ? variable->getQualifiedNameAsString()
                                                 : declaration.getNameAsString();
  }

  std::string nextSize(const ValueDecl &size) {
    const std::string arguments =
        "(" + std::to_string(fields.rank) + ", " + std::to_string(given++);
    const auto most = mostOf(size);
    return most ? "liftedSizeUpTo" + arguments + ", " + std::to_string(*most) + ")"
                : "liftedSize" + arguments + ")";
  }

  /// Returns the largest value that the C variable `size`, an extent of the grid, may have. Arrays
  /// with a constant extent limit it. Returns `nullopt` if there is no limit.
  std::optional<std::int64_t> mostOf(const ValueDecl &size) const {
    std::optional<std::int64_t> most;
    for (int axis = 0; axis < fields.rank; ++axis) {
      const auto symbols = fields.extents[axis].symbols();
      const auto found =
          symbols.size() == 1 ? origins.sizes.find(symbols.front()) : origins.sizes.end();
      if (found == origins.sizes.end() || found->second != &size)
        continue;
      const std::int64_t more =
          (fields.extents[axis] - Polynomial::symbol(symbols.front())).constant().value_or(0);
      for (std::size_t array = 0; array < step.arrays.size(); ++array)
        if (const auto own = extentAlong(step.arrays[array], fields, axis);
            own && own->constant() && !fields.isTable[array])
          most = std::min(most.value_or(*own->constant() - more), *own->constant() - more);
    }
    return most;
  }

  std::string text(const Polynomial &size) {
    for (Polynomial::Symbol symbol : size.symbols()) {
      const auto found = origins.sizes.find(symbol);
      const ValueDecl *declaration = found == origins.sizes.end() ? nullptr : found->second;
      if (!declaration || (!isa<ParmVarDecl>(declaration) && !isVariable(*declaration)))
        fail(declaration ? declaration->getLocation() : origins.function->getLocation(),
             "the size '" + step.nameOf(symbol) + "' is not one of its parameters",
             "pass it to the function, or give its number with -D after '--'");
    }
    return "(size_t)(" + size.text([&](Polynomial::Symbol symbol) {
      const auto found = origins.sizes.find(symbol);
      return found == origins.sizes.end() ? std::string("0") : name(*found->second);
    }) + ")";
  }

  /// Returns the number of cells to allocate for an array, as a C expression. They are at least as
  /// many as the C loops access.
  std::string cellsOf(int array) {
    const Array &of = step.arrays[array];
    const Grids grids = gridsIn(step, array);
    if (fields.levels[array].field < 0 && grids.count == 1)
      return of.extents.size() == 1 && of.extents[0] ? text(*of.extents[0]) : "4096";
    std::string cells = std::to_string(of.buffers * grids.count);
    for (int axis = 0; axis < fields.rank; ++axis) {
      const auto own = extentAlong(step.arrays[grids.component], fields, axis);
      cells += " * " + text(own ? *own : fields.extents[axis]);
    }
    return cells;
  }

  std::string allocated(int array) {
    const char *const type = step.arrays[array].type == Type::F32 ? "float" : "double";
    const std::string made =
        std::string("liftedArray(sizeof(") + type + "), " + cellsOf(array) + ")";
    return context.getLangOpts().CPlusPlus ? "LiftedAny{" + made + "}" : made;
  }

  /// Returns a C expression that allocates 4096 elements of type `cell`, for a pointer parameter
  /// that the loops do not use.
  std::string spare(QualType cell) const {
    const std::string made = "liftedArray(sizeof(" +
                             cell.getUnqualifiedType().getAsString(context.getPrintingPolicy()) +
                             "), 4096)";
    return context.getLangOpts().CPlusPlus ? "LiftedAny{" + made + "}" : made;
  }

  int arrayOf(const ParmVarDecl &parameter) const {
    for (std::size_t array = 0; array < origins.arrays.size(); ++array)
      if (origins.arrays[array] == &parameter)
        return int(array);
    return -1;
  }

  /// Returns the C text of the argument for `parameter`. Adds the declarations that the argument
  /// needs to the generated `main`.
  std::string argument(const ParmVarDecl &parameter) {
    const QualType type = parameter.getType().getNonReferenceType().getUnqualifiedType();
    std::string own = parameter.getNameAsString();
    const int array = arrayOf(parameter);
    if (type->isIntegralOrEnumerationType())
      return declared(type, own, wholeValue(parameter));
    if (type->isRealFloatingType())
      return declared(type, own, "liftedScalar()");
    if (array >= 0 && type->isPointerType() && !type->getPointeeType()->isPointerType())
      return allocated(array);
    if (array >= 0 && type->isRecordType()) {
      arrays += "  " + type.getAsString(context.getPrintingPolicy()) + " " + own + "(" +
                cellsOf(array) + ");\n";
      return own;
    }
    if (array < 0 && type->isPointerType() && type->getPointeeType()->isArithmeticType())
      return spare(type->getPointeeType());
    fail(parameter.getLocation(),
         "its parameter '" + own + "' is a '" + parameter.getType().getAsString() + "'",
         "only numbers and the arrays of the loops can have random data; put the loops into a "
         "function without other arguments");
    return "0";
  }

  /// Adds the declaration of a C variable with the initial value `value`, and returns its name. If
  /// `name` is empty, returns `value` itself.
  std::string declared(QualType type, const std::string &name, const std::string &value) {
    if (name.empty())
      return value;
    sizes +=
        "  " + type.getAsString(context.getPrintingPolicy()) + " " + name + " = " + value + ";\n";
    return name;
  }

  std::string wholeValue(const ParmVarDecl &parameter) {
    if (isSize.count(&parameter))
      return nextSize(parameter);
    if (beginsSteps.count(&parameter))
      return "0";
    return countsSteps.count(&parameter) ? "liftedSteps()" : "1";
  }

  const Step &step;
  const Fields &fields;
  const Origins &origins;
  ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
  std::string sizes, arrays;
  VariableSet isSize, countsSteps, beginsSteps;
  int given = 0;
  bool isFine = true;
};

} // namespace

std::optional<std::string> checkDriver(const LiftedStep &lifted, ASTContext &context,
                                       const Sources &sources, Diagnostics &diags) {
  return Driver(lifted, context, sources, diags).run();
}

} // namespace stencilc::lift
