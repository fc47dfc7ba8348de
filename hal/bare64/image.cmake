# What 64-bit ports make of a linked image; a port's image.cmake sets PONTOON_MKIMAGE_ARCH and includes this.
target_link_options(${image} PRIVATE ${PONTOON_FLAGS} -L${CMAKE_CURRENT_LIST_DIR} -Wl,--gc-sections
    -Wl,--no-warn-rwx-segments -Wl,-z,max-page-size=4096)
set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/image.ld)
add_custom_command(TARGET ${image} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} -O binary $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.bin)

file(STRINGS ${PONTOON_TARGET_DIR}/link.ld pontoon_image_start REGEX "^image_start *= *0x[0-9a-fA-F]+;")
string(REGEX REPLACE ".*(0x[0-9a-fA-F]+).*" "\\1" pontoon_image_start "${pontoon_image_start}")
find_program(PONTOON_MKIMAGE mkimage)
if(PONTOON_MKIMAGE)
    add_custom_command(TARGET ${image} POST_BUILD
        COMMAND ${PONTOON_MKIMAGE} -A ${PONTOON_MKIMAGE_ARCH} -O linux -T kernel -C none -a ${pontoon_image_start}
                -e ${pontoon_image_start} -n pontoon -d $<TARGET_FILE:${image}>.bin $<TARGET_FILE:${image}>.uimage
                >${CMAKE_BINARY_DIR}/mkimage.log)
else()
    message(STATUS "no mkimage (u-boot-tools): probes.uimage is not made")
endif()
