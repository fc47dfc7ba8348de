# What a Linux compiler for x86 takes for granted and a bare board has not: a C library, start-up files,
# a place for position-independent code, stack guards, unwinding, and hardware that checks branches.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -fcf-protection=none")
set(CMAKE_ASM_FLAGS_INIT "-fno-pic")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -static -no-pie -Wl,--build-id=none")
