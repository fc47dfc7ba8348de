pontoon_target(HAL arm_a9 ARCH armv7 OS none TOOLCHAIN arm-none-eabi.cmake
               PARTS gic scu pl310 clock_a9_global uart_16550 uart_memory)
