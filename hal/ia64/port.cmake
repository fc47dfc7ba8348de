# Linux on Itanium, without a C library. The processor has no division: the compiler writes the shortest
# sequence of instructions in its place.
pontoon_port(ARCH ia64 OS linux TOOLCHAIN ia64-linux-gnu.cmake USES libc
             FLAGS -mtune=itanium2 -minline-int-divide-min-latency -minline-float-divide-min-latency
                   -minline-sqrt-min-latency -mno-sched-ar-data-spec
             LIBS gcc)
