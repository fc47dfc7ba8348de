# pontoon_table(<out.c> <header> <type> <symbol prefix> <table symbol> <name> ...)
# Writes a C table { "<name>", &<prefix><name> }, ... so that a new folder or file registers itself.
# A null entry ends the table, so that one without names is still C; the count leaves it out.
# The name in the stream and in reports is the folder's (or file's): it is written nowhere else.
function(pontoon_table out header type prefix table)
    set(names ${ARGN})
    list(LENGTH names n)
    set(text "/* Generated from folder names by cmake/tables.cmake. */\n#include \"${header}\"\n\n")
    foreach(name IN LISTS names)
        string(APPEND text "extern const struct ${type} ${prefix}${name};\n")
    endforeach()
    string(APPEND text "\nconst struct ${type}_entry ${table}[] = {\n")
    foreach(name IN LISTS names)
        string(APPEND text "    { \"${name}\", &${prefix}${name} },\n")
    endforeach()
    string(APPEND text "    { 0, 0 },\n};\nconst unsigned ${table}_count = ${n};\n")
    file(CONFIGURE OUTPUT ${out} CONTENT "${text}" @ONLY)
endfunction()
