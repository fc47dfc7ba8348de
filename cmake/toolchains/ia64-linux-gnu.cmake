# Itanium, from a compiler that ia64-gcc.sh builds; there is no C library.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ia64)
execute_process(COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/ia64-gcc.sh --where OUTPUT_VARIABLE pontoon_ia64
                OUTPUT_STRIP_TRAILING_WHITESPACE)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(ia64-linux-gnu- HINTS ${pontoon_ia64}/bin BY "built by sh cmake/toolchains/ia64-gcc.sh"
                 PACKAGES gcc-12-source binutils-ia64-linux-gnu g++ libgmp-dev libmpfr-dev libmpc-dev flex bison
                          gawk make patch tar xz-utils)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# A dependency inside an instruction group is no more than a warning of the assembler's.
set(CMAKE_C_FLAGS_INIT "-ffreestanding -Wa,--fatal-warnings")
set(CMAKE_ASM_FLAGS_INIT "-Wa,--fatal-warnings")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -static -Wl,--build-id=none")
