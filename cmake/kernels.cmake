# The kernels of C of probe kernels: probes/kernels/kernel/NAME.c, found by that name, exports a list kernel_NAME. A
# program of the build runs each with an arithmetic that counts, and an image is linked only where the formulas of all
# agree with what they do. Appends to pontoon_probe_sources; sets pontoon_kernel_table.
file(GLOB kernel_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} probes/kernels/kernel/*.c)
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST) # small memories: it is as large as ten others
    list(REMOVE_ITEM kernel_files probes/kernels/kernel/many_functions.c)
endif()
if(NOT pontoon_has_optional AND NOT "kernels" IN_LIST PONTOON_PROBE_NAMES)
    set(kernel_files "") # nothing of the image would run them
endif()
# As patterns are: what is timed is vectorized as far as the processor goes, and nothing is fused.
set(kernel_flags ${pontoon_kernel_isa} -O3 -ffp-contract=off -fno-math-errno -fno-asynchronous-unwind-tables)
if(PONTOON_OS STREQUAL "none") # small memories, and the simulated board, which counts single accesses
    list(APPEND kernel_flags -O2)
endif()
set(kernel_headers probes/kernels/arithmetic.h probes/kernels/stretch.h probes/kernels/database.h)
set(kernel_declarations "")
set(kernel_lists "")

# Kernels of libraries, each where its header and its library are found.
set(library_files "")
set(pontoon_kernel_libraries "")
set(kernel_library_header_cblas cblas.h)
set(kernel_library_names_cblas openblas cblas blas)
set(kernel_library_header_fftw3 fftw3.h)
set(kernel_library_names_fftw3 fftw3)
option(PONTOON_LIBRARIES "Time kernels of CBLAS and FFTW, too, where they are installed (this machine alone)" OFF)
if(PONTOON_LIBRARIES AND PONTOON_IS_HOST AND NOT PONTOON_OS STREQUAL "none")
    foreach(library IN ITEMS cblas fftw3)
        find_path(PONTOON_${library}_INCLUDE ${kernel_library_header_${library}})
        find_library(PONTOON_${library}_LIBRARY NAMES ${kernel_library_names_${library}})
        if(PONTOON_${library}_INCLUDE AND PONTOON_${library}_LIBRARY)
            list(APPEND library_files probes/kernels/library/${library}.c)
            list(APPEND pontoon_kernel_libraries ${PONTOON_${library}_LIBRARY})
            set_property(SOURCE probes/kernels/library/${library}.c APPEND PROPERTY INCLUDE_DIRECTORIES
                         ${PONTOON_${library}_INCLUDE})
        else()
            message(STATUS "kernels: no ${library} here: not measured")
        endif()
    endforeach()
endif()

# The checksum of each text, so that a kept log is known to be of the same kernel.
set(kernel_spec_writer ${CMAKE_BINARY_DIR}/generated/write_specs)
set(kernel_specs ${pontoon_generated}/kernel_specs.h)
set(kernel_spec_files ${kernel_headers} ${kernel_files} ${library_files})
list(TRANSFORM kernel_spec_files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
list(LENGTH kernel_headers kernel_header_count)
set(kernel_spec_words ${kernel_spec_files})
list(INSERT kernel_spec_words ${kernel_header_count} --)
pontoon_build_program(${kernel_spec_writer} FLAGS -O1
                      UNITS ${CMAKE_CURRENT_SOURCE_DIR}/probes/generate/spec/write_specs.c)
add_custom_command(OUTPUT ${kernel_specs} COMMAND ${kernel_spec_writer} ${kernel_specs} ${kernel_spec_words}
                   DEPENDS ${kernel_spec_writer} ${kernel_spec_files} VERBATIM)

foreach(file IN LISTS kernel_files library_files)
    get_filename_component(name ${file} NAME_WE)
    string(APPEND kernel_declarations "extern const struct kernel *const kernel_${name}[];\n")
    string(APPEND kernel_lists "    kernel_${name},\n")
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_DEFINITIONS KERNEL_SPEC=KERNEL_SPEC_${name})
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -include ${kernel_specs})
    set_property(SOURCE ${file} APPEND PROPERTY OBJECT_DEPENDS ${kernel_specs})
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS ${kernel_flags} ${PONTOON_PROBE_FLAGS}
                 ${PONTOON_LOOP_FLAGS})
endforeach()
set(pontoon_kernel_table ${pontoon_generated}/kernel_table.c)
file(CONFIGURE OUTPUT ${pontoon_kernel_table} CONTENT
"/* Generated from the files under probes/kernels/kernel. */
#include \"lib/kernel.h\"

