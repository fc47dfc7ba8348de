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

# The same objects without those probes, linked to be weighed.
set(size_usual "")
if(size_optional AND PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST)
    set(size_names ${PONTOON_PROBE_NAMES})
    list(REMOVE_ITEM size_names ${size_optional})
    pontoon_table(${pontoon_generated}/usual_table.c run/probe.h probe probe_ probe_table ${size_names})
    add_executable(probes_usual EXCLUDE_FROM_ALL ${pontoon_generated}/usual_table.c
                   "$<FILTER:${pontoon_image_objects},EXCLUDE,/probe_table\\.c>")
    target_include_directories(probes_usual PRIVATE probes)
    pontoon_image(probes_usual)
    set(size_usual -DUSUAL=$<TARGET_FILE:probes_usual>)
endif()
string(REGEX REPLACE "objdump([^/]*)$" "size\\1" size_program "${CMAKE_OBJDUMP}")
set(size_words -DSIZE=${size_program} -DIMAGE=$<TARGET_FILE:probes> -DMAP=${CMAKE_BINARY_DIR}/probes.map
    -DLIMITS=${PONTOON_TARGET_DIR}/sizes.txt ${size_usual})
add_custom_target(size COMMAND ${CMAKE_COMMAND} ${size_words} -P ${CMAKE_CURRENT_LIST_DIR}/size/size.cmake
                  DEPENDS probes VERBATIM)
if(size_usual)
    add_dependencies(size probes_usual)
endif()
add_custom_target(size_write COMMAND ${CMAKE_COMMAND} ${size_words} -DWRITE=ON -P ${CMAKE_CURRENT_LIST_DIR}/size/size.cmake
                  DEPENDS probes VERBATIM)
