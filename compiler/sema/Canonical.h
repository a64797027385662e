/// \file Canonical arithmetic: the one pass that chooses the order of sums, the factored
/// coefficients and every fma. docs/reference/arithmetic.md shows it at work.
///
/// **Input**, made by sema: stage values typed in the compute type in which every maximal uniform
/// sub-expression (no read, position or random number below it) is an f64 tree over constants,
/// parameters and extents under one Convert (none when the compute type is f64), reads are
/// converted to the compute type and the root is converted to the storage type of the target.
///
/// **Linear forms.** Every number is seen as a sum of terms `coefficient * atom` plus a constant.
/// `+`, `-`, negation, multiplication by a uniform and division by a uniform keep this form;
/// everything else is an atom: a read, a position, or an operation whose operands are brought into
/// canonical form each by itself. A product of two non-uniform factors stays one product of the
/// two, in source order. Like terms merge; terms whose coefficient is zero vanish.
///
/// **Brackets.** What is zero in brackets stays zero when it is multiplied. A factor other than 1
/// and -1 is therefore not multiplied out over a sum that holds a term without a read, and inside
/// an operand not over a sum that holds a term with coefficient 1 or -1: the sum is an atom. A
/// `select`, `min` or `max` that is the whole update hands on updates; all other operands are
/// operands.
///
/// **Coefficients** are polynomials in parameters, extents and other uniform values, with f64
/// numbers as factors, all arithmetic on which is f64 in the order of the source. They are written
/// with the terms of fewer factors first, then parameters in declared order, extents by axis,
/// others as they appear; a term is its number, then its atoms, `/` the product of the atoms it is
/// divided by: `1 - 6 * d`, `2 * a / (h * h)`. A sum that is multiplied or divided is an atom, a
/// power is formed by squaring before it is a factor. The host evaluates them in f64 and rounds
/// once to the compute type
/// (`ir::Builder::uniform`; those without parameter or extent are constants). A uniform is named
/// after the parameter or let that it equals, else c0, c1, ...
///
/// **Order.** Terms go plane by plane along the last axis, oldest first; in a plane reads first, by
/// (dy, dx), then field, then level, oldest level first; then all other atoms in order of
/// appearance. An atom belongs to the newest plane read below it; one that reads nothing comes
/// before all planes. The constant comes first of all; in operands and brackets it comes last if
/// the sum can start without a multiplication.
///
/// **Sections.** `low` and `high` are the planes the whole update reads, as written. If neither is
/// further than 1 from the cell, the newest plane (`high`, if above `low`) is the last section and
/// everything else the first. With a longer reach each plane is a section.
///
/// **Groups.** In a section the terms with equal coefficients up to sign form a group: its members
/// are summed in order and multiplied once by the coefficient of the first member; members of
/// opposite sign are subtracted. A product with coefficient 1 or -1 stays alone, because it enters
/// by one fma anyway. Groups of two and more come first, the largest first, equally large ones by
/// their first member; then the single terms in order. If the sum would start with a multiplication
/// (there is no constant) and the first section has a group or term with coefficient 1 or -1 that
/// is no lone product, this starts the sum instead, which saves an operation. Where all terms share
/// one coefficient up to sign, some have either sign and there is no constant, all planes are one
/// section: the coefficient times a difference.
///
/// **The sum** is `fma(coefficient, group, sum)` from left to right. A coefficient of exactly 1
/// enters by an addition, -1 by a subtraction; the first one is a multiplication, or for 1 and -1
/// the members themselves, added or subtracted one by one. Where a sum starts with a subtracted
/// member, `-a + b` is written `b - a`, which has the same bits, and else `-a` is a negation. Where
/// an atom `a * b` is added as it stands, also inside a group, `fma(a, b, sum)`, or
/// `fma(-a, b, sum)` to subtract it.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Gives every stage of `draft` its canonical arithmetic and rebuilds the pool from what is used.
/// A program in written arithmetic is returned as it is. Afterwards no Param is left in stage
/// values. Names of lets stay with the values that survive.
ir::Program canonicalise(ir::Program draft);

} // namespace stencilc::sema
