# The writer compiled for no system at all, at every level of optimisation: it must need no symbol,
# not even those that a compiler makes calls to by itself (memcpy, memset, strlen).
foreach(level 0 1 2 3 s)
    execute_process(
        COMMAND ${CC} -std=c11 -ffreestanding -nostdlib -fno-stack-protector -O${level} -c ${SOURCE}
                -o ${OBJECT}
        RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "-O${level}: does not compile freestanding")
    endif()
    execute_process(COMMAND ${NM} -u ${OBJECT} OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT symbols STREQUAL "")
        message(FATAL_ERROR "-O${level}: needs ${symbols}")
    endif()
endforeach()
