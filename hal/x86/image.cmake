# What both x86 ports have in common; a port's image.cmake includes this. link.ld includes image.ld.
target_link_options(${image} PRIVATE -L ${CMAKE_CURRENT_LIST_DIR})
set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/image.ld)
