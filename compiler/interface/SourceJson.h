/// \file What the source of a program says about space, time and reads, as JSON.
#pragma once

#include "analysis/Footprint.h"
#include "llvm/Support/JSON.h"

namespace stencilc::interface {

/// Returns the declared distance of cells along each axis as a JSON array, with null for an axis
/// without a spacing.
llvm::json::Array spacingJson(const ir::Program &program);

/// Adds to `object` the keys "timestep" and "timestep_needs", as stencilc_description() describes.
void addTimestep(const ir::Program &program, llvm::json::Object &object);

/// Returns what the updates of `field` read: an array with an object for each field and time level,
/// with the keys "field", "level" and "offsets". It is empty for fields that no stage updates.
llvm::json::Array readsJson(const ir::Program &program, const analysis::Footprint &footprint,
                            ir::FieldId field);

/// Returns the fields that exist only within a time step as a JSON array: objects with the keys
/// "name", "half_cells" and "reads".
llvm::json::Array intermediatesJson(const ir::Program &program,
                                    const analysis::Footprint &footprint);

/// Returns the displacement of the cells of `field` along each axis, in half cells.
llvm::json::Array halfCellsJson(const ir::Program &program, const ir::FieldDecl &field);

/// Returns the number of points of a source or receiver. Returns null if the source text does not
/// fix it: the points come from a file, or a range depends on parameters or on the size.
llvm::json::Value pointCountJson(const ir::Program &program, const ir::PointsDecl &points);

} // namespace stencilc::interface
