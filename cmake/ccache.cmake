# Where ccache is installed, several builds and several clones compile once what they share. Paths below the
# folder that holds sources and build are hashed as relative ones; no object holds the full path of either.
find_program(PONTOON_CCACHE ccache DOC "Keeps what was compiled; empty: every build compiles all of its own")
find_program(PONTOON_ENV env)
mark_as_advanced(PONTOON_CCACHE PONTOON_ENV)
if(PONTOON_CCACHE AND PONTOON_ENV AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER
   AND NOT DEFINED ENV{CMAKE_C_COMPILER_LAUNCHER})
    set(shared ${CMAKE_SOURCE_DIR})
    string(FIND "${CMAKE_BINARY_DIR}/" "${shared}/" below)
    while(below AND NOT shared STREQUAL "/")
        get_filename_component(shared "${shared}" DIRECTORY)
        string(FIND "${CMAKE_BINARY_DIR}/" "${shared}/" below)
    endwhile()
    set(CMAKE_C_COMPILER_LAUNCHER ${PONTOON_ENV} CCACHE_BASEDIR=${shared} CCACHE_NOHASHDIR=1 ${PONTOON_CCACHE})
endif()
