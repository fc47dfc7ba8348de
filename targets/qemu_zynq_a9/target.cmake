pontoon_target(HAL arm_a9 ARCH armv7 OS none TOOLCHAIN arm-none-eabi.cmake
               PARTS gic scu pl310 clock_a9_global clock_a9_private uart_cadence)
