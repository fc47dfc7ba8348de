# The image (ELF), and <image>.bin, to be loaded at image_start.
target_link_options(${image} PRIVATE ${PONTOON_FLAGS} -L${CMAKE_CURRENT_LIST_DIR} -Wl,--gc-sections
    -Wl,--no-warn-rwx-segments)
set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/image.ld)
add_custom_command(TARGET ${image} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} -O binary $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.bin)
