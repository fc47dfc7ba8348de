set(PORT_USES "")
include(${CMAKE_CURRENT_LIST_DIR}/../libc/libc.cmake)
