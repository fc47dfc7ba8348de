# Register tiles of matrix products for probe tune: analysis_host/tune/write writes them, and those that the compiler keeps in
# registers are part of the image (tiles_kept.cmake); and the other kernels, with open parameters. Appends to
# pontoon_op_sources.
#
# PONTOON_TUNE: OFF leaves them out. PONTOON_TUNE_KERNELS: kernels beside products, as `dot;transpose`.
option(PONTOON_TUNE "Carry kernels that probe tune times" ON)
set(tune_most 6)
set(tune_mode tiles)
if(PONTOON_OP_SMALL) # slow lines to load over
    set(tune_most 3)
    set(tune_mode small_tiles)
endif()
set(tune_kernels_default dot gemv transpose jacobi wht)
if(PONTOON_OP_SMALL)
    set(tune_kernels_default "")
endif()
set(PONTOON_TUNE_KERNELS "${tune_kernels_default}" CACHE STRING "Kernels beside matrix products that the image carries")

# ---- the generator, a program of the build ----
set(tune_folder ${CMAKE_CURRENT_SOURCE_DIR}/analysis_host/tune/write)
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
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${tune_flags};${flags};${PONTOON_PROBE_FLAGS};${PONTOON_LOOP_FLAGS}")
endforeach()

if(PONTOON_TUNE AND CMAKE_OBJDUMP AND (pontoon_has_optional OR "tune" IN_LIST PONTOON_PROBE_NAMES))
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

# ---- the other kernels ----
# The most that a kernel's parameters may be in an image: gemv reads up to 8 columns at once, and shares x among as many.
math(EXPR tune_radix "${tune_registers} / 2")
if(tune_radix GREATER 16)
    set(tune_radix 16)
endif()
set(tune_most_dot rows=16)
set(tune_most_gemv rows=8,columns=8)
set(tune_most_transpose rows=64)
set(tune_most_jacobi rows=24576,block_bytes=196608)
set(tune_most_wht rows=${tune_radix},columns=1024)

# Sets OUT to the source of KERNEL, as one of TYPES (cmake/tiles.cmake) has it.
function(tune_kernel out kernel words)
    string(REPLACE "," ";" words "${words}")
    list(POP_FRONT words type lanes registers)
    set(file ${CMAKE_BINARY_DIR}/generated/tune_${kernel}_${type}.c)
    add_custom_command(OUTPUT ${file}
                       COMMAND ${tune_generator} open ${file} ${kernel}.${type}:lanes=${lanes},${tune_most_${kernel}}
                       DEPENDS ${tune_generator} COMMENT "Writing kernel ${kernel} of ${type}" VERBATIM)
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${tune_flags};${words};${PONTOON_PROBE_FLAGS};${PONTOON_LOOP_FLAGS}")
    set(${out} ${file} PARENT_SCOPE)
endfunction()

set(tune_declared "")
set(tune_rows "")
set(tune_count 0)
if(PONTOON_TUNE AND (pontoon_has_optional OR "tune" IN_LIST PONTOON_PROBE_NAMES))
    foreach(kernel IN LISTS PONTOON_TUNE_KERNELS)
        if(NOT DEFINED tune_most_${kernel})
            message(FATAL_ERROR "PONTOON_TUNE_KERNELS: ${kernel}: no such kernel; dot, gemv, transpose, jacobi, wht")
        endif()
        foreach(words IN LISTS tune_types)
            tune_kernel(file ${kernel} "${words}")
            string(REGEX REPLACE ",.*" "" type "${words}")
            string(APPEND tune_declared "extern const struct tuned_kernel tuned_kernel_${kernel}_${type};\n")
            string(APPEND tune_rows "    &tuned_kernel_${kernel}_${type},\n")
            list(APPEND pontoon_op_sources ${file})
            math(EXPR tune_count "${tune_count} + 1")
        endforeach()
    endforeach()
endif()
set(tune_timing 0)
if(tune_count GREATER 0)
    set(tune_timing &other_timing)
endif()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/tuned_kernels.c CONTENT
"/* Generated: kernels beside products of this image. */
#include \"lib/tuned_kernel.h\"

@tune_declared@
const struct tuned_kernel *const tuned_kernel_table[] = {
@tune_rows@    0,
};
const unsigned tuned_kernel_count = @tune_count@;
extern const struct other_timing other_timing __attribute__((weak)); /* none where probe tune is left out */
const struct other_timing *const tuned_kernel_timing = @tune_timing@;
" @ONLY)
list(APPEND pontoon_op_sources ${CMAKE_BINARY_DIR}/generated/tuned_kernels.c)

# What writes kernels, for a report's export.
if(PONTOON_IS_HOST AND PONTOON_PROGRAMS)
    list(FILTER tune_units EXCLUDE REGEX "/generate_kernels\\.c$")
    add_library(tune_kernels STATIC ${tune_units} ${tune_text})
    target_include_directories(tune_kernels PUBLIC ${tune_folder})
    target_link_libraries(tune_kernels PRIVATE pontoon_warnings)
endif()
