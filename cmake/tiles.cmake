# Register tiles of matrix products for probe tune: probes/generate/tune writes them, and those that the compiler keeps in
# registers are part of the image (tiles_kept.cmake). Appends to pontoon_op_sources.
#
# PONTOON_TUNE: OFF leaves them out.
option(PONTOON_TUNE "Carry tiles of matrix products that probe tune times" ON)
set(tune_most 6)
set(tune_mode tiles)
if(PONTOON_OP_SMALL) # slow lines to load over
    set(tune_most 3)
    set(tune_mode small_tiles)
endif()

# ---- the generator, a program of the build ----
set(tune_folder ${CMAKE_CURRENT_SOURCE_DIR}/probes/generate/tune)
set(tune_generator ${CMAKE_BINARY_DIR}/generate_kernels)
set(tune_text ${CMAKE_BINARY_DIR}/generated/tune_text.c)
file(GLOB tune_units CONFIGURE_DEPENDS ${tune_folder}/*.c)
file(GLOB tune_headers CONFIGURE_DEPENDS ${tune_folder}/*.h)
file(GLOB tune_texts CONFIGURE_DEPENDS ${tune_folder}/text/*.in)
add_custom_command(OUTPUT ${tune_text}
                   COMMAND ${CMAKE_COMMAND} -D OUT=${tune_text} -D FOLDER=${tune_folder}/text
                           -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/tune_text.cmake
                   DEPENDS ${tune_texts} ${CMAKE_CURRENT_SOURCE_DIR}/cmake/tune_text.cmake VERBATIM)
pontoon_build_program(${tune_generator} UNITS ${tune_units} ${tune_text} HEADERS ${tune_headers}
                      FLAGS -O1 -I ${tune_folder})
add_custom_target(tune_generated DEPENDS ${tune_text} ${tune_generator})

# ---- the types: of each the widest vectors, and how many registers hold them ----
set(tune_flags ${PONTOON_FLAGS} ${PONTOON_OP_FLAGS} -O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math
    -fno-asynchronous-unwind-tables)
execute_process(COMMAND ${CMAKE_C_COMPILER} ${PONTOON_FLAGS} ${PONTOON_OP_FLAGS} -E -P -x c
                        ${CMAKE_CURRENT_SOURCE_DIR}/probes/ops/types.txt OUTPUT_VARIABLE tune_words)
string(REGEX MATCHALL "[^ \r\n\t]+" tune_words "${tune_words}")
set(tune_registers 16)
if("${tune_words}" MATCHES "(^|;)regs\\.([0-9]+)\\.")
    set(tune_registers ${CMAKE_MATCH_2})
endif()
set(tune_types "")
set(tune_sources "")
foreach(type IN ITEMS f64 f32)
    string(REGEX REPLACE "^f" "" bits ${type})
    set(lanes 0)
    if(${type} IN_LIST tune_words)
        set(lanes 1)
    endif()
    foreach(width IN ITEMS 128 256 512)
        if("v${width}${type}" IN_LIST tune_words)
            math(EXPR lanes "${width} / ${bits}")
        endif()
    endforeach()
    if(lanes EQUAL 0)
        continue()
    endif()
    set(flags "")
    # 32-bit ARM has no instruction on vectors of floats that keeps denormals.
    if(type STREQUAL "f32" AND PONTOON_ARCH MATCHES "^armv7")
        set(flags -funsafe-math-optimizations -fno-reciprocal-math -fno-associative-math)
    endif()
    list(JOIN flags "," words)
    list(APPEND tune_types "${type},${lanes},${tune_registers},${words}")
    set(file ${CMAKE_BINARY_DIR}/generated/tiles_${type}.c)
    list(APPEND tune_sources ${file})
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${tune_flags};${flags};${PONTOON_PROBE_FLAGS}")
endforeach()

if(PONTOON_TUNE AND CMAKE_OBJDUMP AND (PONTOON_IS_HOST OR "tune" IN_LIST PONTOON_PROBE_NAMES))
    list(JOIN tune_flags "|" words)

    list(JOIN tune_types "|" types)
    string(JOIN "|" tune_compiler ${CMAKE_C_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER})
    add_custom_command(OUTPUT ${tune_sources} ${CMAKE_BINARY_DIR}/generated/tile_table.c
                       COMMAND ${CMAKE_COMMAND} -D GENERATOR=${tune_generator} -D "CC=${tune_compiler}"
                               -D "FLAGS=${words}" -D OBJDUMP=${CMAKE_OBJDUMP} -D ARCH=${PONTOON_ARCH}
                               -D CHECK=${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops
                               -D OUT=${CMAKE_BINARY_DIR}/generated -D MOST=${tune_most} -D MODE=${tune_mode} -D "TYPES=${types}"
                               -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/tiles_kept.cmake
                       DEPENDS ${tune_generator} ${CMAKE_CURRENT_SOURCE_DIR}/cmake/tiles_kept.cmake
                               ${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops/tile_loops.awk
                               ${CMAKE_CURRENT_SOURCE_DIR}/cmake/loops/timed_loops_isa.awk
                       COMMENT "Choosing register tiles" VERBATIM)
    list(APPEND pontoon_op_sources ${tune_sources} ${CMAKE_BINARY_DIR}/generated/tile_table.c)
else()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/no_tiles.c CONTENT
"/* Generated: no tiles. */
#include \"lib/tile_kernel.h\"

const struct tile_kernel *const tile_table[] = { 0 };
const unsigned tile_table_count = 0;
")
    list(APPEND pontoon_op_sources ${CMAKE_BINARY_DIR}/generated/no_tiles.c)
endif()

# What writes kernels, for a report's export.
if(PONTOON_IS_HOST AND PONTOON_PROGRAMS)
    list(FILTER tune_units EXCLUDE REGEX "/generate_kernels\\.c$")
    add_library(tune_kernels STATIC ${tune_units} ${tune_text})
    target_include_directories(tune_kernels PUBLIC ${tune_folder})
    target_link_libraries(tune_kernels PRIVATE pontoon_warnings)
endif()
