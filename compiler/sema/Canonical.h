/// \file Canonical arithmetic: the pass that chooses the order of sums, the factored coefficients
/// and every fma. docs/reference/arithmetic.md shows examples.
///
/// **Input**, made by sema: stage values in the compute type. Every maximal uniform sub-expression,
/// which contains no read, position or random number, is an f64 tree over constants, parameters and
/// extents. It stands under one Convert, unless the compute type is f64. Reads are converted to the
/// compute type, and the root is converted to the storage type of the target.
///
/// **Linear forms.** Every number is a sum of terms `coefficient * atom` plus a constant. `+`, `-`,
/// negation, multiplication by a uniform and division by a uniform keep this form. Everything else
/// is an atom: a read, a position, or an operation whose operands are made canonical one by one. A
/// product of two non-uniform factors stays one product, in source order. Like terms merge, and
/// terms whose coefficient is zero vanish.
///
/// **Brackets.** A bracket that is zero stays zero when it is multiplied. Therefore a factor other
/// than 1 and -1 is not distributed over a sum that contains a term without a read. Inside an
/// operand, it is not distributed over a sum that contains a term with coefficient 1 or -1 either.
/// Such a sum is an atom. If the whole update is a `select`, `min` or `max`, its alternatives count
/// as updates. All other operands count as operands.
///
/// **Coefficients** are polynomials in parameters, extents and other uniform values, with f64
/// factors. Arithmetic on the factors is f64 in source order. Terms with fewer factors are written
/// first, then by parameters in declared order, extents by axis, and others in order of appearance.
/// A term is its number, then its atoms, then `/` and the product of the atoms that divide it: `1 -
/// 6 * d`, `2 * a / (h * h)`. A sum that is multiplied or divided is an atom. Powers are formed by
/// squaring before they are used as factors.
///
/// The host evaluates coefficients in f64 and rounds them once to the compute type
/// (`ir::Builder::uniform`). Coefficients without parameter or extent are constants. A uniform is
/// named after the parameter or let that it equals, or else c0, c1, ...
///
/// **Order.** Terms are ordered by plane along the last axis, the lowest plane first. Within a
/// plane reads come first, sorted by (dy, dx), then by field, then by level with the oldest first.
/// All other atoms follow in order of appearance. An atom belongs to the highest plane that it
/// reads. An atom without reads precedes all planes. The constant comes first. In operands and
/// brackets it comes last if the sum can start without a multiplication.
///
/// **Sections.** `low` and `high` are the lowest and highest planes that the whole update reads, as
/// written. If both are within distance 1 of the cell, the highest plane (`high`, if above `low`)
/// is the last section, and everything else is the first. With a longer reach each plane is a
/// section.
///
/// **Groups.** The terms of a section whose coefficients are equal up to sign form a group. Its
/// members are summed in order and multiplied once by the coefficient of the first member. Members
/// of opposite sign are subtracted. A product with coefficient 1 or -1 stays alone, because it
/// enters by one fma anyway. Groups of two and more come first, by decreasing size and then by
/// their first member. The single terms follow in order.
///
/// A sum without constant might start with a multiplication. If the first section has a group or
/// term with coefficient 1 or -1 that is not a single product, this one starts the sum instead,
/// which saves an operation. If all terms share one coefficient up to sign, both signs occur and
/// there is no constant, then all planes are one section: the coefficient times a difference.
///
/// **The sum** is `fma(coefficient, group, sum)` from left to right. A coefficient of exactly 1
/// enters by an addition, -1 by a subtraction. The first group is a multiplication, or for 1 and -1
/// its members, added or subtracted one by one. If a sum starts with a subtracted member, `-a + b`
/// is written `b - a`, which has the same bits. Otherwise `-a` is a negation. An atom `a * b` that
/// is added without coefficient, also inside a group, enters as `fma(a, b, sum)`, or as `fma(-a, b,
/// sum)` if it is subtracted.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Rewrites every stage (update statement) and reduction of the program `draft` into canonical
/// arithmetic, which fixes the order of all operations. Removes unused expressions. Returns a
/// program in written arithmetic (operations as in the source) unchanged. The result keeps the
/// names of `let` statements, and has no Param nodes in values of stages.
ir::Program canonicalise(ir::Program draft);

} // namespace stencilc::sema
