# Flags for bare boards that a Linux compiler builds for: it takes for granted a C library, start-up files, a place for
# position-independent code, stack guards and unwinding.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections")
set(CMAKE_ASM_FLAGS_INIT "-fno-pic")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -static -no-pie -Wl,--build-id=none")
