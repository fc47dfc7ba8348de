include(${CMAKE_CURRENT_LIST_DIR}/../arm_v7/image.cmake)
