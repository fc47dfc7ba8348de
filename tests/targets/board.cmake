# pontoon_board(), for boards that an emulator can play: images are built for each of them, started, and held to what
# they promise (board.sh). The images are the same in a build with sanitizers, and so are built in the plain one alone.
# cmake/matrix.cmake starts the probes of every target; here those of one board do.
include(ExternalProject)

# skipped(<name> <reason>): a test that only says why it cannot run.
function(skipped name reason)
    add_test(NAME ${name} COMMAND sh -c "echo '${reason}'; exit 77")
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 LABELS board)
endfunction()

# Sets OUT to why COMPILER builds no image, or "": it is missing, or its C library is.
function(pontoon_why_no_image out compiler)
    set(library picolibc.specs)
    if(compiler MATCHES "^arm-none-eabi")
        set(library libc_nano.a)
    endif()
    find_program(PONTOON_${compiler} ${compiler})
    set(why_not "")
    if(NOT PONTOON_${compiler})
        set(why_not "${compiler} is not installed")
    else()
        # The compiler answers with a path, or with the bare name of a file that it does not find.
        execute_process(COMMAND ${PONTOON_${compiler}} -print-file-name=${library} OUTPUT_VARIABLE file)
        if(NOT file MATCHES "/")
            set(why_not "the C library of ${compiler} is not installed")
        endif()
    endif()
    set(${out} "${why_not}" PARENT_SCOPE)
endfunction()

# pontoon_board(<folder under targets/> <compiler> <emulator> [<rule beside contract, fault, recording> ...])
function(pontoon_board board compiler emulator)
    set(rules contract fault recording ${ARGN})
    set(images board_contract board_fault board_recording)
    if("registers" IN_LIST rules) # pontoon_registers() starts them
        list(APPEND images probes)
        list(REMOVE_ITEM rules registers)
    endif()
    if("elsewhere" IN_LIST rules)
        list(REMOVE_ITEM rules fault)
    endif()
    find_program(PONTOON_${emulator} ${emulator})
    pontoon_why_no_image(why_not ${compiler})
    if(PONTOON_SANITIZE)
        set(why_not "the images are the same with sanitizers")
    elseif(NOT why_not AND NOT PONTOON_${emulator})
        set(why_not "${emulator} is not installed")
    endif()
    if(why_not)
        foreach(rule IN LISTS rules)
            skipped(boards_${board}_${rule} "${why_not}")
        endforeach()
        return()
    endif()

    # --fresh: flags and compiler of a toolchain file that has changed are read anew.
    # As deep as cmake/matrix.cmake's builds, so that relative paths, and with them what ccache keeps, are the same.
    set(build ${PROJECT_BINARY_DIR}/${board})
    if("probes" IN_LIST rules OR "walks" IN_LIST rules OR "events" IN_LIST rules)
        list(APPEND images probes)
    endif()
    list(REMOVE_DUPLICATES images)
    ExternalProject_Add(${board}
        PREFIX ${build}/steps
        SOURCE_DIR ${PROJECT_SOURCE_DIR}
        BINARY_DIR ${build}
        CMAKE_ARGS --fresh -DPONTOON_TARGET=${board} -DPONTOON_TESTS=OFF -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
        BUILD_COMMAND ${CMAKE_COMMAND} --build ${build} --target ${images}
        BUILD_ALWAYS ON
        INSTALL_COMMAND "")
    foreach(rule IN LISTS rules)
        add_test(NAME boards_${board}_${rule}
                 COMMAND sh ${PROJECT_SOURCE_DIR}/tests/targets/board.sh ${rule} ${PROJECT_SOURCE_DIR}/targets/${board}
                         ${build} ${CMAKE_CURRENT_SOURCE_DIR}/golden)
        set_tests_properties(boards_${board}_${rule} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300
                             RESOURCE_LOCK boards_${board} LABELS board COST 5)
    endforeach()
endfunction()

# pontoon_registers(<board of pontoon_board() with `registers`> <compiler> <emulator> <option=bits> <key=value, as set up>
#                   <the same, with the option> <what the audit says> <note, or -> <command of the emulator>): an image with
# something off reports it (registers.sh).
function(pontoon_registers board compiler emulator option on off says note command)
    pontoon_why_no_image(why_not ${compiler})
    if(PONTOON_SANITIZE)
        set(why_not "the images are the same with sanitizers")
    elseif(NOT why_not AND NOT PONTOON_${emulator})
        set(why_not "${emulator} is not installed")
    endif()
    if(why_not)
        skipped(boards_registers_${board} "${why_not}")
        return()
    endif()
    set(build ${PROJECT_BINARY_DIR}/${board}_off)
    ExternalProject_Add(${board}_off
        PREFIX ${build}/steps
        SOURCE_DIR ${PROJECT_SOURCE_DIR}
        BINARY_DIR ${build}
        CMAKE_ARGS --fresh -DPONTOON_TARGET=${board} -DPONTOON_TESTS=OFF -D${option}
                   -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
        BUILD_COMMAND ${CMAKE_COMMAND} --build ${build} --target probes
        BUILD_ALWAYS ON
        INSTALL_COMMAND "")
    add_test(NAME boards_registers_${board}
             COMMAND sh ${PROJECT_SOURCE_DIR}/tests/targets/registers.sh ${PROJECT_BINARY_DIR}/${board} ${build}
                     ${CMAKE_CURRENT_BINARY_DIR}/registers_${board} $<TARGET_FILE:analyze> ${on} ${off} ${says} ${note}
                     ${command})
    set_tests_properties(boards_registers_${board} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 180 LABELS board COST 5)
endfunction()
