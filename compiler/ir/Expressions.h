/// \file Expressions of the stencil IR: types of values, and the nodes of the DAG.
#pragma once

#include "ir/Ids.h"
#include "support/Geometry.h"
#include <cstdint>
#include <variant>

namespace stencilc::ir {

/// Types of values. Arithmetic follows IEEE 754 with rounding to nearest even and without flush to
/// zero. Only F32 and F64 are computed with. All other number types are storage types. A Convert
/// from a storage type to F32 or F64 is exact except from I32 to F32. A Convert to a storage type
/// rounds to nearest even. Integer types saturate at their limits (`ir/StorageTypes.h`).
enum class ScalarType : std::uint8_t { F32, F64, F16, BF16, U8, I16, I32, Bool };

// Leaves that each kind of value may contain:
//   stage values      all but Param, Random, Reduced, PreviousValue, StepNumber, SeriesValue
//   reduced values    the same, except PointWeight
//   uniform values    Constant, Param, Extent, StepNumber, SeriesValue, PreviousValue, Reduced of
//                     in-step reductions and operations on them, all F64, then one Convert
//   boundary values   Constant, UniformRef, Position, Extent and operations
//   initial values    Constant, Param, Position, Extent, Random and operations
//   places of points  Constant, Param, Extent and operations, all F64
//   reports and rules Constant, Param, Extent, StepNumber, SeriesValue, PreviousValue, Reduced and
//                     operations, all F64
//   Repeat::until and Kept: the same, but Reduced of in-step reductions only
// The roots of boundary and initial values have the field's storage type.

/// Literal. The node's type can represent `value` exactly (Bool: 0 or 1).
struct Constant {
  double value;
};
/// Value of a parameter of the program, which users set for a run. F64.
struct Param {
  ParamId param;
};
/// Value of a Uniform: a scalar that the host computes once a run or once a time step.
struct UniformRef {
  UniformId uniform;
};
/// Index of the cell along an axis, 0 at the low face, converted to the node's type (F32 or F64).
struct Position {
  int axis;
};
/// Number of cells along an axis, converted to the node's type.
struct Extent {
  int axis;
};
/// Read of a field at the cell plus an offset. `level` 1 is t+1 (computed by an earlier stage), 0
/// is t, -1 is t-1 and so on. The node's type is the storage type of the field.
struct Read {
  FieldId field;
  int level;
  Offset offset;
};
/// Read of a profile (a field over some of the axes) at the cell plus an offset. Beyond the grid
/// its boundary gives the value. The node's type is the storage type of the profile.
struct ProfileRead {
  ProfileId profile;
  Offset offset;
};
/// Sum of the weights that the points of a source have at the cell, in the order of the points and
/// rounded after each addition. It is 0 if no point has a weight there. F64.
///
/// If the source has a time series, the F64 scalar `step` selects a row of it, with one value for
/// each point. Each weight is then multiplied by the value of its point. Product and sum are each
/// rounded. Rows outside of the series give 0.
struct PointWeight {
  PointsId points;
  UniformId step = {};
};
/// A random number in [0, 1) that depends only on seed and cell: splitmix64 (a generator) of seed
/// and linear cell index, upper 53 bits times 2^-53. F64.
struct Random {
  std::uint64_t seed;
};
/// Result of a reduction over all cells, of type F64. If it is computed several times in a time
/// step, this is the latest result.
struct Reduced {
  ReductionId reduction;
};
/// Value that the preceding time step gave to a scalar carried from step to step. In the first step
/// it is the scalar's initial value. F64.
struct PreviousValue {
  CarriedScalarId kept;
};
/// Number of time steps completed before the current one, counted from the start of the simulation.
/// F64.
struct StepNumber {};
/// Element of a time series, with index StepNumber + `shift`, counted from 0. The value is 0
/// outside of the series. F64.
struct SeriesValue {
  SeriesId series;
  std::int64_t shift;
};
/// Rounds or widens the operand to the node's type.
struct Convert {
  ExprId operand;
};
enum class UnaryOp : std::uint8_t {
  Negate,
  Abs,
  Sqrt, // this and the two before are exact or correctly rounded
  Exp,
  Log,
  Sin,
  Cos,
  Tanh, // this and the four before are not correctly rounded: compared in ULP
  Floor,
  Not,
};
struct Unary {
  UnaryOp op;
  ExprId operand;
};
enum class BinaryOp : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Min,
  Max,   // min(a,b) = a < b ? a : b, max(a,b) = a > b ? a : b
  Power, // pow with any exponent; integer powers are multiplications instead
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or, // the last two take Bool
};
struct Binary {
  BinaryOp op;
  ExprId lhs, rhs;
};
/// A fused multiply-add: a * b + c with one rounding.
struct Fma {
  ExprId a, b, c;
};
struct Select {
  ExprId condition, then, otherwise;
};
/// A random number in [0, 1) that depends only on `seed`, on the cell and on the time step. `x`,
/// `y` and `z` are the coordinates of the cell, multiples of 1/2 (0 along missing axes). `step` is
/// the number of completed time steps. All four are F64. `part` is 0 or 1, and selects one of two
/// independent numbers. The node's type is F32 (multiples of 2^-23) or F64 (multiples of 2^-52).
/// ir/interpreter/InterpreterNoise.h defines the bits.
struct Noise {
  std::uint64_t seed;
  int part;
  ExprId x, y, z, step;
};
using ExprNode = std::variant<Constant, Param, UniformRef, Position, Extent, Read, ProfileRead,
                              PointWeight, Random, Reduced, PreviousValue, StepNumber, SeriesValue,
                              Convert, Unary, Binary, Fma, Select, Noise>;
struct Expr {
  ExprNode node;
  ScalarType type;
};

} // namespace stencilc::ir
