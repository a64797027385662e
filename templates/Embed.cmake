# Writes OUTPUT, a C++ file with the text of each of TEMPLATES (paths below FOLDER) as bytes.
set(arrays "")
set(table "")
set(number 0)
foreach(template IN LISTS TEMPLATES)
  file(READ ${FOLDER}/${template} bytes HEX)
  string(REGEX REPLACE "(................................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "\\.mustache$" "" name "${template}")
  string(APPEND arrays "const char text${number}[] = {\n${bytes}0};\n")
  string(APPEND table "      {\"${name}\", {text${number}, sizeof text${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}.new "/// \\file The templates, embedded when building.
#include \"emit/Template.h\"

namespace stencilc::emit {

namespace {
${arrays}} // namespace

const std::vector<EmbeddedTemplate> &embeddedTemplates() {
  static const std::vector<EmbeddedTemplate> all = {
${table}  };
  return all;
}

} // namespace stencilc::emit
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
