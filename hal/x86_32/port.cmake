# 32-bit x86 without an operating system.
pontoon_port(ARCH i686 OS none TOOLCHAIN i686-none.cmake USES x86 bare parts libc written encode LIBS gcc)
