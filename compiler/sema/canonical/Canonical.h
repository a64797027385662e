/// \file Canonical arithmetic: the pass that chooses the order of sums, the factored coefficients
/// and every fma. docs/reference/arithmetic.md shows examples.
///
/// **Input.** Sema makes the values of stages (update statements) in the compute type. A uniform
/// expression has the same value in all cells: it contains no read, position or random number.
/// Every largest uniform sub-expression is an f64 tree over constants, parameters and extents (grid
/// sizes). One conversion to the compute type is above the tree, unless that type is f64. Reads are
/// converted to the compute type, and the root is converted to the storage type of the target.
///
/// **Linear forms.** Every number is a sum of terms `coefficient * atom` plus a constant. `+`, `-`,
/// negation, multiplication by a uniform and division by a uniform keep this form. Everything else
/// is an atom: a read, a position, or an operation whose operands are made canonical one by one. A
/// product of two non-uniform factors stays one product, in source order. Terms with the same atom
/// merge, and terms whose coefficient is zero vanish.
///
/// **Brackets.** A factor before a sum is distributed over its terms: from `2 * (u + v)` follows
/// `2 * u + 2 * v`. A sum over which a factor is not distributed is a bracket, which counts as one
/// atom. There are two kinds of brackets. The factors 1 and -1 are distributed over both.
///
///   * A sum that contains a term without a read, as in `2 * (u - 1)`. A sum that is exactly zero
///     then stays zero when it is multiplied.
///   * In an operand of an operation that is not linear, a sum with a term whose coefficient is 1
///     or -1. `abs(2 * (u - v))` keeps its bracket, `abs(2 * (3 * u + 4 * v))` has none.
///
/// If the whole update is a `select`, `min` or `max`, its alternatives count as updates. All other
/// operands count as operands.
///
/// **Coefficients** are polynomials in parameters, extents and other uniform values, with f64
/// factors. Arithmetic on the factors is f64 in source order. Terms with fewer factors are written
/// first. Terms with equally many factors are ordered by their factors: parameters in declared
/// order, extents by axis, then others in order of appearance. A term is its number, then its
/// atoms, then `/` and the product of the atoms that divide it: `1 - 6 * d`, `2 * a / (h * h)`. A
/// sum that is multiplied or divided is an atom. Powers are formed by squaring before they are used
/// as factors.
///
/// The host evaluates coefficients in f64 and rounds them once to the compute type
/// (`ir::Builder::uniform`). Coefficients without parameter or extent are constants. A uniform has
/// the name of the parameter or `let` that it equals, or else a name c0, c1, ...
///
/// **Order.** Terms are ordered by plane along the last axis, the lowest plane first. Within a
/// plane reads come first, sorted by (dy, dx), then by field, then by level with the oldest first.
/// All other atoms follow in order of appearance. An atom belongs to the highest plane that it
/// reads. An atom without reads precedes all planes. The constant comes first. In operands and
/// brackets the constant comes last if the sum can start without a multiplication.
///
/// **Sections.** A section is a set of planes whose terms are added together. `low` and `high` are
/// the lowest and highest planes that the whole update reads, as written. If both are within
/// distance 1 of the updated cell, the plane `high`, if above `low`, is the last section, and all
/// other planes are the first. Otherwise each plane is a section.
///
/// **Groups.** The terms of a section whose coefficients are equal up to sign form a group. Its
/// members are summed in order and multiplied once by the coefficient of the first member. Members
/// of opposite sign are subtracted. A product with coefficient 1 or -1 is in no group, because one
/// fma adds it anyway. Groups of two and more come first, by decreasing size and then by their
/// first member. The single terms follow in order.
///
/// There are two exceptions for a sum that does not start with its constant. First, a group or term
/// of the first section with coefficient 1 or -1 comes first, unless it is a single product. Then
/// `2 * a + b` is one operation, `fma(2, a, b)`. Second, all planes are one section if the terms
/// share one coefficient up to sign, other than 1 and -1, and both signs occur: `c * (a - b)`.
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
