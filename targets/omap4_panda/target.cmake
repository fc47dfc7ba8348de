pontoon_target(HAL arm_a9 ARCH armv7 OS none TOOLCHAIN arm-none-eabi.cmake
               PARTS gic scu pl310 clock_a9_global clock_a9_private clock_counter clock_gptimer uart_16550 uart_memory uart_omap watchdog_omap omap_rom)
