# One set of warnings for every target and program, all of them errors.
add_library(pontoon_warnings INTERFACE)
target_compile_options(pontoon_warnings INTERFACE
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror)
if(PONTOON_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()
