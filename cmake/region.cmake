# libregion.a, for programs of one's own (probes/lib/region.h): all probes, and one that sends what the program's regions
# took. It is made of the image's objects; only the table of probes and main() are not in it.
if(NOT PONTOON_IS_HOST OR PONTOON_OS STREQUAL "none")
    return()
endif()
pontoon_table(${pontoon_generated}/region_table.c run/probe.h probe probe_ probe_table ${PONTOON_PROBE_NAMES} region)
add_library(region STATIC probes/lib/region.c probes/run/region_send.c ${pontoon_generated}/region_table.c
            ${pontoon_image_objects} $<TARGET_OBJECTS:hal> $<TARGET_OBJECTS:record_write>)
add_custom_command(TARGET region POST_BUILD
                   COMMAND ${CMAKE_AR} d $<TARGET_FILE:region> main.c${CMAKE_C_OUTPUT_EXTENSION}
                           probe_table.c${CMAKE_C_OUTPUT_EXTENSION} VERBATIM)
# libpfm4 goes in as well, so that a program links one archive.
if(PONTOON_PFM_HEADERS AND PONTOON_PFM_LIBRARY MATCHES "\\.a$")
    file(WRITE ${pontoon_generated}/region.mri # "open" is unknown to llvm-ar
         "create libregion_pfm.a\naddlib libregion.a\naddlib ${PONTOON_PFM_LIBRARY}\nsave\nend\n")
    add_custom_command(TARGET region POST_BUILD COMMAND ${CMAKE_AR} -M < ${pontoon_generated}/region.mri
                       COMMAND ${CMAKE_COMMAND} -E rename libregion_pfm.a libregion.a VERBATIM
                       WORKING_DIRECTORY $<TARGET_FILE_DIR:region>)
endif()
add_dependencies(region probes)
target_include_directories(region PRIVATE probes hal/include)
target_compile_options(region PRIVATE -fno-lto)
target_link_libraries(region PRIVATE pontoon_warnings)
include(GNUInstallDirs)
install(TARGETS region ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/pontoon)
install(FILES probes/lib/region.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pontoon)
