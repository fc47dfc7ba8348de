# The image (ELF), and <image>.bin and <image>.hex for what writes flash memory; <image>.uf2 where target.cmake sets
# PONTOON_UF2_FAMILY, the chip's number in such files.
target_link_options(${image} PRIVATE ${PONTOON_FLAGS} -nostartfiles -L${CMAKE_CURRENT_LIST_DIR}
    -Wl,--gc-sections -Wl,--no-warn-rwx-segments -Wl,--build-id=none)
set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/image.ld)
add_custom_command(TARGET ${image} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} -O binary $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.bin
    COMMAND ${CMAKE_OBJCOPY} -O ihex $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.hex)
if(PONTOON_UF2_FAMILY)
    file(STRINGS ${PONTOON_TARGET_DIR}/link.ld pontoon_code_start REGEX "^code_start *= *0x[0-9a-fA-F]+;")
    string(REGEX REPLACE ".*(0x[0-9a-fA-F]+).*" "\\1" pontoon_code_start "${pontoon_code_start}")
    set(pontoon_uf2 ${CMAKE_BINARY_DIR}/generated/write_uf2)
    if(NOT TARGET write_uf2)
        add_custom_command(OUTPUT ${pontoon_uf2}
                           COMMAND ${PONTOON_BUILD_CC} -O1 -Wall -Wextra -Werror -o ${pontoon_uf2}
                                   ${CMAKE_CURRENT_LIST_DIR}/uf2/write_uf2.c
                           DEPENDS ${CMAKE_CURRENT_LIST_DIR}/uf2/write_uf2.c VERBATIM)
        add_custom_target(write_uf2 DEPENDS ${pontoon_uf2})
    endif()
    add_dependencies(${image} write_uf2)
    add_custom_command(TARGET ${image} POST_BUILD
        COMMAND ${pontoon_uf2} $<TARGET_FILE:${image}>.bin $<TARGET_FILE:${image}>.uf2 ${pontoon_code_start}
                ${PONTOON_UF2_FAMILY})
endif()
