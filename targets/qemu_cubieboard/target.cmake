pontoon_target(HAL arm_a8 ARCH armv7 OS none TOOLCHAIN arm-none-eabi.cmake
               PARTS clock_allwinner uart_16550 uart_memory)
