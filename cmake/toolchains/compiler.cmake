# pontoon_compiler(<prefix> <how to get it> [<folder> ...]): the compiler whose programs are named <prefix>gcc,
# <prefix>objdump and so on, on the PATH or in one of the folders. One that is missing stops the configuration with words that cmake/matrix.cmake knows.
macro(pontoon_compiler prefix remedy)
    find_program(PONTOON_CC NAMES ${prefix}gcc HINTS ${ARGN})
    if(NOT PONTOON_CC)
        unset(PONTOON_CC CACHE) # so that it is looked for again
        message(FATAL_ERROR "${prefix}gcc is not installed: ${remedy}")
    endif()
    set(CMAKE_C_COMPILER ${PONTOON_CC})
    set(CMAKE_ASM_COMPILER ${PONTOON_CC})
endmacro()
