# The simulated board's probes, from within the build of another target: a build of its own below this
# one. Sets SIM_PROBES, the program, "" where no gcc is; the target sim_probes brings it up to date. Sets SIM_LOGS,
# a folder for logs of this very program (tests/system/accuracy/recorded.h).
# It is the same in a build with sanitizers: the model's instrumentation and theirs exclude each other.
if(PONTOON_TARGET STREQUAL "sim")
    set(SIM_PROBES ${CMAKE_BINARY_DIR}/probes)
    set(SIM_LOGS ${CMAKE_BINARY_DIR}/logs)
    add_custom_target(sim_probes DEPENDS probes)
    return()
endif()

set(PONTOON_SIM_PROBES "" CACHE FILEPATH "The simulated board's probes, where another build has made them")
if(EXISTS "${PONTOON_SIM_PROBES}")
    set(SIM_PROBES ${PONTOON_SIM_PROBES})
    cmake_path(REPLACE_FILENAME SIM_PROBES logs OUTPUT_VARIABLE SIM_LOGS)
    add_custom_target(sim_probes)
    return()
endif()

set(SIM_CC ${CMAKE_C_COMPILER})
if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
    find_program(PONTOON_GCC gcc DOC "Compiles the simulated board's probes")
    set(SIM_CC ${PONTOON_GCC})
endif()
if(NOT SIM_CC)
    message(STATUS "no gcc: the simulated board is not built, its tests are skipped")
    set(SIM_PROBES "")
    add_custom_target(sim_probes)
    return()
endif()

set(SIM_BUILD ${CMAKE_BINARY_DIR}/sim)
set(SIM_PROBES ${SIM_BUILD}/probes)
set(SIM_LOGS ${SIM_BUILD}/logs)
include(ExternalProject)
# BUILD_ALWAYS: the inner build knows what its sources are, and does nothing when none changed.
ExternalProject_Add(sim_probes
    PREFIX ${SIM_BUILD}/steps
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${SIM_BUILD}
    CMAKE_ARGS -DPONTOON_TARGET=sim -DPONTOON_TESTS=OFF -DPONTOON_SANITIZE=OFF -DCMAKE_C_COMPILER=${SIM_CC}
               -DCMAKE_COMPILE_WARNING_AS_ERROR=${PONTOON_TESTS}
    BUILD_COMMAND ${CMAKE_COMMAND} --build ${SIM_BUILD} --target probes
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS ${SIM_PROBES}
    INSTALL_COMMAND "")
set_target_properties(sim_probes PROPERTIES EXCLUDE_FROM_ALL OFF)
# Logs of an older program serve nobody.
add_custom_command(OUTPUT ${SIM_BUILD}/logs.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${SIM_LOGS}
    COMMAND ${CMAKE_COMMAND} -E touch ${SIM_BUILD}/logs.stamp
    DEPENDS ${SIM_PROBES} VERBATIM)
add_custom_target(sim_logs ALL DEPENDS ${SIM_BUILD}/logs.stamp)
add_dependencies(sim_logs sim_probes)
