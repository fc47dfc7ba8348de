# What is made of a linked image.
include(${CMAKE_CURRENT_LIST_DIR}/../arm_v7/image.cmake)
