# For a port without a C library: what the compiler calls for unasked. Its loops must not become calls of
# the functions that they are.
list(APPEND PORT_USES libc)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/libc.c APPEND PROPERTY COMPILE_OPTIONS
             -fno-tree-loop-distribute-patterns)
