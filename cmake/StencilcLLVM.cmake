# The one way this project links LLVM and Clang: `stencilc_llvm` (Support only) and `stencilc_clang`
# (libFormat and libTooling on top). Static archives by default; never a mixture of both kinds, which
# would put two copies of LLVM into one process.
set(STENCILC_LLVM_MAJOR 22 CACHE STRING "LLVM major version")
option(STENCILC_STATIC_LLVM "link LLVM and Clang statically" ON)
find_package(Clang REQUIRED CONFIG # brings LLVM with it
  PATHS /usr/lib/llvm-${STENCILC_LLVM_MAJOR}/lib/cmake/clang NO_DEFAULT_PATH)

add_library(stencilc_llvm INTERFACE)
add_library(stencilc_clang INTERFACE)
target_include_directories(stencilc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(stencilc_llvm INTERFACE ${definitions})
target_link_libraries(stencilc_clang INTERFACE stencilc_llvm)
if(STENCILC_STATIC_LLVM)
  llvm_map_components_to_libnames(llvm_libs support option targetparser frontendopenmp windowsdriver)
  # Debian's Clang archives name the shared LLVM as their dependency: swap it for archives.
  foreach(target IN LISTS CLANG_EXPORTED_TARGETS)
    if(TARGET ${target})
      get_target_property(dependencies ${target} INTERFACE_LINK_LIBRARIES)
      if(dependencies)
        list(REMOVE_ITEM dependencies LLVM)
        list(APPEND dependencies ${llvm_libs})
        set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${dependencies}")
      endif()
    endif()
  endforeach()
  llvm_map_components_to_libnames(llvm_support support)
  target_link_libraries(stencilc_llvm INTERFACE ${llvm_support})
  target_link_libraries(stencilc_clang INTERFACE clangFormat)
  target_compile_options(stencilc_llvm INTERFACE -ffunction-sections -fdata-sections)
  target_link_options(stencilc_llvm INTERFACE -Wl,--gc-sections -Wl,--as-needed -static-libstdc++
    -static-libgcc)
else()
  target_link_libraries(stencilc_llvm INTERFACE LLVM)
  target_link_libraries(stencilc_clang INTERFACE clang-cpp)
endif()
