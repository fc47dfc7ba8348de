# What both x86 ports have in common; a port's port.cmake includes this.
set(PORT_USES x86 bare)
# So that the loops in there do not become calls of the functions that they are.
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/libc.c APPEND PROPERTY COMPILE_OPTIONS
             -fno-tree-loop-distribute-patterns)
