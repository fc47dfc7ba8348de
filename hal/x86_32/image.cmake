# What is made of a linked image.
include(${CMAKE_CURRENT_LIST_DIR}/../x86/image.cmake)
