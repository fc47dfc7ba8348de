# Flags for bare boards with picolibc, a C library made from newlib. Its size-optimised build, which picolibc.specs
# links, accesses memory by bytes: it runs where the MMU is still off. A Linux compiler assumes position-independent
# code, stack guards and unwinding.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "--specs=picolibc.specs -ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections")
set(CMAKE_ASM_FLAGS_INIT "-fno-pic")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles -static -no-pie -Wl,--build-id=none")
