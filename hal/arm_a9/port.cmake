# Cortex-A9, up to four cores, without an operating system.
include(${CMAKE_CURRENT_LIST_DIR}/../arm_v7/flags.cmake)
pontoon_port(ARCH armv7 OS none TOOLCHAIN arm-none-eabi.cmake USES arm_v7 arm_pmu bare parts written encode
             FLAGS -mcpu=cortex-a9 -mfpu=neon ${ARM_V7_FLAGS})
