# `cmake --build BUILD --target size`: the size of the image by part, held to the limits that its target states in
# targets/<target>/sizes.txt; `--target size_write` notes the parts there, by which a passed limit names those that grew.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT PONTOON_SANITIZE)
    target_link_options(probes PRIVATE -Wl,-Map=${CMAKE_BINARY_DIR}/probes.map)
endif()
set(size_optional "")
foreach(name IN LISTS PONTOON_PROBE_NAMES)
    file(STRINGS probes/${name}/${name}.c size_line REGEX "\\.optional = true")
    if(size_line)
        list(APPEND size_optional ${name})
    endif()
endforeach()
list(JOIN size_optional " " size_optional)
string(REGEX REPLACE "objdump([^/]*)$" "size\\1" size_program "${CMAKE_OBJDUMP}")
set(size_words -DSIZE=${size_program} -DIMAGE=$<TARGET_FILE:probes> -DMAP=${CMAKE_BINARY_DIR}/probes.map
    -DLIMITS=${PONTOON_TARGET_DIR}/sizes.txt "-DOPTIONAL=${size_optional}")
add_custom_target(size COMMAND ${CMAKE_COMMAND} ${size_words} -P ${CMAKE_CURRENT_LIST_DIR}/size/size.cmake
                  DEPENDS probes VERBATIM)
add_custom_target(size_write COMMAND ${CMAKE_COMMAND} ${size_words} -DWRITE=ON -P ${CMAKE_CURRENT_LIST_DIR}/size/size.cmake
                  DEPENDS probes VERBATIM)
