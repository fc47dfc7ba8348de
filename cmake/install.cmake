# `cmake --install` and the package that CPack makes of the same: `cpack --config CPackConfig.cmake` in
# a build with PONTOON_NATIVE=OFF, as a package runs on other machines than the one that made it.
include(GNUInstallDirs)
install(TARGETS analyze board_runner predict probes profile RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS ${CMAKE_BINARY_DIR}/fit_latencies DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES analysis_host/analyze/analyze.1 analysis_host/fit/fit_latencies.1 analysis_host/predict/predict.1 analysis_host/profile/profile.1 board_runner/board_runner.1 probes/probes.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES probes/probes.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME probes)
install(FILES analysis_host/analyze/analyze.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME analyze)
install(FILES board_runner/board_runner.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME board_runner)
install(FILES analysis_host/profile/profile.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME profile)
install(TARGETS profile_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/pontoon)
install(FILES analysis_host/predict/predict.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME predict)
install(FILES analysis_host/fit/fit_latencies.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME fit_latencies)
if(PONTOON_PATTERNS_PROGRAM)
    install(PROGRAMS ${PONTOON_PATTERNS_PROGRAM} DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES analysis_host/pattern/patterns.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES analysis_host/pattern/patterns.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            RENAME patterns)
endif()
install(FILES README.md CHANGES.md LICENSE probes/record/RECORD.md
        analysis_host/profile/signature/SIGNATURE.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Beside README.md, as its links have them; what remakes the figures is for those who have the sources.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
        FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.machine" PATTERN "*.schema.json")
file(GLOB notes RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/probes/*/NOTE.md)
foreach(note IN LISTS notes)
    cmake_path(GET note PARENT_PATH folder)
    install(FILES ${note} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
# How each board is started; templates are for those who have the sources.
install(DIRECTORY targets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pontoon/targets
        FILES_MATCHING PATTERN "board.txt" PATTERN "_*" EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pontoon)
set(CPACK_PACKAGE_VENDOR "Pontoon")
set(CPACK_PACKAGE_CONTACT "Pontoon maintainers <maintainers@pontoon.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measures what a board's hardware gives a C program")
set(CPACK_PACKAGE_DESCRIPTION
"Small probes run on a board, or on this machine, and send raw clock ticks.
Programs on the host infer from them the caches, their sizes, lines and
latencies, TLBs, the clock, what instructions cost and the bandwidth of memory,
each with bounds and a confidence.
board_runner starts boards, emulators and this machine and keeps the log,
analyze reads it, and probes is the image for this machine.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/package_debian.cmake)
set(CPACK_PONTOON_WEB ${CMAKE_BINARY_DIR}/web)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "gnuplot-nox, lrzsz, openssh-client, python3, qemu-user, qemu-system-arm, qemu-system-x86")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_STRIP_FILES ON)
if(PONTOON_NATIVE)
    # What CPack makes of this build would fail elsewhere with an instruction that the processor lacks.
    set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/cmake/package_native.cmake)
endif()
include(CPack)
