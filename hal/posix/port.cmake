# A POSIX system. An image for another machine is one file without libraries.
if(PONTOON_TOOLCHAIN)
    set(posix_static -static)
else()
    set(posix_static "")
    # The operations are measured with every instruction that this processor has.
    option(PONTOON_NATIVE "Let probe ops use what this machine's processor offers; off: what any offers" ON)
    if(PONTOON_NATIVE)
        set(PONTOON_OP_FLAGS -march=native)
    endif()
endif()
pontoon_port(USES encode LIBS ${posix_static} pthread)
