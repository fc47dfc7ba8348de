# The port of the HAL, the record writer, and the program `probes` for PONTOON_TARGET.

# The port's own folder, and those that it shares with its relatives. Of two files with one name, the port's
# own is taken.
list(TRANSFORM PORT_USES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/hal/ OUTPUT_VARIABLE pontoon_port_dirs)
list(PREPEND pontoon_port_dirs ${PONTOON_PORT_DIR})
set(pontoon_port_sources "")
set(pontoon_port_files "")
foreach(dir IN LISTS pontoon_port_dirs)
    include(${dir}/sources.cmake OPTIONAL) # flags of single files
    file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c ${dir}/*.S)
    foreach(source IN LISTS sources)
        get_filename_component(file ${source} NAME)
        if(NOT file IN_LIST pontoon_port_files)
            list(APPEND pontoon_port_files ${file})
            list(APPEND pontoon_port_sources ${source})
        endif()
    endforeach()
endforeach()
foreach(part timer thread_time thread pinning alloc console report os_reported identity traffic events cache untouched os_work code regions reserve)
    if(NOT "${part}.c" IN_LIST pontoon_port_files)
        list(APPEND pontoon_port_sources ${CMAKE_CURRENT_SOURCE_DIR}/hal/generic/${part}.c)
    endif()
endforeach()
file(GLOB pontoon_board_sources CONFIGURE_DEPENDS ${PONTOON_TARGET_DIR}/*.c ${PONTOON_TARGET_DIR}/*.S)
list(APPEND pontoon_port_sources ${pontoon_board_sources})
if(pontoon_port_sources MATCHES "\\.S(;|$)")
    enable_language(ASM)
endif()

# A port may bring libraries of its own, for its port.cmake to name under LIBS.
if(EXISTS ${PONTOON_PORT_DIR}/CMakeLists.txt)
    add_subdirectory(${PONTOON_PORT_DIR} ${CMAKE_BINARY_DIR}/hal)
endif()

add_library(hal STATIC ${pontoon_port_sources})
target_include_directories(hal PUBLIC hal/include PRIVATE ${pontoon_port_dirs} ${PONTOON_TARGET_DIR})
target_compile_options(hal PUBLIC ${PONTOON_FLAGS})
target_link_libraries(hal PRIVATE pontoon_warnings PUBLIC ${PORT_LIBS})
set(PONTOON_OPTIONS "" CACHE STRING "Options of a bare board's image that is given none, as \"--slow max=32K\"")
if(PONTOON_OPTIONS MATCHES "[^-a-zA-Z0-9_=,. ]")
    message(FATAL_ERROR "PONTOON_OPTIONS: ${PONTOON_OPTIONS}: options of probes have letters, digits and -_=,. alone")
endif()
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    set_property(SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/hal/bare/run.c APPEND PROPERTY COMPILE_DEFINITIONS
                 "HAL_OPTIONS=\"${PONTOON_OPTIONS}\"")
    target_compile_definitions(hal PUBLIC HAL_LIMIT_SYSTEM=0)
    # All but clocks and threads, which are near to what is timed.
    foreach(source IN LISTS pontoon_port_sources)
        if(NOT source MATCHES "/(timer|clock_.*|model_clock|thread|cache|placed|region_code|libc)\\.c$|\\.S$" OR
           source MATCHES "/(clock_choice|bare/timer)\\.c$")
            set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<NOT:$<CONFIG:Debug>>:-Os>)
        endif()
    endforeach()
endif()

add_library(record_write STATIC probes/record/record_write.c probes/record/record_end.c probes/record/similar_names.c
            probes/record/probe_names.c)
target_include_directories(record_write PUBLIC probes)
target_compile_options(record_write PUBLIC ${PONTOON_FLAGS})
target_link_libraries(record_write PRIVATE pontoon_warnings)

# Probe folders: every folder under probes/ but the rooms that probes share. A probe is named as its folder is.
set(pontoon_probe_rooms record run lib generate)
file(GLOB pontoon_probe_folders CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/probes probes/*)
set(PONTOON_PROBES "${pontoon_target_probes}" CACHE STRING "Probes of the image, as A;B; empty: all")
foreach(folder IN LISTS PONTOON_PROBES)
    if(NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/probes/${folder} OR folder IN_LIST pontoon_probe_rooms)
        message(FATAL_ERROR "PONTOON_PROBES: ${folder}: there is no such probe; there are the folders under probes/")
    endif()
endforeach()
# Bare boards' images have these only where PONTOON_PROBES names them: there is no room for all, and their clock does not
# depend on load; coherence is 6 KiB.
set(pontoon_named_probes bandwidth_sweep coherence core_queues dram frequency icache_ways loaded_curve prefetch shared_units
    throttling)
if("encode" IN_LIST PORT_USES AND NOT PONTOON_ARCH STREQUAL "i686") # the port writes operations
    list(REMOVE_ITEM pontoon_named_probes core_queues)
endif()
# A third of the build, for what no report asks for: cmake/characterize.sh leaves them out.
set(pontoon_optional_probes kernels pattern tune)
option(PONTOON_OPTIONAL_PROBES "Build the probes kernels, pattern and tune of this machine, too" ON)
set(pontoon_has_optional ${PONTOON_OPTIONAL_PROBES})
if(NOT PONTOON_IS_HOST)
    set(pontoon_has_optional OFF) # each where PONTOON_PROBES has it
endif()
set(PONTOON_PROBE_NAMES "")
set(pontoon_probe_sources "")
foreach(folder IN LISTS pontoon_probe_folders)
    if(NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/probes/${folder} OR folder IN_LIST pontoon_probe_rooms)
        continue()
    endif()
    if(PONTOON_PROBES AND NOT folder IN_LIST PONTOON_PROBES)
        continue()
    endif()
    if(NOT PONTOON_PROBES AND PONTOON_IS_HOST AND NOT PONTOON_OPTIONAL_PROBES AND folder IN_LIST pontoon_optional_probes)
        continue()
    endif()
    if(NOT PONTOON_PROBES AND PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST AND folder IN_LIST pontoon_named_probes)
        continue()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} probes/${folder}/*.c)
    if(NOT "probes/${folder}/${folder}.c" IN_LIST sources)
        message(FATAL_ERROR "probes/${folder}: there is no probes/${folder}/${folder}.c, which would hold "
                            "`const struct probe probe_${folder}`: a folder under probes/ is a probe "
                            "(all but record, run, lib, generate)")
    endif()
    list(APPEND PONTOON_PROBE_NAMES ${folder})
    list(APPEND pontoon_probe_sources ${sources})
endforeach()

set(pontoon_generated ${CMAKE_BINARY_DIR}/generated)
pontoon_table(${pontoon_generated}/probe_table.c run/probe.h probe probe_ probe_table ${PONTOON_PROBE_NAMES})
string(TOUPPER "${CMAKE_BUILD_TYPE}" pontoon_build)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${pontoon_build}}" pontoon_cflags)
string(REPLACE ";" " " pontoon_target_flags "${PONTOON_FLAGS}")
string(STRIP "${pontoon_cflags} ${pontoon_target_flags}" pontoon_cflags)
file(CONFIGURE OUTPUT ${pontoon_generated}/build_facts.h CONTENT
"/* Generated: the RUN keys that only the build knows. */
#define BUILD_TARGET \"${PONTOON_TARGET}\"
#define BUILD_HAL \"${PONTOON_HAL}\"
#define BUILD_ARCH \"${PONTOON_ARCH}\"
#define BUILD_OS \"${PONTOON_OS}\"
#define BUILD_CC \"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\"
#define BUILD_CFLAGS \"${pontoon_cflags}\"
#define BUILD_VERSION \"${PROJECT_VERSION}\"
")

