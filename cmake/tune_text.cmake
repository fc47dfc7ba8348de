# cmake -D OUT=<file.c> -D FOLDER=<folder> -P cmake/tune_text.cmake
# Writes the texts FOLDER/*.in as one table of C (analysis_host/tune/write/text.h): names without .in, and bytes.
file(GLOB texts RELATIVE ${FOLDER} ${FOLDER}/*.in)
list(SORT texts)
set(arrays "")
set(rows "")
set(i 0)
foreach(text IN LISTS texts)
    file(READ ${FOLDER}/${text} hex HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    string(REGEX REPLACE "\\.in$" "" name "${text}")
    string(APPEND arrays "static const char text_${i}[] = {\n${hex}0\n};\n\n")
    string(APPEND rows "    { \"${name}\", text_${i} },\n")
    math(EXPR i "${i} + 1")
endforeach()
file(WRITE ${OUT} "/* Generated from the texts of ${texts}. */
#include \"text.h\"

${arrays}const struct tune_text tune_texts[] = {
${rows}    { 0, 0 },
};
")
