# Flags for bare x86 boards, which lack what a Linux compiler takes for granted: a C library, start-up files,
# a place for position-independent code, stack guards, unwinding, and hardware that checks branches.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -fcf-protection=none")
set(CMAKE_ASM_FLAGS_INIT "-fno-pic")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -static -no-pie -Wl,--build-id=none")