${kernel_declarations}
const struct kernel *const *const kernel_table[] = {
${kernel_lists}    0,
};
")
list(APPEND pontoon_probe_sources ${kernel_files} ${library_files})

# Of libraries nobody can count what they do: their kernels are not among those that are run to be counted.
set(kernel_counted_table ${pontoon_generated}/kernel_counted_table.c)
string(REGEX REPLACE "extern const struct kernel \\*const kernel_(cblas|fftw3)\\[\\];\n" "" counted_declarations
       "${kernel_declarations}")
string(REGEX REPLACE "    kernel_(cblas|fftw3),\n" "" counted_lists "${kernel_lists}")
file(CONFIGURE OUTPUT ${kernel_counted_table} CONTENT
"/* Generated from the files under probes/kernels/kernel. */
#include \"lib/kernel.h\"

${counted_declarations}
const struct kernel *const *const kernel_table[] = {
${counted_lists}    0,
};
")

set(kernel_counter ${CMAKE_BINARY_DIR}/generated/count_kernels)
set(kernel_counted ${CMAKE_BINARY_DIR}/generated/kernels.counted)
file(GLOB kernel_counter_units CONFIGURE_DEPENDS probes/generate/kernels/*.c)
set(kernel_counter_files ${kernel_files})
list(TRANSFORM kernel_counter_files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
list(APPEND kernel_counter_files ${CMAKE_CURRENT_SOURCE_DIR}/probes/lib/pattern_code.c ${kernel_counter_units}
     ${kernel_counted_table})
set(kernel_counter_headers ${kernel_headers} probes/lib/kernel.h probes/lib/pattern_code.h)
list(TRANSFORM kernel_counter_headers PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
pontoon_build_program(${kernel_counter} UNITS ${kernel_counter_files} HEADERS ${kernel_counter_headers}
                      FLAGS -O1 -DKERNEL_COUNTED -I ${CMAKE_CURRENT_SOURCE_DIR}/probes
                            -I ${CMAKE_CURRENT_SOURCE_DIR}/hal/include)
add_custom_command(OUTPUT ${kernel_counted}
                   COMMAND ${kernel_counter} && ${CMAKE_COMMAND} -E touch ${kernel_counted}
                   DEPENDS ${kernel_counter} COMMENT "Counting what kernels do" VERBATIM)
add_custom_target(kernels_counted DEPENDS ${kernel_counted})

# RUN keys by which a log is known to be of the same code: of all flags, and of whatever the timed code of kernels is
# made from.
file(CONFIGURE OUTPUT ${pontoon_generated}/cflags.txt CONTENT "${pontoon_cflags}\n")
string(MD5 kernel_processor "${pattern_macros}") # -march=native is another one on each machine
file(CONFIGURE OUTPUT ${pontoon_generated}/kernels.txt CONTENT
"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} ${pontoon_cflags} ${PONTOON_PROBE_FLAGS}
${kernel_flags}
${pontoon_pattern_flags}
${kernel_processor}
")
set(kernel_sums ${pontoon_generated}/build_sums.h)
set(kernel_sum_files ${pontoon_generated}/kernels.txt ${kernel_spec_files} ${pontoon_pattern_sources})
add_custom_command(OUTPUT ${kernel_sums}
                   COMMAND ${kernel_spec_writer} ${kernel_sums} -- -- BUILD_CFLAGS_CRC ${pontoon_generated}/cflags.txt
                           -- BUILD_KERNELS_CRC ${kernel_sum_files}
                   DEPENDS ${kernel_spec_writer} ${pontoon_generated}/cflags.txt ${kernel_sum_files} VERBATIM)
set_property(SOURCE probes/run/facts.c APPEND PROPERTY OBJECT_DEPENDS ${kernel_sums})
