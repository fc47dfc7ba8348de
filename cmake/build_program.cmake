# Programs that the build itself runs: for this machine, whatever the target is.
#
# pontoon_build_program(<program> UNITS <file.c> ... [HEADERS <file.h> ...] [FLAGS <flag> ...] [LIBS <flag> ...])
# One object a file, so that a change compiles one, and so that ccache keeps for all targets what none of them changes.
find_program(PONTOON_BUILD_CC NAMES cc gcc clang DOC "Compiles programs of the build itself")
if(NOT PONTOON_BUILD_CC)
    message(FATAL_ERROR "no cc, gcc or clang for programs of the build itself")
endif()

function(pontoon_build_program program)
    cmake_parse_arguments(P "" "" "UNITS;HEADERS;FLAGS;LIBS" ${ARGN})
    get_filename_component(name ${program} NAME)
    set(folder ${CMAKE_BINARY_DIR}/generated/${name}_program)
    file(MAKE_DIRECTORY ${folder})
    set(objects "")
    foreach(unit IN LISTS P_UNITS)
        get_filename_component(base ${unit} NAME_WE)
        set(object ${folder}/${base}.o)
        if(object IN_LIST objects)
            message(FATAL_ERROR "${program}: two of its files are named ${base}.c")
        endif()
        add_custom_command(OUTPUT ${object}
                           COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${PONTOON_BUILD_CC} -Wall -Wextra -Werror
                                   -ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=. ${P_FLAGS} -c ${unit} -o ${object}
                           DEPENDS ${unit} ${P_HEADERS} VERBATIM)
        list(APPEND objects ${object})
    endforeach()
    add_custom_command(OUTPUT ${program} COMMAND ${PONTOON_BUILD_CC} -o ${program} ${objects} ${P_LIBS}
                       DEPENDS ${objects} VERBATIM)
endfunction()
