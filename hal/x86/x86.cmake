# What both x86 ports have in common; a port's port.cmake includes this.
set(PORT_USES x86 bare)
include(${CMAKE_CURRENT_LIST_DIR}/../libc/libc.cmake)
