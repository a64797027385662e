/// \file All of the runtime that emitted code uses; it includes this and nothing else.
///
/// nvcc reads this for every program, so nothing heavy belongs here: no streams, no <chrono>, no
/// regular expressions, no cuda.h.
#pragma once

#include "stencilc/Platform.h"

#include "stencilc/Async.h"
#include "stencilc/Check.h"
#include "stencilc/Chunks.h"
#include "stencilc/Description.h"
#include "stencilc/Grid.h"
#include "stencilc/Handle.h"
#include "stencilc/Launch.h"
#include "stencilc/Math.h"
#include "stencilc/Random.h"
#include "stencilc/Rim.h"
#include "stencilc/Root.h"
#include "stencilc/Staging.h"
#include "stencilc/Step.h"
#include "stencilc/Tiles.h"
#include "stencilc/Vector.h"
#include "stencilc/View.h"
#include "stencilc/Wavefront.h"
