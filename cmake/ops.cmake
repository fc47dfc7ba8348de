# The kernels of probes ops, live_ranges, peaks and shared_units: sources that probes/generate/ops writes, a host program of
# the build. Appends them to pontoon_probe_sources.
#
# PONTOON_OP_TYPES: element types. Types without instructions are left out, with a message
# (probes/ops/types.txt). PONTOON_OP_FLAGS, from the port: which instructions its processor has.
# PONTOON_ELEMENTS_DIR: elements other than the compiler's own.
# Bare boards are loaded over slow lines, and their memories are small: they get the two types that tell most.
set(op_default "compiler")
set(op_small_default OFF)
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    set(op_default "i32;f32")
    set(op_small_default ON)
endif()
set(PONTOON_OP_TYPES "${op_default}" CACHE STRING
    "Element types that operations are measured on, as i32;f64 ..., or `compiler`: those it has")
option(PONTOON_OP_SMALL "A third of the code for operations: 1, 2, 4 and 6 streams, fewer and shorter loops of live variables"
       ${op_small_default})
set(op_small "")
if(PONTOON_OP_SMALL)
    set(op_small small)
endif()

set(op_flags ${PONTOON_FLAGS} ${PONTOON_OP_FLAGS})
execute_process(COMMAND ${CMAKE_C_COMPILER} ${op_flags} -E -P -x c
                        ${CMAKE_CURRENT_SOURCE_DIR}/probes/ops/types.txt
                OUTPUT_VARIABLE op_words ERROR_VARIABLE op_error RESULT_VARIABLE op_status)
if(NOT op_status EQUAL 0)
    string(REGEX MATCH "[^\n]*error: [^\n]*" op_error "${op_error}")
    message(FATAL_ERROR " ${CMAKE_C_COMPILER} does not take the flags of targets/${PONTOON_TARGET}, hal/${PONTOON_HAL}: "
                        "${op_error}")
endif()
string(REGEX MATCHALL "[^ \r\n\t]+" op_words "${op_words}")
set(op_registers ${op_words})
list(FILTER op_registers INCLUDE REGEX "^regs")
set(op_named ${op_words})
list(FILTER op_named INCLUDE REGEX "^named")
if(op_small AND "in_turn" IN_LIST op_words)
    set(op_small small.4)
endif()
set(op_narrow OFF)
if("narrow" IN_LIST op_words)
    set(op_narrow ON)
endif()
set(op_x87 "")
if("x87" IN_LIST op_words AND "${PONTOON_OP_TYPES}" STREQUAL "compiler")
    set(op_x87 f80)
endif()
set(op_fused "")
if("fused" IN_LIST op_words)
    set(op_fused fused)
endif()
list(FILTER op_words EXCLUDE REGEX "^(regs|named|in_turn|narrow|x87|fused)")
set(screen_words ${op_words})
if(PONTOON_ELEMENTS_DIR)
    set(op_registers regs.64.64) # modelled elements lie in memory that costs nothing
    set(op_named "")
    set(op_x87 "")
    set(op_fused fused)
    set(op_words ${PONTOON_OP_TYPES})
elseif(NOT "${PONTOON_OP_TYPES}" STREQUAL "compiler")
    foreach(word IN LISTS op_words)
        if(NOT word MATCHES "^-" AND NOT word IN_LIST PONTOON_OP_TYPES)
            list(REMOVE_ITEM op_words ${word})
        endif()
    endforeach()
    foreach(type IN LISTS PONTOON_OP_TYPES)
        if(NOT type IN_LIST op_words)
            message(STATUS "operations: no ${type} here")
        endif()
    endforeach()
endif()

