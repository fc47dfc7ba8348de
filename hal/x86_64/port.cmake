# 64-bit x86 without an operating system. -mno-red-zone: exceptions use the stack of what they interrupt, so
# nothing may lie below it.
pontoon_port(ARCH x86_64 OS none TOOLCHAIN x86_64-none.cmake USES x86 bare parts libc written encode
             FLAGS -mno-red-zone -mcmodel=small LIBS gcc)
