# Linux on Itanium 2. The processor has no division: the shortest sequence of instructions stands for it.
pontoon_target(HAL ia64 ARCH ia64 OS linux TOOLCHAIN ia64-linux-gnu.cmake
               FLAGS -mtune=itanium2 -minline-int-divide-min-latency -minline-float-divide-min-latency
                     -minline-sqrt-min-latency -mno-sched-ar-data-spec
               LIBS gcc)
