# What users build with: the CMake package, pkg-config, and packages (CPack: DEB and TXZ). All paths in them
# are relative to where they lie, so that a prefix can be moved.
include(CMakePackageConfigHelpers)

# As the tool's own builds have them: compiler/driver/build/Toolchain.cpp.
set(STENCILC_CPU_FLAGS -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd)
set(STENCILC_CUDA_FLAGS -fmad=false -prec-div=true -prec-sqrt=true -ftz=false
  -Xcompiler=-ffp-contract=off)
list(JOIN STENCILC_CPU_FLAGS " " STENCILC_PC_FLAGS)
list(JOIN STENCILC_CUDA_FLAGS " " STENCILC_NVCC_FLAGS)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/stencilc)
set(package ${PROJECT_SOURCE_DIR}/cmake/package)
configure_package_config_file(${package}/stencilcConfig.cmake.in
  ${CMAKE_BINARY_DIR}/package/stencilcConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
# Until 1.0 a new minor version may change what is emitted.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/stencilcConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/stencilcConfig.cmake
  ${CMAKE_BINARY_DIR}/package/stencilcConfigVersion.cmake ${package}/stencilcAddLibrary.cmake
  DESTINATION ${package_folder})

file(RELATIVE_PATH PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" PREFIX_FROM_PC "${PREFIX_FROM_PC}")
foreach(name libstencilc stencilc)
  configure_file(${package}/${name}.pc.in ${CMAKE_BINARY_DIR}/package/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/package/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/docs/reference/c-library.md ${PROJECT_SOURCE_DIR}/docs/reference/embedding.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB TXZ)
set(CPACK_PACKAGE_NAME stencilc)
set(CPACK_PACKAGE_VENDOR "The stencilc authors")
set(STENCILC_MAINTAINER "The stencilc authors <stencilc@localhost>" CACHE STRING "of packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${STENCILC_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler from a small stencil language to CUDA and C++")
set(CPACK_PACKAGE_DESCRIPTION "stencilc compiles programs for explicit methods on regular grids, written in
a small language, to CUDA and to C++. It plans tiles and fused steps for the
machine, and gives the same bits on every schedule and processor. Programs run
at once (a compiler is inside), or become libraries for C, C++, Fortran, CMake.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${package}/triggers)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PRE_BUILD_SCRIPTS ${package}/DebianFiles.cmake)
set(CPACK_STENCILC_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_STENCILC_MAINTAINER "${STENCILC_MAINTAINER}")
set(CPACK_STENCILC_DOC ${CMAKE_INSTALL_DOCDIR})
set(CPACK_STENCILC_MAN ${CMAKE_INSTALL_MANDIR})
include(CPack)
