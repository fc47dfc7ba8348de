# The machine that builds: an ordinary POSIX system.
find_program(PONTOON_UNAME uname)
execute_process(COMMAND ${PONTOON_UNAME} -m OUTPUT_VARIABLE pontoon_host_arch
                OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${PONTOON_UNAME} -s OUTPUT_VARIABLE pontoon_host_os
                OUTPUT_STRIP_TRAILING_WHITESPACE)
string(TOLOWER "${pontoon_host_os}" pontoon_host_os)
pontoon_target(HAL posix ARCH ${pontoon_host_arch} OS ${pontoon_host_os} LIBS pthread)

# The operations are measured with every instruction that this processor has.
option(PONTOON_NATIVE "Let probe ops use what this machine's processor offers; off: what any offers" ON)
if(PONTOON_NATIVE)
    set(PONTOON_OP_FLAGS -march=native)
endif()
