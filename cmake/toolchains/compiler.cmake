# pontoon_compiler(<prefix> [LIBRARY <file>] [HINTS <folder> ...] [BY <command>] PACKAGES <Debian package> ...)
# The compiler whose programs are named <prefix>gcc, <prefix>objdump and so on, on the PATH or in one of the
# folders. LIBRARY: a file of its C library, where one is needed. What is missing stops the configuration with
# the packages that suffice, as `cmake/matrix.cmake --list` prints them, or with the command that makes it. (The
# blank before a message keeps it on one line.)
macro(pontoon_compiler prefix)
    cmake_parse_arguments(COMPILER "" "LIBRARY;BY" "HINTS;PACKAGES" ${ARGN})
    list(JOIN COMPILER_PACKAGES " " pontoon_remedy)
    string(PREPEND pontoon_remedy "apt-get install --no-install-recommends ")
    if(COMPILER_BY)
        set(pontoon_remedy "${COMPILER_BY}")
    endif()
    find_program(PONTOON_CC NAMES ${prefix}gcc HINTS ${COMPILER_HINTS})
    if(NOT PONTOON_CC)
        unset(PONTOON_CC CACHE) # so that it is looked for again
        message(FATAL_ERROR " ${prefix}gcc is not installed: ${pontoon_remedy}")
    endif()
    if(COMPILER_LIBRARY)
        # The compiler answers with a path, or with the bare name of a file that it does not find.
        execute_process(COMMAND ${PONTOON_CC} -print-file-name=${COMPILER_LIBRARY} OUTPUT_VARIABLE pontoon_file
                        OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(NOT pontoon_file MATCHES "/")
            message(FATAL_ERROR " ${prefix}gcc's C library is not installed: ${pontoon_remedy}")
        endif()
    endif()
    set(CMAKE_C_COMPILER ${PONTOON_CC})
    set(CMAKE_ASM_COMPILER ${PONTOON_CC})
endmacro()