file(GLOB pontoon_run_sources CONFIGURE_DEPENDS probes/run/*.c)
file(GLOB pontoon_lib_sources CONFIGURE_DEPENDS probes/lib/*.c)
# A port may set PONTOON_PROBE_FLAGS for the files that hold timed loops, and PONTOON_COMPUTE_FLAGS
# for those among them that PONTOON_COMPUTE_PROBES names (a folder under probes/, or folder/file.c);
# PONTOON_REGISTER_PROBES names files that do without the former. PONTOON_LOOP_FLAGS are for all of them,
# PONTOON_CALL_FLAGS for those that PONTOON_CALL_PROBES names.
foreach(file IN LISTS pontoon_run_sources pontoon_lib_sources pontoon_probe_sources)
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    get_filename_component(base ${file} NAME)
    set(flags ${PONTOON_PROBE_FLAGS} ${PONTOON_LOOP_FLAGS})
    if("${folder}/${base}" IN_LIST PONTOON_REGISTER_PROBES)
        set(flags ${PONTOON_LOOP_FLAGS})
    endif()
    if("${folder}" IN_LIST PONTOON_COMPUTE_PROBES OR "${folder}/${base}" IN_LIST PONTOON_COMPUTE_PROBES)
        list(APPEND flags ${PONTOON_COMPUTE_FLAGS})
    endif()
    if("${folder}/${base}" IN_LIST PONTOON_CALL_PROBES)
        list(APPEND flags ${PONTOON_CALL_FLAGS})
    endif()
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS ${flags})
endforeach()
# These hold nothing that is timed: what counts is the size of the image.
set(pontoon_small_sources ${pontoon_run_sources} probes/lib/estimate.c probes/throttling/throttling.c probes/record/record_write.c
    probes/record/similar_names.c probes/record/probe_names.c probes/lib/kernel_choice.c probes/lib/kernel_group.c probes/lib/kernel_kept.c probes/lib/kernel_send.c
    probes/lib/kernel_sizes.c
    probes/lib/windows.c probes/peaks/peaks.c probes/peaks/repeat.c probes/bandwidth/kept.c probes/ops/rates.c
    probes/cache_size/visits.c)
# Their memory is in one piece, and nothing else runs on them.
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    set_property(SOURCE probes/cache_ways/cache_ways.c probes/cache_ways/eviction.c
                 APPEND PROPERTY COMPILE_DEFINITIONS HAL_LIMIT_CANDIDATES=64)
    set_property(SOURCE probes/lib/kernel_kept.c probes/bandwidth/kept.c probes/ops/rates.c probes/peaks/repeat.c
                 probes/cache_size/visits.c probes/core_queues/core_queues.c probes/fetch/fetch.c
                 APPEND PROPERTY COMPILE_DEFINITIONS HAL_ALONE=1)
    set_property(SOURCE probes/lib/stream.c APPEND PROPERTY COMPILE_DEFINITIONS LAPS_IN_A_PASS=0)
endif()
# Bare boards are loaded over slow lines, and their memories are small: there what only plans and sends is small, too.
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    list(APPEND pontoon_small_sources probes/branch/branch.c probes/btb/btb.c probes/bypass/bypass.c probes/fetch/fetch.c probes/store_forward/store_forward.c probes/issue/issue.c
         probes/core_queues/core_queues.c probes/lib/no_ops.c probes/return_stack/return_stack.c
         probes/reorder_buffer/reorder_buffer.c probes/lib/events.c probes/lib/far_memory.c probes/lib/flush.c probes/lib/pairing.c probes/lib/granted.c probes/lib/kernel_run.c probes/lib/measure.c
         probes/lib/pattern_code.c probes/lib/spread.c probes/lib/sweep.c probes/lib/work.c probes/lib/random.c probes/mlp/mlp.c probes/regions/regions.c
         probes/tune/candidates.c probes/tune/other.c probes/tune/tune.c)
    foreach(probe add_chain bandwidth cache_line cache_policy cache_size cache_ways contexts each_context icache
            loaded_latency kernels live_ranges numa ops huge_page core_to_core peaks screen sharing smp_smt timer_floor tlb_page tlb_size tlb_ways)
        set(sources ${pontoon_probe_sources})
        list(FILTER sources INCLUDE REGEX "^probes/${probe}/")
        list(APPEND pontoon_small_sources ${sources})
    endforeach()
endif()
foreach(file IN LISTS pontoon_small_sources)
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS $<$<NOT:$<CONFIG:Debug>>:-Os>)
endforeach()
# Streams move the widest vectors that the processor has, as they are written and no others.
set_property(SOURCE probes/lib/stream.c APPEND PROPERTY COMPILE_OPTIONS
             ${PONTOON_OP_FLAGS} -fno-tree-vectorize -fno-tree-slp-vectorize)
# A loop that crosses a line of code is up to 3 percent slower. On bare boards the image's size counts for more.
if(NOT PONTOON_OS STREQUAL "none")
    set_property(SOURCE probes/lib/stream.c APPEND PROPERTY COMPILE_OPTIONS -falign-loops=64)
endif()
include(cmake/build_program.cmake)
include(cmake/ops.cmake)
include(cmake/tiles.cmake)
include(cmake/patterns.cmake)
include(cmake/kernels.cmake)
# Kernels that patterns describe; without any the table is empty.
if(NOT pontoon_pattern_sources)
    set(pontoon_pattern_sources ${pontoon_generated}/pattern_table.c)
    file(CONFIGURE OUTPUT ${pontoon_pattern_sources} CONTENT
"/* Generated: no pattern. */
#include \"lib/kernel.h\"

const struct kernel *const pattern_table[] = { 0 };
")
endif()
set_property(SOURCE ${pontoon_pattern_sources} APPEND PROPERTY COMPILE_OPTIONS
             ${PONTOON_PROBE_FLAGS} ${PONTOON_LOOP_FLAGS})
list(FILTER pontoon_run_sources EXCLUDE REGEX "/region[^/]*$") # of a library (cmake/region.cmake)
list(FILTER pontoon_lib_sources EXCLUDE REGEX "/region[^/]*$")
add_executable(probes ${pontoon_run_sources} ${pontoon_lib_sources} ${pontoon_probe_sources} ${pontoon_op_sources}
               ${pontoon_pattern_sources} ${pontoon_kernel_table} ${pontoon_generated}/probe_table.c)
add_dependencies(probes kernels_counted)
set(pontoon_image_objects $<TARGET_OBJECTS:probes>) # all objects of the image, for other programs made of them
# The loops of live ranges, and how often each uses the stack. Modelled elements lie in memory.
if(pontoon_live_sources)
    add_library(live_loops OBJECT ${pontoon_live_sources})
    target_link_libraries(live_loops PRIVATE pontoon_warnings hal)
    target_include_directories(live_loops PRIVATE probes ${PONTOON_ELEMENTS_DIR} probes/ops)
    target_compile_options(live_loops PRIVATE -fno-lto)
    set(live_objdump ${CMAKE_OBJDUMP})
    if(PONTOON_ELEMENTS_DIR)
        set(live_objdump "")
    endif()
    list(JOIN live_types "|" live_words)
    add_custom_command(OUTPUT ${pontoon_generated}/live_refs.c
                       COMMAND ${CMAKE_COMMAND} -D OBJDUMP=${live_objdump} -D ARCH=${PONTOON_ARCH}
                               -D CHECK=${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops -D OUT=${pontoon_generated}/live_refs.c
                               -D "TYPES=${live_words}" -D "OBJECTS=$<JOIN:$<TARGET_OBJECTS:live_loops>,|>"
                               -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/live_refs.cmake
                       DEPENDS live_loops $<TARGET_OBJECTS:live_loops> ${CMAKE_CURRENT_SOURCE_DIR}/cmake/live_refs.cmake
                               ${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops/live_refs.awk
                               ${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops/timed_loops_isa.awk
                       COMMENT "Counting what loops of live ranges keep on the stack" VERBATIM)
    target_sources(probes PRIVATE $<TARGET_OBJECTS:live_loops> ${pontoon_generated}/live_refs.c)
    list(APPEND pontoon_image_objects $<TARGET_OBJECTS:live_loops>)
endif()
target_link_libraries(probes PRIVATE ${pontoon_kernel_libraries})
target_include_directories(probes PRIVATE probes ${PONTOON_ELEMENTS_DIR} probes/lib/flow probes/ops ${pontoon_generated})
# What is timed stays apart from what times it, whatever the link would make of both.
target_compile_options(probes PRIVATE -fno-lto)

# A board's linker script, and what its port makes of the linked image (image.cmake: other formats).
function(pontoon_image image)
    target_link_libraries(${image} PRIVATE pontoon_warnings record_write hal)
    if(EXISTS ${PONTOON_TARGET_DIR}/link.ld)
        target_link_options(${image} PRIVATE -T ${PONTOON_TARGET_DIR}/link.ld)
        set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${PONTOON_TARGET_DIR}/link.ld)
    endif()
    include(${PONTOON_PORT_DIR}/image.cmake OPTIONAL)
endfunction()
pontoon_image(probes)
include(cmake/size.cmake)
include(cmake/sd_image.cmake)
include(cmake/region.cmake)
# Bare boards are loaded over slow lines, and their memories are small.
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    add_custom_command(TARGET probes POST_BUILD
                       COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DIMAGE=$<TARGET_FILE:probes> -DMOST=8192
                               -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/pattern_bytes.cmake VERBATIM)
endif()
add_custom_target(pattern_bytes
                  COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DIMAGE=$<TARGET_FILE:probes> -DMOST=1073741824 -DEACH=ON
                          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/pattern_bytes.cmake
                  DEPENDS probes VERBATIM)

# Images that test a port on the board itself; built when asked for by name.
file(GLOB pontoon_image_files CONFIGURE_DEPENDS tests/targets/images/*.c)
foreach(file IN LISTS pontoon_image_files)
    get_filename_component(image ${file} NAME_WE)
    add_executable(${image} EXCLUDE_FROM_ALL ${file})
    pontoon_image(${image})
endforeach()
