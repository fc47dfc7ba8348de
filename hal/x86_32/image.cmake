target_link_options(${image} PRIVATE -L ${CMAKE_CURRENT_LIST_DIR}/../x86) # for the INCLUDE in link.ld
