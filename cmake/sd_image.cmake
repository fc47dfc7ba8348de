# `cmake --build BUILD --target sd-image`: probes.img, an SD card from which the board boots. For boards that have a folder
# targets/<board>/sd:
#
#   card.cmake  what the card needs that is not Pontoon's: CARD_NEEDS, names of files; CARD_NEEDS_FROM, where they come
#               from; CARD_LOADER_AT, the byte of the card at which the boot ROM reads a boot loader that is no file
#   boot.cmd    U-Boot's commands, which become boot.scr
#   others      files of the card
#
# In these files @IMAGE_START@ is where the image is linked, @OPTIONS@ the options of the probes. The image is pontoon.bin.
if(NOT IS_DIRECTORY ${PONTOON_TARGET_DIR}/sd)
    return()
endif()
set(PONTOON_SD_FILES "" CACHE PATH "folder whose files sd-image puts on the card: firmware, a boot loader")
set(PONTOON_SD_LOADER "" CACHE FILEPATH "boot loader that sd-image writes where the board's boot ROM reads it")
set(PONTOON_SD_OPTIONS "" CACHE STRING "options of the probes on the card of sd-image")
set(PONTOON_SD_MIB 64 CACHE STRING "size of the card of sd-image in MiB")
add_custom_target(sd-image
    COMMAND ${CMAKE_COMMAND} -DTARGET_DIR=${PONTOON_TARGET_DIR} -DIMAGE=$<TARGET_FILE:probes>
            "-DFILES=${PONTOON_SD_FILES}" "-DLOADER=${PONTOON_SD_LOADER}" "-DOPTIONS=${PONTOON_SD_OPTIONS}"
            -DMIB=${PONTOON_SD_MIB} -P ${CMAKE_CURRENT_LIST_DIR}/sd/write_card.cmake
    DEPENDS probes VERBATIM)
