# One set of warnings for every target and program; errors where tests are built.
if(PONTOON_TESTS)
    set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()
add_library(pontoon_warnings INTERFACE)
target_compile_options(pontoon_warnings INTERFACE
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes)

# pontoon_small_frames(): programs of this machine that are built in this folder and below run with a stack of 128 KiB.
# Sanitizers make frames larger.
function(pontoon_small_frames)
    if(NOT PONTOON_SANITIZE)
        add_compile_options(-Wframe-larger-than=32768)
    endif()
endfunction()

if(PONTOON_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()
