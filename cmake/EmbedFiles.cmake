# Files as text in a library, by a function that returns all of them. Build time, not configure time: an
# edited file is embedded by the next build, and no character of it is interpreted. Included, this defines
# stencilc_embed; run as a script, it writes OUTPUT, a C++ file with the text of each of NAMES (paths below
# FOLDER) as bytes, its ENDING taken off the name.
#
#   stencilc_embed(OUTPUT file.cpp FOLDER folder NAMES a.json b.json ENDING .json
#     HEADER machine/Machine.h NAMESPACE stencilc::machine TYPE EmbeddedMachine FUNCTION embeddedMachines)
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(STENCILC_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(stencilc_embed)
    cmake_parse_arguments(embed "" "OUTPUT;FOLDER;ENDING;HEADER;NAMESPACE;TYPE;FUNCTION" "NAMES" ${ARGN})
    list(TRANSFORM embed_NAMES PREPEND ${embed_FOLDER}/ OUTPUT_VARIABLE paths)
    add_custom_command(OUTPUT ${embed_OUTPUT}
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${embed_FOLDER} "-DNAMES=${embed_NAMES}" -DENDING=${embed_ENDING}
              -DHEADER=${embed_HEADER} -DNAMESPACE=${embed_NAMESPACE} -DTYPE=${embed_TYPE}
              -DFUNCTION=${embed_FUNCTION} -DOUTPUT=${embed_OUTPUT} -P ${STENCILC_EMBED_SCRIPT}
      DEPENDS ${paths} ${STENCILC_EMBED_SCRIPT}
      COMMENT "Embedding ${embed_FOLDER}" VERBATIM)
    # Arrays of all such files have the same names: each is compiled alone.
    set_source_files_properties(${embed_OUTPUT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endfunction()
  return()
endif()

set(arrays "")
set(table "")
set(number 0)
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name} bytes HEX)
  string(REGEX REPLACE "(................................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "\\${ENDING}$" "" name "${name}")
  string(APPEND arrays "const unsigned char text${number}[] = {\n${bytes}0};\n")
  string(APPEND table "      {\"${name}\", {reinterpret_cast<const char *>(text${number}), sizeof text${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}.new "/// \\file Files of the project, embedded when building.
#include \"${HEADER}\"

namespace ${NAMESPACE} {

namespace {
${arrays}} // namespace

const std::vector<${TYPE}> &${FUNCTION}() {
  static const std::vector<${TYPE}> all = {
${table}  };
  return all;
}

} // namespace ${NAMESPACE}
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
