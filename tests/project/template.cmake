# Each targets/_template_*, copied, names each missing fact, and is a board once they are filled in.
# cmake -DROOT=<source tree> -DRUNNER=<board_runner> -DDIR=<scratch folder> -P template.cmake
# A toolchain that is not installed names its packages.
cmake_minimum_required(VERSION 3.25)

# Runs the words after WANTED; they must end well (GOOD) or not, and say WANTED.
function(expect good wanted)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}") # CMake wraps its messages
    string(FIND "${said}" "${wanted}" at)
    if((good AND NOT result EQUAL 0) OR (NOT good AND result EQUAL 0) OR at LESS 0)
        message(FATAL_ERROR "expected `${wanted}`, got status ${result}: ${said}")
    endif()
endfunction()

# Puts VALUE in place of FACT in FILE of the copy.
function(fill file fact value)
    file(READ ${COPY}/${file} text)
    string(REPLACE "${fact}" "${value}" text "${text}")
    file(WRITE ${COPY}/${file} "${text}")
endfunction()

# The facts that FILE of the copy asks for, N at least, each once.
function(facts_of out file n)
    file(READ ${COPY}/${file} text)
    string(REGEX MATCHALL "FILL_IN_[a-z0-9_]+" facts "${text}")
    list(REMOVE_DUPLICATES facts)
    list(LENGTH facts n_facts)
    if(n_facts LESS n)
        message(FATAL_ERROR "${COPY}/${file} asks for ${n_facts} facts only: ${facts}")
    endif()
    set(${out} "${facts}" PARENT_SCOPE)
endfunction()

# target.cmake: each fact stops the configuration, VALUES in their order fill them in.
function(check_target n)
    set(read ${CMAKE_COMMAND} -P ${DIR}/read.cmake)
    facts_of(facts target.cmake ${n})
    foreach(fact value IN ZIP_LISTS facts ARGN)
        expect(FALSE "is missing: ${fact}" ${read})
        fill(target.cmake ${fact} ${value})
    endforeach()
    expect(TRUE "read: " ${read})
    file(APPEND ${COPY}/target.cmake "pontoon_target(HAL posix PARTS gic)\n")
    expect(FALSE "PARTS: no such word; there are: HAL ARCH OS TOOLCHAIN FLAGS" ${read})
endfunction()

# board.txt: a line about the board, and the way to it.
function(check_board way value)
    set(list ${RUNNER} list --targets ${DIR}/targets)
    expect(FALSE "has no value: about" ${list})
    fill(board.txt "\nabout =" "\nabout = a copy")
    expect(FALSE "has no value: ${way}" ${list})
    fill(board.txt "\n${way} =" "\n${way} = ${value}")
    expect(TRUE "copied a copy" ${list})
endfunction()

# board.c: each fact stops the compiler; an address for each, the drivers DRIVERS, and it compiles.
function(check_code port n)
    find_program(cc NAMES cc gcc clang REQUIRED)
    set(compile ${cc} -fsyntax-only -Wno-int-to-pointer-cast -I${ROOT}/hal/include -I${ROOT}/hal/${port}
        -I${ROOT}/hal/bare -I${ROOT}/hal/parts ${COPY}/board.c)
    facts_of(facts board.c ${n})
    foreach(fact IN LISTS facts)
        expect(FALSE "${fact}" ${compile})
        set(value 0)
        if(fact MATCHES "_(uart|clock)_driver$")
            set(value ${CMAKE_MATCH_1}_driver)
            string(REPLACE uart_driver uart_pl011 value ${value})
            string(REPLACE clock_driver clock_counter value ${value})
        endif()
        fill(board.c ${fact} ${value})
    endforeach()
    expect(TRUE "" ${compile})
endfunction()

# link.ld: each fact stops the linker.
function(check_script port n)
    file(WRITE ${DIR}/empty.c "")
    execute_process(COMMAND ${cc} -c ${DIR}/empty.c -o ${DIR}/empty.o COMMAND_ERROR_IS_FATAL ANY)
    find_program(ld ld REQUIRED)
    facts_of(facts link.ld ${n})
    foreach(fact IN LISTS facts)
        expect(FALSE "undefined symbol `${fact}'" ${ld} -L ${ROOT}/hal/${port} -T ${COPY}/link.ld
               -o ${DIR}/image ${DIR}/empty.o)
        fill(link.ld ${fact} 0x100000)
    endforeach()
endfunction()

# Begins the test of targets/_template_KIND.
macro(begin kind)
    file(REMOVE_RECURSE ${DIR}/targets)
    set(COPY ${DIR}/targets/copied)
    file(COPY ${ROOT}/targets/_template_${kind}/ DESTINATION ${COPY})
endmacro()

file(REMOVE_RECURSE ${DIR})
# Reads the copy as CMakeLists.txt would.
file(WRITE ${DIR}/read.cmake "
cmake_minimum_required(VERSION 3.25)
include(${ROOT}/cmake/target.cmake)
include(${DIR}/targets/copied/target.cmake)
message(\"read: \${PONTOON_HAL}\")
")

begin(arm)
check_target(1 arm_a9)
check_board(run "{image}")
check_code(arm_v7 12)
check_script(arm_v7 2)

begin(bare64)
check_target(1 aarch64)
check_board(run "{image}")
check_code(bare64 7)
check_script(bare64 2)

begin(arm_m)
check_target(2 armv7m "-mcpu=cortex-m3 -mfloat-abi=soft")
check_board(run "{image}")
check_code(arm_m 9)
check_script(arm_m 4)

begin(x86)
check_target(1 x86_64)
check_board(run "{image}")
check_code(x86 3)
check_script(x86 1)

begin(linux)
check_target(2 aarch64 aarch64-linux-gnu.cmake)
check_board(ssh "user@host")

# As if nothing were installed: the first line of the reason names compiler and packages.
file(GLOB toolchains RELATIVE ${ROOT}/cmake/toolchains ${ROOT}/cmake/toolchains/*-*.cmake)
list(REMOVE_ITEM toolchains x86-none.cmake ia64-linux-gnu.cmake) # flags; a compiler that no package has
foreach(toolchain IN LISTS toolchains)
    execute_process(COMMAND ${CMAKE_COMMAND} -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF
                            -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF -DCMAKE_FIND_USE_PACKAGE_ROOT_PATH=OFF
                            -P ${ROOT}/cmake/toolchains/${toolchain}
                    WORKING_DIRECTORY ${DIR} RESULT_VARIABLE result ERROR_VARIABLE said OUTPUT_QUIET)
    if(NOT said MATCHES "\n *[^ ]+-gcc is not installed: apt-get install --no-install-recommends gcc-[^ ]+( (lib|picolibc)[^ ]+)?\n")
        message(FATAL_ERROR "${toolchain}, without its compiler: ${said}")
    endif()
endforeach()
file(REMOVE_RECURSE ${DIR})
