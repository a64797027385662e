# A C++ file that defines NAME as the SHA-256 of the archives of TARGETS, made again whenever one of them changes.
# Included, this defines stencilc_identity; run as a script, it writes OUTPUT from FILES.
#
#   stencilc_identity(OUTPUT file.cpp HEADER driver/verify/Identity.h NAMESPACE stencilc::driver
#     NAME kRunnerIdentity TARGETS stencilc_runtime stencilc_module)
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(STENCILC_IDENTITY_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(stencilc_identity)
    cmake_parse_arguments(identity "" "OUTPUT;HEADER;NAMESPACE;NAME" "TARGETS" ${ARGN})
    list(TRANSFORM identity_TARGETS REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
    add_custom_command(OUTPUT ${identity_OUTPUT}
      COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DHEADER=${identity_HEADER} -DNAMESPACE=${identity_NAMESPACE}
              -DNAME=${identity_NAME} -DOUTPUT=${identity_OUTPUT} -P ${STENCILC_IDENTITY_SCRIPT}
      DEPENDS ${identity_TARGETS} ${files} ${STENCILC_IDENTITY_SCRIPT}
      COMMENT "Hashing what runs modules" VERBATIM)
    set_source_files_properties(${identity_OUTPUT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endfunction()
  return()
endif()

set(sums "")
foreach(file IN LISTS FILES)
  file(SHA256 ${file} sum)
  string(APPEND sums "${sum}\n")
endforeach()
string(SHA256 sum "${sums}")
file(WRITE ${OUTPUT}.new "/// \\file Which archives run modules, made when building.
#include \"${HEADER}\"

namespace ${NAMESPACE} {

const char *const ${NAME} = \"${sum}\";

} // namespace ${NAMESPACE}
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUTPUT}.new)
