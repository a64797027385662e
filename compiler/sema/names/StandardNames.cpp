/// \file Names declared by the files of the library. A test compares them with the files.
#include "sema/names/StandardNames.h"

namespace stencilc::sema {

namespace {
struct Declared {
  llvm::StringLiteral file, names; // names separated by blanks
};
} // namespace

llvm::StringRef fileOfStandardName(llvm::StringRef name, bool isFunction) {
  static constexpr Declared functions[] = {
      {"absorbing", " layer_depth sponge cpml_sigma cpml_largest cpml_alpha cpml_b cpml_a "},
      {"cpml", " cpml_kappa cpml_number cpml cpml_memory cpml_d "},
      {"limiters", " minmod minmod3 maxmod superbee van_leer monotonized van_albada weno_left "
                   "weno_middle weno_right weno_weight weno_mean weno5 "},
      {"operators",
       " divergence2 divergence3 gradient_squared2 gradient_squared3 curl_x curl_y curl_z "
       "laplacian9 laplacian27 bilaplacian diffusion_x diffusion_y diffusion_z upwind "},
      {"runge_kutta", " heun_last ssp3_second ssp3_last rk4_last jameson "},
      {"wavelets",
       " ricker_of ricker gauss gauss_derivative gabor sinc ormsby_part ormsby burst ramp "},
  };
  static constexpr Declared neighbourhoods[] = {
      {"neighbourhoods", " faces edges corners touching hexagon "},
  };
  const llvm::ArrayRef<Declared> table =
      isFunction ? llvm::ArrayRef(functions) : llvm::ArrayRef(neighbourhoods);
  for (const Declared &declared : table)
    if (declared.names.contains((" " + name + " ").str()))
      return declared.file;
  return "";
}

} // namespace stencilc::sema
