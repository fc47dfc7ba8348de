# cmake -DROOT=<source tree> -DRUNNER=<board_runner> -DDIR=<scratch folder> -P template.cmake
# targets/_template, copied, names each missing fact, and is a board once they are filled in.
cmake_minimum_required(VERSION 3.25)

set(scratch ${DIR}/targets/copied)
file(REMOVE_RECURSE ${DIR})
file(COPY ${ROOT}/targets/_template/ DESTINATION ${scratch})
file(MAKE_DIRECTORY ${DIR}/hal/posix)
file(READ ${scratch}/target.cmake text)
file(READ ${scratch}/board.txt board)

# Reads the copy as cmake/target.cmake would.
file(WRITE ${DIR}/read.cmake "
cmake_minimum_required(VERSION 3.25)
include(${ROOT}/cmake/target.cmake)
include(${scratch}/target.cmake)
message(\"HAL=\${PONTOON_HAL} ARCH=\${PONTOON_ARCH} OS=\${PONTOON_OS} TOOLCHAIN=\${PONTOON_TOOLCHAIN}.\")
")

# Runs the words after WANTED; they must end well (GOOD) or not, and say WANTED.
function(expect good wanted)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}") # CMake wraps its messages
    string(FIND "${said}" "${wanted}" at)
    if((good AND NOT result EQUAL 0) OR (NOT good AND result EQUAL 0) OR at LESS 0)
        message(FATAL_ERROR "expected `${wanted}`, got status ${result}: ${said}")
    endif()
endfunction()

foreach(fact hal arch os)
    expect(FALSE "board_${fact} is missing" ${CMAKE_COMMAND} -P ${DIR}/read.cmake)
    string(REPLACE "set(board_${fact} FILL_IN)" "set(board_${fact} posix)" text "${text}")
    file(WRITE ${scratch}/target.cmake "${text}")
endforeach()
expect(TRUE "HAL=posix ARCH=posix OS=posix TOOLCHAIN=." ${CMAKE_COMMAND} -P ${DIR}/read.cmake)

set(list ${RUNNER} list --targets ${DIR}/targets)
expect(FALSE "has no value: about" ${list})
string(REPLACE "\nabout =" "\nabout = a copy" board "${board}")
file(WRITE ${scratch}/board.txt "${board}")
expect(FALSE "has no value: run" ${list})
string(REPLACE "\nrun =" "\nrun = {image}" board "${board}")
file(WRITE ${scratch}/board.txt "${board}")
expect(TRUE "copied a copy" ${list})

# A bare board's facts stop the compiler, each by its name; an address and a driver for each, and it builds.
find_program(cc NAMES cc gcc clang REQUIRED)
set(compile ${cc} -fsyntax-only -Wno-int-to-pointer-cast -I${ROOT}/hal/include -I${ROOT}/hal/arm_v7
    -I${ROOT}/hal/bare -I${ROOT}/hal/parts ${scratch}/board.c)
file(READ ${scratch}/board.c code)
file(READ ${scratch}/link.ld script)
string(REGEX MATCHALL "FILL_IN_[a-z0-9_]+" facts "${code}")
list(REMOVE_DUPLICATES facts)
list(LENGTH facts n_facts)
if(n_facts LESS 8)
    message(FATAL_ERROR "targets/_template/board.c asks for ${n_facts} facts only")
endif()
foreach(fact IN LISTS facts)
    expect(FALSE "${fact}" ${compile})
    set(value 0)
    if(fact MATCHES "_driver$")
        set(value uart_pl011)
    endif()
    string(REPLACE "${fact}" "${value}" code "${code}")
    file(WRITE ${scratch}/board.c "${code}")
endforeach()
expect(TRUE "" ${compile})
if(NOT script MATCHES "image_start = FILL_IN_image_start")
    message(FATAL_ERROR "targets/_template/link.ld does not ask where the image begins")
endif()
file(REMOVE_RECURSE ${DIR})
