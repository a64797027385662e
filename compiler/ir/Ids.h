/// \file Id types of all parts of a program.
#pragma once

#include "support/Id.h"

namespace stencilc::ir {

using ExprId = Id<struct ExprTag>;
using FieldId = Id<struct FieldTag>;
using ParamId = Id<struct ParamTag>;
using UniformId = Id<struct UniformTag>;
using StageId = Id<struct StageTag>;
using ReductionId = Id<struct ReductionTag>;
using CarriedScalarId = Id<struct KeptTag>;
using SeriesId = Id<struct SeriesTag>;
using ProfileId = Id<struct ProfileTag>;
using PointsId = Id<struct PointsTag>;

} // namespace stencilc::ir