set(op_generator ${CMAKE_BINARY_DIR}/generate_ops)
file(GLOB op_generator_units CONFIGURE_DEPENDS probes/generate/ops/*.c)
file(GLOB op_generator_headers CONFIGURE_DEPENDS probes/generate/ops/*.h)
foreach(header op_kernel step_code live_kernel unit_kernel)
    list(APPEND op_generator_headers ${CMAKE_CURRENT_SOURCE_DIR}/probes/lib/${header}.h)
endforeach()
pontoon_build_program(${op_generator} UNITS ${op_generator_units} HEADERS ${op_generator_headers}
                      FLAGS -I ${CMAKE_CURRENT_SOURCE_DIR}/probes)

# op_source(<base> <generator argument> ...): a source generated/<base>.c, as op_file.
macro(op_source base)
    set(op_file ${CMAKE_BINARY_DIR}/generated/${base}.c)
    add_custom_command(OUTPUT ${op_file} COMMAND ${op_generator} ${op_file} ${ARGN}
                       DEPENDS ${op_generator} VERBATIM)
    list(APPEND pontoon_op_sources ${op_file})
endmacro()

# Streams are not merged, multiplications stay multiplications, selections do not become branches; nothing is
# aligned, as it is much code.
set(op_kernel_flags -fwrapv -fno-math-errno -ffinite-math-only -fno-signed-zeros
    -fno-tree-vectorize -fno-tree-slp-vectorize
    -fno-asynchronous-unwind-tables -fno-align-functions)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # clang has no such flags
    list(APPEND op_kernel_flags -fno-thread-jumps -fno-align-loops -fno-align-jumps)
endif()
list(APPEND op_kernel_flags ${PONTOON_LOOP_FLAGS})
# Hand-written loops of the same kind (probes/lib/flow/flow.h).
set(op_no_fp "")
if(NOT "f32" IN_LIST op_words)
    set(op_no_fp PONTOON_NO_FP)
endif()
foreach(folder issue reorder_buffer store_forward bypass)
    set_property(SOURCE probes/${folder}/kernel.c APPEND PROPERTY COMPILE_OPTIONS
                 ${op_kernel_flags} -ffp-contract=off)
    set_property(SOURCE probes/${folder}/kernel.c APPEND PROPERTY COMPILE_DEFINITIONS ${op_no_fp})
endforeach()
set(pontoon_op_sources "")
set(pontoon_live_sources "") # compiled apart: it is counted in them what the stack is used for
op_source(ops_table table ${op_words} ${op_small})
set(live_types ${op_words})
list(FILTER live_types INCLUDE REGEX "^[if](32|64)$|^v[0-9]+f32$")
set(peak_types ${op_words})
list(FILTER peak_types INCLUDE REGEX "^(v[0-9]+)?([if]32|[if]64)$")
# Where a word has 32 bits, an addition of i64 is two operations.
if(op_small OR NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
    list(FILTER peak_types EXCLUDE REGEX "i64$")
endif()
# Only the widest vectors, as narrower ones are parts of the same registers; but ceilings of floating-point numbers are
# of each width.
foreach(width 128 256)
    math(EXPR wider "${width} * 2")
    if("v${wider}f32" IN_LIST op_words)
        list(REMOVE_ITEM live_types v${width}f32)
        list(REMOVE_ITEM peak_types v${width}i32 v${width}i64)
        if(NOT op_narrow)
            list(REMOVE_ITEM peak_types v${width}f32 v${width}f64)
        endif()
    endif()
endforeach()
op_source(peak_table peaktable ${peak_types} ${op_x87} ${op_small})
if(op_x87)
    op_source(peak_f80 peak f80 ${op_registers} ${op_small})
    set_source_files_properties(${op_file} PROPERTIES
        COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};-ffp-contract=off")
endif()
op_source(live_table livetable ${live_types} ${op_named} ${op_small})
set(op_lacks ${op_words})
list(FILTER op_lacks INCLUDE REGEX "^-")
foreach(type IN LISTS op_words)
    if(type MATCHES "^-")
        continue()
    endif()
    set(bits 0)
    if(type MATCHES "^v([0-9]+)")
        set(bits ${CMAKE_MATCH_1})
    endif()
    # 32-bit ARM has no instruction on vectors of floats that keeps denormals.
    set(type_flags "")
    if(type STREQUAL "v128f32" AND PONTOON_ARCH MATCHES "^armv7")
        set(type_flags -funsafe-math-optimizations -fno-reciprocal-math -fno-associative-math)
    endif()
    op_source(ops_${type} type ${type} ${op_lacks} ${op_small})
    set_source_files_properties(${op_file} PROPERTIES
        COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};${type_flags};-ffp-contract=off"
        COMPILE_DEFINITIONS ELEMENT_VECTOR_BITS=${bits})
    if(type IN_LIST live_types)
        op_source(live_${type} live ${type} ${op_named} ${op_small})
        list(POP_BACK pontoon_op_sources)
        list(APPEND pontoon_live_sources ${op_file})
        set_source_files_properties(${op_file} PROPERTIES
            COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};${type_flags}"
            COMPILE_DEFINITIONS ELEMENT_VECTOR_BITS=${bits})
    endif()
    if(type IN_LIST peak_types)
        op_source(peak_${type} peak ${type} ${op_registers} ${op_small})
        set_source_files_properties(${op_file} PROPERTIES
            COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};${type_flags};-ffp-contract=off"
            COMPILE_DEFINITIONS ELEMENT_VECTOR_BITS=${bits})
    endif()
    if(type IN_LIST peak_types AND type MATCHES "f(32|64)$")
        op_source(peak_fma_${type} peakfma ${type} ${op_registers} ${op_small})
        set_source_files_properties(${op_file} PROPERTIES
            COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};${type_flags};-ffp-contract=fast"
            COMPILE_DEFINITIONS ELEMENT_VECTOR_BITS=${bits})
    endif()
    if(type MATCHES "f(32|64)$")
        op_source(ops_fma_${type} fma ${type} ${op_small})
        set_source_files_properties(${op_file} PROPERTIES
            COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};${type_flags};-ffp-contract=fast"
            COMPILE_DEFINITIONS ELEMENT_VECTOR_BITS=${bits})
    endif()
endforeach()

# Results that are checked: those of all types, as they are no loops of their own, but of bare boards no narrow integers.
set(screen_types "")
foreach(type i8 i16 i32 i64 v128f32)
    set(divides 1)
    if("-div.${type}" IN_LIST screen_words)
        set(divides 0)
    endif()
    list(APPEND screen_types SCREEN_div_${type}=${divides})
endforeach()
list(FILTER screen_words EXCLUDE REGEX "^-")
if(op_small)
    list(REMOVE_ITEM screen_words i8 i16)
endif()
list(TRANSFORM screen_words PREPEND SCREEN_)
foreach(part scalars vectors)
    set(part_flags ${PONTOON_OP_FLAGS} -ffp-contract=off -fno-math-errno)
    if(part STREQUAL "vectors" AND PONTOON_ARCH MATCHES "^armv7")
        list(APPEND part_flags -funsafe-math-optimizations -fno-reciprocal-math -fno-associative-math)
    endif()
    set_property(SOURCE probes/screen/${part}.c APPEND PROPERTY COMPILE_OPTIONS ${part_flags})
    set_property(SOURCE probes/screen/${part}.c APPEND PROPERTY COMPILE_DEFINITIONS ${screen_types} ${screen_words})
endforeach()

# Two operations in one loop: integers as wide as a word, one type of floats, and vectors of 128 bits.
if("shared_units" IN_LIST PONTOON_PROBE_NAMES)
    set(shared_words ${op_words})
    list(FILTER shared_words INCLUDE REGEX "^(-.*|i64|f64|v128i32)$")
    if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8 OR NOT "i64" IN_LIST op_words)
        list(TRANSFORM shared_words REPLACE "^i64$" "i32")
    endif()
    if(NOT "f64" IN_LIST op_words AND "f32" IN_LIST op_words)
        list(APPEND shared_words f32)
    endif()
    if(op_small)
        list(REMOVE_ITEM shared_words v128i32)
    endif()
    # SSE2 has no multiplication of such vectors.
    if(PONTOON_ARCH MATCHES "^(x86_64|i[3-6]86)$" AND NOT "v256i32" IN_LIST op_words)
        list(APPEND shared_words -mul.v128i32)
    endif()
    list(APPEND shared_words ${op_registers} ${op_fused} ${op_small})
    op_source(shared_table sharedtable ${shared_words})
    set(shared_vectors "")
    if("v128i32" IN_LIST shared_words)
        set(shared_vectors UNIT_VECTORS)
    endif()
    foreach(type i32 i64 f32 f64 v128i32)
        if(NOT type IN_LIST shared_words)
            continue()
        endif()
        op_source(shared_${type} shared ${type} ${shared_words})
        set_source_files_properties(${op_file} PROPERTIES
            COMPILE_OPTIONS "${PONTOON_OP_FLAGS};${op_kernel_flags};-ffp-contract=fast"
            COMPILE_DEFINITIONS "${shared_vectors}")
    endforeach()
endif()
