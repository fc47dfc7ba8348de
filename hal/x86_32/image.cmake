include(${CMAKE_CURRENT_LIST_DIR}/../x86/image.cmake)
