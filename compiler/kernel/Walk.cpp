/// \file Traversal of the kernel tree: operands, expressions, statements and bodies.
#include "kernel/Walk.h"

namespace stencilc::kernel {

void forEachOperand(Expr &expr, const std::function<void(ExprId &)> &visit) {
  const auto all = [&](std::vector<ExprId> &list) {
    for (ExprId &item : list)
      visit(item);
  };
  match(
      expr, [](Integer &) {}, [](Variable &) {}, [](Thread &) {}, [](Closure &) {}, [](SizeOf &) {},
      [&](Converted &n) { visit(n.of); }, [](KnownValue &) {}, [](TypeName &) {},
      [](HostArgument &) {}, [](Self &) {}, [&](Extent &n) { visit(n.grid); },
      [&](Bound &n) { visit(n.grid); },
      [&](Face &n) {
        visit(n.at);
        if (n.side == Side::High) // a low face does not depend on the grid
          visit(n.grid);
      },
      [&](Not &n) { visit(n.operand); }, [&](Complement &n) { visit(n.operand); },
      [&](Binary &n) {
        visit(n.lhs);
        visit(n.rhs);
      },
      [&](Select &n) {
        visit(n.condition);
        visit(n.then);
        visit(n.otherwise);
      },
      [&](Element &n) {
        visit(n.base);
        visit(n.index);
      },
      [&](Cell &n) {
        visit(n.view);
        all(n.at);
      },
      [&](Address &n) { visit(n.of); }, [&](Target &n) { visit(n.of); },
      [&](UniformValue &n) { visit(n.of); }, [&](ProfileView &n) { visit(n.of); },
      [&](PointsTable &n) { visit(n.of); }, [&](RecordsOf &n) { visit(n.of); },
      [&](Member &n) {
        visit(n.of);
        all(n.sizes);
        all(n.arguments);
      },
      [&](MemberOf &n) { visit(n.of); }, [&](TypeMember &n) { all(n.arguments); },
      [&](Call &n) {
        all(n.sizes);
        all(n.arguments);
        if (n.of.valid())
          visit(n.of);
      },
      [&](InitList &n) { all(n.parts); },
      [&](Computed &n) {
        for (auto &[leaf, place] : n.leaves)
          visit(place);
        if (n.rare.valid())
          visit(n.rare);
      });
}

Operands operandsOf(const Expr &expr) {
  Operands all;
  forEachOperand(const_cast<Expr &>(expr), [&](ExprId &operand) { all.push_back(operand); });
  return all;
}

void forEachExpr(Stmt &stmt, const std::function<void(ExprId &)> &visit) {
  const auto ifValid = [&](ExprId &expr) {
    if (expr.valid())
      visit(expr);
  };
  match(
      stmt.node,
      [&](Declare &n) {
        for (auto &[var, value] : n.vars)
          ifValid(value);
      },
      [&](Assign &n) {
        visit(n.to);
        visit(n.from);
      },
      [&](For &n) {
        visit(n.begin);
        visit(n.end);
        ifValid(n.step);
      },
      [&](While &n) { visit(n.condition); }, [&](If &n) { visit(n.condition); },
      [&](Switch &n) { visit(n.on); }, [&](Do &n) { visit(n.call); },
      [&](Return &n) { ifValid(n.value); }, [](Continue &) {}, [](Break &) {}, [](Note &) {},
      [&](Launch &n) {
        for (std::vector<ExprId> *list : {&n.threads, &n.blocks, &n.arguments, &n.kinds})
          for (ExprId &expr : *list)
            visit(expr);
        visit(n.sharedBytes);
        for (Version &version : n.versions) {
          ifValid(version.when);
          for (ExprId &constant : version.constants)
            visit(constant);
        }
      },
      [](HostCall &) {}, [](KernelScope &) {});
}

Operands exprsOf(const Stmt &stmt) {
  Operands all;
  forEachExpr(const_cast<Stmt &>(stmt), [&](ExprId &expr) { all.push_back(expr); });
  return all;
}

std::vector<Body *> bodiesOf(Stmt &stmt) {
  if (auto *loop = std::get_if<For>(&stmt.node))
    return {&loop->body};
  if (auto *loop = std::get_if<While>(&stmt.node))
    return {&loop->body};
  if (auto *branch = std::get_if<If>(&stmt.node))
    return {&branch->then, &branch->otherwise};
  if (auto *choice = std::get_if<Switch>(&stmt.node)) {
    std::vector<Body *> bodies;
    for (Case &one : choice->cases)
      bodies.push_back(&one.body);
    return bodies;
  }
  if (auto *kernel = std::get_if<KernelScope>(&stmt.node))
    return {&kernel->body};
  return {};
}

std::vector<const Body *> bodiesOf(const Stmt &stmt) {
  const std::vector<Body *> bodies = bodiesOf(const_cast<Stmt &>(stmt));
  return {bodies.begin(), bodies.end()};
}

namespace {
/// Visitor of all statements and expressions in a body. Each of its two callbacks may be empty.
struct Walker {
  const Module &module;
  const std::function<void(StmtId)> &onStmt;
  const std::function<void(ExprId)> &onExpr;

  void walk(ExprId id) {
    if (onExpr)
      onExpr(id);
    if (const auto *closure = std::get_if<Closure>(&module.exprs[id]))
      walk(closure->body);
    for (ExprId operand : operandsOf(module.exprs[id]))
      walk(operand);
  }
  void walk(const Body &body) {
    for (StmtId id : body) {
      if (onStmt)
        onStmt(id);
      for (ExprId expr : exprsOf(module.stmts[id]))
        walk(expr);
      for (const Body *inner : bodiesOf(module.stmts[id]))
        walk(*inner);
    }
  }
};
} // namespace

void forEachStmt(const Module &module, const Body &body, const std::function<void(StmtId)> &visit) {
  Walker{module, visit, nullptr}.walk(body);
}

void forEachExprBelow(const Module &module, const Body &body,
                      const std::function<void(ExprId)> &visit) {
  Walker{module, nullptr, visit}.walk(body);
}

std::set<VarId> varsIn(const Module &module, const Body &body) {
  std::set<VarId> all;
  forEachExprBelow(module, body, [&](ExprId id) {
    if (const auto *variable = std::get_if<Variable>(&module.exprs[id]))
      all.insert(variable->var);
    if (const auto *call = std::get_if<Call>(&module.exprs[id]))
      if (const auto *closure = std::get_if<VarId>(&call->what))
        all.insert(*closure);
  });
  return all;
}

void rewrite(Module &module, FunctionId function, const Replacing &replace) {
  std::map<ExprId, ExprId> done;
  const std::function<ExprId(ExprId)> visit = [&](ExprId id) {
    if (const auto known = done.find(id); known != done.end())
      return known->second;
    Expr now = module.exprs[id];
    if (std::holds_alternative<Closure>(now)) // its statements are rewritten in place
      return done[id] = id;
    forEachOperand(now, [&](ExprId &operand) { operand = visit(operand); });
    if (const std::optional<ExprId> other = replace(now))
      return done[id] = *other;
    return done[id] = module.make(std::move(now));
  };
  std::vector<StmtId> all;
  forEachStmt(module, module.functions[function].body, [&](StmtId id) { all.push_back(id); });
  for (StmtId id : all) {
    Stmt stmt = module.stmts[id]; // copied, because making expressions may move the pool
    forEachExpr(stmt, [&](ExprId &expr) { expr = visit(expr); });
    module.stmts[id] = std::move(stmt);
  }
}

} // namespace stencilc::kernel
