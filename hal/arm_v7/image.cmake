# The image (ELF); <image>.bin, for `go` and for loaders that know no ELF; <image>.uimage for `bootm`.
target_link_options(${image} PRIVATE ${PONTOON_FLAGS} -nostartfiles -L${CMAKE_CURRENT_SOURCE_DIR}/hal/arm_v7
    -Wl,--gc-sections -Wl,--no-warn-rwx-segments -Wl,--build-id=none)
set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/hal/arm_v7/image.ld)
add_custom_command(TARGET ${image} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} -O binary $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.bin)

file(STRINGS ${PONTOON_TARGET_DIR}/link.ld pontoon_image_start REGEX "^image_start *= *0x[0-9a-fA-F]+;")
string(REGEX REPLACE ".*(0x[0-9a-fA-F]+).*" "\\1" pontoon_image_start "${pontoon_image_start}")
find_program(PONTOON_MKIMAGE mkimage)
if(PONTOON_MKIMAGE)
    add_custom_command(TARGET ${image} POST_BUILD
        COMMAND ${PONTOON_MKIMAGE} -A arm -O linux -T kernel -C none -a ${pontoon_image_start}
                -e ${pontoon_image_start} -n pontoon -d $<TARGET_FILE:${image}>.bin $<TARGET_FILE:${image}>.uimage
                >${CMAKE_BINARY_DIR}/mkimage.log)
else()
    message(STATUS "no mkimage (u-boot-tools): probes.uimage is not made")
endif()
