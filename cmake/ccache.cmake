# Where ccache is installed, several builds compile once what they share. Paths below the build folder are
# hashed as relative ones, so that sources that two builds generate alike are one source.
find_program(PONTOON_CCACHE ccache DOC "Keeps what was compiled; empty: every build compiles all of its own")
find_program(PONTOON_ENV env)
mark_as_advanced(PONTOON_CCACHE PONTOON_ENV)
if(PONTOON_CCACHE AND PONTOON_ENV AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER
   AND NOT DEFINED ENV{CMAKE_C_COMPILER_LAUNCHER})
    set(CMAKE_C_COMPILER_LAUNCHER ${PONTOON_ENV} CCACHE_BASEDIR=${CMAKE_BINARY_DIR} ${PONTOON_CCACHE})
endif()
