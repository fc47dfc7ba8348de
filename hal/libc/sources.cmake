# libc.c for a port without a C library is what the compiler calls for unasked: its loops must not become
# calls of the functions that they are.
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/libc.c APPEND PROPERTY COMPILE_OPTIONS
             -fno-tree-loop-distribute-patterns)
